"""Graphs: nodes as numbers, the builtins on them, and the graphs themselves.

A node is the mixed radix number of its parts, first part slowest; of one part it is that part's own number. A group is its least node.
"""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import GroupType, NodeType, Type
from compiler.ir import exprs as x
from compiler.ir.game import GraphIR
from compiler.ir.layout import Carrier
from compiler.ir.renaming import renamed
from compiler.ir.simplify import FALSE, TRUE, binary, choose, compare, conjunction, minus, plus, times
from compiler.ir.walk import walk
from compiler.lower.expressions import domains, expressions, membership
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import NOBODY, bare, carrier, is_optional, none_of


def graph_of(world: World, name: str) -> t.Graph:
    return next(graph for graph in world.typed.graphs if graph.name == name)


def part_carriers(world: World, graph: t.Graph) -> tuple[Carrier, ...]:
    return tuple(carrier(world, binder.local.type) for binder in graph.parts)


def size_of(world: World, graph: t.Graph) -> int:
    carriers = part_carriers(world, graph)
    if len(carriers) == 1:
        return carriers[0].high + 1
    size = 1
    for made in carriers:
        size *= made.size
    return size


def node_number(world: World, graph: t.Graph, parts: tuple[x.Expr, ...]) -> x.Expr:
    if len(parts) == 1:
        return parts[0]
    number: x.Expr = x.Const(0)
    for made, value in zip(part_carriers(world, graph), parts, strict=True):
        number = plus(times(number, x.Const(made.size)), minus(value, x.Const(made.low)))
    return number


def part_of(world: World, graph: t.Graph, node: x.Expr, at: int) -> x.Expr:
    carriers = part_carriers(world, graph)
    if len(carriers) == 1:
        return node
    stride = 1
    for made in carriers[at + 1 :]:
        stride *= made.size
    value = binary("//", node, x.Const(stride))
    if at > 0:
        value = binary("%", value, x.Const(carriers[at].size))
    return plus(value, x.Const(carriers[at].low))


def part(scope: Scope, expr: t.Attribute, base: x.Expr) -> x.Expr:
    """`n.t`: a part of a node, or of a group's least node."""
    type = bare(expr.base.type)
    if not isinstance(type, NodeType | GroupType):
        return base
    return part_of(scope.world, graph_of(scope.world, type.graph), base, expr.detail)


def total(scope: Scope, expr: t.Attribute, base: x.Expr) -> x.Expr:
    type = bare(expr.base.type)
    assert isinstance(type, GroupType)
    return x.GraphValue(type.graph, "total", (base,), expr.detail_name, scope.rule("node", expr.span))


def nodes(scope: Scope, graph: t.Graph, arguments: tuple[t.Expr, ...]) -> tuple[x.Expr, ...]:
    """The numbers of the nodes that stand in arguments, each as one value or as all its parts."""
    found: list[x.Expr] = []
    at = 0
    while at < len(arguments):
        if isinstance(bare(arguments[at].type), NodeType | GroupType) and _is_of(bare(arguments[at].type), graph):
            found.append(expressions.value(scope, arguments[at]))
            at += 1
            continue
        given = arguments[at : at + len(graph.parts)]
        found.append(_node(scope, graph, given))
        at += len(graph.parts)
    return tuple(found)


def _is_of(type: Type, graph: t.Graph) -> bool:
    return isinstance(type, NodeType | GroupType) and type.graph == graph.name


def _node(scope: Scope, graph: t.Graph, given: tuple[t.Expr, ...]) -> x.Expr:
    """-1 where a part is none."""
    values = expressions.values(scope, given, tuple(binder.local.type for binder in graph.parts))
    number = node_number(scope.world, graph, values)
    if len(values) == 1:
        return number
    for argument, value in reversed(tuple(zip(given, values, strict=True))):
        if is_optional(argument.type):
            number = choose(compare("==", value, x.Const(none_of(scope.world, argument.type))), x.Const(NOBODY), number)
    return number


def group(scope: Scope, call: t.Builtin) -> x.Expr:
    return _valued(scope, call, "group")


def group_size(scope: Scope, call: t.Builtin) -> x.Expr:
    return _valued(scope, call, "size")


def distance(scope: Scope, call: t.Builtin) -> x.Expr:
    return _valued(scope, call, "distance")


def longest_walk(scope: Scope, call: t.Builtin) -> x.Expr:
    graph = graph_of(scope.world, call.graph)
    start = nodes(scope, graph, call.arguments[:-1])
    return x.GraphValue(call.graph, "longest", (*start, expressions.value(scope, call.arguments[-1])))


def _valued(scope: Scope, call: t.Builtin, kind: str) -> x.Expr:
    graph = graph_of(scope.world, call.graph)
    given = nodes(scope, graph, call.arguments)
    if kind == "distance":
        found = x.GraphValue(call.graph, "distance", given)
        none = none_of(scope.world, call.type)
        return found if none == NOBODY else choose(compare("==", renamed(found, scope.fresh), x.Const(NOBODY)), x.Const(none), found)
    return x.GraphValue(call.graph, "group" if kind == "group" else "size", given, "", scope.rule("node", call.span))


