"""How calls of the builtins on graphs are typed. Nodes are flattened into their parts; one value that is a node or group stays one."""

from compiler.bind.builtins import arguments
from compiler.bind.expressions import expressions, graph_types
from compiler.bind.expressions.domains import nothing
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import GroupType, NodeType, OptionalType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BOOL
from compiler.bind.types.sizes import size_of
from compiler.parse import ast


def members(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """The nodes of the group of a node, in order."""
    del hint
    taken = _graph_and_nodes(world, scope, call, 1)
    if taken is None:
        return nothing(call.span)
    graph, node = taken
    return typed.Walked(name="members", arguments=node, element=graph_types.node_type(world, graph), span=call.span, graph=graph)


def groups(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    del scope, hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    graph = arguments.graph(world, call)
    if graph is None or not _two_way(world, call, graph) or not graph_types.nodes(world, graph).parts:
        return nothing(call.span)
    return typed.Walked(name="groups", arguments=(), element=GroupType(graph), span=call.span, graph=graph)


def group(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    del hint
    taken = _graph_and_nodes(world, scope, call, 1)
    if taken is None:
        return expressions.bad(call.span)
    graph, node = taken
    return typed.Builtin(name="group", arguments=node, type=GroupType(graph), span=call.span, graph=graph)


def group_size(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    del hint
    taken = _graph_and_nodes(world, scope, call, 1)
    if taken is None:
        return expressions.bad(call.span)
    graph, node = taken
    return typed.Builtin(name="group_size", arguments=node, type=RangeType(1, _count(world, graph)), span=call.span, graph=graph)


def connected(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`connected`, `linked`: false when one of them is none"""
    del hint
    taken = _graph_and_nodes(world, scope, call, 2, or_none=True)
    if taken is None:
        return expressions.bad(call.span)
    graph, nodes = taken
    return typed.Builtin(name=call.name.text, arguments=nodes, type=BOOL, span=call.span, graph=graph)


def distance(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """The number of links between two nodes; none when nothing joins them."""
    del hint
    taken = _graph_and_nodes(world, scope, call, 2, or_none=True)
    if taken is None:
        return expressions.bad(call.span)
    graph, nodes = taken
    most = max(0, _count(world, graph) - 1)
    return typed.Builtin(name="distance", arguments=nodes, type=OptionalType(RangeType(0, most)), span=call.span, graph=graph)


def longest_walk(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """Most links of a walk that meets no node twice, never more than the last argument."""
    del hint
    if len(call.arguments) < 3:
        arguments.are(world, call, 3)
        return expressions.bad(call.span)
    graph = arguments.graph(world, call)
    if graph is None:
        return expressions.bad(call.span)
    taken = arguments.node(world, scope, call, graph, 1)
    if taken is None or not _all_taken(world, call, taken[1] + 1):
        return expressions.bad(call.span)
    nodes, at = taken
    limit = arguments.number(world, scope, call, at)
    if limit is None or not isinstance(limit.type, RangeType):
        return expressions.bad(call.span)
    most = max(0, min(limit.type.high, _count(world, graph) - 1))
    return typed.Builtin(name="longest_walk", arguments=(*nodes, limit), type=RangeType(0, most), span=call.span, graph=graph)


def met(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """Asked by the very graph it names, so it is no use of it that could lead back."""
    del hint
    if len(call.arguments) < 2:
        arguments.are(world, call, 2)
        return expressions.bad(call.span)
    with world.using("", ""):
        graph = arguments.graph(world, call)
    taken = arguments.node(world, scope, call, graph, 1, or_none=True) if graph is not None else None
    if graph is None or taken is None or not _all_taken(world, call, taken[1]):
        return expressions.bad(call.span)
    return typed.Builtin(name="met", arguments=taken[0], type=BOOL, span=call.span, graph=graph)


def _graph_and_nodes(
    world: World, scope: Scope, call: ast.Call, count: int, or_none: bool = False
) -> tuple[str, tuple[typed.Expr, ...]] | None:
    """The graph and so many nodes; two-way links are needed unless the call is one of those that any graph has."""
    if len(call.arguments) < 1 + count:
        arguments.are(world, call, 1 + count)
        return None
    graph = arguments.graph(world, call)
    if graph is None:
        return None
    if call.name.text not in ("linked", "distance") and not _two_way(world, call, graph):
        return None
    nodes: list[typed.Expr] = []
    at = 1
    for _ in range(count):
        if at >= len(call.arguments):
            arguments.are(world, call, 1 + count)
            return None
        taken = arguments.node(world, scope, call, graph, at, or_none=or_none)
        if taken is None:
            return None
        nodes.extend(taken[0])
        at = taken[1]
    return (graph, tuple(nodes)) if _all_taken(world, call, at) else None


def _all_taken(world: World, call: ast.Call, at: int) -> bool:
    if at == len(call.arguments):
        return True
    form = " or ".join(f"`{written}`" for written in world.builtins[call.name.text].forms)
    expected = f"{at} arguments here"
    world.report("RWT008", call.span, name=call.name.text, expected=expected, found=str(len(call.arguments)), form=form)
    return False


def _two_way(world: World, call: ast.Call, graph: str) -> bool:
    if not world.graphs[graph].spec.directed:
        return True
    world.report("RWT037", call.span, name=call.name.text, graph=graph)
    return False


def _count(world: World, graph: str) -> int:
    facts = graph_types.nodes(world, graph)
    if facts.plain and facts.parts:
        return size_of(world, facts.parts[0].local.type)
    return size_of(world, NodeType(graph))
