"""How calls of the builtins on numbers, order, zones and lists are typed."""

from compiler.bind.builtins import arguments
from compiler.bind.builtins.graphs import group_size
from compiler.bind.expressions import domains, expressions
from compiler.bind.expressions.domains import nothing
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, ComponentType, GroupType, NodeType, RangeType, SiteType, TextType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import bare, interval
from compiler.bind.types.sizes import members, size_of
from compiler.parse import ast


def absolute(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    del hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    number = arguments.number(world, scope, call, 0)
    span = interval(number.type) if number is not None else None
    if number is None or span is None:
        return expressions.bad(call.span)
    low, high = span
    type = RangeType(0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high)))
    return typed.Builtin(name="abs", arguments=(number,), type=type, span=call.span)


def ordinal(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """The place of a value in its type, from 0."""
    del hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    found = expressions.express(world, scope, call.arguments[0])
    type = bare(found.type)
    if isinstance(type, BadType):
        return expressions.bad(call.span)
    if isinstance(type, TextType):
        world.report("RWT011", call.arguments[0].span)
        return expressions.bad(call.span)
    if isinstance(type, SiteType) and domains.is_plane(world, type.board):
        world.report("RWT012", call.arguments[0].span, name=type.board)
        return expressions.bad(call.span)
    found = expressions.fit(world, found, type, arguments.place(call, 0))
    size = size_of(world, type)
    return typed.Builtin(name="ordinal", arguments=(found,), type=RangeType(0, max(0, size - 1)), span=call.span)


def item(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`item(list, n)`: of a pile, a row, a region, a type, a line; outside is a fault."""
    del hint
    if not arguments.are(world, call, 2):
        return expressions.bad(call.span)
    listed = domains.domain(world, scope, call.arguments[0])
    number = arguments.number(world, scope, call, 1)
    if number is None or isinstance(listed.element, BadType):
        return expressions.bad(call.span)
    match listed:
        case typed.InZone(zone=zone, component=component, kinds=False) if zone is not None:
            if zone.zone not in world.zones or world.zones[zone.zone].order not in ("pile", "row"):
                why = "it has no order, so nothing in it has a number"
                world.report("RWT030", call.arguments[0].span, name=zone.zone, why=why, hint="`order: pile` and `order: row` have")
                return expressions.bad(call.span)
            return typed.Builtin(name="item", arguments=(number,), type=ComponentType(component), span=call.span, zone=zone)
        case typed.Walked(name="line_sites", arguments=(line,)):
            return typed.Builtin(name="line_item", arguments=(line, number), type=listed.element, span=call.span, board=listed.board)
        case _:
            return typed.Builtin(name="item_domain", arguments=(number,), type=listed.element, span=call.span, domain=listed)


def size(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """Of a zone (`size`), of the kinds in it (`kinds_count`), of a group (`group_size`), or of anything else that can be walked."""
    first = call.arguments[0] if call.arguments else None
    if isinstance(first, ast.Name) and first.text in world.graphs and (len(call.arguments) > 1 or first.text not in world.globals):
        return group_size(world, scope, call, hint)
    if isinstance(first, ast.Name) and len(call.arguments) == 2 and first.text not in world.globals and first.text not in scope.names:
        return group_size(world, scope, call, hint)
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    assert first is not None
    if isinstance(first, ast.Name) and first.text in scope.names and isinstance(bare(scope.names[first.text].type), (GroupType, NodeType)):
        arguments.wrong_kind(world, call, 0, "a zone or a list (write `size(graph, x)` for a group)", expressions.express(world, scope, first))
        return expressions.bad(call.span)
    listed = domains.domain(world, scope, first)
    if isinstance(listed.element, BadType):
        return expressions.bad(call.span)
    type = RangeType(*members(world, listed))
    if isinstance(listed, typed.InZone) and listed.zone is not None:
        name = "kinds_count" if listed.kinds else "size"
        return typed.Builtin(name=name, arguments=(), type=type, span=call.span, zone=listed.zone)
    local = world.local(ast.Ident(text="(member)", span=first.span), "binder", listed.element)
    binder = typed.Binder(local=local, domain=listed, keep=None, where=None, by=None, span=first.span)
    return typed.Quantifier(kind="count", binders=(binder,), body=None, rank=None, default=None, type=type, span=call.span)


def only(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`only(z)` and `top(z)`: the piece, or a fault when there is none (or, for `only`, several)."""
    del hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    zone = domains.zone_of(world, scope, call.arguments[0])
    if zone is None:
        return expressions.bad(call.span)
    name = call.name.text
    if name == "top" and (zone.zone not in world.zones or world.zones[zone.zone].order not in ("pile", "row")):
        world.report("RWT030", call.span, name=zone.zone, why="it has no order, so nothing in it is on top", hint="say `order: pile`")
        return expressions.bad(call.span)
    component = domains.component_of(world, zone.zone)
    return typed.Builtin(name=name, arguments=(), type=ComponentType(component), span=call.span, zone=zone)


def kinds(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """The first of each kind of piece in a zone."""
    del hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    zone = domains.zone_of(world, scope, call.arguments[0])
    if zone is None:
        return nothing(call.span)
    component = domains.component_of(world, zone.zone)
    return typed.InZone(zone=zone, component=component, kinds=True, element=ComponentType(component), span=call.span)


def sure(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    return expressions.sure(world, scope, call, hint)
