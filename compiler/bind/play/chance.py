"""Chance: what is rolled, drawn or shuffled, how it is weighed, and who sees it."""

from math import prod

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import domains, expressions, facts
from compiler.bind.expressions.operators import number
from compiler.bind.expressions.patterns import pattern
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, RangeType
from compiler.bind.nouns.world import World
from compiler.bind.play import statements
from compiler.bind.play.choices import TOO_WIDE, WIDE, bind_otherwise
from compiler.bind.play.codes import carrier
from compiler.bind.play.statements import Place
from compiler.bind.types.lattice import MANY, PLAYER
from compiler.parse import ast
from compiler.parse.spec import Chance, StepSpec


def chance(world: World, scope: Scope, spec: StepSpec, body: Chance) -> typed.Body | None:
    place = Place(step=scope.step)
    outside = scope
    if body.kind == "shuffle":
        return _shuffle(world, scope, spec, body, place)
    with world.under(body.kind):
        bound, scope = binding.bind_all(world, scope, body.binders, "outcome", ordered=False)
        if body.kind == "draw":
            _from_zones(world, body, bound)
    where = None
    if body.where is not None:
        where = expressions.condition(world, scope, body.where, "what `where` asks")
        scope = scope.with_facts(facts.learn(scope.facts, where))
    weight = None
    if body.weight is not None:
        weight = number(world, expressions.express(world, scope, body.weight), "`weight`")
        weight = expressions.fit(world, weight, RangeType(0, MANY), "`weight`")
    say = pattern(world, scope, body.say) if body.say is not None else None
    with world.under("do"):
        do, _ = statements.suite(world, scope, body.do, place)
    otherwise = bind_otherwise(world, outside, body.otherwise, place) if body.otherwise is not None else None
    if binding.is_bad(bound) or (body.binders and not bound):
        return None
    _check_width(world, spec, bound)
    stages = tuple((binder,) for binder in bound) if body.kind == "draw" else (bound,)
    seen_by, by_all, zone = _seen(world, scope, spec, body, bound, do)
    return typed.Chance(
        kind=body.kind, stages=stages, zone=None, where=where, weight=weight, seen_by=seen_by, seen_by_all=by_all, seen_zone=zone, do=do,
        say=say, otherwise=otherwise,
    )  # fmt: skip


def _shuffle(world: World, scope: Scope, spec: StepSpec, body: Chance, place: Place) -> typed.Body | None:
    zone = domains.zone_of(world, scope, body.pile) if body.pile is not None else None
    if zone is not None and (zone.zone not in world.zones or world.zones[zone.zone].order not in ("pile", "row")):
        why = "it has no order to shuffle"
        world.report("RWT030", zone.span, name=zone.zone, why=why, hint="say `order: pile`; a bag is drawn from at random without it")
        return None
    with world.under("do"):
        do, _ = statements.suite(world, scope, body.do, place)
    say = pattern(world, scope, body.say) if body.say is not None else None
    otherwise = bind_otherwise(world, scope, body.otherwise, place) if body.otherwise is not None else None
    if zone is None:
        return None
    seen_by, by_all, _ = _seen(world, scope, spec, body, (), do)
    return typed.Chance(
        kind="shuffle", stages=(), zone=zone, where=None, weight=None, seen_by=seen_by, seen_by_all=by_all, seen_zone=None, do=do, say=say,
        otherwise=otherwise,
    )  # fmt: skip


def _from_zones(world: World, body: Chance, bound: tuple[typed.Binder, ...]) -> None:
    for binder, written in zip(bound, body.binders, strict=False):
        if not isinstance(binder.domain, typed.InZone) and not isinstance(binder.domain.element, BadType):
            found = " ".join(written.domain.span.text.split())
            world.report("RWT001", written.domain.span, context="what is drawn from", expected="a zone", found=f"`{found}`")


def _seen(
    world: World, scope: Scope, spec: StepSpec, body: Chance, bound: tuple[typed.Binder, ...], do: tuple[typed.Stmt, ...]
) -> tuple[typed.Expr | None, bool, typed.Target | None]:
    """Who sees it: as said; else a roll everybody, a draw who sees the zone it is put in first, a shuffle nobody."""
    match body.seen_by:
        case ast.Name(text="all" | "players") if "all" not in scope.names:
            return None, True, None
        case ast.Nothing():
            return None, False, None
        case None:
            pass
        case written:
            seat = expressions.express_as(world, scope, written, PLAYER, "who sees it")
            return (None if isinstance(seat.type, BadType) else seat), False, None
    if body.kind != "draw":
        return None, body.kind == "roll", None
    zone = _first_target(do, bound[0])
    if zone is None:
        world.report("RWC020", spec.name.span, name=spec.name.text)
    return None, False, zone


def _first_target(do: tuple[typed.Stmt, ...], binder: typed.Binder) -> typed.Target | None:
    """Where the first `move` puts what was drawn."""
    for statement in do:
        if isinstance(statement, typed.Move) and isinstance(statement.piece, typed.LocalRef) and statement.piece.local.number == binder.local.number:
            return statement.to.choices[-1][1]
    return None


def _check_width(world: World, spec: StepSpec, bound: tuple[typed.Binder, ...]) -> None:
    size = prod(carrier(world, binder) for binder in bound)
    if size > WIDE and len(bound) > 1:
        world.report("RWC025" if size > TOO_WIDE else "RWC024", spec.name.span, name=spec.name.text, size=size)
