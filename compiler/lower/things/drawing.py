"""How a game is drawn, as far as its spec says: where sites lie, which land a tile has, what pieces and words look like.

In: the typed spec. Out: rows of the fact `DRAWING` (see `runtime.contract`), numbers and texts only, which the renderers of `runtime/drawing` and
`table/` read. Lengths are in hundredths of a cell, x to the right, y down.

    ("board", "field", "square", ((50, 150, 1), (150, 150, 0), …), 200, 200, ())
"""

import math
import re
from collections.abc import Iterator
from typing import Final

from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol
from compiler.bind.nouns.types import BoolType, EnumType
from compiler.ir.layout import Carrier
from compiler.lower.nouns.world import World
from compiler.lower.things import plane_views
from compiler.lower.types.carriers import bare, carrier, field_values

Row = tuple[object, ...]
Point = tuple[int, int, int]

LETTERED: Final = re.compile(r"([a-z]+)(\d+)")
COLOURS: Final = {
    "black": "#333333", "white": "#f7f7f2", "red": "#d9534f", "blue": "#4a86d0", "yellow": "#f2d544", "green": "#5fa04e", "orange": "#e69f00",
    "purple": "#8e6bbf", "brown": "#8b5a2b", "grey": "#9aa5ad", "gray": "#9aa5ad", "pink": "#e39ac0",
}  # fmt: skip
"""of words that name a colour"""


def drawing(world: World) -> tuple[Row, ...]:
    return (
        *(_board(board) for board in world.typed.boards if board.shape != "plane"),
        *(row for component in world.components.values() for row in _pieces(world, component)),
        *_words(world),
        *_covers(world),
        *_numbers(world),
        *(("rows", item.name, item.rows) for item in world.typed.view.shown if item.section == "rows"),
        *(("together", item.name, item.zones) for item in world.typed.view.shown if item.section == "together"),
    )


# ---- boards


def _board(board: BoardSymbol) -> Row:
    points = _points(board)
    left, top = min(x for x, _, _ in points), min(y for _, y, _ in points)
    moved = tuple((x - left + 50, y - top + 50, shade) for x, y, shade in points)
    width, height = max(x for x, _, _ in moved) + 50, max(y for _, y, _ in moved) + 50
    return ("board", board.name, board.shape, moved, width, height, _links(board))


def _points(board: BoardSymbol) -> list[Point]:
    pairs = list(zip(board.x, board.y, strict=True))
    match board.shape:
        case "square":
            return [(100 * x, -100 * y, (x + y) % 2) for x, y in pairs]
        case "hex":
            return [(100 * x + 50 * y, -87 * y, (x - y) % 3) for x, y in pairs]
        case "triangle":
            return [(50 * x, -87 * y, (x + y) % 2) for x, y in pairs]
        case "line":
            return [(100 * at, 0, at % 2) for at in range(len(board.sites))]
        case "ring":
            return _circle(len(board.sites))
        case _:
            return _graph(board)


def _graph(board: BoardSymbol) -> list[Point]:
    """Sites called `b3` lie in column b and row 3, all others in a circle."""
    named = [LETTERED.fullmatch(site) for site in board.sites]
    if not all(named):
        return _circle(len(board.sites))
    columns = sorted({(len(match[1]), match[1]) for match in named if match})
    return [(100 * columns.index((len(match[1]), match[1])), -100 * int(match[2]), 0) for match in named if match]


def _circle(count: int) -> list[Point]:
    radius = max(100.0, 115 * count / (2 * math.pi))
    angles = [2 * math.pi * at / max(1, count) for at in range(count)]
    return [(round(radius * math.sin(angle)), round(-radius * math.cos(angle)), 0) for angle in angles]


def _links(board: BoardSymbol) -> tuple[tuple[int, int], ...]:
    """The lines between sites: of boards that are points and lines."""
    if board.shape not in ("graph", "ring", "line"):
        return ()
    return tuple((site, other) for site, around in enumerate(board.neighbours) for other in around if site < other or site not in board.neighbours[other])


# ---- pieces


def _pieces(world: World, component: ComponentSymbol) -> Iterator[Row]:
    looks = tuple(_look(world, component, piece) for piece in range(component.count))
    yield ("pieces", component.name, looks)
    cells = next((field.cells for field in component.fields if field.kind == "footprint"), None)
    if cells is not None:
        rows = component.row_of if len(cells) < component.count else range(component.count)
        yield ("footprints", component.name, tuple(cells[row] for row in rows))
    land = plane_views.edge_words(world, component)[0]
    if component.lies_on and land:
        yield ("land", component.name, max(1, len(component.faces)), land, tuple(_grounds(world, land)), tuple(_faces(world, component, land)))


