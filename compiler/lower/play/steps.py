"""The tree of play to a graph of nodes. Every step is built with the place where play goes on after it.

Keys nest as the language says: `repeat`, `while`, `until` outermost, then `for`, then `when`, then the body. What a loop keeps in the vector is
back at 0 when its step is left, so that positions that are equal in play are equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.flow import Branch, Decide, Draw, FlowNode, Run, Sealed
from compiler.ir.game import Stand, StandLoop
from compiler.ir.layout import Carrier
from compiler.ir.simplify import compare, plus
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.references import instance
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import Clauses, Path, Register, World, first_leaf
from compiler.lower.play import interrupts as windows
from compiler.lower.play import loops, memories, statements
from compiler.lower.play.chance import Draws, add_chance, shuffle_cursor
from compiler.lower.play.choices import Choices, add_decision
from compiler.lower.play.tables import procedure_of
from compiler.lower.types.carriers import carrier

Label = int


class Enclosing(Struct, frozen=True):
    """A step around, and where `end` of it leads."""

    name: str
    path: Path
    label: Label


class Around(Struct, frozen=True):
    """What surrounds a step: the `until`s to ask after each step (outermost first), the steps that may be ended, the clauses in force."""

    untils: tuple[tuple[x.Cond, Label], ...] = ()
    enclosing: tuple[Enclosing, ...] = ()
    clauses: Clauses = ()
    loops: tuple[StandLoop, ...] = ()
    in_offer: bool = False
    in_phases: bool = False


@dataclass(slots=True)
class Flow:
    world: World
    choices: Choices
    draws: Draws
    nodes: dict[Label, FlowNode] = field(default_factory=dict)
    aliases: dict[Label, Label] = field(default_factory=dict)
    leavers: dict[Label, tuple[Enclosing, ...]] = field(default_factory=dict)
    """the nodes whose effects may end steps, with the steps around them"""
    open: list[list[str]] = field(default_factory=list)
    """for each step being built the registers used below it"""
    stands: dict[str, Stand] = field(default_factory=dict)
    chains: dict[tuple[tuple[tuple[x.Cond, Label], ...], Label], Label] = field(default_factory=dict)
    windows: dict[Path, list[t.Interrupt]] = field(default_factory=dict)
    labels: int = 0

    def label(self) -> Label:
        self.labels += 1
        return self.labels - 1

    def put(self, node: FlowNode) -> Label:
        made = self.label()
        self.nodes[made] = node
        return made

    def use(self, register: Register) -> str:
        """A register of the step being built, and so of all around it."""
        name = self.world.register(register)
        for used in self.open:
            if name not in used:
                used.append(name)
        return name

    def run(self, block: s.Block, next: Label, path: str) -> Label:
        return self.put(Run(block=block, next=next, path=path)) if block else next

    def branch(self, condition: x.Cond, yes: Label, no: Label, path: str) -> Label:
        if isinstance(condition, x.Bool):
            return yes if condition.value else no
        return self.put(Branch(condition=condition, yes=yes, no=no, path=path))


def prepare(flow: Flow) -> None:
    """Registers, choices and draws of all steps in source order, so that codes follow it (the nodes themselves are made backwards)."""
    typed = flow.world.typed
    for step in (*typed.setup, *typed.phases):
        _prepare(flow, step, ())
    for sequence in typed.sequences:
        for local in sequence.parameters:
            block = flow.world.register(loops.variable(flow.world, f"{sequence.name}.{local.name}", local, None))
            flow.world.in_vector[local.number] = x.Load(block)
        _prepare(flow, sequence.step, ())
    for interrupt in typed.interrupts:
        windows.add_window(flow, interrupt)
        for step in interrupt.offers:
            _prepare(flow, step, flow.world.clauses(interrupt.cite), first_leaf(step)[0])


def _prepare(flow: Flow, step: t.Step, outer: Clauses, offer: t.Step | None = None) -> None:
    """`offer` is the leaf whose choices belong to a window already."""
    clauses = flow.world.clauses(step.cite) or outer
    loops.registers(flow, step)
    match step.body:
        case t.Composite(steps=steps) | t.Either(steps=steps):
            for inner in steps:
                _prepare(flow, inner, clauses, offer)
        case t.Decision() if step is not offer:
            add_decision(flow.world, flow.choices, step, clauses)
        case t.Chance():
            add_chance(flow.world, flow.draws, step, clauses)
        case _:
            pass


def build_steps(flow: Flow, steps: Sequence[t.Step], after: Label, around: Around) -> Label:
    """The first node of steps that follow each other."""
    for step in reversed(steps):
        after = build(flow, step, after, around)
    return after


def build(flow: Flow, step: t.Step, after: Label, around: Around) -> Label:
    """The first node of a step; when it is done, or ended, play goes on at `after`."""
    world = flow.world
    path = ".".join(step.path)
    clauses = world.clauses(step.cite) or around.clauses
    scope = Scope(world, path, clauses)
    if step.path in flow.windows and not around.in_offer:
        for interrupt in reversed(flow.windows[step.path]):
            after = windows.open_window(flow, interrupt, after, around)
    done, ended = flow.label(), flow.label()
    flow.open.append([])
    own = loops.registers(flow, step)
    inside = replace(
        around,
        clauses=clauses,
        enclosing=(*around.enclosing, Enclosing(step.name, step.path, ended)),
        loops=(*around.loops, *loops.standing(scope, step, own)),
    )
    if step.until is not None:
        asked = expressions.condition(scope.at(f"{path}.until"), step.until)
        inside = replace(inside, untils=(*inside.untils, (asked, ended)))
    head = flow.label()
    repeats = step.repeat is not None or step.keep is not None or step.until is not None
    pass_over = head if repeats else done
    first = flow.label()
    member_over = flow.label() if step.loop is not None else pass_over
    body = _body(flow, step, member_over, inside)
    if step.when is not None:
        body = flow.branch(expressions.condition(scope.at(f"{path}.when"), step.when), body, member_over, path)
    if step.loop is not None:
        here, body = loops.members(flow, scope, step, own, body, member_over, pass_over)
    else:
        here = body
    flow.aliases[first] = body
    entry = loops.passes(flow, scope, step, own, head, first, done)
    used = flow.open.pop()
    leave(flow, done, [*own.all(), *_parameters(flow, step)], after, path)
    leave(flow, ended, used, after, path)
    if around.in_phases or path not in flow.stands:
        # Steps are built from the last to the first, so the first use of a sequence stays.
        standing = loops.standing(scope, step, own)
        flow.stands[path] = Stand(path=path, node=entry, loops=around.loops, own=standing[0] if standing else None, body=here if standing else -1)
    return entry


def _parameters(flow: Flow, step: t.Step) -> list[str]:
    """The registers that hold what a step hands to a sequence."""
    if not isinstance(step.body, t.Use):
        return []
    sequence = _sequence(flow, step.body)
    return [f"{sequence.name}.{local.name}" for local in sequence.parameters]


def _sequence(flow: Flow, body: t.Use) -> t.SequenceDef:
    return next(item for item in flow.world.typed.sequences if item.name == body.sequence)


def leave(flow: Flow, label: Label, registers: list[str], after: Label, path: str) -> None:
    """Puts registers back to 0 and goes on."""
    cleared = tuple(statement for name in registers for statement in loops.clear(flow.world.registers[name]))
    if cleared:
        flow.nodes[label] = Run(block=cleared, next=after, path=path)
    else:
        flow.aliases[label] = after


def completed(flow: Flow, next: Label, around: Around, path: str) -> Label:
    """Where a completed step leads: to the first `until` around it that holds, outermost first, else to what follows."""
    key = (around.untils, next)
    if key not in flow.chains:
        found = next
        for condition, ended in reversed(around.untils):
            found = flow.branch(condition, ended, found, path)
        flow.chains[key] = found
    return flow.chains[key]


def _body(flow: Flow, step: t.Step, after: Label, around: Around) -> Label:
    path = ".".join(step.path)
    world = flow.world
    body = step.body
    match body:
        case t.Composite():
            return build_steps(flow, body.steps, after, around)
        case t.Either():
            return _either(flow, step, body, after, around)
        case t.Use():
            return _use(flow, step, body, after, around)
        case t.Automatic():
            scope = Scope(world, f"{path}.do", around.clauses)
            return _automatic(flow, step, statements.block(scope, body.do), after, around)
        case t.Resolve():
            return _automatic(flow, step, (s.Invoke(procedure_of(world, body.table), ()),), after, around)
        case t.Chance():
            return _chance(flow, step, body, after, around)
        case t.Decision():
            return _decision(flow, step, body, after, around)


def _automatic(flow: Flow, step: t.Step, block: s.Block, after: Label, around: Around) -> Label:
    next = memories.recorded(flow, step, completed(flow, after, around, ".".join(step.path)))
    path = ".".join(step.path)
    made = flow.put(Run(block=block, next=next, path=path, step=True, doc=s.Doc(path=path, clauses=around.clauses, span=step.span)))
    flow.leavers[made] = around.enclosing
    return made


def _chance(flow: Flow, step: t.Step, body: t.Chance, after: Label, around: Around) -> Label:
    path = ".".join(step.path)
    next = memories.recorded(flow, step, completed(flow, after, around, path))
    number = add_chance(flow.world, flow.draws, step, around.clauses)
    if body.kind != "shuffle":
        made = flow.put(Draw(chance=number, after=next))
        flow.leavers[made] = around.enclosing
        return made
    assert body.zone is not None
    scope = Scope(flow.world, path, around.clauses)
    cursor = flow.use(flow.world.registers[shuffle_cursor(flow.world, step)])
    head = flow.label()
    turned = flow.run((s.Store(cursor, x.Const(0), plus(x.Load(cursor), x.Const(1))),), head, path)
    drawn = flow.put(Draw(chance=number, after=turned))
    done = _shuffled(flow, step, around, statements.block(scope.at(f"{path}.do"), body.do), next)
    over = flow.run((s.Store(cursor, x.Const(0), x.Const(0)),), done, path)
    size = x.ZoneSize(body.zone.zone, instance(scope, body.zone))
    flow.aliases[head] = flow.branch(compare("<", x.Load(cursor), size), drawn, over, path)
    if body.otherwise is not None:
        nothing = _shuffled(flow, step, around, statements.block(scope.at(f"{path}.otherwise"), body.otherwise.do), next)
    else:
        rule = flow.draws.chances[number].rule
        nothing = flow.run((s.Demand(x.Bool(False), rule),), next, path)
    return flow.branch(compare("==", size, x.Const(0)), nothing, head, path)


def _shuffled(flow: Flow, step: t.Step, around: Around, block: s.Block, next: Label) -> Label:
    """The effects of a shuffle, once all lies as it will."""
    if not block:
        return next
    path = ".".join(step.path)
    made = flow.put(Run(block=block, next=next, path=path, step=True, doc=s.Doc(path=path, clauses=around.clauses, span=step.span)))
    flow.leavers[made] = around.enclosing
    return made


def _decision(flow: Flow, step: t.Step, body: t.Decision, after: Label, around: Around) -> Label:
    world = flow.world
    path = ".".join(step.path)
    number = add_decision(world, flow.choices, step, around.clauses)
    next = memories.recorded(flow, step, completed(flow, after, around, path))
    if body.together is None:
        made = flow.put(Decide(decision=number, after=next))
        flow.leavers[made] = around.enclosing
        return memories.at_first(flow, made, path)
    seats = carrier(world, body.together.local.type)
    order = world.register(Register(name="seal_order", carrier=seats, length=seats.size, seen="none"))
    count = world.register(Register(name="seal_count", carrier=Carrier(name=f"0..{seats.size}", low=0, high=seats.size), seen="none"))
    pending = Carrier(name="pending", low=-3, high=2**31)
    owners = tuple(range(seats.size))
    world.register(Register(name="pending", carrier=pending, axes=(seats,), length=seats.size, seen="owner", owners=owners, start=-1))
    cleared = flow.run(loops.clear(world.registers[order]), next, path)
    sealed = flow.put(Sealed(decision=number, after=cleared, skip=after))
    scope = Scope(world, f"{path}.together", around.clauses)
    made_binder = domains.binder(scope, body.together)
    by = expressions.value(scope, body.together.by) if body.together.by is not None else None
    opened = flow.run((s.Collect(made_binder, by, order, count),), sealed, path)
    return memories.at_first(flow, opened, path)


def _either(flow: Flow, step: t.Step, body: t.Either, after: Label, around: Around) -> Label:
    """Conditions are asked in order until one holds; a step without one is always taken."""
    found = after
    for inner in reversed(body.steps):
        if inner.when is None or inner.loop is not None:
            if inner.when is not None:
                flow.world.report(inner.span, "a step of `either` with both `for` and `when`")
            found = build(flow, inner, after, around)
            continue
        repeats = inner.repeat is not None or inner.keep is not None or inner.until is not None
        here = build(flow, inner if repeats else replace(inner, when=None), after, around)
        path = ".".join(inner.path)
        scope = Scope(flow.world, f"{path}.when", flow.world.clauses(inner.cite) or around.clauses)
        found = flow.branch(expressions.condition(scope, inner.when), here, found, path)
    return found


def _use(flow: Flow, step: t.Step, body: t.Use, after: Label, around: Around) -> Label:
    """The sequence is laid out here; its leaves' choices are those of all its uses."""
    world = flow.world
    sequence = _sequence(flow, body)
    scope = Scope(world, ".".join(step.path), around.clauses)
    given = expressions.values(scope, body.arguments, world.sequences[body.sequence])
    stores: list[s.Stmt] = []
    for local, value in zip(sequence.parameters, given, strict=True):
        block = flow.use(loops.variable(world, f"{sequence.name}.{local.name}", local, None))
        world.in_vector[local.number] = x.Load(block)
        stores.append(s.Store(block, x.Const(0), value))
    enter = StandLoop(name=sequence.name, counter="", variable="", block="", order="", count="", cursor="", enter=tuple(stores))
    inside = replace(around, loops=(*around.loops, enter) if stores else around.loops)
    entry = build(flow, sequence.step, after, inside)
    return flow.run(tuple(stores), entry, ".".join(step.path))
