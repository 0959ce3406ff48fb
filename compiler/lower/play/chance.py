"""Chance steps: what is drawn, with which weights, and who sees it. Shuffles are drawn position by position (see `flow`)."""

from dataclasses import dataclass, field
from typing import TypeAlias

from compiler.bind.nouns import typed as t
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import Chance, ChanceStage, Digit, SeenBy
from compiler.ir.layout import Carrier
from compiler.ir.simplify import compare, conjunction, minus
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.patterns import say
from compiler.lower.expressions.references import instance
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import Clauses, Register, World, nodes
from compiler.lower.play import statements
from compiler.lower.play.choices import conjuncts
from compiler.lower.play.codes import chosen, digit, most_choices, refuse_width, size_of
from compiler.lower.types.carriers import carrier
from compiler.lower.types.sizes import kind_numbers

Draft: TypeAlias = tuple[tuple[t.Binder, ...], tuple[x.Binder, ...], tuple[Digit, ...], list[x.Cond], x.Expr | None]
"""A stage being made: binders as typed and as lowered, digits, conditions so far, weight."""


@dataclass(slots=True)
class Draws:
    """All chance steps so far; outcome codes go on from one to the next."""

    chances: list[Chance] = field(default_factory=list)
    numbers: dict[tuple[str, ...], int] = field(default_factory=dict)
    codes: int = 0
    most: int = 1
    staged: int = 0


def add_chance(world: World, draws: Draws, step: t.Step, clauses: Clauses) -> int:
    if step.path in draws.numbers:
        return draws.numbers[step.path]
    body = step.body
    assert isinstance(body, t.Chance)
    path = ".".join(step.path)
    scope = Scope(world, path, clauses)
    if body.kind == "shuffle":
        stages, do = _shuffle(scope, draws, step, body)
        otherwise = None
    else:
        stages = _stages(scope, draws, body)
        do = statements.block(scope.at(f"{path}.do"), body.do)
        otherwise = statements.block(scope.at(f"{path}.otherwise"), body.otherwise.do) if body.otherwise is not None else None
    seen_by, zone, which = _seen(scope, body)
    draws.numbers[step.path] = len(draws.chances)
    draws.chances.append(
        Chance(
            name=step.name,
            path=path,
            kind=body.kind,
            stream="dice" if body.kind == "roll" else "deal",
            stages=stages,
            do=do,
            otherwise=otherwise,
            rule=world.rule("no_outcome", path, clauses, step.span, step.name),
            seen_by=seen_by,
            seat=expressions.value(scope, body.seen_by) if body.seen_by is not None else None,
            zone=zone,
            instance=which,
            say=say(scope, body.say) if body.say is not None else None,
            doc=s.Doc(path=path, clauses=clauses, span=step.span),
        )
    )
    if len(stages) > 1:
        draws.staged = max(draws.staged, sum(len(stage.binders) for stage in stages))
    return len(draws.chances) - 1


def _stages(scope: Scope, draws: Draws, body: t.Chance) -> tuple[ChanceStage, ...]:
    """Successive draws are without replacement: what was drawn before is excluded."""
    world = scope.world
    made: list[Draft] = []
    drawn: list[tuple[str, str]] = []
    for items in body.stages:
        walked: list[x.Binder] = []
        where: list[x.Cond] = []
        weight: x.Expr | None = None
        for item in items:
            binder = domains.binder(scope, item)
            if body.kind == "draw":
                component = carrier(world, item.local.type).component
                before = tuple(x.Local(name) for name, other in drawn if other == component)
                where.extend(compare("!=", x.Local(binder.local), name) for name in before)
                drawn.append((binder.local, component))
                if isinstance(item.domain, t.InZone) and item.domain.kinds:
                    weight = _alike(scope, item.domain, binder, before)
                    if before:
                        binder = _first_left(scope, item.domain, binder, before)
            walked.append(binder)
        forming = chosen(items, ())
        digits = tuple(digit(scope, item, binder.local) for item, binder in zip(items, walked, strict=True) if item in forming)
        made.append((items, tuple(walked), digits, where, weight))
    _where(scope, body, made)
    stages = []
    for items, binders, digits, where, weight in made:
        size = size_of(digits)
        if items:
            refuse_width(world, size, items[0].span)
        condition = conjunction(tuple(where))
        if body.weight is not None and body.kind == "roll":
            weight = expressions.value(scope.at(f"{scope.path}.weight"), body.weight)
        stages.append(
            ChanceStage(
                binders=binders, where=None if condition == x.Bool(True) else condition, weight=weight, digits=digits, base=draws.codes, size=size
            )
        )
        draws.codes += size
        draws.most = max(draws.most, most_choices(world, items, size))
    return tuple(stages)


