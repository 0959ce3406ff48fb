"""Builtins by name, one entry of a table each: integers, conditions, domains, and what stands after a dot of a node or a group."""

from typing import Final

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType, EnumType
from compiler.ir import exprs as x
from compiler.ir.renaming import renamed
from compiler.ir.simplify import absolute, binary, minus, plus, truth
from compiler.lower.builtins import boards, graphs, lists, shapes
from compiler.lower.expressions import expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import Builtins
from compiler.lower.things import planes
from compiler.lower.types.carriers import bare, bounds, carrier, numbers_of


def _only(scope: Scope, call: t.Builtin) -> x.Expr:
    return expressions.value(scope, call.arguments[0])


def _left(scope: Scope, call: t.Builtin) -> x.Expr:
    """The next seat round the table; of those that still play, or the same if no other does."""
    seat = _only(scope, call)
    if scope.world.eliminates:
        return _next_playing(scope, plus(seat, x.Const(1)), seat, 1)
    return binary("%", plus(seat, x.Const(1)), expressions.players(scope))


def _right(scope: Scope, call: t.Builtin) -> x.Expr:
    seat = _only(scope, call)
    players = expressions.players(scope)
    if scope.world.eliminates:
        return _next_playing(scope, minus(seat, x.Const(1)), seat, -1)
    return binary("%", plus(seat, minus(players, x.Const(1))), players)


def _next_playing(scope: Scope, start: x.Expr, seat: x.Expr, way: int) -> x.Expr:
    name = scope.fresh("seat")
    others = minus(expressions.players(scope), x.Const(1))
    if way > 0:
        domain: x.Domain = x.Seats(start, others)
        by = None
    else:
        domain = x.Seats(plus(seat, x.Const(1)), others)
        by = binary("%", minus(renamed(seat, scope.fresh), x.Local(name)), expressions.players(scope))
    found = x.Binder(name, domain, None, truth(x.Load("playing", x.Local(name))))
    return x.Fold("first", (found,), x.Local(name), by, None, renamed(seat, scope.fresh))


def _other_player(scope: Scope, call: t.Builtin) -> x.Expr:
    return minus(x.Const(1), _only(scope, call))


def _distance_left(scope: Scope, call: t.Builtin) -> x.Expr:
    start, end = (expressions.value(scope, argument) for argument in call.arguments)
    return binary("%", minus(end, start), expressions.players(scope))


def _distance_right(scope: Scope, call: t.Builtin) -> x.Expr:
    start, end = (expressions.value(scope, argument) for argument in call.arguments)
    return binary("%", minus(start, end), expressions.players(scope))


def _playing(scope: Scope, call: t.Builtin) -> x.Cond:
    return truth(x.Load("playing", _only(scope, call))) if scope.world.eliminates else x.Bool(True)


def _absolute(scope: Scope, call: t.Builtin) -> x.Expr:
    return absolute(_only(scope, call))


def _least(scope: Scope, call: t.Builtin) -> x.Expr:
    return _extreme(scope, call, "min")


def _greatest(scope: Scope, call: t.Builtin) -> x.Expr:
    return _extreme(scope, call, "max")


def _extreme(scope: Scope, call: t.Builtin, operator: str) -> x.Expr:
    first, *others = (expressions.value(scope, argument) for argument in call.arguments)
    for other in others:
        first = binary("min" if operator == "min" else "max", first, other)
    return first


def _ordinal(scope: Scope, call: t.Builtin) -> x.Expr:
    type = bare(call.arguments[0].type)
    numbers = numbers_of(scope.world, type)
    low, high = bounds(scope.world, type)
    number = minus(_only(scope, call), x.Const(low))
    if numbers is None:
        return number
    places = tuple(numbers.index(at) if at in numbers else -1 for at in range(low, high + 1))
    return expressions.fetch(scope, f"{carrier(scope.world, type).name}.ordinal", places, number)