def linked(scope: Scope, call: t.Builtin) -> x.Cond:
    left, right = nodes(scope, graph_of(scope.world, call.graph), call.arguments)
    return x.Linked(call.graph, "linked" if call.name == "linked" else "connected", left, right)


def met(scope: Scope, call: t.Builtin) -> x.Cond:
    (node,) = nodes(scope, graph_of(scope.world, call.graph), call.arguments)
    return x.Met(call.graph, node)


def domain(scope: Scope, item: t.Walked) -> x.Domain:
    if item.name == "groups":
        return x.GraphNodes(item.graph, "groups")
    (node,) = nodes(scope, graph_of(scope.world, item.graph), item.arguments)
    return x.GraphNodes(item.graph, "members", node, scope.rule("node", item.span))


def lower_graph(world: World, graph: t.Graph) -> GraphIR:
    """Conditions over the locals `node`, `a` and `b`."""
    scope = Scope(world, f"graphs.{graph.name}", world.clauses(graph.cite), taken={"node", "a", "b"})
    exists = _exists(scope, graph)
    for at, local in enumerate(graph.a):
        scope.locals[local.number] = part_of(world, graph, x.Local("a"), at)
    for at, local in enumerate(graph.b):
        scope.locals[local.number] = part_of(world, graph, x.Local("b"), at)
    near, link = _near(scope, graph)
    along: tuple[x.Binder, ...] = ()
    to = None
    if graph.to:
        along = tuple(domains.binder(scope, item) for item in graph.along)
        to = _node(scope, graph, graph.to)
    carriers = part_carriers(world, graph)
    made = carriers[0] if len(carriers) == 1 else carrier(world, NodeType(graph.name))
    return GraphIR(
        name=graph.name,
        size=size_of(world, graph),
        exists=exists,
        near=near,
        link=link,
        along=along,
        to=to,
        totals=tuple((name, expressions.value(scope, expr)) for name, expr in graph.totals),
        ends=expressions.condition(scope, graph.ends) if graph.ends is not None else None,
        directed=graph.directed,
        grows=graph.grows,
        carrier=made,
        doc=world.doc(f"graphs.{graph.name}", graph.cite, graph.span),
    )


def _exists(scope: Scope, graph: t.Graph) -> x.Cond:
    """Is every part of `node` in its domain?"""
    world = scope.world
    found: list[x.Cond] = []
    for at, item in enumerate(graph.parts):
        value = part_of(world, graph, x.Local("node"), at)
        domain = domains.domain(scope, item.domain)
        made = carrier(world, item.local.type)
        scope.locals[item.local.number] = value
        low = 0 if len(graph.parts) == 1 else made.low
        if item.by is not None or item.keep is not None:
            world.report(item.span, "`while` and `by` in the nodes of a graph")
        if isinstance(item.domain, t.InZone) and item.domain.zone is not None and not item.domain.kinds:
            found.append(membership.in_zone(scope, item.domain, value))
        elif domain != x.Numbers(x.Const(low), x.Const(made.high)):
            found.append(x.Member(value, domain))
        if item.where is not None:
            found.append(expressions.condition(scope, item.where))
    return conjunction(tuple(found))


def _near(scope: Scope, graph: t.Graph) -> tuple[x.Binder | None, x.Cond | None]:
    """A conjunct of the link that lists the candidates, where one does, and the rest of the link."""
    if graph.link is None:
        return None, None
    items = graph.link.items if isinstance(graph.link, t.Logic) and graph.link.operator == "and" else (graph.link,)
    near: x.Binder | None = None
    rest: list[x.Cond] = []
    for item in items:
        found = _candidates(scope, graph, item) if near is None and len(graph.parts) == 1 else None
        if found is not None:
            near = x.Binder("b", found)
        else:
            rest.append(expressions.condition(scope, item))
        if rest and rest[-1] == FALSE:
            break
    link = conjunction(tuple(rest))
    return near, None if link == TRUE and near is not None else link


def _candidates(scope: Scope, graph: t.Graph, item: t.Expr) -> x.Domain | None:
    """`adjacent(a, b)`, or `b in` something that does not depend on b."""
    a, b = graph.a[0], graph.b[0]
    match item:
        case t.Builtin(name="adjacent", arguments=(t.LocalRef(local=first), t.LocalRef(local=second)), board=board):
            if {first.number, second.number} == {a.number, b.number}:
                walked = t.Walked(name="neighbours", arguments=(t.LocalRef(local=a, type=a.type, span=item.span),), element=a.type,
                                  span=item.span, board=board)  # fmt: skip
                return domains.domain(scope, walked)
        case t.In(item=t.LocalRef(local=local), domain=inside) if local.number == b.number and domains.extra(scope, inside, x.Local("b")) is None:
            made = domains.domain(scope, inside)
            return None if x.Local("b") in walk(made) else made
        case _:
            return None
    return None

