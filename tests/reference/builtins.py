"""Builtins ("Builtins" in docs/builtins.md), one by one: those that give a value, and those that give a list."""

from collections.abc import Callable
from typing import Any

from compiler.bind.nouns import typed as t
from tests.reference.expressions import Scope, evaluate, members, zone_pieces
from tests.reference.geometry import beside
from tests.reference.values import Cell, Fault, Orientation, Piece, Seat

Value = Callable[[t.Builtin, Scope], Any]
Walk = Callable[[t.Walked, Scope], list[Any]]


def _arguments(e: Any, s: Scope) -> list[Any]:
    return [evaluate(argument, s) for argument in e.arguments]


# ---- players


def around(s: Scope, start: Seat, way: int) -> list[Seat]:
    """All seats, this one first, then around the table."""
    n = s.position.players
    return [Seat((start.number + way * k) % n) for k in range(n)]


def _neighbour(s: Scope, start: Seat, way: int) -> Seat:
    """The next seat that still plays; the player himself where nobody else does."""
    return next((seat for seat in around(s, start, way)[1:] if s.position.playing[seat]), start)


def _seat(e: t.Builtin, s: Scope) -> Seat:
    (number,) = _arguments(e, s)
    if not 0 <= number < s.position.players:
        raise Fault("narrow", e.span)
    return Seat(number)


def _next_value(e: t.Builtin, s: Scope) -> Any:
    """After the last comes the first."""
    (value,) = _arguments(e, s)
    values = s.game.types.all(e.type, s.position.players)
    return values[(values.index(value) + 1) % len(values)]


# ---- numbers, order, zones


def _item(pieces: list[Any], number: int, span: Any) -> Any:
    if not 0 <= number < len(pieces):
        raise Fault("item", span)
    return pieces[number]


def _only(e: t.Builtin, s: Scope) -> Piece:
    pieces = zone_pieces(e.zone, s)  # type: ignore[arg-type]
    if len(pieces) != 1:
        raise Fault("item", e.span)
    return pieces[0]


def _top(e: t.Builtin, s: Scope) -> Piece:
    pieces = zone_pieces(e.zone, s)  # type: ignore[arg-type]
    return _item(pieces, len(pieces) - 1, e.span)


def _zone_item(e: t.Builtin, s: Scope) -> Piece:
    number = evaluate(e.arguments[0], s)
    return _item(zone_pieces(e.zone, s), number, e.span)  # type: ignore[arg-type]


def _kinds_count(e: t.Builtin, s: Scope) -> int:
    return len({s.game.types.kind(piece) for piece in zone_pieces(e.zone, s)})  # type: ignore[arg-type]


def _line_item(e: t.Builtin, s: Scope) -> Any:
    line, number = _arguments(e, s)
    return _item(list(line.sites), number, e.span)


def _item_domain(e: t.Builtin, s: Scope) -> Any:
    number = evaluate(e.arguments[0], s)
    return _item(members(e.domain, s), number, e.span)  # type: ignore[arg-type]


# ---- boards


def _step(e: t.Builtin, s: Scope) -> Any:
    site, way, *count = _arguments(e, s)
    return None if site is None else s.game.boards[e.board].step(site, way, count[0] if count else 1)


def _adjacent(e: t.Builtin, s: Scope) -> bool:
    site, other = _arguments(e, s)
    return site is not None and other is not None and other in s.game.boards[e.board].neighbours(site)


def _beside(e: t.Builtin, s: Scope) -> Piece | None:
    """The neighbour of a place or of a laid piece."""
    start, way = _arguments(e, s)
    if isinstance(start, Piece):
        name, cell = s.position.place_of(start)
        if name != e.board:
            return None
        start = cell
    return s.position.planes[e.board].get(beside(start, way))


# ---- the course of play


def _times(e: t.Builtin, s: Scope) -> int:
    symbol = next(item for item in s.game.typed.remembers if item.name == e.remember)
    present = s.game.remembered(symbol, s.position)
    return s.position.memories[e.remember].count(present)


def _of_graph(name: str) -> Value:
    def ask(e: t.Builtin, s: Scope) -> Any:
        return getattr(s.game.graphs[e.graph], name)(_arguments(e, s), s, e.span)

    return ask