def _next_value(scope: Scope, call: t.Builtin) -> x.Expr:
    """The following value of the whole type; after the last the first."""
    type = bare(call.arguments[0].type)
    given = _only(scope, call)
    if isinstance(type, BoolType):
        return minus(x.Const(1), given)
    numbers = scope.world.enums[type.name].numbers if isinstance(type, EnumType) else ()
    low, high = bounds(scope.world, type)
    if not numbers or list(numbers) == list(range(low, high + 1)):
        if low == 0:
            return binary("%", plus(given, x.Const(1)), x.Const(high + 1))
        return plus(binary("%", plus(given, x.Const(1 - low)), x.Const(high - low + 1)), x.Const(low))
    after = dict(zip(numbers, (*numbers[1:], numbers[0]), strict=True))
    column = tuple(after.get(number, -1) for number in range(low, high + 1))
    return expressions.fetch(scope, f"{carrier(scope.world, type).name}.next", column, minus(given, x.Const(low)))


def _other_value(scope: Scope, call: t.Builtin) -> x.Expr:
    type = bare(call.arguments[0].type)
    numbers = numbers_of(scope.world, type)
    low, high = bounds(scope.world, type) if numbers is None else (numbers[0], numbers[1])
    return minus(x.Const(low + high), _only(scope, call))


def _number(scope: Scope, call: t.Builtin) -> x.Expr:
    return x.Load(counter(scope, call.step))


def counter(scope: Scope, step: tuple[str, ...]) -> str:
    return f"{scope.world.short[step]}.number"


def _times(scope: Scope, call: t.Builtin) -> x.Expr:
    return x.Times(call.remember)


def _unsupported(scope: Scope, call: t.Builtin) -> x.Expr:
    scope.world.report(call.span, f"`{call.name}`")
    return x.Const(0)


def _seats_from(scope: Scope, item: t.Walked) -> x.Domain:
    return x.Seats(expressions.value(scope, item.arguments[0]), expressions.players(scope))


def _seats_after(scope: Scope, item: t.Walked) -> x.Domain:
    start = plus(expressions.value(scope, item.arguments[0]), x.Const(1))
    return x.Seats(start, minus(expressions.players(scope), x.Const(1)))


def _seats_before(scope: Scope, item: t.Walked) -> x.Domain:
    return x.Numbers(x.Const(0), minus(expressions.value(scope, item.arguments[0]), x.Const(1)))


BUILTINS: Final = Builtins(
    values={
        "seat": _only,
        "next_player": _left,
        "left_of": _left,
        "right_of": _right,
        "other_player": _other_player,
        "distance_left": _distance_left,
        "distance_right": _distance_right,
        "abs": _absolute,
        "min": _least,
        "max": _greatest,
        "ordinal": _ordinal,
        "item_domain": lists.item_domain,
        "next_value": _next_value,
        "other_value": _other_value,
        "number": _number,
        "step": boards.step,
        "at": boards.at,
        "opposite": boards.opposite,
        "named_direction": _unsupported,
        "line_item": lists.line_item,
        "size": lists.size,
        "only": lists.only,
        "top": lists.top,
        "item": lists.item,
        "kinds_count": lists.kinds_count,
        "group": graphs.group,
        "distance": graphs.distance,
        "longest_walk": graphs.longest_walk,
        "group_size": graphs.group_size,
        "beside": planes.beside,
        "origin": planes.origin,
        "times": _times,
    },
    conditions={
        "playing": _playing,
        "adjacent": boards.adjacent,
        "perpendicular": boards.perpendicular,
        "connected": graphs.linked,
        "linked": graphs.linked,
        "met": graphs.met,
    },
    domains={
        "seats_from": _seats_from,
        "seats_after": _seats_after,
        "seats_before": _seats_before,
        "ray": boards.ray,
        "line_between": boards.line_between,
        "line_sites": boards.line_sites,
        "neighbours": boards.neighbours,
        "places": boards.places,
        "footprint": shapes.domain,
        "orientations": shapes.domain,
        "members": graphs.domain,
        "groups": graphs.domain,
    },
    attributes={"part": graphs.part, "total": graphs.total},
)
