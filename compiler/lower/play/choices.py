"""Decisions and their actions: stages, conditions by number, codes, effects, texts."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import ActionIR, Condition, Decision, Digit, Stage
from compiler.ir.renaming import renamed
from compiler.ir.simplify import TRUE
from compiler.ir.stmts import Doc
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.patterns import say
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import Clauses, World, nodes
from compiler.lower.play import memories, statements
from compiler.lower.play.codes import ascending, chosen, crowded, digit, most_choices, refuse_width, size_of
from compiler.source import Span


@dataclass(slots=True)
class Choices:
    """All decisions so far; codes go on from one to the next."""

    actions: list[ActionIR] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    decision_numbers: dict[tuple[str, ...], int] = field(default_factory=dict)
    codes: int = 0
    most: int = 1
    staged: int = 0
    """most locals of a choice with several stages"""


def add_decision(world: World, choices: Choices, step: t.Step, clauses: Clauses) -> int:
    """The number of a leaf's decision; a leaf met again (of a sequence used twice) keeps its own."""
    if step.path in choices.decision_numbers:
        return choices.decision_numbers[step.path]
    body = step.body
    assert isinstance(body, t.Decision)
    path = ".".join(step.path)
    number = len(choices.decisions)
    choices.decision_numbers[step.path] = number
    forced = body.otherwise.actions if body.otherwise is not None else ()
    if body.together is not None and (forced or any(len(action.stages) > 1 for action in body.actions)):
        world.report(step.span, "a sealed choice in stages, or with a forced action")
    numbers = {}
    most = [0, 0]
    for kind, group in enumerate((body.actions, forced)):
        for action in group:
            numbers[action.name] = world.action_numbers[step.path, action.name]
            most[kind] += add_action(world, choices, step, body, action, number, clauses, forced=kind == 1)
    choices.most = max(choices.most, *most)
    scope = Scope(world, path, clauses)
    sealed = ""
    if body.together is not None:
        sealed = scope.bind(body.together.local)
    otherwise = None
    if body.otherwise is not None and not forced:
        otherwise = statements.block(scope.at(f"{path}.otherwise"), body.otherwise.do)
    actor: x.Expr = x.Const(0) if sealed else playing(scope, expressions.value(scope, body.who), body.who)
    choices.decisions.append(
        Decision(
            name=step.name,
            path=path,
            actor=actor,
            sealed=sealed,
            actions=tuple(numbers[action.name] for action in body.actions),
            forced=tuple(numbers[action.name] for action in forced),
            otherwise=otherwise,
            rule=world.rule("stuck", path, clauses, step.span, step.name),
            doc=Doc(path=path, clauses=clauses, span=step.span),
        )
    )
    return number


def playing(scope: Scope, seat: x.Expr, who: t.Expr) -> x.Expr:
    """Asking a seat that has been eliminated is a fault."""
    if not scope.world.eliminates:
        return seat
    rule = scope.rule("out", who.span)
    still = x.Choose(x.Truth(x.Load("playing", seat)), renamed(seat, scope.fresh), x.Const(-1))
    return x.Checked(still, 0, scope.world.players_high - 1, rule)


def add_decline(world: World, choices: Choices, name: str, path: str, leaf: int, clauses: Clauses, span: Span) -> None:
    """An action that is always legal, does nothing, and is seen by nobody else."""
    rule = world.rule("domain", f"{path}.{name}", clauses, span, name)
    stage = Stage(binders=(), conditions=(), digits=(), base=choices.codes, size=1, rule=rule, ascending=True)
    choices.codes += 1
    choices.actions.append(
        ActionIR(
            name=name, leaf=leaf, stages=(stage,), choices=(), require=(), prefer=(), prefer_trial=False, prefer_rule=0, do=(), say=None,
            secret=(), outside=False, doc=Doc(path=f"{path}.{name}", clauses=clauses, span=span), unseen=True,
        )
    )  # fmt: skip


