"""What is walked.

    domain(scope, `ray(q, d)`)          # ListRow("field.rays", d * sites + q)
    domain(scope, `hand[p]`)            # Pieces("hand", p)

Some domains exclude values one by one (the box, seats that no longer play): those come as a further condition of the binder.
"""

from typing import assert_never

from compiler.bind import typed as t
from compiler.bind.symbols import BoardSymbol
from compiler.bind.types import (
    ComponentType,
    DirectionType,
    GroupType,
    NodeType,
    PlayerType,
    SiteType,
    Type,
)
from compiler.ir import exprs as x
from compiler.ir.simplify import binary, checked, choose, compare, conjunction, disjunction, is_simple, minus, plus, times, truth
from compiler.lower import expressions, geometry, graphs, planes, polyominoes
from compiler.lower.carriers import bare, carrier, numbers_of
from compiler.lower.scope import Scope
from compiler.lower.storage import instance, where_slots
from compiler.lower.world import World

MANY = 100_000
"""Longer ranges are not listed."""

FEW = 3
"""Constant lists up to this length are written out where they are walked; longer ones become tables."""


def binder(scope: Scope, item: t.Binder) -> x.Binder:
    """`by` is the business of whoever walks."""
    found = domain(scope, item.domain)
    name = scope.bind(item.local)
    keep = expressions.condition(scope, item.keep) if item.keep is not None else None
    where = expressions.condition(scope, item.where) if item.where is not None else None
    present = extra(scope, item.domain, x.Local(name))
    if present is not None:
        if keep is not None:
            scope.world.report(item.span, "`while` over the box, or over seats some of which no longer play")
        where = present if where is None else conjunction((present, where))
    return x.Binder(name, found, keep, None if where == x.Bool(True) else where)


def extra(scope: Scope, item: t.Domain, member: x.Expr) -> x.Cond | None:
    """The condition that a value of the domain has to meet besides."""
    match item:
        case t.InZone(zone=None, component=component):
            return compare("==", x.Load(where_slots(component), member), x.Const(0))
        case t.Walked(name="seats_from" | "seats_after") if scope.world.eliminates:
            return truth(x.Load("playing", member))
        case _:
            return None


def domain(scope: Scope, item: t.Domain) -> x.Domain:
    match item:
        case t.Whole():
            return whole(scope, item.element)
        case t.Numbers():
            return x.Numbers(expressions.value(scope, item.low), expressions.value(scope, item.high))
        case t.Listed():
            return _listed(scope, item)
        case t.InZone(zone=None):
            return whole(scope, ComponentType(item.component))
        case t.InZone(zone=zone):
            assert zone is not None
            return _pieces(scope, item, zone)
        case t.OptionalValue():
            return x.One(expressions.value(scope, item.value))
        case t.Walked():
            return _walked(scope, item)
        case _:
            assert_never(item)


def whole(scope: Scope, element: Type) -> x.Domain:
    world = scope.world
    numbers = numbers_of(world, element)
    if numbers is not None:
        return _numbers(world, "values", tuple(sorted(numbers)))
    match element:
        case PlayerType():
            return x.Numbers(x.Const(0), minus(expressions.players(scope), x.Const(1)))
        case ComponentType(name) if world.components[name].each_player:
            return x.Numbers(x.Const(0), minus(times(expressions.players(scope), x.Const(world.components[name].per_seat)), x.Const(1)))
        case SiteType(board) if world.boards[board].shape == "plane":
            return x.Places(board)
        case NodeType(graph):
            return x.GraphNodes(graph, "nodes")
        case GroupType(graph):
            return x.GraphNodes(graph, "groups")
        case _:
            made = carrier(world, element)
            return x.Numbers(x.Const(made.low), x.Const(made.high))


def constant_members(world: World, item: t.Domain) -> tuple[int, ...] | None:
    """The members of a domain that is the same in every position of every table; None for others."""
    match item:
        case t.Whole(element=element):
            numbers = numbers_of(world, element)
            if numbers is not None:
                return tuple(sorted(numbers))
            match element:
                case PlayerType() if world.players_low != world.players_high:
                    return None
                case ComponentType(name) if world.components[name].each_player and world.players_low != world.players_high:
                    return None
                case SiteType(board) if world.boards[board].shape == "plane":
                    return None
                case NodeType() | GroupType():
                    return None
                case _:
                    made = carrier(world, element)
                    return tuple(range(made.low, made.high + 1)) if made.size <= MANY else None
        case t.Numbers(low=t.Const(value=low), high=t.Const(value=high)) if high - low < MANY:
            return tuple(range(low, high + 1))
        case t.Listed(items=items):
            values = [value.value for value in items if isinstance(value, t.Const)]
            return tuple(values) if len(values) == len(items) else None
        case t.Walked():
            return _constant_walk(world, item)
        case _:
            return None


def _constant_walk(world: World, item: t.Walked) -> tuple[int, ...] | None:
    board = world.boards.get(item.board)
    if board is None:
        return None
    match item.name:
        case "directions":
            return tuple(range(len(board.directions)))
        case "axes":
            return board.axes
        case "rows" | "columns":
            return geometry.line_set(board, item.name)
        case "lines":
            return geometry.line_set(board, "lines" if item.detail in ("", "0") else f"lines {item.detail}")
        case "region_family":
            return geometry.line_set(board, item.detail)
        case _:
            return None


