"""Builtins on zones and lists: how many there are, and which is at a place."""

from compiler.bind.nouns import typed as t
from compiler.ir import exprs as x
from compiler.ir.simplify import checked, minus, plus, times
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.references import instance, zone_name
from compiler.lower.nouns.scope import Scope
from compiler.lower.types.sizes import constant_members


def size(scope: Scope, call: t.Builtin) -> x.Expr:
    zone, which = _zone(scope, call)
    return x.ZoneSize(zone, which)


def only(scope: Scope, call: t.Builtin) -> x.Expr:
    """A fault when there is none, or a second one."""
    zone, which = _zone(scope, call)
    rule = scope.rule("item", call.span)
    holds = scope.world.zones[zone].holds if zone in scope.world.zones else None
    first: x.Expr = x.Const(0)
    if holds != 1:
        first = x.Checked(minus(x.ZoneSize(zone, which), x.Const(1)), 0, 0, rule)
    return x.ZoneItem(zone, which, first, False, rule)


def top(scope: Scope, call: t.Builtin) -> x.Expr:
    zone, which = _zone(scope, call)
    return x.ZoneItem(zone, which, x.Const(0), True, scope.rule("item", call.span))


def item(scope: Scope, call: t.Builtin) -> x.Expr:
    zone, which = _zone(scope, call)
    return x.ZoneItem(zone, which, expressions.value(scope, call.arguments[0]), False, scope.rule("item", call.span))


def kinds_count(scope: Scope, call: t.Builtin) -> x.Expr:
    zone, which = _zone(scope, call)
    return x.Fold("count", (x.Binder(scope.fresh("kind"), x.Pieces(zone, which, True)),), None)


def item_domain(scope: Scope, call: t.Builtin) -> x.Expr:
    """Of a list that is the same in every position, or of a range."""
    assert call.domain is not None
    number = expressions.value(scope, call.arguments[0])
    rule = scope.rule("item", call.span)
    found = domains.domain(scope, call.domain)
    constants = constant_members(scope.world, call.domain)
    if constants is not None:
        place = checked(number, 0, len(constants) - 1, rule)
        if constants and constants == tuple(range(constants[0], constants[0] + len(constants))):
            return plus(place, x.Const(constants[0]))
        return expressions.fetch(scope, "items", constants, place)
    match found:
        case x.Numbers(low=low, high=x.Const(most)) if isinstance(low, x.Const):
            return plus(checked(number, 0, most - low.value, rule), low)
        case x.Numbers(low=x.Const(least), high=high) if least == 0:
            name = scope.fresh("item")
            inside = x.Compare("<=", x.Local(name), high)
            return x.Fold("first", (x.Binder(name, x.Numbers(number, number), None, inside),), x.Local(name), None, None, None, rule)
        case x.Listed(items=items):
            chosen: x.Expr = x.Const(0)
            for at, value in enumerate(items):
                chosen = value if at == 0 else x.Choose(x.Compare("==", number, x.Const(at)), value, chosen)
            place = checked(number, 0, len(items) - 1, rule)
            return x.Choose(x.Compare(">=", place, x.Const(0)), chosen, x.Const(0))
        case _:
            scope.world.report(call.span, "`item` of a list that changes in play")
            return x.Const(0)


def line_item(scope: Scope, call: t.Builtin) -> x.Expr:
    board = scope.world.boards[call.board]
    longest = max((len(line) for line in board.lines), default=1)
    flat = tuple(site for line in board.lines for site in (*line, *(-1,) * (longest - len(line))))
    rule = scope.rule("item", call.span)
    line = expressions.value(scope, call.arguments[0])
    number = checked(expressions.value(scope, call.arguments[1]), 0, longest - 1, rule)
    found = x.Fetch(scope.world.table(f"{board.name}.line_items", flat), plus(times(line, x.Const(longest)), number))
    return found if -1 not in flat else x.Checked(found, 0, len(board.sites) - 1, rule)


def _zone(scope: Scope, call: t.Builtin) -> tuple[str, x.Expr]:
    assert call.zone is not None
    if call.zone.zone in scope.world.boards:
        return zone_name(call.zone.zone), x.Const(0)
    return call.zone.zone, instance(scope, call.zone)


