"""Domains as loops.

`walk` opens the loops of a row of binders in a function that is being written, each with what its `keep` and `where` ask; the caller writes
the innermost lines inside `f.scope()`.

    any(c in hand[p] where …)       held: int = s[HAND_MEMBERS + p]
                                    while held != 0:
                                        c: int = (held & -held).bit_length() - 1
                                        held &= held - 1
                                        if …:
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from compiler.emit.expressions.expressions import BITOR, SUM, UNARY, slot, spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Plan
from compiler.ir import exprs as x
from compiler.ir.layout import WORD, Lists, Zone
from compiler.ir.simplify import conjunction, negation, plus


def walk(f: Body, binders: Sequence[x.Binder], conditions: Sequence[Sequence[x.Cond]] = (), backwards: bool = False) -> None:
    """Opens a loop for each binder; `conditions[i]` are asked, with its `where`, as soon as binder i is bound. Rows of constants may be gone
    through `backwards`."""
    for at, binder in enumerate(binders):
        match binder:
            case x.Binder(domain=x.ListRow() as row, keep=None) if backwards:
                _list_row(f, binder.local, row, backwards=True)
            case x.Binder(domain=x.Numbers(x.Const(low), x.Const(high)), keep=None) if backwards:
                f.loop(binder.local, f"{high}, {low - 1}, -1")
            case _:
                open_domain(f, binder)
        asked = [*(() if binder.where is None else (binder.where,)), *(conditions[at] if conditions else ())]
        ask(f, asked)


def ask(f: Body, conditions: Sequence[x.Cond]) -> None:
    """Goes on only where all hold."""
    joined = conjunction(tuple(conditions))
    if joined != x.Bool(True):
        f.open(f"if {test(f, joined)}:")


def open_domain(f: Body, binder: x.Binder) -> None:
    """Opens the loop of a binder, up to its `keep`; `where` is not asked."""
    domain, local = binder.domain, binder.local
    if isinstance(domain, x.One):
        _one(f, local, domain)
        ask(f, () if binder.keep is None else (binder.keep,))
        return
    match domain:
        case x.Numbers(low, high):
            f.loop(local, numbers(f, low, high))
        case x.Listed(items):
            _listed(f, local, items)
        case x.ListRow():
            _list_row(f, local, domain)
        case x.Pieces():
            _pieces(f, local, domain)
        case x.Seats(start, count):
            _seats(f, local, start, count)
        case x.GraphNodes():
            _graph_nodes(f, local, domain)
        case x.Places(plane):
            _places(f, local, plane)
        case _:
            assert_never(domain)
    if binder.keep is not None:
        with f.block(f"if {test(f, negation(binder.keep))}:"):
            f.add("break")


def is_one_loop(domain: x.Domain) -> bool:
    """Whether leaving the innermost loop ends the walk of the domain (and not only a part of it)."""
    return not isinstance(domain, x.One)


def numbers(f: Body, low: x.Expr, high: x.Expr) -> str:
    """What stands in `range(…)`."""
    end = spell(f, plus(high, x.Const(1)))
    return end if low == x.Const(0) else f"{spell(f, low)}, {end}"


def _one(f: Body, local: str, domain: x.One) -> None:
    name = f.let(local, spell(f, domain.value))
    if not (isinstance(domain.value, x.Const) and domain.value.value != domain.none):
        f.open(f"if {name} != {domain.none}:")


def _listed(f: Body, local: str, items: tuple[x.Expr, ...]) -> None:
    constants = tuple(item.value for item in items if isinstance(item, x.Const))
    if len(constants) < len(items):
        _one_of(f, local, items)
    elif constants and all(after == before + 1 for before, after in pairwise(constants)):
        f.loop(local, numbers(f, x.Const(constants[0]), x.Const(constants[-1])))
    else:
        table = f.plan.table(constants, f"{local}_values")
        at = f.loop("at", str(len(constants)), is_temporary=True)
        f.let(local, f"{table}[{at}]" if constants else "0")


def _one_of(f: Body, local: str, items: tuple[x.Expr, ...]) -> None:
    at = f.loop("at", str(len(items)), is_temporary=True)
    chosen = "".join(f"{spell(f, item, BITOR)} if {at} == {number} else " for number, item in enumerate(items[:-1]))
    f.let(local, chosen + spell(f, items[-1], BITOR))


def _list_row(f: Body, local: str, domain: x.ListRow, backwards: bool = False) -> None:
    name = f.plan.tables[f"list {domain.lists}"]
    first, last = row_bounds(f, domain)
    forwards = last if first == "0" else f"{first}, {last}"
    at = f.loop("at", f"{one_less(last)}, {one_less(first)}, -1" if backwards else forwards, is_temporary=True)
    f.let(local, f"{name}[{at}]")


def one_less(bound: str) -> str:
    """`a + 12` -> `a + 11`"""
    start, plus_sign, added = bound.rpartition(" + ")
    return f"{start} + {int(added) - 1}" if plus_sign and added.isdecimal() and int(added) > 1 else f"{bound} - 1"


def row_bounds(f: Body, domain: x.ListRow) -> tuple[str, str]:
    """Where a row begins in its flat table, and where it ends."""
    lists = f.plan.game.layout.list_table(domain.lists)
    lengths = {len(row) for row in lists.rows}
    row = spell(f, domain.row, UNARY)
    even = _even_rows(f, domain.row, lists) if len(lengths) > 1 else None
    if len(lengths) == 1:
        (length,) = lengths
        if len(lists.rows) == 1:
            first, last = "0", str(length)
        else:
            first = f"{length} * {row}" if length != 1 else spell(f, domain.row)
            last = f"{first} + {length}"
    elif even is not None:
        length, begin = even
        first, last = (f"{length} * {row}" + (f" {'+' if at > 0 else '-'} {abs(at)}" if at else "") for at in (begin, begin + length))
    else:
        starts = starts_of(f, domain.lists)
        first = f"{starts}[{spell(f, domain.row)}]"
        last = f"{starts}[{spell(f, plus(domain.row, x.Const(1)))}]"
    if domain.limit is not None:
        last = f"min({last}, {first} + {spell(f, domain.limit, SUM)})"
    return first, last


def _even_rows(f: Body, row: x.Expr, lists: Lists) -> tuple[int, int] | None:
    """The length of all rows that a name may number, if they have but one, and where a row 0 of that length would begin."""
    if not isinstance(row, x.Local) or row.name not in f.plan.survey.ranges:
        return None
    low, high = f.plan.survey.ranges[row.name]
    lengths = {len(items) for items in lists.rows[max(low, 0) : high + 1]}
    if low < 0 or high >= len(lists.rows) or len(lengths) != 1 or lengths <= {0, 1}:
        return None
    (length,) = lengths
    return length, sum(map(len, lists.rows[:low])) - length * low


def starts_of(f: Body, lists: str) -> str:
    """The table that says where each row of a list table begins in the flat one; one more entry says where the last ends."""
    starts = [0]
    for row in f.plan.game.layout.list_table(lists).rows:
        starts.append(starts[-1] + len(row))
    return f.plan.table(tuple(starts), f"{f.plan.tables[f'list {lists}']}_rows")


def _pieces(f: Body, local: str, domain: x.Pieces) -> None:
    zone = f.plan.game.layout.zone(domain.zone)
    if zone.items:
        count = f"s[{slot(f, zone.count, domain.instance)}]"
        at = f.loop("at", count, is_temporary=True)
        piece = f.let(local, f"s[{slot(f, zone.items, _item_index(zone, domain.instance, at, f))}]")
    else:
        piece = _members(f, local, zone, domain.instance, kinds=domain.kinds)
    kinds = f.plan.game.layout.component(zone.component).kinds
    if domain.kinds and has_alike(kinds) and not drops_alike(f.plan, zone):
        instance = spell(f, domain.instance)
        name = f.plan.want("alike before", zone.name, f"is_first_of_its_kind_in_{zone.name}", "zones")
        f.open(f"if {name}(s, {instance}, {at if zone.items else piece}):")


def _item_index(zone: Zone, instance: x.Expr, at: str, f: Body) -> x.Expr:
    f.env[f"item {at}"] = at
    first = x.Const(instance.value * zone.capacity) if isinstance(instance, x.Const) else x.Binary("*", instance, x.Const(zone.capacity))
    return plus(first, x.Local(f"item {at}"))


def has_alike(kinds: tuple[int, ...]) -> bool:
    return any(kind != at for at, kind in enumerate(kinds))


def drops_alike(plan: Plan, zone: Zone) -> bool:
    """Whether like pieces stand in the same member word, so that they can be dropped from it together."""
    kinds = plan.game.layout.component(zone.component).kinds
    return not zone.items and all(kind // WORD == at // WORD for at, kind in enumerate(kinds))


def _unlike(plan: Plan, zone: Zone) -> str:
    """The table of all pieces of the same word but those like this one."""
    component = plan.game.layout.component(zone.component)
    kinds = component.kinds
    words = [0] * len(kinds)
    for at, kind in enumerate(kinds):
        words[kind] |= 1 << at % WORD
    full = (1 << WORD) - 1
    return plan.table(tuple(full & ~words[kind] for kind in kinds), f"{component.name}_unlike")


def _members(f: Body, local: str, zone: Zone, instance: x.Expr, *, kinds: bool) -> str:
    """The member words of a set or bag, lowest bit first; a word is read before it is gone through. With `kinds` one of each kind."""
    left = f.fresh("left")
    once = kinds and has_alike(f.plan.game.layout.component(zone.component).kinds) and drops_alike(f.plan, zone)
    if zone.words == 1:
        f.assign(left, f"s[{slot(f, zone.members, instance)}]")
        f.open(f"while {left} != 0:")
        piece = f.let(local, f"({left} & -{left}).bit_length() - 1")
        f.add(f"{left} &= {_unlike(f.plan, zone)}[{piece}]" if once else f"{left} &= {left} - 1")
        return piece
    first = x.Const(instance.value * zone.words) if isinstance(instance, x.Const) else x.Binary("*", instance, x.Const(zone.words))
    at = f.fresh("word")
    f.assign(at, slot(f, zone.members, first))
    last = f.fresh("last_word")
    f.assign(last, f"{at} + {zone.words - 1}")
    base = f.fresh("base")
    f.assign(base, "0")
    f.assign(left, f"s[{at}]")
    f.open("while True:")
    with f.block(f"while {left} == 0 and {at} < {last}:"):
        f.add(f"{at} += 1")
        f.add(f"{base} += {WORD}")
        f.add(f"{left} = s[{at}]")
    with f.block(f"if {left} == 0:"):
        f.add("break")
    piece = f.let(local, f"{base} + ({left} & -{left}).bit_length() - 1")
    f.add(f"{left} &= {_unlike(f.plan, zone)}[{piece}]" if once else f"{left} &= {left} - 1")
    return piece


def _seats(f: Body, local: str, start: x.Expr, count: x.Expr) -> None:
    seats = f"s[{f.plan.slot('players')}]"
    first = spell(f, start, SUM)
    if not isinstance(start, x.Const | x.Local):
        name = f.fresh("first_seat")
        f.assign(name, first)
        first = name
    if start == x.Const(0) and count == x.Load("players"):
        f.loop(local, seats)
        return
    at = f.loop("at", spell(f, count), is_temporary=True)
    f.let(local, f"({first} + {at}) % {seats}")


def _graph_nodes(f: Body, local: str, domain: x.GraphNodes) -> None:
    graph = f.plan.survey.graphs[domain.graph]
    if domain.kind == "nodes":
        exists = f.plan.want("exists", graph.name, f"is_node_of_{graph.name}", "graphs")
        node = f.loop(local, str(graph.size))
        f.open(f"if {exists}(s, {node}):")
        return
    find = f.plan.want("groups", graph.name, f"find_{graph.name}", "graphs")
    groups = f.plan.region(f"{graph.name}_group", graph.size, f"least node of the group of each node of {graph.name}, -1: no node")
    if domain.kind == "groups" or domain.argument is None:
        f.add(f"{find}(s)")
        node = f.loop(local, str(graph.size))
        wanted = node
    else:
        wanted = f.fresh("group")
        asked = f.plan.want("group", (graph.name, ""), f"group_in_{graph.name}", "graphs")
        f.assign(wanted, f"{asked}(s, {spell(f, domain.argument)}, {domain.rule})")
        node = f.loop(local, f"{wanted}, {graph.size}")
    is_flooded = graph.name in f.plan.flooded
    if f.unsteady and is_flooded and wanted != node:
        f.add(f"{asked}(s, {wanted}, {domain.rule})")
    elif f.unsteady:
        f.add(f"{find}(s)")
    base = f"s[{f.plan.found[graph.name]}] + " if is_flooded else ""
    f.open(f"if s[{groups} + {node}] == {base}{wanted}:")


def _places(f: Body, local: str, plane: str) -> None:
    find = f.plan.want("places", plane, f"find_places_on_{plane}", "zones")
    count = f.fresh("open_places")
    f.assign(count, f"{find}(s)")
    at = f.loop("at", count, is_temporary=True)
    if f.unsteady:
        f.add(f"{find}(s)")
    f.let(local, f"s[{places_of(f.plan, plane)} + {at}]")


def places_of(plan: Plan, plane: str) -> str:
    """Where the open places of a plane are listed."""
    found = next(item for item in plan.game.planes if item.name == plane)
    most = 1 + found.directions * plan.game.layout.component(found.component).count
    return plan.region(f"{plane}_places", most, f"open places of {plane}, ascending")
