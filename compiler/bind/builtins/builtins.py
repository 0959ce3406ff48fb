"""The builtins of the language, in one table: how each is written, what it means, and how its calls are typed.

The reference page is made from `CALLS`, `NAMES` and `FORMS`; `expressions` and `domains` look calls up in `BY_NAME`.
"""

from collections.abc import Mapping

from msgspec import Struct

from compiler.bind.builtins import boards, flow, graphs, numbers, players, shapes
from compiler.bind.nouns.world import BuiltinEntry, Rule


class Word(Struct, frozen=True, kw_only=True):
    """A builtin that is no call: a name, something after a dot, or a form of its own in the grammar."""

    name: str
    group: str
    forms: tuple[str, ...]
    meaning: str


def _call(group: str, name: str, rule: Rule, meaning: str, *forms: str) -> BuiltinEntry:
    return BuiltinEntry(name=name, group=group, forms=forms, meaning=meaning, rule=rule)


CALLS: tuple[BuiltinEntry, ...] = (
    _call("players", "seat", players.seat, "The player on a seat, counted from 0.", "seat(n) -> player"),
    _call("players", "next", players.following,
          "The next player who still plays, or the next value of an enum; after the last comes the first.",
          "next(p) -> player", "next(v) -> the type of v"),
    _call("players", "left_of", players.neighbour, "The next player on the left who still plays.", "left_of(p) -> player"),
    _call("players", "right_of", players.neighbour, "The next player on the right who still plays.", "right_of(p) -> player"),
    _call("players", "other", players.other, "The other of two players, or the other value of a type that has two.",
          "other(p) -> player", "other(v) -> the type of v"),
    _call("players", "seats_from", players.seats, "Everybody who still plays, in turn from p on.", "seats_from(p): players"),
    _call("players", "seats_after", players.seats, "The others who still play, in turn from p's left.", "seats_after(p): players"),
    _call("players", "seats_before", players.seats, "The seats from 0 up to p, without p.", "seats_before(p): players"),
    _call("players", "distance_left", players.seat_distance, "How many seats q sits to the left of p.",
          "distance_left(p, q) -> 0.."),
    _call("players", "distance_right", players.seat_distance, "How many seats q sits to the right of p.",
          "distance_right(p, q) -> 0.."),
    _call("players", "playing", players.playing, "False once the player has been eliminated.", "playing(p) -> bool"),
    _call("numbers and order", "abs", numbers.absolute, "A number without its sign.", "abs(n) -> 0.."),
    _call("numbers and order", "ordinal", numbers.ordinal, "The place of a value in its type, counted from 0.", "ordinal(x) -> 0.."),
    _call("numbers and order", "item", numbers.item,
          "The n-th member of a pile, row, region, line, set or type, counted from 0; a fault when there is none.", "item(list, n)"),
    _call("numbers and order", "number", flow.number, "Which pass of a repeated step this is, counted from 1.", "number(step) -> 1.."),
    _call("numbers and order", "sure", numbers.sure, "The value as the type needed here; a fault when it does not fit.", "sure(e)"),
    _call("numbers and order", "before", flow.before,
          "In `require` and `prefer`: the value before the effects that are being tried.", "before(e)"),
    _call("numbers and order", "times", flow.times, "How often the present position has been remembered.", "times(name) -> 0.."),
    _call("numbers and order", "can", flow.can, "Has this action, or this decision, a legal choice now?", "can(action) -> bool"),
    _call("zones", "size", numbers.size, "How many pieces lie in a zone, how many members a list has, how many nodes a group.",
          "size(zone) -> 0..", "size(graph, node) -> 1.."),
    _call("zones", "only", numbers.only, "The only piece of a zone; a fault when there is none, or more than one.", "only(zone)"),
    _call("zones", "top", numbers.only, "The top piece of a pile, or the last of a row; a fault when there is none.", "top(zone)"),
    _call("zones", "kinds", numbers.kinds, "The first piece of each kind in a zone.", "kinds(zone): pieces"),
    _call("boards", "step", boards.step, "The site one step (or n) away; none off the board, and none from none.",
          "step(q, d) -> site or none", "step(q, d, n) -> site or none"),
    _call("boards", "ray", boards.ray, "The sites from q on in one direction, q left out; at most n of them.",
          "ray(q, d): sites", "ray(q, d, n): sites"),
    _call("boards", "line", boards.line_between, "The sites after q up to r; a fault when the two are not in one line.",
          "line(q, r): sites"),
    _call("boards", "lines", boards.lines,
          "All straight runs of exactly n sites, each once; without n the longest ones, or the lines of a graph board.",
          "lines(board): lines", "lines(board, n): lines"),
    _call("boards", "rows", boards.rows, "The rows of a board, from the lowest.", "rows(board): lines"),
    _call("boards", "columns", boards.rows, "The columns of a board, from the first.", "columns(board): lines"),
    _call("boards", "neighbours", boards.neighbours, "The sites linked with one.", "neighbours(q): sites"),
    _call("boards", "adjacent", boards.adjacent, "Are two sites linked? False when one is none.", "adjacent(q, r) -> bool"),
    _call("boards", "at", boards.at, "The site at a column and row counted from 0; none off the board.",
          "at(board, x, y) -> site or none"),
    _call("boards", "directions", boards.rows, "The directions of a board.", "directions(board): directions"),
    _call("boards", "axes", boards.rows, "One direction of each pair of opposites.", "axes(board): directions"),
    _call("boards", "opposite", boards.opposite, "The direction back.", "opposite(d) -> direction"),
    _call("boards", "perpendicular", boards.perpendicular, "Do two directions stand at a right angle?", "perpendicular(d, e) -> bool"),
    _call("boards", "side", boards.side, "The sites from which no step leads in this direction.", "side(board, d): sites"),
    _call("shapes and tiles", "footprint", shapes.footprint,
          "The sites a piece covers when turned by o and put with its first cell on q; none for a cell off the board.",
          "footprint(c, o, q): sites or none"),
    _call("shapes and tiles", "orientations", shapes.orientations, "The orientations of a piece that differ.",
          "orientations(c): orientations"),
    _call("shapes and tiles", "places", shapes.places, "The open places of a plane beside laid pieces.", "places(plane): sites"),
    _call("shapes and tiles", "beside", shapes.beside, "The piece beside a place or a piece of a plane, or none.",
          "beside(x, d) -> piece or none"),
    _call("shapes and tiles", "origin", shapes.origin, "The one place of a plane on which nothing lies yet.", "origin(plane) -> site"),
    _call("graphs", "group", graphs.group, "The group of a node.", "group(graph, node) -> group"),
    _call("graphs", "groups", graphs.groups, "All groups.", "groups(graph): groups"),
    _call("graphs", "members", graphs.members, "The nodes of a group, or of the group of a node.", "members(graph, node): nodes"),
    _call("graphs", "connected", graphs.connected, "Do two nodes belong to one group?", "connected(graph, x, y) -> bool"),
    _call("graphs", "linked", graphs.connected, "Is there a link from x to y?", "linked(graph, x, y) -> bool"),
    _call("graphs", "distance", graphs.distance, "The least number of links from x to y, or none.", "distance(graph, x, y) -> 0.. or none"),
    _call("graphs", "longest_walk", graphs.longest_walk,
          "The most links, at most n, of a walk from x that meets no node twice.", "longest_walk(graph, x, n) -> 0.."),
    _call("graphs", "met", graphs.met,
          "In a graph's own link: has the walk that `longest_walk` is trying met x? Elsewhere false.", "met(graph, x) -> bool"),
)  # fmt: skip

