"""The pieces of a plane as a picture, for proofreading a table of tiles against the real ones.

In: a typed spec. Out: the text of an SVG: every face of every kind of piece, with the land at its edges, the numbers of its regions, and below it
whatever else the table says of the face.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from compiler.bind.nouns.symbols import ComponentSymbol, FieldSymbol
from compiler.bind.nouns.typed import TypedSpec
from compiler.bind.nouns.types import BoolType
from compiler.diagnostics.problem import Problems
from compiler.lower.builtins.builtins import BUILTINS
from compiler.lower.nouns.world import World, open_world
from compiler.lower.things.plane_views import edge_words, region_numbers
from compiler.lower.types.carriers import carrier, field_values

SIZE: Final = 96
GAP: Final = 26
CAPTION: Final = 62
ACROSS: Final = 8
"""faces in a row"""

COLOURS: Final = {"black": "#444444", "yellow": "#f2d544", "red": "#d9534f", "blue": "#5b8bd0", "white": "#f5f5f5", "green": "#6fae58"}
PALETTE: Final = ("#d8b48a", "#4f7f4a", "#7fc7d9", "#b9a2d8", "#e39ac0", "#c2c24c", "#9aa5ad", "#d97f3f")
"""of words that are no colours, in their order"""


def tile_sheet(spec: TypedSpec, title: str) -> str | None:
    """The picture of all components that lie on planes; None where there is none."""
    world = open_world(spec, Problems(), BUILTINS)
    drawn = [component for component in world.components.values() if component.lies_on]
    tiles = [tile for component in drawn for tile in _tiles(world, component)]
    if not tiles:
        return None
    rows = -(-len(tiles) // ACROSS)
    width, height = ACROSS * (SIZE + GAP) + GAP, rows * (SIZE + CAPTION + GAP) + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        ' font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for at, tile in enumerate(tiles):
        x, y = GAP + at % ACROSS * (SIZE + GAP), GAP + at // ACROSS * (SIZE + CAPTION + GAP)
        lines += [f'<g transform="translate({x} {y})">', *tile, "</g>"]
    return "\n".join([*lines, "</svg>"])


def _tiles(world: World, component: ComponentSymbol) -> Iterator[list[str]]:
    """The drawing of each face; of equal pieces the first, with their number."""
    words, edges = edge_words(world, component)
    fills = _fills(words)
    faces = max(1, len(component.faces))
    for piece in range(component.count):
        alike = [other for other in range(component.count) if component.row_of[other] == component.row_of[piece]]
        if alike[0] != piece:
            continue
        for face in range(faces):
            row = edges[piece * faces + face] if edges else ()
            if any(row):
                copies = f" x{len(alike)}" if len(alike) > 1 else ""
                side = f", {component.faces[face]}" if component.faces else ""
                yield list(_face(world, component, piece, face, row, fills, f"{component.names[piece]}{copies}{side}"))


def _fills(words: tuple[str, ...]) -> dict[str, str]:
    plain = [word for word in words if word not in COLOURS]
    return {word: COLOURS.get(word) or PALETTE[plain.index(word) % len(PALETTE)] for word in words}


def _face(
    world: World, component: ComponentSymbol, piece: int, face: int, row: tuple[str, ...], fills: dict[str, str], name: str
) -> Iterator[str]:
    half, far = SIZE // 2, SIZE
    corners = ((0, 0), (far, 0), (far, far), (0, far))
    middles = ((half, 16), (far - 14, half + 4), (half, far - 8), (14, half + 4))
    numbers = region_numbers(world, component, piece, face, len(row))
    for side, word in enumerate(row):
        (left, top), (right, bottom) = corners[side], corners[(side + 1) % 4]
        fill = fills.get(word, "none")
        yield f'<polygon points="{left},{top} {right},{bottom} {half},{half}" fill="{fill}" stroke="{fill}"/>'
    for side in range(len(row)):
        if numbers and numbers[side] != numbers[side - 1]:
            x, y = corners[side]
            yield f'<line x1="{x}" y1="{y}" x2="{half}" y2="{half}" stroke="black" stroke-width="2"/>'
    for side in range(len(row)):
        x, y = middles[side]
        text = f"{numbers[side]}" if numbers else row[side]
        yield f'<text x="{x}" y="{y}" text-anchor="middle" fill="white" stroke="black" stroke-width="2" paint-order="stroke">{escape(text)}</text>'
    yield f'<rect width="{far}" height="{far}" fill="none" stroke="black"/>'
    yield f'<text x="0" y="{far + 13}">{escape(name)}</text>'
    for at, text in enumerate(_told(world, component, piece, face)):
        yield f'<text x="0" y="{far + 26 + 12 * at}" font-size="9">{escape(text)}</text>'


def _told(world: World, component: ComponentSymbol, piece: int, face: int) -> Iterator[str]:
    """What else the face has, region by region: words with their numbers, then what is true of pairs."""
    lists = [field for field in component.fields if field.axis_names[:1] == ("face",) and len(field.axes) == 2 and field.axis_names[1] == ""]
    texts: dict[int, list[str]] = {}
    for field in lists:
        made = carrier(world, field.type)
        for at, value in enumerate(_of_face(world, component, field, piece, face)):
            if not (made.optional and value == made.low or not made.texts and value == 0):
                texts.setdefault(at, []).append(made.text(value))
    regions = [f"{at} {' '.join(words)}" for at, words in sorted(texts.items())]
    yield from (", ".join(regions[first : first + 2]) for first in range(0, len(regions), 2))
    for field in component.fields:
        if isinstance(field.type, BoolType) and len(field.axes) == 3 and field.axis_names[0] == "face":
            size = carrier(world, field.axes[2]).size
            pairs = [f"{at // size}-{at % size}" for at, value in enumerate(_of_face(world, component, field, piece, face)) if value]
            if pairs:
                yield f"{field.name} {' '.join(pairs)}"


def _of_face(world: World, component: ComponentSymbol, field: FieldSymbol, piece: int, face: int) -> tuple[int, ...]:
    values = field_values(world, field, piece)
    width = len(values) // max(1, len(component.faces))
    return values[width * face : width * face + width]
