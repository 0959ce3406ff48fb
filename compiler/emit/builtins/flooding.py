"""Groups found one at a time, when one is asked for: what `graphs` does for graphs whose links surely hold both ways.

In scratch, for each node: the least node of its group, plus a base that grows whenever the position changes, so that all is forgotten at once. The
group found last stands in a queue, in the order in which it was met.

    flood_chain(s, q)                 goes through the group of q
    some_open_of_chain(s, q, rule)    whether `open` of its group is above 0: stops at the first node that has some
"""

from compiler.emit.builtins import graphs
from compiler.emit.builtins.graphs import fail_with, open_links
from compiler.emit.expressions.expressions import spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.ir import exprs as x
from compiler.ir.game import GraphIR
from compiler.ir.simplify import compare
from compiler.ir.walk import transform, walk


def _graph(f: Body, want: Want) -> GraphIR:
    return f.plan.survey.graphs[want.subject[0] if isinstance(want.subject, tuple) else str(want.subject)]


def _parameter(f: Body, wanted: str) -> str:
    name = f.fresh(wanted)
    f.parameters.append(f"{name}: int")
    f.declared.add(name)
    return name


def _no_node(f: Body, graph: GraphIR, node: str) -> str:
    return f"not {f.plan.want('exists', graph.name, f'is_node_of_{graph.name}', 'graphs')}(s, {node})"


