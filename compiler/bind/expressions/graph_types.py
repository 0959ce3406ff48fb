"""The nodes of graphs and the totals of their groups, typed when first asked for.

A graph may be asked about from a definition that stands before it, and its nodes may be groups of another graph; a graph that leads
back to itself is found by `recursion.py`, here it only gives bad types.
"""

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import expressions, operators
from compiler.bind.expressions.type_names import resolve_type
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY, Scope
from compiler.bind.nouns.types import BadType, GroupType, NodeType, RangeType, Type
from compiler.bind.nouns.world import GraphFacts, World
from compiler.bind.types.lattice import BAD, bare, interval, is_base, show
from compiler.bind.types.sizes import size_of
from compiler.diagnostics import nearest
from compiler.parse import ast


def nodes(world: World, name: str) -> GraphFacts:
    """The graph with its parts; without any when they are bad or being found right now."""
    graph = world.graphs[name]
    if graph.parts is not None or graph.busy:
        return graph
    graph.busy = True
    with world.using("graph", name), world.under("graphs", name, "nodes"):
        graph.parts, graph.scope = _parts(world, graph)
    graph.busy = False
    return graph


def node_type(world: World, name: str) -> Type:
    """The type of a node: that of its only part, or the graph's own."""
    graph = nodes(world, name)
    if graph.plain and graph.parts:
        return graph.parts[0].local.type
    return NodeType(name) if graph.parts else BAD


def part_types(world: World, name: str) -> tuple[Type, ...]:
    return tuple(part.local.type for part in nodes(world, name).parts or ())


def part_or_total(world: World, name: str, base: typed.Expr, expr: ast.Field) -> typed.Expr:
    """`n.t`, a part of a node (of a group: of its least node), or `g.heads`, a total of a group."""
    if name not in world.graphs:
        return expressions.bad(expr.span)
    graph = nodes(world, name)
    field = expr.name.text
    for at, part in enumerate(graph.parts or ()):
        if part.local.name == field:
            return typed.Attribute(base=base, kind="part", detail=at, detail_name=field, type=part.local.type, span=expr.span)
    totals = [total.text for total, _ in graph.spec.totals]
    if isinstance(bare(base.type), GroupType) and field in totals:
        type = total_type(world, name, field)
        return typed.Attribute(base=base, kind="total", detail=totals.index(field), detail_name=field, type=type, span=expr.span)
    known = (*(part.local.name for part in graph.parts or ()), *(totals if isinstance(bare(base.type), GroupType) else ()))
    if graph.parts:
        world.report("RWN003", expr.name.span, type=f"`{show(base.type)}`", name=field, known=known, near=nearest(field, known))
    return expressions.bad(expr.span)


def total_type(world: World, name: str, total: str) -> Type:
    """The range of a total: that of one node, as often as a group has nodes."""
    graph = nodes(world, name)
    if total in graph.total_types:
        return graph.total_types[total]
    graph.total_types[total] = BAD
    if graph.scope is None:
        return BAD
    expr = next(value for known, value in graph.spec.totals if known.text == total)
    with world.quietly():
        found = operators.number(world, expressions.express(world, graph.scope, expr), f"the total `{total}`")
    span = interval(found.type)
    if span is not None:
        most = max(1, size_of(world, NodeType(name)))
        graph.total_types[total] = operators.bounded(
            world, expr.span, (span[0] * most if span[0] < 0 else span[0], span[1] * most if span[1] > 0 else span[1])
        )
    return graph.total_types[total]


def _parts(world: World, graph: GraphFacts) -> tuple[tuple[typed.Binder, ...], Scope | None]:
    spec = graph.spec
    if spec.nodes_type is not None:
        return _plain(world, graph, spec.nodes_type)
    parts, scope = binding.bind_all(world, EMPTY, spec.nodes, "binder", ordered=False)
    if not parts or binding.is_bad(parts):
        return (), None
    for part in parts:
        if not is_base(part.local.type):
            world.report("RWT001", part.span, context=f"the part `{part.local.name}` of a node", expected="a type without none",
                         found=show(part.local.type))  # fmt: skip
            return (), None
    graph.plain = len(parts) == 1
    return parts, scope


def _plain(world: World, graph: GraphFacts, written: ast.TypeExpr) -> tuple[tuple[typed.Binder, ...], Scope | None]:
    type = resolve_type(world, written)
    if isinstance(type, BadType):
        return (), None
    if not is_base(type):
        world.report("RWT001", written.span, context="a node", expected="a type without none", found=show(type))
        return (), None
    head = graph.spec.link_head
    name = head.names[0] if head is not None and head.names else ast.Ident(text="node", span=written.span)
    local = world.local(name, "binder", type)
    domain: typed.Domain = typed.Whole(element=type, span=written.span)
    if isinstance(type, RangeType):
        low, high = (typed.Const(value=end, type=RangeType(end, end), span=written.span) for end in (type.low, type.high))
        domain = typed.Numbers(low=low, high=high, element=type, span=written.span)
    graph.plain = True
    part = typed.Binder(local=local, domain=domain, keep=None, where=None, by=None, span=written.span)
    return (part,), EMPTY.with_local(local)