def _look(world: World, component: ComponentSymbol, piece: int) -> tuple[str, str]:
    """The pictures of what a piece is, in the order of its fields, or that of its kind; and its colour."""
    words = [component.names[piece], *_field_words(world, component, piece)]
    pictures, colours = _pairs(world, "pictures"), {**COLOURS, **_pairs(world, "colours")}
    own = pictures.get(component.names[piece])
    picture = own if own is not None else "\n".join(pictures[word] for word in dict.fromkeys(words[1:]) if word in pictures) or pictures.get(component.name, "")
    return picture, next((colours[word] for word in (*words, component.name) if word in colours), "")


def _field_words(world: World, component: ComponentSymbol, piece: int) -> Iterator[str]:
    for field in component.fields:
        if field.kind == "text":
            yield field.texts[piece]
        elif field.kind == "value" and not field.axes:
            made = carrier(world, field.type)
            if made.texts or isinstance(bare(field.type), EnumType):
                yield made.text(field_values(world, field, piece)[0])
            elif not isinstance(field.type, BoolType):
                yield str(field_values(world, field, piece)[0])


def _grounds(world: World, land: tuple[str, ...]) -> Iterator[str]:
    """A colour for each word of land; empty where the renderer takes the next of its own."""
    known = {**COLOURS, **_pairs(world, "colours")}
    return (known.get(word, "") for word in land)


def _faces(world: World, component: ComponentSymbol, land: tuple[str, ...]) -> Iterator[tuple[tuple[int, int, int], ...]]:
    """For each face of each piece its regions: the sides it has (a bit each, clockwise from the north), its land, and a number that belongs to it."""
    edge = next(field for field in component.fields if field.axis_names == ("face", "side"))
    faces = max(1, len(component.faces))
    sides = len(edge.values[0]) // faces
    by_region = [field for field in component.fields if len(field.axes) == 2 and field.axis_names == ("face", "")]
    kinds = next((field for field in by_region if isinstance(bare(field.type), EnumType)), None)
    counts = next((field for field in by_region if field is not kinds and not carrier(world, field.type).texts), None)
    for piece in range(component.count):
        for face in range(faces):
            row = field_values(world, edge, piece)[sides * face : sides * face + sides]
            if kinds is None or carrier(world, edge.type).texts:
                named = carrier(world, edge.type)
                found = {value: sum(1 << side for side in range(sides) if row[side] == value) for value in row if not _nothing(named, value)}
                yield tuple((mask, land.index(named.text(value)), 0) for value, mask in found.items() if named.text(value) in land)
                continue
            named, width, low = carrier(world, kinds.type), len(field_values(world, kinds, piece)) // faces, carrier(world, edge.type).low
            regions = []
            for region in range(width):
                value = field_values(world, kinds, piece)[width * face + region]
                if _nothing(named, value) or named.text(value) not in land:
                    continue
                mask = sum(1 << side for side in range(sides) if row[side] - low == region)
                number = field_values(world, counts, piece)[width * face + region] if counts is not None and len(counts.values[piece]) == width * faces else 0
                regions.append((mask, land.index(named.text(value)), number))
            yield tuple(regions)


def _nothing(made: Carrier, value: int) -> bool:
    return value < made.low or made.optional and value == made.low


# ---- words, variables


def _words(world: World) -> Iterator[Row]:
    """Words of enums, components and variables that have a picture or a colour."""
    pictures, colours = _pairs(world, "pictures"), _pairs(world, "colours")
    enums = [word for enum in world.typed.enums for word in enum.values]
    for word in dict.fromkeys([*pictures, *colours, *enums]):
        look = (pictures.get(word, ""), colours.get(word) or COLOURS.get(word, ""))
        if any(look):
            yield ("word", word, *look)


def _covers(world: World) -> Iterator[Row]:
    """What is drawn with several lines covers as many rows and columns, its site the lower left."""
    for drawn in world.typed.view.drawn:
        texts = ("".join(part for part in draw.parts if isinstance(part, str)).strip("\n") for _, draw in drawn.looks)
        lines = max((text.count("\n") + 1 for text in texts), default=1)
        if lines > 1:
            yield ("covers", drawn.state, lines)


def _numbers(world: World) -> Iterator[Row]:
    shown = _pairs(world, "as")
    for state in world.states.values():
        style = shown.get(state.name)
        if style is None and re.search(r"(^|_)(die|dice)(_|$)", state.name):
            made = carrier(world, state.type)
            style = "dice" if not made.texts and made.low >= 0 and made.high == 6 else None
        if style is not None:
            yield ("shown", state.name, style)


def _pairs(world: World, key: str) -> dict[str, str]:
    return {item.name: COLOURS.get(item.value, item.value) if key == "colours" else item.value for item in world.typed.view.shown if item.section == key}

