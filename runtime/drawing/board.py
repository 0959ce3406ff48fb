"""A board as SVG: its sites, links and what stands on them. `table/board.js` is its twin.

In: a vector (or what a seat sees of it). Out: pieces of text, and how much room they take. Every site is a group with the key `site:<board>:<number>`,
every piece on it one with `piece:<component>:<number>`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from runtime.drawing import pen
from runtime.drawing.looks import Looks, ink_on, shapes

MARGIN: Final = 22
LARGEST: Final = 62
Vector: TypeAlias = Sequence[int]


@dataclass(slots=True)
class Mark:
    """Something on a site: what it is called, and how it looks; `over` others it is small."""

    label: str
    kind: str
    fill: str = ""
    ink: str = ""
    path: str = ""
    picture: str = ""
    text: str = ""
    at: str = ""
    size: int = 1
    ring: bool = False


@dataclass(slots=True)
class Room:
    """What has been drawn, and to which line it reaches."""

    parts: list[str] = field(default_factory=list)
    bottom: int = 0


def draw_board(looks: Looks, name: str, vector: Vector, width: int) -> Room:
    row = looks.boards[name]
    _, _, shape, points, wide, high, links = row
    sites = looks.views[name][2]
    cell = max(12, min(LARGEST, 100 * (width - 2 * MARGIN) // wide))
    left = (width - wide * cell // 100) // 2
    dots = shape in ("graph", "ring") or looks.shown.get(name) == "points"
    room = Room(bottom=high * cell // 100 + 2 * MARGIN)
    where = [(left + x * cell // 100, MARGIN + y * cell // 100) for x, y, _ in points]
    room.parts.append(pen.rect(left - 10, MARGIN - 10, wide * cell // 100 + 20, high * cell // 100 + 20, "ground", "", 8))
    if dots and shape == "square":
        room.parts += _grid(where, points, cell)
    room.parts += [_line(where[a], where[b]) for a, b in links]
    marks = marks_of(looks, name, len(points), vector)
    labels: list[str] = []
    for site, (x, y) in enumerate(where):
        label = " ".join([sites[site], *(mark.label for mark in marks[site])])
        inside = [_cell(shape, dots, points[site][2], x, y, cell), *_stand(marks[site], x, y, cell)]
        labels.append(pen.group(f"site:{name}:{site}", label, inside))
    room.parts += labels
    room.parts += _large(marks, where, cell)
    if shape in ("square", "hex"):
        room.parts += _names(sites, points, where, cell)
    return room


def _cell(shape: str, dots: bool, shade: int, x: int, y: int, cell: int) -> str:
    half = cell // 2
    if dots:
        return pen.circle(x, y, half, "spot") + pen.circle(x, y, max(2, cell // 12), "dot")
    if shape in ("square", "line"):
        return pen.rect(x - half, y - half, cell, cell, f"cell shade{shade}")
    corners = shapes()["hexagon"] if shape == "hex" else shapes()["triangles"][shade]
    return pen.polygon([(x + a * cell // 100, y + b * cell // 100) for a, b in corners], f"cell shade{shade}")


def _line(a: tuple[int, int], b: tuple[int, int]) -> str:
    return f'<line class="link" x1="{a[0]}" y1="{a[1]}" x2="{b[0]}" y2="{b[1]}"/>'


def _grid(where: Sequence[tuple[int, int]], points: Sequence[Any], cell: int) -> list[str]:
    """Lines through the sites of a board whose places are its points."""
    left, right = min(x for x, _ in where), max(x for x, _ in where)
    top, bottom = min(y for _, y in where), max(y for _, y in where)
    rows, columns = sorted({y for _, y in where}), sorted({x for x, _ in where})
    return [_line((left, y), (right, y)) for y in rows] + [_line((x, top), (x, bottom)) for x in columns]


def _names(sites: Sequence[str], points: Sequence[Any], where: Sequence[tuple[int, int]], cell: int) -> list[str]:
    """Letters below the columns of the lowest row, numbers beside the rows."""
    found: list[str] = []
    lowest = max(y for _, y in where)
    for site, (x, y) in enumerate(where):
        if y == lowest:
            found.append(pen.text(x, lowest + cell // 2 + 15, sites[site].rstrip("0123456789"), "middle edge", 11))
    for row in sorted({y for _, y in where}):
        x, name = min((x, sites[site]) for site, (x, y) in enumerate(where) if y == row)
        found.append(pen.text(x - cell // 2 - 6, row + 4, name.lstrip("abcdefghijklmnopqrstuvwxyz"), "end edge", 11))
    return found


# ---- what stands there


def marks_of(looks: Looks, board: str, count: int, vector: Vector) -> list[list[Mark]]:
    """For each site what stands on it: variables of the site, and variables whose value is the site."""
    marks: list[list[Mark]] = [[] for _ in range(count)]
    for name, offset, _, _, number, axes, _ in looks.blocks:
        kind = looks.carriers[number]
        if len(axes) == 1 and looks.carriers[axes[0]].name == f"site({board})":
            rest = kind.low if kind.optional else 0
            for site in range(count):
                value = vector[offset + site]
                if value != rest:
                    marks[site].append(_of_site(looks, name, kind, value))
        elif len(axes) <= 1 and kind.name in (f"site({board})", f"site({board}) or none"):
            of = looks.carriers[axes[0]] if axes else None
            for at in range(of.high - of.low + 1 if of else 1):
                site = vector[offset + at]
                if 0 <= site < count:
                    marks[site].append(_standing(looks, name, of, at, vector))
    return marks


def _of_site(looks: Looks, name: str, kind: Any, value: int) -> Mark:
    picture, colour = looks.word(name)
    if kind.name in ("player", "player or none") and value >= 0:
        return _token(looks, value, kind.text(value), picture)
    if kind.texts == ("false", "true"):
        return Mark(label=looks.label(name), kind="flag", picture=picture, text=looks.label(name)[:1].upper(), fill=colour)
    component = kind.name.removesuffix(" or none")
    if component in looks.components and value >= 0:
        return _thing(looks, component, value, "")
    text = kind.text(value)
    picture, colour = looks.word(text)
    return Mark(label=f"{looks.label(name)} {text}", kind="word", picture=picture, text=text if len(text) <= 3 else pen.initials(text), fill=colour)


def _token(looks: Looks, seat: int, label: str, picture: str) -> Mark:
    fill, ink, path = looks.seat(seat)
    return Mark(label=label, kind="token", fill=fill, ink=ink, path=path, picture=picture)


def _thing(looks: Looks, component: str, piece: int, at: str) -> Mark:
    picture, colour = looks.piece(component, piece)
    caption, owner = looks.caption(component, piece), looks.owner(component, piece)
    if owner < 0:
        return Mark(label=caption, kind="thing", picture=picture, text=pen.initials(caption), fill=colour, at=at)
    fill, ink, path = looks.seat(owner)
    return Mark(label=caption, kind="token", fill=fill, ink=ink, path=path, picture=picture, text="" if picture else pen.initials(caption), at=at)


def _standing(looks: Looks, name: str, of: Any, at: int, vector: Vector) -> Mark:
    if of is None:
        return Mark(label=looks.label(name), kind="ring", ring=True)
    index = of.low + at
    if of.name == "player":
        return _token(looks, index, f"{looks.label(name)} of {of.text(index)}", looks.word(name)[0] or looks.label(name)[:1].upper())
    if of.name not in looks.components:
        return Mark(label=f"{looks.label(name)} {of.text(index)}", kind="word", text=pen.initials(of.text(index)))
    mark = _thing(looks, of.name, index, f"piece:{of.name}:{index}")
    mark.size = looks.covers.get(name, 1)
    if mark.size > 1 and mark.text and len(looks.caption(of.name, index)) <= 4:
        mark.text = looks.caption(of.name, index)
    for other, offset, _, _, number, axes, _ in looks.blocks:
        if len(axes) == 1 and looks.carriers[axes[0]].name == of.name and other != name:
            kind, value = looks.carriers[number], vector[offset + index]
            if kind.texts == ("false", "true") and value == 1:
                mark.ring, mark.label = True, f"{mark.label}, {looks.label(other)}"
            elif kind.texts and value >= 0 and kind.name not in ("player", "player or none") and looks.word(kind.text(value))[1]:
                mark.fill, mark.label = looks.word(kind.text(value))[1], f"{mark.label}, {kind.text(value)}"
    return mark


def _stand(marks: Sequence[Mark], x: int, y: int, cell: int) -> list[str]:
    """What stands on one site, the first large, others smaller in its corners; flags on a token as a letter or picture in its middle."""
    parts: list[str] = []
    below = [mark for mark in marks if mark.kind in ("thing", "word", "flag") and not mark.at]
    tokens = [mark for mark in marks if mark not in below and mark.size == 1 and mark.kind != "ring"]
    if any(mark.kind == "ring" for mark in marks):
        parts.append(pen.circle(x, y, cell * 46 // 100, "ring"))
    for mark in below:
        if mark.kind == "thing":
            parts.append(pen.rect(x - cell * 46 // 100, y - cell * 46 // 100, cell * 92 // 100, cell * 92 // 100, "thing", mark.fill, cell // 10))
            if not tokens:
                parts += _writing(mark, x, y, cell, "")
    for number, mark in enumerate(tokens):
        dx, size = (0, cell * 78 // 100) if number == 0 else (cell // 4, cell * 45 // 100)
        parts.append(draw_mark(mark, x + dx, y + dx, size))
    words = [mark for mark in below if mark.kind != "thing"]
    for number, mark in enumerate(words):
        if tokens:
            parts += _writing(mark, x, y, cell * 70 // 100, tokens[0].ink)
        elif mark.kind == "flag" and not mark.picture:
            parts.append(pen.rect(x - cell // 4 + 4 * number, y - cell // 4, cell // 2, cell // 2, "flag", mark.fill, cell // 12))
        else:
            parts += _writing(mark, x, y, cell, "")
    return parts


def draw_mark(mark: Mark, x: int, y: int, size: int) -> str:
    """A token or piece by itself, as large as said."""
    parts = [pen.path(x, y, size * 92 // 100, mark.path, "token", mark.fill)] if mark.path else []
    if not mark.path:
        parts.append(pen.rect(x - size // 2, y - size // 2, size, size, "thing", mark.fill, size // 8))
    if mark.ring:
        parts.append(pen.circle(x, y, size * 56 // 100, "ring"))
    parts += _writing(mark, x, y, size, mark.ink)
    return pen.group(mark.at, mark.label, parts) if mark.at else "".join(parts)


def _writing(mark: Mark, x: int, y: int, size: int, ink: str) -> list[str]:
    if mark.picture:
        return pen.picture_of(x, y, size * 60 // 100, mark.picture, ink)
    share = 42 if len(mark.text) < 3 else 34
    return [pen.text(x, y + size * 15 // 100, mark.text, "middle", max(8, size * share // 100), ink)] if mark.text else []


def _large(marks: Sequence[Sequence[Mark]], where: Sequence[tuple[int, int]], cell: int) -> list[str]:
    """Pieces that cover several sites: their own is the lower left."""
    parts: list[str] = []
    for site, row in enumerate(marks):
        for mark in row:
            if mark.size > 1 and mark.at:
                side, (x, y) = mark.size * cell, where[site]
                left, top = x - cell // 2, y + cell // 2 - side
                inside = [pen.rect(left + 2, top + 2, side - 4, side - 4, "large", mark.fill, cell // 4)]
                if mark.ring:
                    inside.append(pen.rect(left + 5, top + 5, side - 10, side - 10, "fence", "", cell // 5))
                inside += _writing(mark, left + side // 2, top + side // 2, side, ink_on(mark.fill) if mark.fill else "")
                parts.append(pen.group(mark.at, mark.label, inside))
    return parts
