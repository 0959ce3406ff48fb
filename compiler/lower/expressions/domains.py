"""What is walked.

    domain(scope, `ray(q, d)`)          # ListRow("field.rays", d * sites + q)
    domain(scope, `hand[p]`)            # Pieces("hand", p)

Some domains exclude values one by one (the box, seats that no longer play): those come as a further condition of the binder.
"""

from typing import assert_never

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import BoardSymbol
from compiler.bind.nouns.types import ComponentType, GroupType, NodeType, PlayerType, SiteType, Type
from compiler.ir import exprs as x
from compiler.ir.simplify import compare, conjunction, minus, times, truth
from compiler.lower.expressions import expressions
from compiler.lower.expressions.references import instance, where_slots, zone_name
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, carrier, none_of, numbers_of
from compiler.lower.types.sizes import constant_members

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
            return x.One(expressions.value(scope, item.value), none_of(scope.world, item.value.type))
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


def _listed(scope: Scope, item: t.Listed) -> x.Domain:
    constants = constant_members(scope.world, item)
    if constants is None:
        return x.Listed(tuple(expressions.value(scope, value, item.element) for value in item.items))
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
    if len(values) <= FEW:
        return x.Listed(tuple(x.Const(value) for value in values))
    return x.ListRow(world.list_table(name, (values,)), x.Const(0))


def region_name(board: BoardSymbol, sites: tuple[int, ...]) -> str:
    return next((name for name, members in board.regions if members == sites), "sites")


def _pieces(scope: Scope, item: t.InZone, zone: t.ZoneRef) -> x.Domain:
    if zone.zone in scope.world.boards:
        return x.Pieces(zone_name(zone.zone), x.Const(0), item.kinds)
    return x.Pieces(zone.zone, instance(scope, zone), item.kinds)


def _walked(scope: Scope, item: t.Walked) -> x.Domain:
    world = scope.world
    constants = constant_members(world, item)
    if constants is not None:
        return _numbers(world, f"{item.board}.{item.name}{item.detail if item.detail not in ('', '0') else ''}", constants)
    return world.builtins.domains[item.name](scope, item)
