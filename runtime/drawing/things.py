"""What lies beside boards: cards in hands, piles and rows, dice, numbers, tokens and tracks, flowing from left to right. `table/things.js` is its twin.

In: a vector (or what a seat sees of it, hidden numbers as the fact HIDDEN says, with how many pieces lie in each zone). Out: parts with their width and height.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from runtime.drawing import pen
from runtime.drawing.board import Vector
from runtime.drawing.looks import Looks
from runtime.drawing.plane import draw_tile

CARD: Final = (50, 70)
SMALL: Final = (36, 50)
MANY: Final = 12
"""Cards from which on they are drawn small, and equal ones once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something of a size, drawn with its upper left corner at the origin of what it is put into."""

    width: int
    height: int
    parts: tuple[str, ...]


def flow(items: Sequence[Item], x: int, y: int, width: int, gap: int = 6) -> tuple[list[str], int]:
    """Items one after the other, and below where the room ends; the texts, and to which line they reach."""
    parts: list[str] = []
    left, top, line = x, y, 0
    for item in items:
        if left > x and left + item.width > x + width:
            left, top, line = x, top + line + gap, 0
        parts.append(f'<g transform="translate({left} {top})">{"".join(item.parts)}</g>')
        left, line = left + item.width + gap, max(line, item.height)
    return parts, top + line


# ---- numbers


def chip(looks: Looks, name: str, label: str, carrier: Any, value: int, at: str) -> Item:
    """A variable's value: a number, or as the spec has it drawn."""
    how = looks.shown.get(name, "")
    raw = carrier.text(value)
    text = looks.value(carrier, value)
    title = f"{label} {text}".strip()
    if how == "dice" and 0 <= value <= 6:
        return _captioned(label, title, at, 30, 30, pen.die(0, 0, 30, value))
    if how == "tokens" and 0 <= value <= 12:
        columns = max(1, min(6, value))
        dots = [pen.circle(8 + 14 * (k % 6), 8 + 14 * (k // 6), 6, "dot") for k in range(value)]
        return _captioned(label, title, at, max(24, 14 * columns + 2), 16 if value <= 6 else 30, dots or [pen.text(12, 14, "0", "middle quiet", 13)])
    if how == "track" and carrier.low >= 0 and value >= 0:
        long = 110
        reach = long * (value - carrier.low) // max(1, carrier.high - carrier.low)
        parts = [pen.rect(0, 4, long, 10, "track", "", 5), pen.rect(0, 4, max(6, reach), 10, "reach", "", 5), pen.text(long + 6, 14, text, "bold", 13)]
        return _captioned(label, title, at, long + 12 + pen.width_of(text), 18, parts)
    picture, colour = looks.word(raw) if carrier.texts else ("", "")
    seat = carrier.name in ("player", "player or none") and value >= 0
    wide = max(26, pen.width_of(text, 15) + 14 + (20 if seat or picture or colour else 0))
    parts = [pen.rect(0, 0, wide, 24, "chip", "", 12)]
    if seat:
        fill, _, path = looks.seat(value)
        parts.append(pen.path(13, 12, 16, path, "token", fill))
    elif picture:
        parts += pen.picture_of(13, 12, 16, picture, colour)
    elif colour:
        parts.append(pen.circle(13, 12, 7, "swatch", colour))
    parts.append(pen.text(wide // 2 + (9 if seat or picture or colour else 0), 17, text, "middle bold", 15))
    return _captioned(label, title, at, wide, 24, parts)


def _captioned(label: str, title: str, at: str, width: int, height: int, parts: Sequence[str]) -> Item:
    wide = max(width, pen.width_of(label, 11) + 4)
    shift = (wide - width) // 2
    inside = [f'<g transform="translate({shift} 0)">{"".join(parts)}</g>', pen.text(wide // 2, height + 12, label, "middle quiet", 11)]
    return Item(width=wide, height=height + 16, parts=(pen.group(at, title, inside),))


def cells(looks: Looks, name: str, carrier: Any, axis: Any, values: Sequence[int], first: int) -> list[Item]:
    """A row of numbers by index; of conditions those that hold."""
    found = []
    for at, value in enumerate(values):
        text = axis.text(axis.low + at)
        if carrier.optional and value == carrier.low:
            continue
        if carrier.texts == ("false", "true"):
            if value:
                found.append(_box(text, f"{looks.label(name)} {text}", f"var:{name}:{first + at}"))
        else:
            found.append(chip(looks, name, text, carrier, value, f"var:{name}:{first + at}"))
    return found


PLACE: Final = 46


def laid_out(looks: Looks, name: str, carrier: Any, axes: Sequence[int], values: Sequence[int], width: int) -> Item:
    """A variable in rows of places, as `view` lays it out: what lies at a place in tokens, of seats in their colours."""
    rows = looks.rows[name]
    columns = max(len(row) for row in rows)
    side = max(18, min(PLACE, width // columns))
    indexes = instances(looks, axes)
    parts = [pen.rect(0, 0, columns * side, len(rows) * side, "ground", "", 6)]
    for y, row in enumerate(rows):
        for x, slots in enumerate(row):
            inside = [pen.rect(x * side + 1, y * side + 1, side - 2, side - 2, f"cell shade{(x + y) % 2}", "", 5)] if slots else []
            for number, slot in enumerate(slots):
                inside += _heap(looks, axes, indexes[slot], values[slot], x * side, y * side, side)
                words = " ".join(looks.carriers[axis].text(at) for axis, at in zip(axes, indexes[slot], strict=True))
                if number == 0:
                    inside.append(pen.text(x * side + 4, y * side + 11, looks.carriers[axes[-1]].text(indexes[slot][-1]), "quiet", 9))
                inside = [pen.group(f"var:{name}:{slot}", f"{looks.label(name)} {words}: {carrier.text(values[slot])}", inside)]
            parts += inside
    return Item(width=columns * side, height=len(rows) * side, parts=tuple(parts))


def _heap(looks: Looks, axes: Sequence[int], index: Sequence[int], value: int, x: int, y: int, side: int) -> list[str]:
    """So many tokens at a place, and their number."""
    if value <= 0:
        return []
    seat = next((at for axis, at in zip(axes, index, strict=True) if looks.carriers[axis].name == "player"), -1)
    fill, ink, path = looks.seat(seat) if seat >= 0 else ("", "", "")
    middle, size = side // 2, side * 60 // 100
    if path:
        parts = [pen.path(x + middle, y + middle + 3, size, path, "token", fill)]
        return [*parts, pen.text(x + middle, y + middle + 7, str(value), "middle bold", max(9, side * 30 // 100), ink)] if value > 1 else parts
    found = [pen.circle(x + middle + (k % 3 - 1) * side // 4, y + middle + 3 + (k // 3 - 1) * side // 5, side // 9, "seed") for k in range(min(value, 9))]
    return [*found, pen.text(x + side - 3, y + side - 5, str(value), "end bold", max(9, side * 28 // 100))]


def _box(text: str, title: str, at: str) -> Item:
    wide = max(30, pen.width_of(text, 15) + 12)
    return Item(width=wide, height=34, parts=(pen.group(at, title, [pen.rect(0, 0, wide, 34, "card", "", 5), pen.text(wide // 2, 22, text, "middle bold", 15)]),))


# ---- pieces in zones


def zone_items(looks: Looks, zone: Sequence[Any], instance: int, vector: Vector, hidden: int) -> list[Item]:
    """The pieces of one zone that show, then the backs of those that do not: `hidden` of them."""
    component, pieces = zone[1], zone_pieces(looks, zone, instance, vector)
    shown = [piece for piece in pieces if piece != looks.hidden]
    small = len(shown) + min(hidden, 3) > MANY
    found = []
    for piece, copies in _grouped(looks, component, shown, small):
        found.append(card(looks, component, piece, copies, small))
    if hidden > 0:
        found.append(_backs(looks, component, hidden, small))
    return found


def zone_pieces(looks: Looks, zone: Sequence[Any], instance: int, vector: Vector) -> list[int]:
    """The pieces seen in one zone of a family: in order where its order shows, else in component order."""
    row = looks.components[zone[1]]
    if zone[8]:
        number = vector[looks.offsets[zone[9]] + instance]
        start = looks.offsets[zone[8]] + instance * zone[5]
        if start + zone[5] <= len(vector):
            return list(vector[start : start + max(number, 0)])
    where = looks.offsets[row[4]]
    return [piece for piece in range(row[1]) if vector[where + piece] == zone[4] + instance]


def _grouped(looks: Looks, component: str, pieces: Sequence[int], small: bool) -> Iterator[tuple[int, int]]:
    if not small:
        yield from ((piece, 1) for piece in pieces)
        return
    alike: dict[str, list[int]] = {}
    for piece in pieces:
        alike.setdefault(looks.caption(component, piece), []).append(piece)
    yield from ((group[0], len(group)) for group in alike.values())


def card(looks: Looks, component: str, piece: int, copies: int, small: bool) -> Item:
    caption = looks.caption(component, piece)
    label = caption if copies == 1 else f"{caption}, {copies} of them"
    at = f"piece:{component}:{piece}"
    if component in looks.land:
        return _tile_card(looks, component, piece, label, at)
    if component in looks.footprints:
        return _shape_card(looks, component, piece, label, at)
    wide, high = SMALL if small else CARD
    picture, colour = looks.piece(component, piece)
    parts = [pen.rect(0, 0, wide, high, "card", "", 6)]
    if colour:
        parts.append(pen.rect(0, 0, wide, high // 9, "stripe", colour, 3))
    if picture:
        lines = picture.split("\n")
        size = (15 if small else 24) if len(lines) == 1 else (12 if small else 18)
        parts += pen.picture_of(wide // 2, high * 42 // 100, size, picture, colour if colour and len(picture) <= 3 * len(lines) else "")
        parts.append(pen.text(wide // 2, high - 6, pen.short(caption, 7 if small else 10), "middle quiet", 7 if small else 8))
    else:
        words = caption.split()[:4]
        size = 9 if small else 11
        start = high // 2 - (len(words) - 1) * (size + 2) // 2 + 4
        parts += [pen.text(wide // 2, start + at_line * (size + 2), pen.short(word, 8), "middle", size) for at_line, word in enumerate(words)]
    owner = looks.owner(component, piece)
    if owner >= 0:
        fill, _, path = looks.seat(owner)
        parts.append(pen.path(wide - 8, 9 + high // 9, 11, path, "token", fill))
    if copies > 1:
        parts += [pen.circle(wide - 9, high - 9, 9, "count"), pen.text(wide - 9, high - 5, f"×{copies}", "middle", 10)]
    return Item(width=wide, height=high, parts=(pen.group(at, label, parts),))


def _tile_card(looks: Looks, component: str, piece: int, label: str, at: str) -> Item:
    faces = looks.land[component][2]
    parts = draw_tile(looks, component, piece, 0, 0, 0, 58)
    wide = 58
    if faces > 1 and looks.land[component][5][piece * faces + 1]:
        parts += draw_tile(looks, component, piece, 4, 62, 18, 40)
        wide = 102
    return Item(width=wide, height=72, parts=(pen.group(at, label, [*parts, pen.text(0, 70, pen.short(looks.caption(component, piece), 16), "quiet", 10)]),))


def _shape_card(looks: Looks, component: str, piece: int, label: str, at: str) -> Item:
    covered = looks.footprints[component][piece]
    low, left = min(y for _, y in covered), min(x for x, _ in covered)
    high, right = max(y for _, y in covered), max(x for x, _ in covered)
    colour = looks.piece(component, piece)[1]
    parts = [pen.rect(1 + 15 * (x - left), 1 + 15 * (high - y), 14, 14, "thing", colour, 3) for x, y in covered]
    wide = max(15 * (right - left + 1) + 2, pen.width_of(label, 11))
    return Item(width=wide, height=15 * (high - low + 1) + 16, parts=(pen.group(at, label, [*parts, pen.text(0, 15 * (high - low + 1) + 13, label, "quiet", 11)]),))


def _backs(looks: Looks, component: str, number: int, small: bool) -> Item:
    wide, high = SMALL if small else CARD
    depth = min(number, 3)
    parts = [pen.rect(3 * k, 2 * (depth - 1 - k), wide, high, "back", "", 6) for k in range(depth)]
    parts += [pen.circle(wide // 2, high // 2 + 4, 13, "count"), pen.text(wide // 2, high // 2 + 9, str(number), "middle", 13)]
    label = f"{number} {looks.label(component)}, face down"
    return Item(width=wide + 3 * (depth - 1), height=high + 2 * (depth - 1), parts=(pen.group(f"backs:{component}", label, parts),))


def instances(looks: Looks, axes: Sequence[int]) -> list[tuple[int, ...]]:
    """The indexes of a family, in the order of its slots."""
    return list(product(*(range(looks.carriers[axis].low, looks.carriers[axis].high + 1) for axis in axes)))