def add_action(
    world: World,
    choices: Choices,
    step: t.Step,
    body: t.Decision,
    action: t.Action,
    leaf: int,
    clauses: Clauses,
    *,
    forced: bool,
    mark: s.Block = (),
    whens: tuple[t.Expr, ...] = (),
    name: str = "",
) -> int:
    """Adds the action; gives how many of its codes can be legal at once. `mark` is done first, `whens` are asked before `where`."""
    path = ".".join(step.path)
    single = body.single and not forced
    here = path if single else f"{path}.{action.name}"
    scope = Scope(world, here, world.clauses(action.cite) or clauses)
    if body.together is not None:
        scope.bind(body.together.local)
    made_binders = []
    forming = []
    all_digits: list[Digit] = []
    for stage in action.stages or ((),):
        binders = []
        for item in stage:
            binders.append(domains.binder(scope.at(f"{here}.choose"), item))
        made_binders.append(tuple(binders))
        parts = chosen(stage, action.code)
        names = {item.local.number: made.local for item, made in zip(stage, binders, strict=True)}
        forming.append(tuple(digit(scope, item, names[item.local.number]) for item in parts))
        all_digits.extend(digit(scope, item, names[item.local.number]) for item in stage)
    conditions = _conditions(scope, body, action, path, forced=forced)
    asked = [condition for when in whens for condition in _judged(scope.at(f"{path}.when"), when, "where")]
    conditions[0][:0] = asked
    stages = []
    most = 1
    for at, stage in enumerate(action.stages or ((),)):
        size = size_of(forming[at])
        refuse_width(world, size, action.span)
        cited = tuple(dict.fromkeys(_cited(world, stage))) or scope.clauses
        most = max(most, most_choices(world, stage, size)) if at else most_choices(world, stage, size)
        if at:
            choices.most = max(choices.most, most_choices(world, stage, size))
        stages.append(
            Stage(
                binders=made_binders[at],
                conditions=tuple(conditions[at]),
                digits=forming[at],
                base=choices.codes,
                size=size,
                rule=world.rule("domain", f"{here}.choose", cited, stage[0].span.to(stage[-1].span) if stage else action.span,
                                None if stage else action.name),
                ascending=ascending(world, stage, chosen(stage, action.code)),
                crowded=crowded(world, stage, size),
            )
        )  # fmt: skip
        choices.codes += size
    if len(stages) > 1:
        choices.staged = max(choices.staged, len(all_digits))
    require = _judged(scope.at(f"{here}.require"), action.require, "require")
    prefer = tuple(expressions.value(scope.at(f"{here}.prefer"), expr) for expr in action.prefer)
    prefer_rule = 0
    if action.prefer:
        prefer_rule = _rule(scope.at(f"{here}.prefer"), "prefer", action.prefer, action.prefer[0].span.to(action.prefer[-1].span))
    first = most_choices(world, action.stages[0] if action.stages else (), stages[0].size)
    choices.actions.append(
        ActionIR(
            name=name or action.name,
            leaf=leaf,
            stages=tuple(stages),
            choices=tuple(all_digits),
            require=require,
            prefer=prefer,
            prefer_trial=False,
            prefer_rule=prefer_rule,
            do=(*mark, *memories.marks(world, step, action.name), *statements.block(scope.at(f"{here}.do"), action.do)),
            say=say(scope, action.say) if action.say is not None else None,
            secret=tuple(_name(scope, local) for local in action.secret),
            outside=action.outside,
            doc=Doc(path=here, clauses=scope.clauses, span=action.span),
            not_now=world.rule("not_now", here, scope.clauses, action.span, action.name),
        )
    )
    assert len(choices.actions) == world.action_numbers[step.path, action.name] + 1
    return first


def _name(scope: Scope, local: LocalSymbol) -> str:
    found = scope.read(local)
    assert isinstance(found, x.Local)
    return found.name


def _judged(scope: Scope, expr: t.Expr | None, kind: str) -> tuple[Condition, ...]:
    if expr is None:
        return ()
    found = []
    for item in conjuncts(expr):
        condition = expressions.condition(scope, item)
        if condition != TRUE:
            found.append(Condition(condition=condition, rule=_rule(scope, kind, item, item.span)))
    return tuple(found)


def _rule(scope: Scope, kind: str, judged: object, span: Span) -> int:
    """The rule of what is judged. Where the definitions that it calls cite clauses it has these: they say more precisely than the
    action's why a choice is refused."""
    cited = tuple(dict.fromkeys(_cited(scope.world, judged)))
    return scope.world.rule(kind, scope.path, cited or scope.clauses, span)


def _cited(world: World, judged: object) -> Iterator[tuple[str, str]]:
    """The clauses of the definitions called; what stands in the arguments of a call that has some does not count."""
    inside: set[int] = set()
    for node in nodes(judged):
        if isinstance(node, t.Call) and node.kind == "define" and id(node) not in inside:
            clauses = next((world.clauses(define.cite) for define in world.typed.defines if define.name == node.name), ())
            yield from clauses
            if clauses:
                inside.update(id(argument) for argument in nodes(node.arguments))


def conjuncts(expr: t.Expr) -> Iterator[t.Expr]:
    """The items of a condition at its top-level `and`s."""
    if isinstance(expr, t.Logic) and expr.operator == "and":
        for item in expr.items:
            yield from conjuncts(item)
    else:
        yield expr


def _conditions(scope: Scope, body: t.Decision, action: t.Action, path: str, *, forced: bool) -> list[list[Condition]]:
    """The conjuncts of the leaf's `where` and the action's, each at the first stage at which its names are bound; what stands behind another
    that waits for a later stage waits too, because it may rely on it."""
    stage_of = {item.local.number: at for at, stage in enumerate(action.stages) for item in stage}
    found: list[list[Condition]] = [[] for _ in action.stages or ((),)]
    for expr, where in ((None if forced else body.where, f"{path}.where"), (action.where, f"{scope.path}.where")):
        at = 0
        for item in conjuncts(expr) if expr is not None else ():
            used = [stage_of[node.local.number] for node in nodes(item) if isinstance(node, t.LocalRef) and node.local.number in stage_of]
            at = max(at, *used) if used else at
            condition = expressions.condition(scope, item)
            if condition != TRUE:
                found[at].append(Condition(condition=condition, rule=_rule(scope.at(where), "where", item, item.span)))
    return found

