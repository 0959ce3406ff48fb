"""Graphs over nodes 0..size-1, read off the position each time: links, groups, distances, walks, totals.

Groups: nodes are met in ascending order; one that is in no group yet starts one and takes whatever it reaches that is in none. So a group is named by
its least node.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import Answered, FaultRaised, Frame, InternalError
from compiler.ir import exprs as x
from compiler.ir.game import GraphIR
from compiler.ir.walk import walk

NO_NODE: Final = -1

FAR_READING: Final = (x.Call, x.ZoneSize, x.ZoneItem, x.GraphValue, x.Times, x.Linked, x.CanAct, x.Pieces, x.Seats, x.GraphNodes, x.Places)
"""What reads slots that it does not name."""


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
            return _longest(frame, graph, (node,), arguments[1]) if _exists(frame, graph, node) else 0
        case "total":
            return _total(frame, graph, _group(frame, graph, node, expr.rule), expr.detail)
        case _:
            assert_never(expr.kind)


def nodes_of(frame: Frame, domain: x.GraphNodes) -> Iterator[int]:
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


def linked(frame: Frame, condition: x.Linked) -> bool:
    left, right = expressions.value(frame, condition.left), expressions.value(frame, condition.right)
    return (_linked if condition.kind == "linked" else _connected)(frame, condition.graph, left, right)


def met(frame: Frame, condition: x.Met) -> bool:
    return expressions.value(frame, condition.node) in frame.program.walks.get(condition.graph, ())


def _linked(frame: Frame, name: str, left: int, right: int) -> bool:
    """One link away. False where either is no node, and from a node to itself."""
    graph = frame.program.graphs[name]
    if not _exists(frame, graph, left) or not _exists(frame, graph, right):
        return False
    back = _is_lopsided(graph) and bool(_neighbours(frame, graph, right, {left}))
    return back or bool(_neighbours(frame, graph, left, {right}))


def _connected(frame: Frame, name: str, left: int, right: int) -> bool:
    """In one group. False where either is no node."""
    graph = frame.program.graphs[name]
    if not _exists(frame, graph, left) or not _exists(frame, graph, right):
        return False
    found = groups(frame, graph)
    return found[left] == found[right]


def groups(frame: Frame, graph: GraphIR) -> list[int]:
    """For each node the least node of its group, NO_NODE for what is no node."""
    answers = _answers(frame, graph.name, _links_of(graph))
    if not answers:
        answers.update(enumerate(_grouped(frame, graph)))
    return list(answers.values())


def _total(frame: Frame, graph: GraphIR, group: int, name: str) -> int:
    """A sum over the members of a group."""
    total = dict(graph.totals)[name]
    answers = _answers(frame, f"{graph.name} {name}", (*_links_of(graph), total))
    if group not in answers:
        answers[group] = sum(expressions.value(frame.inner({"a": member}), total) for member in _members(frame, graph, group))
    return answers[group]


def _grouped(frame: Frame, graph: GraphIR) -> list[int]:
    found = [NO_NODE] * graph.size
    left = set(_nodes(frame, graph))
    while left:
        start = min(left)
        waiting = [start]
        while waiting:
            node = waiting.pop(0)
            found[node] = start
            left.discard(node)
            reached = _neighbours(frame, graph, node, left)
            left.difference_update(reached)
            waiting.extend(reached)
    return _joined(frame, graph, found) if _is_lopsided(graph) else found


def _is_lopsided(graph: GraphIR) -> bool:
    """Whether a link may be written at one of its ends only, although it holds both ways."""
    return graph.to is not None and not graph.directed


def _joined(frame: Frame, graph: GraphIR, found: list[int]) -> list[int]:
    """Groups between which a link leads become the one with the lesser name."""
    met = {node for node, group in enumerate(found) if group != NO_NODE}
    for node in sorted(met):
        for other in _neighbours(frame, graph, node, met):
            kept, gone = sorted((found[node], found[other]))
            found = [kept if group == gone else group for group in found] if kept != gone else found
    return found


def _answers(frame: Frame, question: str, read: tuple[object, ...]) -> dict[int, int]:
    """What has been answered to this question in this very position; empty where something that is read has changed since."""
    answered = frame.program.answered
    if question not in answered:
        parts = list(walk(read))
        far = any(isinstance(part, FAR_READING) for part in parts)
        blocks = None if far else tuple(sorted({part.block for part in parts if isinstance(part, x.Load)}))
        answered[question] = Answered(blocks, [], {})
    known = answered[question]
    slots = list(frame.vector) if known.blocks is None else [slot for name in known.blocks for slot in frame.block(name)]
    if slots != known.slots:
        known.slots, known.answers = slots, {}
    return known.answers


def _links_of(graph: GraphIR) -> tuple[object, ...]:
    return (graph.exists, graph.along, *(part for part in (graph.near, graph.link, graph.to) if part is not None))


def _exists(frame: Frame, graph: GraphIR, node: int) -> bool:
    return 0 <= node < graph.size and expressions.holds(frame.inner({"node": node}), graph.exists)


def _nodes(frame: Frame, graph: GraphIR) -> list[int]:
    if graph.exists == x.Bool(True):
        return list(range(graph.size))
    return [node for node in range(graph.size) if _exists(frame, graph, node)]


def _neighbours(frame: Frame, graph: GraphIR, node: int, nodes: set[int]) -> list[int]:
    """Those of the given nodes (which exist) that are one link away from a node, ascending."""
    here = frame.inner({"a": node})
    if graph.to is not None:
        found = {expressions.value(inner, graph.to) for inner in domains.bindings(here, graph.along)}
    elif graph.near is not None:
        near = domains.bindings(here, (graph.near,))
        found = {inner.local("b") for inner in near if inner.local("b") in nodes and _links(inner, graph)}
    else:
        found = {other for other in nodes if _links(frame.inner({"a": node, "b": other}), graph)}
    return [other for other in sorted(found & nodes) if other != node]


def _links(frame: Frame, graph: GraphIR) -> bool:
    return graph.link is None or expressions.holds(frame, graph.link)


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
    answers = _answers(frame, f"{graph.name} from {start}", _links_of(graph))
    if not answers:
        answers.update(_rings(frame, graph, start))
    return answers.get(goal, -1)


def _rings(frame: Frame, graph: GraphIR, start: int) -> Iterator[tuple[int, int]]:
    """Every node that can be reached, with the least number of links that lead there."""
    left = set(_nodes(frame, graph)) - {start}
    ring = {start}
    steps = 0
    while ring:
        yield from ((node, steps) for node in sorted(ring))
        ring = {other for node in sorted(ring) for other in _neighbours(frame, graph, node, left)}
        left -= ring
        steps += 1


def _longest(frame: Frame, graph: GraphIR, walk: tuple[int, ...], limit: int) -> int:
    """The most links, up to the limit, that lead on from the end of a walk, through nodes not met, to one where it may end; 0 if none does."""
    if limit <= 0:
        return 0
    frame.program.walks[graph.name] = walk
    try:
        further = _neighbours(frame, graph, walk[-1], set(_nodes(frame, graph)) - set(walk))
    finally:
        del frame.program.walks[graph.name]
    most = 0
    for other in further:
        links = _longest(frame, graph, (*walk, other), limit - 1)
        if links > 0 or graph.ends is None or expressions.holds(frame.inner({"a": other}), graph.ends):
            most = max(most, 1 + links)
        if most == limit:
            break
    return most