def coordinate(scope: Scope, kind: str, type: Type, base: x.Expr) -> x.Expr:
    """The `x` or `y` of a site or a direction."""
    assert isinstance(type, SiteType | DirectionType)
    board = scope.world.boards[type.board]
    if isinstance(type, DirectionType):
        return expressions.fetch(scope, f"{board.name}.d{kind}", board.dx if kind == "x" else board.dy, base)
    column = board.x if kind == "x" else board.y
    width = max(board.x, default=0) + 1
    if column == tuple((site % width if kind == "x" else site // width) for site in range(len(board.sites))):
        whole_row = len(board.sites) == width
        if not isinstance(base, x.Const) and not whole_row:
            return binary("%" if kind == "x" else "//", base, x.Const(width))
    return expressions.fetch(scope, f"{board.name}.{kind}", column, base)


def _listed(scope: Scope, item: t.Listed) -> x.Domain:
    constants = constant_members(scope.world, item)
    if constants is None:
        return x.Listed(tuple(expressions.value(scope, value) for value in item.items))
    element = bare(item.element)
    name = "list"
    if isinstance(element, SiteType):
        board = scope.world.boards[element.board]
        name = f"{board.name}.{region_name(board, constants)}"
    return _numbers(scope.world, name, constants)


def _numbers(world: World, name: str, values: tuple[int, ...]) -> x.Domain:
    """A constant list in the shortest way: a range, a few values, or a row of a table."""
    if values and values == tuple(range(values[0], values[0] + len(values))):
        return x.Numbers(x.Const(values[0]), x.Const(values[-1]))
    if len(values) <= FEW or -1 in values:
        return x.Listed(tuple(x.Const(value) for value in values))
    return x.ListRow(world.list_table(name, (values,)), x.Const(0))


def region_name(board: BoardSymbol, sites: tuple[int, ...]) -> str:
    return next((name for name, members in board.regions if members == sites), "sites")


def _pieces(scope: Scope, item: t.InZone, zone: t.ZoneRef) -> x.Domain:
    if zone.zone in scope.world.boards:
        return x.Pieces(planes.zone_name(zone.zone), x.Const(0), item.kinds)
    return x.Pieces(zone.zone, instance(scope, zone), item.kinds)


def _walked(scope: Scope, item: t.Walked) -> x.Domain:
    world = scope.world
    constants = constant_members(world, item)
    if constants is not None:
        return _numbers(world, f"{item.board}.{item.name}{item.detail if item.detail not in ('', '0') else ''}", constants)
    match item.name:
        case "seats_from":
            return x.Seats(expressions.value(scope, item.arguments[0]), expressions.players(scope))
        case "seats_after":
            start = plus(expressions.value(scope, item.arguments[0]), x.Const(1))
            return x.Seats(start, minus(expressions.players(scope), x.Const(1)))
        case "seats_before":
            return x.Numbers(x.Const(0), minus(expressions.value(scope, item.arguments[0]), x.Const(1)))
        case "ray":
            return _ray(scope, item)
        case "line_between":
            return _line_between(scope, item)
        case "line_sites":
            board = world.boards[item.board]
            return x.ListRow(geometry.lines(world, board), expressions.value(scope, item.arguments[0]))
        case "neighbours":
            board = world.boards[item.board]
            return x.ListRow(geometry.neighbours(world, board), expressions.value(scope, item.arguments[0]))
        case "footprint" | "orientations":
            return polyominoes.domain(scope, item)
        case "members" | "groups":
            return graphs.domain(scope, item)
        case "places":
            return x.Places(item.board)
        case _:
            raise AssertionError(item.name)


def _ray(scope: Scope, item: t.Walked) -> x.Domain:
    board = scope.world.boards[item.board]
    if geometry.too_many_rays(board):
        scope.world.report(item.span, "`ray` on a board as large as this")
        return x.Listed(())
    site, direction, *count = (expressions.value(scope, argument) for argument in item.arguments)
    row = plus(times(direction, x.Const(len(board.sites))), site)
    return x.ListRow(geometry.rays(scope.world, board), row, count[0] if count else None)


def _line_between(scope: Scope, item: t.Walked) -> x.Domain:
    """On a plain grid a cut of a ray, by the signs and the size of the difference; else a row for each pair of sites."""
    world = scope.world
    board = world.boards[item.board]
    sites = len(board.sites)
    start, end = (expressions.value(scope, argument) for argument in item.arguments)
    rule = scope.rule("item", item.span)
    if not (geometry.is_plain_grid(board) and is_simple(start) and is_simple(end)):
        if sites * sites > geometry.MOST_WORDS:
            world.report(item.span, "`line` on a board as large as this")
            return x.Listed(())
        numbers, rows = geometry.between(board)
        pair = plus(times(start, x.Const(sites)), end)
        row = checked(x.Fetch(world.table(f"{board.name}.between", numbers), pair), 0, len(rows) - 1, rule)
        return x.ListRow(world.list_table(f"{board.name}.ways", rows), row)
    if geometry.too_many_rays(board):
        world.report(item.span, "`line` on a board as large as this")
        return x.Listed(())
    site = SiteType(board.name)
    across = minus(coordinate(scope, "x", site, end), coordinate(scope, "x", site, start))
    up = minus(coordinate(scope, "y", site, end), coordinate(scope, "y", site, start))
    length = binary("max", x.Abs(across), x.Abs(up))
    signs = plus(times(plus(_sign(up), x.Const(1)), x.Const(3)), plus(_sign(across), x.Const(1)))
    direction = x.Fetch(world.table(f"{board.name}.heading", geometry.heading(board)), signs)
    straight = disjunction(
        (
            compare("==", across, x.Const(0)),
            compare("==", up, x.Const(0)),
            compare("==", x.Abs(across), x.Abs(up)),
        )
    )
    row = plus(times(checked(choose(straight, direction, x.Const(-1)), 0, len(board.steps) - 1, rule), x.Const(sites)), start)
    return x.ListRow(geometry.rays(world, board), row, length)


def _sign(expr: x.Expr) -> x.Expr:
    return binary("min", binary("max", expr, x.Const(-1)), x.Const(1))