def _where(scope: Scope, body: t.Chance, made: list[Draft]) -> None:
    """Each conjunct at the first stage that binds its names."""
    stage_of = {item.local.number: at for at, (items, *_) in enumerate(made) for item in items}
    at = 0
    for item in conjuncts(body.where) if body.where is not None else ():
        used = [stage_of[node.local.number] for node in nodes(item) if isinstance(node, t.LocalRef) and node.local.number in stage_of]
        at = max(at, *used) if used else at
        made[at][3].append(expressions.condition(scope.at(f"{scope.path}.where"), item))


def _alike(scope: Scope, inside: t.InZone, binder: x.Binder, drawn: tuple[x.Local, ...]) -> x.Expr:
    """How many pieces of this kind are there to be drawn."""
    other = scope.fresh("alike")
    return x.Fold("count", (_others(scope, inside, binder, other, drawn),), None)


def _first_left(scope: Scope, inside: t.InZone, binder: x.Binder, drawn: tuple[x.Local, ...]) -> x.Binder:
    """The first of each kind that is still there: the first of all may have been drawn."""
    other = scope.fresh("alike")
    earlier = _others(scope, inside, binder, other, drawn)
    lower = compare("<", x.Local(other), x.Local(binder.local))
    first = x.Not(x.Search("any", (x.Binder(other, earlier.domain, None, conjunction((lower, earlier.where or x.Bool(True)))),), x.Bool(True)))
    where = first if binder.where is None else conjunction((binder.where, first))
    return x.Binder(binder.local, earlier.domain, binder.keep, where)


def _others(scope: Scope, inside: t.InZone, binder: x.Binder, name: str, drawn: tuple[x.Local, ...]) -> x.Binder:
    """The pieces of the same kind that have not been drawn, the piece itself included."""
    kinds = kind_numbers(scope.world, inside.component)
    every = t.InZone(zone=inside.zone, component=inside.component, kinds=False, element=inside.element, span=inside.span)
    same = compare(
        "==",
        expressions.fetch(scope, f"{inside.component}.kind", kinds, x.Local(name)),
        expressions.fetch(scope, f"{inside.component}.kind", kinds, x.Local(binder.local)),
    )
    present = domains.extra(scope, inside, x.Local(name))
    left = [compare("!=", x.Local(name), other) for other in drawn]
    where = conjunction((*((present,) if present is not None else ()), same, *left))
    return x.Binder(name, domains.domain(scope, every), None, where)


def _shuffle(scope: Scope, draws: Draws, step: t.Step, body: t.Chance) -> tuple[tuple[ChanceStage, ...], s.Block]:
    """One position: any piece from it on may come there."""
    world = scope.world
    assert body.zone is not None
    symbol = world.zones[body.zone.zone]
    at = x.Load(shuffle_cursor(world, step))
    which = instance(scope, body.zone)
    index, piece = scope.fresh("index"), scope.fresh("piece")
    made = carrier_of_piece(world, symbol.component)
    rule = world.rule("item", scope.path, scope.clauses, step.span, step.name)
    binders = (
        x.Binder(index, x.Numbers(at, minus(x.ZoneSize(symbol.name, which), x.Const(1)))),
        x.Binder(piece, x.One(x.ZoneItem(symbol.name, which, x.Local(index), False, rule))),
    )
    count = world.components[symbol.component].count
    stage = ChanceStage(
        binders=binders, where=None, weight=None, digits=(Digit(local=piece, carrier=made, size=made.size),), base=draws.codes, size=made.size
    )
    draws.codes += made.size
    draws.most = max(draws.most, count if symbol.holds is None else min(symbol.holds, count))
    return (stage,), (s.Swap(symbol.name, which, at, x.Local(piece)),)


def shuffle_cursor(world: World, step: t.Step) -> str:
    """The register with the position that is drawn next."""
    body = step.body
    assert isinstance(body, t.Chance) and body.zone is not None
    count = world.components[world.zones[body.zone.zone].component].count
    name = f"{world.short[step.path]}.place"
    return world.register(Register(name=name, carrier=Carrier(name=f"0..{count}", low=0, high=count)))


def carrier_of_piece(world: World, component: str) -> Carrier:
    symbol = world.components[component]
    return Carrier(name=component, low=0, high=symbol.count - 1, texts=symbol.names, component=component)


def _seen(scope: Scope, body: t.Chance) -> tuple[SeenBy, str, x.Expr | None]:
    if body.seen_by is not None:
        return "seat", "", None
    if body.seen_by_all:
        return "all", "", None
    target = body.seen_zone
    if target is None:
        return "nobody", "", None
    if target.zone is None or target.zone.zone in scope.world.boards:
        return "all", "", None
    return "zone", target.zone.zone, instance(scope, target.zone)