NAMES: tuple[Word, ...] = (
    Word(name="players", group="players", forms=("players",), meaning="Everybody at the table, in seat order."),
    Word(name="player_count", group="players", forms=("player_count",), meaning="How many play; fixed for a game."),
    Word(name="box", group="zones", forms=("box",), meaning="Where pieces are that take no part; all start there."),
    Word(name="face", group="shapes and tiles", forms=("face",), meaning="The faces of a component, as it names them."),
)

FORMS: tuple[Word, ...] = (
    Word(name="any", group="searches and folds", forms=("any(x in list where …) -> bool",), meaning="Is there one?"),
    Word(name="count", group="searches and folds", forms=("count(x in list where …) -> 0..",), meaning="How many are there?"),
    Word(name="first", group="searches and folds", forms=("first(x in list where … by … default e)",),
         meaning="The first, in the order of `by`, ascending; a fault when there is none, unless `default` says what then."),
    Word(name="all", group="searches and folds", forms=("all(e for x in list where …) -> bool",), meaning="Does it hold for each?"),
    Word(name="sum", group="searches and folds", forms=("sum(e for x in list where …)",), meaning="The sum of a number for each."),
    Word(name="min", group="searches and folds", forms=("min(e for x in list where … default e)", "min(a, b)"), meaning="The least."),
    Word(name="max", group="searches and folds", forms=("max(e for x in list where … default e)", "max(a, b)"), meaning="The greatest."),
    Word(name="largest", group="searches and folds", forms=("largest(k, e for x in list where … default e)",),
         meaning="The k-th greatest, equal ones counted as often as they come."),
    Word(name="in", group="zones", forms=("c in zone -> bool",), meaning="Does it belong to this zone, list, range or type?"),
    Word(name="owner", group="zones", forms=("c.owner -> player",), meaning="Whose piece it is, of a component with `each: player`."),
    Word(name="x, y", group="boards", forms=("q.x", "q.y", "d.x", "d.y"),
         meaning="Column and row of a site, from 0; how far a direction leads."),
    Word(name="north, …", group="boards", forms=("north", "northeast", "east", "…"), meaning="A direction by name, where one is expected."),
)  # fmt: skip

BY_NAME: Mapping[str, BuiltinEntry] = {entry.name: entry for entry in CALLS}