def groups_of(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_group", graph.size, f"base and least node of the group of each node of {graph.name}; below the base: not known")


def _queue(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_queue", graph.size, f"nodes of the group of {graph.name} that was gone through last")


def _count(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_count", 1, f"how many nodes of {graph.name} stand in the queue")


def _latest(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_latest", 1, f"base and least node of the group of {graph.name} in the queue; 0: none as a whole")


def _met(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_met", graph.size, f"the search of {graph.name} that met each node last")


def _search(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_search", 1, f"number of the search of {graph.name} that goes on")


def _is_new(f: Body, graph: GraphIR, node: str) -> str:
    return f"s[{groups_of(f.plan, graph)} + {node}] < s[{f.plan.found[graph.name]}]"


def _flood(f: Body, graph: GraphIR) -> str:
    return f.plan.want("flood", graph.name, f"flood_{graph.name}", "graphs")


def _begin(f: Body, graph: GraphIR, node: str) -> tuple[str, str]:
    """A search that has met a node: names of its number and of how many it has met."""
    search = f.fresh("search")
    f.assign(search, f"s[{_search(f.plan, graph)}] + 1")
    f.add(f"s[{_search(f.plan, graph)}] = {search}")
    f.add(f"s[{_met(f.plan, graph)} + {node}] = {search}")
    f.add(f"s[{_queue(f.plan, graph)}] = {node}")
    count = f.fresh("count")
    f.assign(count, "1")
    return search, count


def _spread(f: Body, graph: GraphIR, search: str, count: str) -> str:
    """Opens the loops up to where a node is met for the first time; its name. It stands in the queue already."""
    met, queue = _met(f.plan, graph), _queue(f.plan, graph)
    at = f.fresh("at")
    f.assign(at, "0")
    f.open(f"while {at} < {count}:")
    node = f.fresh("node")
    f.assign(node, f"s[{queue} + {at}]")
    f.add(f"{at} += 1")
    link = _seen_from(f, graph, node)
    other = open_links(f, graph, node)
    # What rules out most comes first: that two nodes are linked is seldom true.
    asked = [] if link is None else [test(f, link, 2)]
    f.open(f"if {' and '.join([*asked, f's[{met} + {other}] != {search}', *_others(f, graph, other)])}:")
    f.add(f"s[{met} + {other}] = {search}")
    f.add(f"s[{queue} + {count}] = {other}")
    f.add(f"{count} += 1")
    return other


def _seen_from(f: Body, graph: GraphIR, node: str) -> x.Cond | None:
    """The link, with what it reads of the node itself read once; `a` is bound to the node."""
    f.env["a"] = node
    if graph.link is None or f.plan.survey.can_fault(graph.link):
        return graph.link
    own: dict[x.Expr, x.Expr] = {}
    for part in walk(graph.link):
        if isinstance(part, x.Load) and part.index == x.Local("a") and part not in own:
            name = f"own {part.block}"
            f.let(name, spell(f, part))
            own[part] = x.Local(name)
    return transform(graph.link, lambda part: own.get(part, part) if isinstance(part, x.Load) else part)


def _others(f: Body, graph: GraphIR, other: str) -> list[str]:
    """That the other is a node; one that is met cannot be the node itself."""
    return [] if graph.exists == x.Bool(True) else [_no_node(f, graph, other).removeprefix("not ")]


def _name(f: Body, graph: GraphIR, least: str, count: str) -> None:
    """The whole group stands in the queue: each of its nodes is told its name."""
    name = f.fresh("name")
    f.assign(name, f"s[{f.plan.found[graph.name]}] + {least}")
    f.add(f"s[{_latest(f.plan, graph)}] = {name}")
    f.add(f"s[{_count(f.plan, graph)}] = {count}")
    with f.scope():
        at = f.loop("at", f"{_queue(f.plan, graph)}, {_queue(f.plan, graph)} + {count}", is_temporary=True)
        f.add(f"s[{groups_of(f.plan, graph)} + s[{at}]] = {name}")


def write_flood(want: Want, f: Body) -> Function:
    graph = _graph(f, want)
    node = _parameter(f, "first")
    search, count = _begin(f, graph, node)
    least = f.fresh("least")
    f.assign(least, node)
    with f.scope():
        other = _spread(f, graph, search, count)
        f.add(f"{least} = min({least}, {other})")
    _name(f, graph, least, count)
    about = f"Goes through the group of a node of `{graph.name}`; it is named by its least node."
    return f.function(result="None", doc=graph.doc, about=(about,))


def write_groups(want: Want, f: Body) -> Function:
    """Finds every group that is not known yet."""
    graph = _graph(f, want)
    if graph.name not in f.plan.flooded:
        return graphs.write_groups(want, f)
    with f.scope():
        node = f.loop("first", str(graph.size), is_temporary=True)
        there = [] if graph.exists == x.Bool(True) else [_no_node(f, graph, node).removeprefix("not ")]
        f.open(f"if {' and '.join([_is_new(f, graph, node), *there])}:")
        f.add(f"{_flood(f, graph)}(s, {node})")
    return f.function(result="None", doc=graph.doc, about=(f"Finds the groups of `{graph.name}` that are not known yet.",))


def write_group(want: Want, f: Body) -> Function:
    graph = _graph(f, want)
    if graph.name not in f.plan.flooded:
        return graphs.write_group(want, f)
    node, rule = _parameter(f, "node"), _parameter(f, "rule")
    with f.block(f"if {_no_node(f, graph, node)}:"):
        fail_with(f, rule)
        f.add("return 0")
    with f.block(f"if {_is_new(f, graph, node)}:"):
        f.add(f"{_flood(f, graph)}(s, {node})")
    f.add(f"return s[{groups_of(f.plan, graph)} + {node}] - s[{f.plan.found[graph.name]}]")
    return f.function(result="int", about=(f"The least node of a node's group in `{graph.name}`; the fault `rule` for what is no node.",))


def write_connected(want: Want, f: Body) -> Function:
    graph = _graph(f, want)
    if graph.name not in f.plan.flooded:
        return graphs.write_connected(want, f)
    left, right = _parameter(f, "left"), _parameter(f, "right")
    with f.block(f"if {_no_node(f, graph, left)} or {_no_node(f, graph, right)}:"):
        f.add("return False")
    with f.block(f"if {_is_new(f, graph, left)}:"):
        f.add(f"{_flood(f, graph)}(s, {left})")
    f.add(f"return s[{groups_of(f.plan, graph)} + {left}] == s[{groups_of(f.plan, graph)} + {right}]")
    return f.function(result="bool", about=(f"Whether two nodes of `{graph.name}` are in one group.",))


def write_size(want: Want, f: Body) -> Function:
    graph = _graph(f, want)
    if graph.name not in f.plan.flooded:
        return graphs.write_size(want, f)
    least = _own_group(f, graph)
    with f.block(f"if {_is_latest(f, graph, least)}:"):
        f.add(f"return s[{_count(f.plan, graph)}]")
    _add_up(f, graph, least, None)
    return f.function(result="int", about=(f"How many nodes the group of a node of `{graph.name}` has.",))


def write_total(want: Want, f: Body) -> Function:
    graph = _graph(f, want)
    if graph.name not in f.plan.flooded:
        return graphs.write_total(want, f)
    detail = want.subject[1]
    part = dict(graph.totals)[detail]
    least = _own_group(f, graph)
    total = f.fresh("total")
    with f.block(f"if {_is_latest(f, graph, least)}:"):
        f.assign(total, "0")
        with f.scope():
            _open_queue(f, graph)
            f.add(f"{total} += {spell(f, part)}")
        f.add(f"return {total}")
    _add_up(f, graph, least, part)
    return f.function(result="int", doc=graph.doc, about=(f"`{detail}` of the group of a node of `{graph.name}`.",))


def _own_group(f: Body, graph: GraphIR) -> str:
    """The name of the least node of the group of the parameter."""
    node, rule = _parameter(f, "node"), _parameter(f, "rule")
    least = f.fresh("least")
    group = f.plan.want("group", (graph.name, ""), f"group_in_{graph.name}", "graphs")
    f.assign(least, f"{group}(s, {node}, {rule})")
    return least


def _is_latest(f: Body, graph: GraphIR, least: str) -> str:
    return f"s[{_latest(f.plan, graph)}] == s[{f.plan.found[graph.name]}] + {least}"


def _open_queue(f: Body, graph: GraphIR) -> str:
    queue = _queue(f.plan, graph)
    at = f.loop("at", f"{queue}, {queue} + s[{_count(f.plan, graph)}]", is_temporary=True)
    return f.let("a", f"s[{at}]")


def _add_up(f: Body, graph: GraphIR, least: str, part: x.Expr | None) -> None:
    """Sums over the members of a group that is known, by their numbers."""
    total = f.fresh("total")
    f.assign(total, "0")
    with f.scope():
        member = f.loop("a", f"{least}, {graph.size}")
        f.open(f"if s[{groups_of(f.plan, graph)} + {member}] == s[{f.plan.found[graph.name]}] + {least}:")
        f.add(f"{total} += {'1' if part is None else spell(f, part)}")
    f.add(f"return {total}")


def write_some(want: Want, f: Body) -> Function:
    """Whether a total, a sum of what is never below 0, is above 0."""
    graph, detail = _graph(f, want), want.subject[1]
    part = dict(graph.totals)[detail]
    node, rule = _parameter(f, "node"), _parameter(f, "rule")

    def leave_if_some(member: str) -> None:
        f.env["a"] = member
        with f.block(f"if {test(f, compare('>', part, x.Const(0)))}:"):
            f.add("return True")

    with f.block(f"if {_no_node(f, graph, node)}:"):
        fail_with(f, rule)
        f.add("return False")
    leave_if_some(node)
    with f.block(f"if s[{groups_of(f.plan, graph)} + {node}] >= s[{f.plan.found[graph.name]}]:"):
        group = f.fresh("group")
        f.assign(group, f"s[{groups_of(f.plan, graph)} + {node}]")
        with f.block(f"if s[{_latest(f.plan, graph)}] == {group}:"):
            with f.scope():
                leave_if_some(_open_queue(f, graph))
            f.add("return False")
        with f.scope():
            member = f.loop("a", f"{group} - s[{f.plan.found[graph.name]}], {graph.size}")
            f.open(f"if s[{groups_of(f.plan, graph)} + {member}] == {group}:")
            leave_if_some(member)
        f.add("return False")
    f.add(f"s[{_latest(f.plan, graph)}] = 0")
    search, count = _begin(f, graph, node)
    least = f.fresh("least")
    f.assign(least, node)
    with f.scope():
        other = _spread(f, graph, search, count)
        leave_if_some(other)
        f.add(f"{least} = min({least}, {other})")
    _name(f, graph, least, count)
    f.add("return False")
    return f.function(result="bool", doc=graph.doc, about=(f"Whether `{detail}` of the group of a node of `{graph.name}` is above 0.",))
