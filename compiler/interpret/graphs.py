"""Graphs over nodes 0..size-1, read off the position each time: links, groups, distances, walks, totals.

Groups: nodes are met in ascending order; one that is in no group yet starts one and takes whatever it reaches that is in none. So a group is named by
its least node.
"""

from collections.abc import Iterator
from typing import assert_never

from compiler.interpret import domains, expressions
from compiler.interpret.frame import FaultRaised, Frame, InternalError
from compiler.ir import exprs as x
from compiler.ir.game import GraphIR

NO_NODE = -1


def graph_value(frame: Frame, expr: x.GraphValue) -> int:
    graph = frame.program.graphs[expr.graph]
    arguments = [expressions.value(frame, argument) for argument in expr.arguments]
    node = arguments[0]
    match expr.kind:
        case "group":
            return _group(frame, graph, node, expr.rule)
        case "size":
            return groups(frame, graph).count(_group(frame, graph, node, expr.rule))
        case "distance":
            return _distance(frame, graph, node, arguments[1])
        case "longest":
            return _longest(frame, graph, [node], arguments[1]) if _exists(frame, graph, node) else 0
        case "total":
            total = dict(graph.totals)[expr.detail]
            mine = _members(frame, graph, _group(frame, graph, node, expr.rule))
            return sum(expressions.value(frame.inner({"a": member}), total) for member in mine)
        case _:
            assert_never(expr.kind)


def walk(frame: Frame, domain: x.GraphNodes) -> Iterator[int]:
    """The nodes, the groups' least nodes, or the members of one group, ascending."""
    graph = frame.program.graphs[domain.graph]
    if domain.kind == "nodes":
        yield from _nodes(frame, graph)
    elif domain.kind == "groups":
        yield from (node for node, group in enumerate(groups(frame, graph)) if node == group)
    elif domain.argument is not None:
        yield from _members(frame, graph, _group(frame, graph, expressions.value(frame, domain.argument), domain.rule))
    else:
        raise InternalError(f"members of {domain.graph} without a node")


def linked(frame: Frame, name: str, left: int, right: int) -> bool:
    """One link away. False where either is no node, and from a node to itself."""
    graph = frame.program.graphs[name]
    return _exists(frame, graph, left) and _exists(frame, graph, right) and right in _neighbours(frame, graph, left)


def connected(frame: Frame, name: str, left: int, right: int) -> bool:
    """In one group. False where either is no node."""
    graph = frame.program.graphs[name]
    if not _exists(frame, graph, left) or not _exists(frame, graph, right):
        return False
    found = groups(frame, graph)
    return found[left] == found[right]


def groups(frame: Frame, graph: GraphIR) -> list[int]:
    """For each node the least node of its group, NO_NODE for what is no node."""
    position = list(frame.vector)
    before = frame.program.groups.get(graph.name)
    if before is not None and before[1] == position:
        return before[0]
    found = [NO_NODE] * graph.size
    for node in _nodes(frame, graph):
        if found[node] != NO_NODE:
            continue
        found[node] = node
        waiting = [node]
        while waiting:
            for other in _neighbours(frame, graph, waiting.pop(0)):
                if found[other] == NO_NODE:
                    found[other] = node
                    waiting.append(other)
    frame.program.groups[graph.name] = (found, position)
    return found


def _exists(frame: Frame, graph: GraphIR, node: int) -> bool:
    return 0 <= node < graph.size and expressions.holds(frame.inner({"node": node}), graph.exists)


def _nodes(frame: Frame, graph: GraphIR) -> list[int]:
    return [node for node in range(graph.size) if _exists(frame, graph, node)]


def _neighbours(frame: Frame, graph: GraphIR, node: int) -> list[int]:
    """Nodes one link away, ascending, each once."""
    here = frame.inner({"a": node})
    if graph.to is not None:
        found = {expressions.value(inner, graph.to) for inner in domains.bindings(here, graph.along)}
    elif graph.near is not None:
        found = {inner.local("b") for inner in domains.bindings(here, (graph.near,)) if _link(inner, graph)}
    else:
        found = {other for other in range(graph.size) if _link(frame.inner({"a": node, "b": other}), graph)}
    return [other for other in sorted(found) if other != node and _exists(frame, graph, other)]


def _link(frame: Frame, graph: GraphIR) -> bool:
    return graph.link is None or (_exists(frame, graph, frame.local("b")) and expressions.holds(frame, graph.link))


def _group(frame: Frame, graph: GraphIR, node: int, rule: int) -> int:
    if not _exists(frame, graph, node):
        raise FaultRaised(rule)
    return groups(frame, graph)[node]


def _members(frame: Frame, graph: GraphIR, group: int) -> list[int]:
    return [node for node, other in enumerate(groups(frame, graph)) if other == group]


def _distance(frame: Frame, graph: GraphIR, start: int, goal: int) -> int:
    """The least number of links from one node to the other; -1 if there is no way, or either is no node."""
    if not _exists(frame, graph, start) or not _exists(frame, graph, goal):
        return -1
    reached = {start}
    ring = [start]
    steps = 0
    while ring:
        if goal in ring:
            return steps
        ring = [other for node in ring for other in _neighbours(frame, graph, node)]
        ring = [other for at, other in enumerate(ring) if other not in reached and other not in ring[:at]]
        reached.update(ring)
        steps += 1
    return -1


def _longest(frame: Frame, graph: GraphIR, walked: list[int], limit: int) -> int:
    """The most links, up to the limit, that a walk can go on by without meeting a node twice."""
    if limit <= 0:
        return 0
    further = (other for other in _neighbours(frame, graph, walked[-1]) if other not in walked)
    return max((1 + _longest(frame, graph, [*walked, other], limit - 1) for other in further), default=0)
