"""Graphs: their nodes, links and totals, typed completely."""

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import expressions, graph_types, operators
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import OptionalType, Type
from compiler.bind.nouns.world import GraphFacts, World
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import optional
from compiler.parse.spec import GraphSpec


def declare_graphs(world: World) -> None:
    for spec in world.parsed.graphs:
        known = world.graphs.get(spec.name.text)
        if known is None:
            world.graphs[spec.name.text] = GraphFacts(spec=spec)
        else:
            first = known.spec.name.span
            world.report("RWN008", spec.name.span, name=spec.name.text, kind="a graph", first=first, first_kind="a graph")


def bind_graphs(world: World) -> tuple[typed.Graph, ...]:
    found = []
    for name in world.graphs:
        graph = graph_types.nodes(world, name)
        with world.using("graph", name), world.under("graphs", name):
            if graph.parts and graph.scope is not None:
                bound = _graph(world, graph, graph.parts, graph.scope)
                if bound is not None:
                    found.append(bound)
    return tuple(found)


def _graph(world: World, graph: GraphFacts, parts: tuple[typed.Binder, ...], scope: Scope) -> typed.Graph | None:
    spec = graph.spec
    a = tuple(part.local for part in parts)
    b: tuple[LocalSymbol, ...] = ()
    link = None
    along: tuple[typed.Binder, ...] = ()
    to: tuple[typed.Expr, ...] = ()
    if spec.link_head is not None and spec.link is not None:
        ends = _ends(world, spec, a, scope)
        if ends is None:
            return None
        b, inner = ends
        with world.under("link"):
            link = expressions.condition(world, inner, spec.link, "a link")
    elif spec.along:
        with world.under("along"):
            along, inner = binding.bind_all(world, scope, spec.along, "binder", ordered=False)
        with world.under("to"):
            to = _target(world, spec, inner, a)
    totals, types = _totals(world, graph, scope)
    last = None
    if spec.ends is not None:
        with world.under("ends"):
            last = expressions.condition(world, scope, spec.ends, "where a walk may end")
    return typed.Graph(
        name=spec.name.text, parts=parts, plain=graph.plain, a=a, b=b, link=link, along=along, to=to, totals=totals, total_types=types,
        ends=last, directed=spec.directed, grows=spec.grows, cite=cites(spec.cite), span=spec.name.span,
    )  # fmt: skip


def _ends(world: World, spec: GraphSpec, a: tuple[LocalSymbol, ...], scope: Scope) -> tuple[tuple[LocalSymbol, ...], Scope] | None:
    """The names of `link(…)`: those of one node, then those of the other. The first node's are other names of its parts."""
    assert spec.link_head is not None
    names = spec.link_head.names
    if len(names) != 2 * len(a):
        world.report("RWT008", spec.link_head.span, name=spec.link_head.name.text, expected=f"{2 * len(a)} names", found=str(len(names)))
        return None
    inner = scope
    for name, part in zip(names, a, strict=False):
        if name.text != part.name:
            world.local(name, "parameter", part.type, inner)
            inner = Scope(names={**inner.names, name.text: part}, facts=inner.facts)
    b: tuple[LocalSymbol, ...] = ()
    for name, part in zip(names[len(a) :], a, strict=True):
        local = world.local(name, "parameter", part.type, inner)
        inner = inner.with_local(local)
        b = (*b, local)
    return b, inner


def _target(world: World, spec: GraphSpec, scope: Scope, a: tuple[LocalSymbol, ...]) -> tuple[typed.Expr, ...]:
    """What is no node is no link, so a part may be none, or outside."""
    if len(spec.to) != len(a):
        span = spec.to[0].span.to(spec.to[-1].span) if spec.to else spec.name.span
        expected = f"{len(a)} parts" if len(a) > 1 else "one part"
        world.report("RWT008", span, name="to", expected=expected, found=str(len(spec.to)))
        return ()
    found = []
    for at, (expr, part) in enumerate(zip(spec.to, a, strict=True), 1):
        value = expressions.express(world, scope, expr, part.type)
        wanted = optional(part.type) or part.type
        context = f"part {at} of the node that `to` names" if len(a) > 1 else "the node that `to` names"
        found.append(expressions.fit(world, value, wanted, context, narrows=not isinstance(value.type, OptionalType)))
    return tuple(value.operand if isinstance(value, typed.Narrow) and not value.said else value for value in found)


def _totals(world: World, graph: GraphFacts, scope: Scope) -> tuple[tuple[tuple[str, typed.Expr], ...], tuple[Type, ...]]:
    found: dict[str, typed.Expr] = {}
    types = []
    for name, expr in graph.spec.totals:
        if name.text in found or any(part.local.name == name.text for part in graph.parts or ()):
            world.report("RWN008", name.span, name=name.text, kind="a total", first=graph.spec.name.span, first_kind="a part or total")
            continue
        with world.under("totals", name.text):
            value = operators.number(world, expressions.express(world, scope, expr), f"the total `{name.text}`")
        found[name.text] = value
        types.append(graph_types.total_type(world, graph.spec.name.text, name.text))
    return tuple(found.items()), tuple(types)
