"""Interrupts: the window that opens when a step is done, and what is offered there.

    [fix the seats to ask] -> next seat that may be asked -> DECIDE (the first leaf of every offer, or decline) -> declined: next seat
                              |                                                                     -> an offer: its tree, then from the first
                              none left -> play goes on at the step that waits

An action of an offer first marks which offer was taken (a trial undoes the mark); after the decision the mark says where to go on.
"""

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import Decision
from compiler.ir.flow import Decide
from compiler.ir.layout import Carrier
from compiler.ir.simplify import compare, disjunction, plus
from compiler.lower.expressions import domains, expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import Register, World, first_leaf
from compiler.lower.play import choices as actions
from compiler.lower.play import loops, memories
from compiler.lower.play import steps as tree
from compiler.lower.types.carriers import carrier
from compiler.lower.types.sizes import most_members

DECLINE = "decline"
ZERO = x.Const(0)


class Registers(Struct, frozen=True, kw_only=True):
    """Of one interrupt: who is asked, the fixed order, how many, the place in it, the offer taken (from 1)."""

    seat: str
    order: str
    count: str
    cursor: str
    taken: str


def registers(world: World, interrupt: t.Interrupt) -> tuple[Register, ...]:
    element = carrier(world, interrupt.ask.local.type)
    most = most_members(world, interrupt.ask.domain)
    name = interrupt.name

    def numbers(high: int) -> Carrier:
        return Carrier(name=f"0..{high}", low=0, high=high)

    return (
        loops.variable(world, f"{name}.{interrupt.ask.local.name}", interrupt.ask.local, None),
        Register(name=f"{name}.order", carrier=element, length=most, axes=(numbers(most - 1),), seen="none"),
        Register(name=f"{name}.count", carrier=numbers(most), seen="none"),
        Register(name=f"{name}.at", carrier=numbers(most), seen="none"),
        Register(name=f"{name}.taken", carrier=numbers(len(interrupt.offers)), seen="none"),
    )


def add_window(flow: "tree.Flow", interrupt: t.Interrupt) -> None:
    """The decision of a window, before the other choices of its offers."""
    world = flow.world
    made = registers(world, interrupt)
    for register in made:
        world.register(register)
    world.in_vector[interrupt.ask.local.number] = x.Load(made[0].name)
    path = f"interrupts.{interrupt.name}"
    clauses = world.clauses(interrupt.cite)
    choices = flow.choices
    number = len(choices.decisions)
    choices.decision_numbers["interrupts", interrupt.name] = number
    numbers = []
    most = 1
    names: dict[str, None] = {}
    for at, offer in enumerate(interrupt.offers, 1):
        leaf, whens = first_leaf(offer)
        if not isinstance(leaf.body, t.Decision) or leaf.body.together is not None or leaf.body.otherwise is not None:
            world.report(leaf.span, "an offer that does not begin with a plain decision")
            continue
        mark = s.Store(made[4].name, ZERO, x.Const(at))
        for action in leaf.body.actions:
            name = action.name if action.name not in names else f"{offer.name}_{action.name}"
            names[name] = None
            here = world.clauses(leaf.cite) or world.clauses(offer.cite) or clauses
            numbers.append(world.action_numbers[leaf.path, action.name])
            most += actions.add_action(
                world, choices, leaf, leaf.body, action, number, here, forced=False, mark=(mark,), whens=whens, name=name
            )
    numbers.append(world.action_numbers[("interrupts", interrupt.name), DECLINE])
    actions.add_decline(world, choices, DECLINE, path, number, clauses, interrupt.span)
    choices.most = max(choices.most, most)
    scope = Scope(world, path, clauses)
    choices.decisions.append(
        Decision(
            name=interrupt.name,
            path=path,
            actor=actions.playing(scope, x.Load(made[0].name), t.LocalRef(local=interrupt.ask.local, type=interrupt.ask.local.type,
                                                                           span=interrupt.ask.span)),
            sealed="",
            actions=tuple(numbers),
            forced=(),
            otherwise=None,
            rule=world.rule("stuck", path, clauses, interrupt.span, interrupt.name),
            doc=world.doc(path, interrupt.cite, interrupt.span),
        )
    )  # fmt: skip


