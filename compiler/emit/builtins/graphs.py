"""Connections: groups found by flooding, links, distances, longest walks, sums over a group.

    find_chain(s)              writes the least node of each node's group into scratch, if the position has changed since
    group_in_chain(s, q, rule) that of a node; size_in_chain, open_of_chain likewise
"""

from compiler.emit.expressions.domains import open_domain, row_bounds
from compiler.emit.expressions.expressions import spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.ir import exprs as x
from compiler.ir.game import GraphIR


def _graph(f: Body, subject: object) -> GraphIR:
    return f.plan.survey.graphs[str(subject[0] if isinstance(subject, tuple) else subject)]


def groups_of(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_group", graph.size, f"least node of the group of each node of {graph.name}, -1: no node")


def _queue(plan: Plan, graph: GraphIR) -> str:
    return plan.region(f"{graph.name}_ahead", graph.size, f"nodes of {graph.name} that are being gone through")


def _is_node(f: Body, graph: GraphIR, node: str) -> str:
    """The text that asks whether there is such a node (which is within 0..size-1)."""
    if graph.exists == x.Bool(True):
        return "True"
    return f"{f.plan.want('exists', graph.name, f'is_node_of_{graph.name}', 'graphs')}(s, {node})"


def write_exists(want: Want, f: Body) -> Function:
    graph = _graph(f, want.subject)
    node = f.bind("node")
    f.parameters.append(f"{node}: int")
    inside = f"0 <= {node} < {graph.size}"
    f.add(f"return {inside}" + ("" if graph.exists == x.Bool(True) else f" and {test(f, graph.exists, 2)}"))
    return f.function(result="bool", about=(f"Whether this is a node of `{graph.name}` now.",))


def open_links(f: Body, graph: GraphIR, node: str) -> str:
    """Opens the loops over what is one link away (maybe more than once); the name of the other node, which may be no node."""
    f.env["a"] = node
    if graph.to is not None:
        for binder in graph.along:
            open_domain(f, binder)
            if binder.where is not None:
                f.open(f"if {test(f, binder.where)}:")
        other = f.fresh("other")
        f.assign(other, spell(f, graph.to))
        f.open(f"if 0 <= {other} < {graph.size} and {other} != {node}:")
        return other
    if graph.near is not None:
        open_domain(f, graph.near)
        if graph.near.where is not None:
            f.open(f"if {test(f, graph.near.where)}:")
        other = f.env[graph.near.local]
    else:
        other = f.loop("b", str(graph.size))
    return other


def link_test(f: Body, graph: GraphIR, node: str, other: str) -> list[str]:
    """What else must hold for a link to what `open_links` gives."""
    asked = []
    if graph.to is None:
        asked.append(f"{other} != {node}")
    if graph.exists != x.Bool(True):
        asked.append(_is_node(f, graph, other))
    if graph.link is not None:
        asked.append(test(f, graph.link, 2))
    return asked


def write_groups(want: Want, f: Body) -> Function:
    """Finds every group, unless nothing has changed since."""
    graph = _graph(f, want.subject)
    groups, queue = groups_of(f.plan, graph), _queue(f.plan, graph)
    found = f.plan.found[graph.name]
    with f.block(f"if s[{found}] != 0:"):
        f.add("return")
    f.add(f"s[{found}] = 1")
    with f.scope():
        at = f.loop("at", f"{groups}, {groups} + {graph.size}", is_temporary=True)
        f.add(f"s[{at}] = -1")
    least = f.loop("least", str(graph.size), is_temporary=True)
    begins = [f"s[{groups} + {least}] == -1", *([] if graph.exists == x.Bool(True) else [_is_node(f, graph, least)])]
    f.open(f"if {' and '.join(begins)}:")
    f.add(f"s[{groups} + {least}] = {least}")
    f.add(f"s[{queue}] = {least}")
    waiting = f.fresh("waiting")
    f.assign(waiting, "1")
    f.open(f"while {waiting} > 0:")
    f.add(f"{waiting} -= 1")
    node = f.fresh("node")
    f.assign(node, f"s[{queue} + {waiting}]")
    other = open_links(f, graph, node)
    if _is_lopsided(graph):
        _join(f, graph, groups, node, other)
    f.open(f"if {' and '.join([f's[{groups} + {other}] == -1', *link_test(f, graph, node, other)])}:")
    f.add(f"s[{groups} + {other}] = s[{groups} + {node}]" if _is_lopsided(graph) else f"s[{groups} + {other}] = {least}")
    f.add(f"s[{queue} + {waiting}] = {other}")
    f.add(f"{waiting} += 1")
    about = f"Finds the groups of `{graph.name}`, unless nothing has changed since: each is named by its least node."
    return f.function(result="None", doc=graph.doc, about=(about,))


def _is_lopsided(graph: GraphIR) -> bool:
    """Whether a link may be written at one of its ends only, although it holds both ways."""
    return graph.to is not None and not graph.directed


def _join(f: Body, graph: GraphIR, groups: str, node: str, other: str) -> None:
    """A link to a node that a group has already: both become the one with the lesser name."""
    mine, theirs = f"s[{groups} + {node}]", f"s[{groups} + {other}]"
    with f.block(f"if {theirs} != -1 and {theirs} != {mine}:"):
        kept, gone = f.fresh("kept"), f.fresh("gone")
        f.assign(kept, f"min({mine}, {theirs})")
        f.assign(gone, f"max({mine}, {theirs})")
        at = f.loop("at", f"{groups}, {groups} + {graph.size}", is_temporary=True)
        f.open(f"if s[{at}] == {gone}:")
        f.add(f"s[{at}] = {kept}")


def write_group(want: Want, f: Body) -> Function:
    graph = _graph(f, want.subject)
    node = _parameter(f, "node")
    rule = _parameter(f, "rule")
    with f.block(f"if {_no_node(f, graph, node)}:"):
        fail_with(f, rule)
        f.add("return 0")
    f.add(f"{_find(f, graph)}(s)")
    f.add(f"return s[{groups_of(f.plan, graph)} + {node}]")
    return f.function(result="int", about=(f"The least node of a node's group in `{graph.name}`; the fault `rule` for what is no node.",))


def fail_with(f: Body, rule: str) -> None:
    f.add(f"{f.plan.use('fault')}(s, {rule})")


def _no_node(f: Body, graph: GraphIR, node: str) -> str:
    return f"not {f.plan.want('exists', graph.name, f'is_node_of_{graph.name}', 'graphs')}(s, {node})"


def _find(f: Body, graph: GraphIR) -> str:
    return f.plan.want("groups", graph.name, f"find_{graph.name}", "graphs")


def _parameter(f: Body, wanted: str) -> str:
    name = f.fresh(wanted)
    f.parameters.append(f"{name}: int")
    f.declared.add(name)
    return name


def _own_group(f: Body, graph: GraphIR) -> tuple[str, str]:
    """Parameters and first lines of what asks about a node's group: its node and its least node."""
    node, rule = _parameter(f, "node"), _parameter(f, "rule")
    least = f.fresh("least")
    group = f.plan.want("group", (graph.name, ""), f"group_in_{graph.name}", "graphs")
    f.assign(least, f"{group}(s, {node}, {rule})")
    return node, least


def write_size(want: Want, f: Body) -> Function:
    """How many nodes a group has."""
    graph = _graph(f, want.subject)
    _, least = _own_group(f, graph)
    _members_sum(f, graph, least, "1")
    return f.function(result="int", about=(f"How many nodes the group of a node of `{graph.name}` has.",))


def write_total(want: Want, f: Body) -> Function:
    """A sum over a group."""
    graph = _graph(f, want.subject)
    detail = want.subject[1]
    _, least = _own_group(f, graph)
    _members_sum(f, graph, least, str(detail))
    return f.function(result="int", doc=graph.doc, about=(f"`{detail}` of the group of a node of `{graph.name}`.",))


def _members_sum(f: Body, graph: GraphIR, least: str, detail: str) -> None:
    total = f.fresh("total")
    f.assign(total, "0")
    expression = dict(graph.totals).get(detail)
    with f.scope():
        member = f.loop("a", f"{least}, {graph.size}")
        f.open(f"if s[{groups_of(f.plan, graph)} + {member}] == {least}:")
        f.add(f"{total} += {'1' if expression is None else spell(f, expression)}")
    f.add(f"return {total}")


def write_connected(want: Want, f: Body) -> Function:
    graph = _graph(f, want.subject)
    left, right = _parameter(f, "left"), _parameter(f, "right")
    with f.block(f"if {_no_node(f, graph, left)} or {_no_node(f, graph, right)}:"):
        f.add("return False")
    f.add(f"{_find(f, graph)}(s)")
    groups = groups_of(f.plan, graph)
    f.add(f"return s[{groups} + {left}] == s[{groups} + {right}]")
    return f.function(result="bool", about=(f"Whether two nodes of `{graph.name}` are in one group.",))


def write_linked(want: Want, f: Body) -> Function:
    graph = _graph(f, want.subject)
    left, right = _parameter(f, "left"), _parameter(f, "right")
    with f.block(f"if {_no_node(f, graph, left)} or {_no_node(f, graph, right)}:"):
        f.add("return False")
    with f.scope():
        other = open_links(f, graph, left)
        f.open(f"if {' and '.join([f'{other} == {right}', *link_test(f, graph, left, other)])}:")
        f.add("return True")
    if _is_lopsided(graph):
        with f.scope():
            other = open_links(f, graph, right)
            f.open(f"if {other} == {left}:")
            f.add("return True")
    f.add("return False")
    return f.function(result="bool", about=(f"Whether a link of `{graph.name}` leads from one node to the other.",))


def write_distance(want: Want, f: Body) -> Function:
    """Rings of nodes around the first until the second is met."""
    graph = _graph(f, want.subject)
    left, right = _parameter(f, "left"), _parameter(f, "right")
    queue = _queue(f.plan, graph)
    far = f.plan.region(f"{graph.name}_distance", graph.size, f"links from where a distance in {graph.name} is measured, -1: not reached")
    with f.block(f"if {_no_node(f, graph, left)} or {_no_node(f, graph, right)}:"):
        f.add("return -1")
    with f.scope():
        at = f.loop("at", f"{far}, {far} + {graph.size}", is_temporary=True)
        f.add(f"s[{at}] = -1")
    f.add(f"s[{far} + {left}] = 0")
    f.add(f"s[{queue}] = {left}")
    head, tail = f.fresh("head"), f.fresh("tail")
    f.assign(head, "0")
    f.assign(tail, "1")
    with f.block(f"while {head} < {tail} and s[{far} + {right}] == -1:"):
        node = f.fresh("node")
        f.assign(node, f"s[{queue} + {head}]")
        f.add(f"{head} += 1")
        with f.scope():
            other = open_links(f, graph, node)
            f.open(f"if {' and '.join([f's[{far} + {other}] == -1', *link_test(f, graph, node, other)])}:")
            f.add(f"s[{far} + {other}] = s[{far} + {node}] + 1")
            f.add(f"s[{queue} + {tail}] = {other}")
            f.add(f"{tail} += 1")
    f.add(f"return s[{far} + {right}]")
    return f.function(result="int", about=(f"The least number of links of `{graph.name}` between two nodes, -1 if there is no way.",))


def write_longest(want: Want, f: Body) -> Function:
    """Tries every walk, forwards and back: through the neighbours in a list where the graph has one, else by the nodes' numbers."""
    graph = _graph(f, want.subject)
    start, limit = _parameter(f, "start"), _parameter(f, "limit")
    path = f.plan.region(f"{graph.name}_walk", graph.size + 1, f"the walk in {graph.name} that is tried")
    with f.block(f"if {limit} <= 0 or {_no_node(f, graph, start)}:"):
        f.add("return 0")
    f.add(f"s[{path}] = {start}")
    links, best, node = f.fresh("links"), f.fresh("best"), f.fresh("node")
    f.assign(links, "0")
    f.assign(best, "0")
    end = ", to where it may end" if graph.ends is not None else ""
    about = f"The most links of a walk in `{graph.name}` that meets no node twice, at most `limit`{end}."
    near = graph.near
    if graph.to is None and near is not None and isinstance(near.domain, x.ListRow) and near.keep is None and not _has_gaps(f, near.domain):
        _longest_by_list(f, graph, near, near.domain, path, (limit, links, best, node))
    else:
        _longest_by_number(f, graph, path, (limit, links, best, node))
    if graph.name in f.plan.met:
        f.add(f"s[{f.plan.met[graph.name]}] = 0")
    f.add(f"return {best}")
    return f.function(result="int", about=(about,))


def _recall(f: Body, graph: GraphIR, links: str) -> None:
    """Says how many nodes the walk has met, where links ask for it."""
    if graph.name in f.plan.met:
        f.add(f"s[{f.plan.met[graph.name]}] = {links} + 1")


def _has_gaps(f: Body, domain: x.ListRow) -> bool:
    return any(-1 in row for row in f.plan.game.layout.list_table(domain.lists).rows)


def _neighbours(f: Body, domain: x.ListRow, node: str) -> tuple[str, str]:
    """Where the neighbours of a node begin in their table, and where they end."""
    with f.scope():
        f.env["a"] = node
        return row_bounds(f, domain)


def _longest_by_list(f: Body, graph: GraphIR, near: x.Binder, listed: x.ListRow, path: str, names: tuple[str, str, str, str]) -> None:
    """`tried` says for each node of the walk which neighbour comes next."""
    limit, links, best, node = names
    tried = f.plan.region(f"{graph.name}_tried", graph.size + 1, f"the next neighbour to try at each node of the walk in {graph.name}")
    table = f.plan.tables[f"list {listed.lists}"]
    f.add(f"s[{tried}] = {_neighbours(f, listed, f's[{path}]')[0]}")
    at = f.fresh("at")
    with f.block(f"while {links} >= 0 and {best} < {limit}:"):
        _recall(f, graph, links)
        f.assign(at, f"s[{tried} + {links}]")
        f.assign(node, f"s[{path} + {links}]")
        with f.block(f"if {links} == {limit} or {at} == {_neighbours(f, listed, node)[1]}:"):
            f.add(f"{links} -= 1")
        with f.block("else:"):
            f.add(f"s[{tried} + {links}] = {at} + 1")
            f.env["a"] = node
            other = f.let(near.local, f"{table}[{at}]")
            asked = [] if near.where is None else [test(f, near.where, 2)]
            f.open(f"if {' and '.join([*asked, *link_test(f, graph, node, other), _unmet(f, graph, links, other)])}:")
            f.add(f"{links} += 1")
            f.add(f"s[{path} + {links}] = {other}")
            f.add(f"s[{tried} + {links}] = {_neighbours(f, listed, other)[0]}")
            _keep_longer(f, graph, other, links, best)


def _longest_by_number(f: Body, graph: GraphIR, path: str, names: tuple[str, str, str, str]) -> None:
    """After a node that has been tried comes the next greater one."""
    limit, links, best, node = names
    step = f.plan.want("next node", graph.name, f"next_node_in_{graph.name}", "graphs")
    after = f.fresh("after")
    f.assign(after, "-1")
    with f.block(f"while {links} >= 0 and {best} < {limit}:"):
        _recall(f, graph, links)
        f.assign(node, f"{step}(s, {links}, {after}) if {links} < {limit} else {graph.size}")
        with f.block(f"if {node} < {graph.size}:"):
            f.add(f"{links} += 1")
            f.add(f"s[{path} + {links}] = {node}")
            f.add(f"{after} = -1")
            _keep_longer(f, graph, node, links, best)
        with f.block("else:"):
            f.add(f"{after} = s[{path} + {links}]")
            f.add(f"{links} -= 1")


def _keep_longer(f: Body, graph: GraphIR, node: str, links: str, best: str) -> None:
    if graph.ends is None:
        f.add(f"{best} = max({best}, {links})")
        return
    f.env["a"] = node
    with f.block(f"if {best} < {links} and {test(f, graph.ends, 2)}:"):
        f.add(f"{best} = {links}")


def _unmet(f: Body, graph: GraphIR, links: str, other: str) -> str:
    name = f.plan.want("unmet", graph.name, f"is_unmet_in_{graph.name}", "graphs")
    return f"{name}(s, {links}, {other})"


def write_unmet(want: Want, f: Body) -> Function:
    graph = _graph(f, want.subject)
    links, other = _parameter(f, "links"), _parameter(f, "other")
    path = f.plan.region(f"{graph.name}_walk", graph.size + 1, f"the walk in {graph.name} that is tried")
    with f.scope():
        at = f.loop("at", f"{path}, {path} + {links} + 1", is_temporary=True)
        f.open(f"if s[{at}] == {other}:")
        f.add("return False")
    f.add("return True")
    return f.function(result="bool", about=(f"Whether the walk in `{graph.name}` that is tried has not met a node.",))


def write_met(want: Want, f: Body) -> Function:
    graph = _graph(f, want.subject)
    node = _parameter(f, "node")
    path = f.plan.region(f"{graph.name}_walk", graph.size + 1, f"the walk in {graph.name} that is tried")
    with f.scope():
        at = f.loop("at", f"{path}, {path} + s[{f.plan.met[graph.name]}]", is_temporary=True)
        f.open(f"if s[{at}] == {node}:")
        f.add("return True")
    f.add("return False")
    return f.function(result="bool", about=(f"Whether the walk in `{graph.name}` that is tried has met a node.",))


def write_next_node(want: Want, f: Body) -> Function:
    """The least node one link away that is greater than another and not on the walk."""
    graph = _graph(f, want.subject)
    links, after = _parameter(f, "links"), _parameter(f, "after")
    path = f.plan.region(f"{graph.name}_walk", graph.size + 1, f"the walk in {graph.name} that is tried")
    node, best = f.fresh("node"), f.fresh("best")
    f.assign(node, f"s[{path} + {links}]")
    f.assign(best, str(graph.size))
    with f.scope():
        other = open_links(f, graph, node)
        f.open(f"if {' and '.join([f'{after} < {other} < {best}', *link_test(f, graph, node, other), _unmet(f, graph, links, other)])}:")
        f.add(f"{best} = {other}")
    f.add(f"return {best}")
    about = f"The least node of `{graph.name}` one link from the end of the walk, above `after` and not on it; {graph.size} if there is none."
    return f.function(result="int", about=(about,))
