"""Footprints turned and put on a board, and how many orientations a component has.

`images` are the distinct images of a shape under the board's symmetries, identity first, each from its first covered cell in board order.
"""

from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol, Turn
from compiler.lower.nouns.world import World

Cells = tuple[tuple[int, int], ...]
SIDES = 4


def footprints(component: ComponentSymbol) -> tuple[Cells, ...]:
    """By piece; empty for a component without a drawing."""
    return next((item.cells for item in component.fields if item.kind == "footprint"), ())


def images(cells: Cells, turns: tuple[Turn, ...]) -> tuple[Cells, ...]:
    return tuple(dict.fromkeys(_placed([(a * x + b * y, c * x + d * y) for x, y in cells]) for a, b, c, d in turns or ((1, 0, 0, 1),)))


def orientation_count(world: World, component: str) -> int:
    """The greatest number of orientations of any piece: images of a shape, or faces times turns of what lies on a plane."""
    symbol = world.components[component]
    if symbol.lies_on:
        return max(1, len(symbol.faces)) * SIDES
    return max((len(images(cells, turning(world))) for cells in footprints(symbol)), default=1)


def turning(world: World) -> tuple[Turn, ...]:
    """The symmetries shapes turn by: those of the first board of squares or hexagons."""
    return next((board.turns for board in world.boards.values() if board.shape in ("square", "hex")), ())


def covered(board: BoardSymbol, cells: Cells, site: int) -> tuple[int, ...]:
    """The site of each cell of an image whose first cell is on `site`; -1 off the board."""
    at = {(x, y): number for number, (x, y) in enumerate(zip(board.x, board.y, strict=True))}
    return tuple(at.get((board.x[site] + x, board.y[site] + y), -1) for x, y in cells)


def _placed(cells: list[tuple[int, int]]) -> Cells:
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    first = ordered[0] if ordered else (0, 0)
    return tuple((x - first[0], y - first[1]) for x, y in ordered)