def open_window(flow: "tree.Flow", interrupt: t.Interrupt, after: "tree.Label", around: "tree.Around") -> "tree.Label":
    """The node at which the window opens; when everybody has declined, play goes on at `after`."""
    world = flow.world
    path = f"interrupts.{interrupt.name}"
    scope = Scope(world, path, world.clauses(interrupt.cite))
    made = registers(world, interrupt)
    seat, order, count, cursor, taken = (flow.use(register) for register in made)
    number = flow.choices.decision_numbers["interrupts", interrupt.name]
    head = flow.label()
    restart = flow.run((s.Store(cursor, ZERO, ZERO), s.Store(taken, ZERO, ZERO)), head, path)
    over = flow.run(tuple(statement for register in made for statement in loops.clear(register)), after, path)
    inside = replace(around, untils=(), in_offer=True, in_phases=False, clauses=scope.clauses)
    enclosing: list[tree.Enclosing] = []
    dispatch = head
    for at, offer in reversed(list(enumerate(interrupt.offers, 1))):
        rest, steps = _rest(flow, offer, restart, inside)
        enclosing.extend(steps)
        accepted = flow.run((s.Store(taken, ZERO, ZERO),), rest, path)
        dispatch = flow.branch(compare("==", x.Load(taken), x.Const(at)), accepted, dispatch, path)
    waiting = flow.put(Decide(decision=number, after=dispatch, resume=over))
    flow.leavers[waiting] = (*around.enclosing, *enclosing)
    ask = waiting
    if not interrupt.open:
        offered = [action for action in flow.choices.decisions[number].actions[:-1] if not flow.choices.actions[action].outside]
        ask = flow.branch(disjunction(tuple(x.CanAct(action) for action in offered)), waiting, head, path)
    if interrupt.ask.where is not None:
        ask = flow.branch(expressions.condition(scope.at(f"{path}.ask"), interrupt.ask.where), ask, head, path)
    take: s.Block = (
        s.Store(seat, ZERO, x.Load(order, x.Load(cursor))),
        s.Store(cursor, ZERO, plus(x.Load(cursor), x.Const(1))),
    )
    flow.aliases[head] = flow.branch(compare("<", x.Load(cursor), x.Load(count)), flow.run(take, ask, path), over, path)
    inner = Scope(world, f"{path}.ask", scope.clauses)
    walked = domains.binder(inner, replace(interrupt.ask, where=None))
    by = expressions.value(inner, interrupt.ask.by) if interrupt.ask.by is not None else None
    return flow.run((s.Collect(walked, by, order, count), s.Store(cursor, ZERO, ZERO)), head, path)


def _rest(
    flow: "tree.Flow", step: t.Step, after: "tree.Label", around: "tree.Around"
) -> tuple["tree.Label", list["tree.Enclosing"]]:
    """Where an offer goes on once its first leaf is done, and the steps around that leaf, outermost first."""
    path = ".".join(step.path)
    if not isinstance(step.body, t.Composite):
        return memories.recorded(flow, step, tree.completed(flow, after, around, path)), []
    if step.repeat is not None or step.keep is not None or step.until is not None or step.loop is not None:
        flow.world.report(step.span, "an offer whose first choice stands in a loop")
    done, ended = flow.label(), flow.label()
    flow.open.append([])
    here = tree.Enclosing(step.name, step.path, ended)
    inside = replace(around, clauses=flow.world.clauses(step.cite) or around.clauses, enclosing=(*around.enclosing, here))
    first, *others = step.body.steps
    tail = tree.build_steps(flow, others, done, inside)
    found, below = _rest(flow, first, tail, inside)
    used = flow.open.pop()
    tree.leave(flow, done, [], after, path)
    tree.leave(flow, ended, used, after, path)
    return found, [here, *below]
