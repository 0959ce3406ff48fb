"""Laid tiles as a landscape: land from the tiles' edges and inner regions, numbers counted in it, and fences where it is closed.

In: a vector (or what a seat sees of it) and the cells that may be chosen. Out: a `Room`. A laid tile is a group with the key `piece:<component>:<number>`,
a cell that may be chosen one with `cell:<plane>:<x>,<y>`. `table/plane.js` is its twin.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from runtime.drawing import pen
from runtime.drawing.board import Room, Vector
from runtime.drawing.looks import Looks, shapes

MARGIN: Final = 14
LARGEST: Final = 110
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""the cells to the north, east, south and west"""

Cell: TypeAlias = tuple[int, int]
Region: TypeAlias = tuple[int, int, int]


def draw_plane(looks: Looks, name: str, vector: Vector, width: int, open_cells: Collection[Cell] = ()) -> Room:
    component = next(row[1] for row in looks.zones if row[0] == name)
    laid = laid_on(looks, name, component, vector)
    cells = [*laid, *open_cells] or [(0, 0)]
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    low, high = min(y for _, y in cells), max(y for _, y in cells)
    side = max(24, min(LARGEST, (width - 2 * MARGIN) // (right - left + 1)))
    start = (width - side * (right - left + 1)) // 2
    room = Room(bottom=side * (high - low + 1) + 2 * MARGIN)
    closed = closed_land(looks, component, laid, vector)
    for (x, y), piece in sorted(laid.items(), key=lambda item: (-item[0][1], item[0][0])):
        at = (start + side * (x - left), MARGIN + side * (high - y))
        orientation = lying(looks, component, piece, vector)
        inside = draw_tile(looks, component, piece, orientation, *at, side, closed.get(piece, ()))
        inside += _on_top(looks, component, piece, vector, *at, side)
        label = ", ".join([looks.caption(component, piece), *_told(looks, component, piece, orientation)])
        room.parts.append(pen.group(f"piece:{component}:{piece}", label, inside))
    for x, y in sorted(open_cells):
        at = (start + side * (x - left), MARGIN + side * (high - y))
        inside = [pen.rect(at[0] + 3, at[1] + 3, side - 6, side - 6, "open", "", 8)]
        room.parts.append(pen.group(f"cell:{name}:{x},{y}", f"place {x},{y}", inside))
    return room


def laid_on(looks: Looks, name: str, component: str, vector: Vector) -> dict[Cell, int]:
    """The laid tiles by their cells, counted from the origin."""
    row = looks.components[component]
    zone = next(zone for zone in looks.zones if zone[0] == name)
    where, x, y = looks.offsets[row[4]], looks.offsets[f"{name}.x"], looks.offsets[f"{name}.y"]
    return {(vector[x + piece] - row[1], vector[y + piece] - row[1]): piece for piece in range(row[1]) if vector[where + piece] == zone[4]}


def lying(looks: Looks, component: str, piece: int, vector: Vector) -> int:
    """How a tile lies: the first variable by tile that says so."""
    for _, offset, _, _, number, axes, _ in looks.blocks:
        if len(axes) == 1 and looks.carriers[number].name.startswith(f"orientation({component})"):
            return max(0, int(vector[offset + piece]))
    return 0


def regions_of(looks: Looks, component: str, piece: int, orientation: int) -> Sequence[Region]:
    """The regions of the face that shows, as they lie."""
    if component not in looks.land:
        return ()
    _, _, faces, _, _, all_faces = looks.land[component]
    face = piece * faces + (orientation // 4 if faces > 1 else 0)
    return tuple((turned(sides, orientation % 4), word, number) for sides, word, number in all_faces[face])


def turned(sides: int, quarters: int) -> int:
    return (sides << quarters | sides >> 4 - quarters) & 15


def draw_tile(looks: Looks, component: str, piece: int, orientation: int, x: int, y: int, side: int, closed: Collection[int] = ()) -> list[str]:
    """A tile with its upper left corner here. `closed`: the regions that are fenced in."""
    regions = regions_of(looks, component, piece, orientation)
    parts = [pen.rect(x, y, side, side, "tile")]
    if not regions:
        return [*parts, *_plain(looks, component, piece, x, y, side)]
    grounds = looks.grounds[component]
    ground = max(range(len(regions)), key=lambda at: (_sides(regions[at][0]), -at))
    parts.append(pen.rect(x, y, side, side, "land", grounds[regions[ground][1]]))
    for at, (sides, word, _) in enumerate(regions):
        if at != ground:
            fenced = " fenced" if at in closed or ground in closed else ""
            parts.append(_area(regions[ground][0], sides, "area", x, y, side, "land", grounds[word]))
            parts.append(_area(regions[ground][0], sides, "curve", x, y, side, f"bank{fenced}", ""))
    for sides, word, number in regions:
        if number > 0:
            parts += _counted(looks, component, word, number, *_middle(regions[ground][0], sides, x, y, side), side)
    parts.append(pen.rect(x, y, side, side, "rim"))
    return [*parts, *_badge(looks, component, piece, x, y, side)]


def _sides(mask: int) -> int:
    return mask.bit_count()


def _is_wedge(ground: int, sides: int) -> bool:
    """Where no land has more than one side, all meet in the middle."""
    return _sides(ground) == 1 and _sides(sides) == 1


def _area(ground: int, sides: int, part: str, x: int, y: int, side: int, kind: str, fill: str) -> str:
    shape = shapes()["wedges"][sides.bit_length() - 1] if _is_wedge(ground, sides) else shapes()["land"][str(sides)]
    return pen.path(x, y, side, shape[part], kind, fill)


def _middle(ground: int, sides: int, x: int, y: int, side: int) -> tuple[int, int]:
    at = shapes()["land"][str(sides)]["at"]
    return x + at[0] * side // 100, y + at[1] * side // 100


def _counted(looks: Looks, component: str, word: int, number: int, x: int, y: int, side: int) -> list[str]:
    """What is counted on a piece of land: as many drawings, or beyond four the number."""
    picture = next((looks.word(name)[0] for name in (looks.land[component][3][word], "count") if looks.word(name)[0]), "")
    size = max(9, side * 15 // 100)
    if not picture or number > 4:
        return [pen.circle(x, y, size * 60 // 100, "count"), pen.text(x, y + size * 36 // 100, str(number), "middle", size)]
    step, parts = size * 95 // 100, []
    for at in range(number):
        dx = (2 * (at % 2) - 1) * step // 2 if number > 1 and not (number == 3 and at == 2) else 0
        dy = (2 * (at // 2) - 1) * step // 2 if number > 2 else 0
        parts += pen.picture_of(x + dx, y + dy, size, picture, "")
    return parts


def _plain(looks: Looks, component: str, piece: int, x: int, y: int, side: int) -> list[str]:
    return _badge(looks, component, piece, x, y, side) or [
        pen.text(x + side // 2, y + side * 55 // 100, pen.short(looks.caption(component, piece), 8), "middle", max(8, side // 6))
    ]


def _badge(looks: Looks, component: str, piece: int, x: int, y: int, side: int) -> list[str]:
    """The picture of what the tile is, in its middle."""
    picture, _ = looks.piece(component, piece)
    if not picture:
        return []
    size, middle = side * 34 // 100, side // 2
    return [pen.circle(x + middle, y + middle, size * 70 // 100, "badge"), *pen.picture_of(x + middle, y + middle, size, picture, "")]


def _on_top(looks: Looks, component: str, piece: int, vector: Vector, x: int, y: int, side: int) -> Iterator[str]:
    """What lies in a zone of the tile's own, and whose the tile is."""
    row = looks.components[component]
    for zone in looks.zones:
        if len(zone[7]) == 1 and looks.carriers[zone[7][0]].name == component and zone[1] in looks.components:
            other = looks.components[zone[1]]
            where = looks.offsets[other[4]]
            for at in range(other[1]):
                if vector[where + at] == zone[4] + piece:
                    yield from draw_tile(looks, zone[1], at, 0, x + side // 4, y + side // 4, side // 2)
    for _, offset, _, _, number, axes, _ in looks.blocks:
        if len(axes) == 1 and looks.carriers[axes[0]].name == component and looks.carriers[number].name == "player or none":
            seat = vector[offset + piece]
            if seat >= 0 and piece < row[1]:
                fill, _, path = looks.seat(seat)
                yield pen.path(x + side * 84 // 100, y + side * 84 // 100, side * 22 // 100, path, "token", fill)


def _told(looks: Looks, component: str, piece: int, orientation: int) -> Iterator[str]:
    """The land at its sides in words, clockwise from the north."""
    regions = regions_of(looks, component, piece, orientation)
    for side, name in enumerate(("north", "east", "south", "west")):
        for sides, word, number in regions:
            if sides >> side & 1:
                yield f"{name} {looks.land[component][3][word]}" + (f" {number}" if number else "")


def closed_land(looks: Looks, component: str, laid: Mapping[Cell, int], vector: Vector) -> dict[int, set[int]]:
    """For each laid tile the regions with a number whose land is closed all around."""
    faces = {piece: regions_of(looks, component, piece, lying(looks, component, piece, vector)) for piece in laid.values()}
    cells = {piece: cell for cell, piece in laid.items()}
    seen: set[tuple[int, int]] = set()
    found: dict[int, set[int]] = {}
    for piece in cells:
        for at in range(len(faces[piece])):
            if (piece, at) in seen:
                continue
            land, is_open = _joined(piece, at, faces, cells, laid)
            seen |= set(land)
            if not is_open and any(faces[tile][region][2] for tile, region in land):
                for tile, region in land:
                    found.setdefault(tile, set()).add(region)
    return found


def _joined(
    piece: int, at: int, faces: Mapping[int, Sequence[Region]], cells: Mapping[int, Cell], laid: Mapping[Cell, int]
) -> tuple[list[tuple[int, int]], bool]:
    """The regions that hang together with this one, and whether a side of them has no neighbour."""
    land, is_open = [(piece, at)], False
    for tile, region in land:
        x, y = cells[tile]
        for side, (dx, dy) in enumerate(STEPS):
            if not faces[tile][region][0] >> side & 1:
                continue
            other = laid.get((x + dx, y + dy))
            if other is None:
                is_open = True
                continue
            back = next((number for number, item in enumerate(faces[other]) if item[0] >> (side + 2) % 4 & 1), -1)
            if back >= 0 and (other, back) not in land:
                land.append((other, back))
    return land, is_open