VALUES: dict[str, Value] = {
    "seat": _seat,
    "next_player": lambda e, s: _neighbour(s, evaluate(e.arguments[0], s), 1),
    "left_of": lambda e, s: _neighbour(s, evaluate(e.arguments[0], s), 1),
    "right_of": lambda e, s: _neighbour(s, evaluate(e.arguments[0], s), -1),
    "other_player": lambda e, s: Seat(1 - evaluate(e.arguments[0], s).number),
    "distance_left": lambda e, s: (lambda p, q: (q.number - p.number) % s.position.players)(*_arguments(e, s)),
    "distance_right": lambda e, s: (lambda p, q: (p.number - q.number) % s.position.players)(*_arguments(e, s)),
    "playing": lambda e, s: s.position.playing[evaluate(e.arguments[0], s)],
    "abs": lambda e, s: abs(evaluate(e.arguments[0], s)),
    "min": lambda e, s: min(_arguments(e, s)),
    "max": lambda e, s: max(_arguments(e, s)),
    "ordinal": lambda e, s: s.game.types.ordinal_in(evaluate(e.arguments[0], s), e.arguments[0].type),
    "item_domain": _item_domain,
    "line_item": _line_item,
    "next_value": _next_value,
    "other_value": _next_value,
    "number": lambda e, s: s.position.passes.get(e.step, 0),
    "size": lambda e, s: len(zone_pieces(e.zone, s)),  # type: ignore[arg-type]
    "only": _only,
    "top": _top,
    "item": _zone_item,
    "kinds_count": _kinds_count,
    "step": _step,
    "adjacent": _adjacent,
    "at": lambda e, s: s.game.boards[e.board].at.get(tuple(_arguments(e, s))),  # type: ignore[arg-type]
    "opposite": lambda e, s: s.game.boards[e.board].opposite(evaluate(e.arguments[0], s)),
    "perpendicular": lambda e, s: s.game.boards[e.board].perpendicular(*_arguments(e, s)),
    "beside": _beside,
    "origin": lambda e, s: Cell(e.board, 0, 0),
    "times": _times,
    **{name: _of_graph(name) for name in ("group", "group_size", "connected", "linked", "distance", "longest_walk", "met")},
}


# ---- lists


def _line_between(e: t.Walked, s: Scope) -> list[Any]:
    start, end = _arguments(e, s)
    found = s.game.boards[e.board].between(start, end)
    if found is None:
        raise Fault("item", e.span)
    return found


def _ray(e: t.Walked, s: Scope) -> list[Any]:
    site, way, *most = _arguments(e, s)
    return list(s.game.boards[e.board].ray(site, way, most[0] if most else None))


def _lines(e: t.Walked, s: Scope) -> list[Any]:
    return s.game.boards[e.board].runs(int(e.detail))


def _footprint(e: t.Walked, s: Scope) -> list[Any]:
    piece, lying, site = _arguments(e, s)
    images = s.game.boards.images(piece)
    if lying.number >= len(images):
        return []
    return list(s.game.boards.covered(e.board, images[lying.number], site))


def _orientations(e: t.Walked, s: Scope) -> list[Orientation]:
    """The images of a footprint; of a tile the ways to lie that read differently somewhere, the first of each reading."""
    (piece,) = _arguments(e, s)
    symbol = s.game.component(e.component)
    if not symbol.lies_on:
        return [Orientation(e.component, number) for number in range(len(s.game.boards.images(piece)))]
    found: dict[Any, Orientation] = {}
    for number in range(s.game.boards.orientations(e.component)):
        found.setdefault(_reading(piece, number, s), Orientation(e.component, number))
    return list(found.values())


def _reading(piece: Piece, lying: int, s: Scope) -> Any:
    """All that can be asked of a tile as it lies."""
    seen = []
    for symbol in s.game.component(piece.component).fields:
        if symbol.kind != "value" or not {"face", "side"} & set(symbol.axis_names):
            continue
        rows: list[tuple[int, ...]] = [()]
        for axis, name in zip(symbol.axes, symbol.axis_names, strict=True):
            size = s.game.size(axis)
            choices = [lying // 4] if name == "face" else [(side - lying) % 4 for side in range(4)] if name == "side" else list(range(size))
            rows = [(*row, value) for row in rows for value in choices]
        for row in rows:
            at = 0
            for value, axis in zip(row, symbol.axes, strict=True):
                at = at * s.game.size(axis) + value
            seen.append(symbol.values[piece.number][at])
    return tuple(seen)


def _seats(kind: str) -> Walk:
    def walk(e: t.Walked, s: Scope) -> list[Seat]:
        (start,) = _arguments(e, s)
        if kind == "before":
            return [Seat(number) for number in range(start.number)]
        seats = around(s, start, 1)[1 if kind == "after" else 0 :]
        return [seat for seat in seats if s.position.playing[seat]]

    return walk


WALKS: dict[str, Walk] = {
    "seats_from": _seats("from"),
    "seats_after": _seats("after"),
    "seats_before": _seats("before"),
    "ray": _ray,
    "line_between": _line_between,
    "lines": _lines,
    "rows": lambda e, s: s.game.boards[e.board].row_lines,  # type: ignore[return-value]
    "columns": lambda e, s: s.game.boards[e.board].column_lines,  # type: ignore[return-value]
    "line_sites": lambda e, s: list(evaluate(e.arguments[0], s).sites),
    "region_family": lambda e, s: s.game.boards[e.board].families[e.detail],  # type: ignore[return-value]
    "neighbours": lambda e, s: s.game.boards[e.board].neighbours(evaluate(e.arguments[0], s)),
    "directions": lambda e, s: s.game.boards[e.board].directions,
    "axes": lambda e, s: s.game.boards[e.board].axes(),
    "footprint": _footprint,
    "orientations": _orientations,
    "places": lambda e, s: s.position.places(e.board),
    "members": lambda e, s: s.game.graphs[e.graph].members(_arguments(e, s), s, e.span),
    "groups": lambda e, s: s.game.graphs[e.graph].groups(s),
}

