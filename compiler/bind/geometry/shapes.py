"""Footprints: drawings of cells, their images under a board's symmetries, and how many orientations a component has.

    cells_of("##\\n#.")          # ((0, 0), (0, 1), (1, 1)): from the first covered cell in board order
    images(cells, turns)        # the distinct ones, identity first, each from its own first cell
"""

from compiler.bind.geometry.grids import HEX_TURNS, NO_TURNS, SQUARE_TURNS
from compiler.bind.nouns.symbols import ComponentSymbol, Turn
from compiler.bind.nouns.world import World

Cells = tuple[tuple[int, int], ...]


def drawing_fault(drawing: str) -> str | None:
    """What is wrong with a drawing, or None."""
    rows = drawing.rstrip("\n").split("\n")
    if any(set(row) - set("#. ") for row in rows):
        return "a row has other signs"
    return None if "#" in drawing else "no cell is covered"


def cells_of(drawing: str) -> Cells:
    """The covered cells of rows drawn top down, in board order (row by row from the lowest), the first at (0, 0)."""
    rows = drawing.rstrip("\n").split("\n")
    covered = [(x, len(rows) - 1 - line) for line, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    return placed(covered)


def placed(covered: list[tuple[int, int]]) -> Cells:
    """In board order, moved so that the first is at (0, 0)."""
    ordered = sorted(covered, key=lambda cell: (cell[1], cell[0]))
    if not ordered:
        return ()
    first = ordered[0]
    return tuple((x - first[0], y - first[1]) for x, y in ordered)


def images(cells: Cells, turns: tuple[Turn, ...]) -> tuple[Cells, ...]:
    """The distinct images of a shape, identity first."""
    return tuple(dict.fromkeys(placed([(a * x + b * y, c * x + d * y) for x, y in cells]) for a, b, c, d in turns))


def orientation_count(world: World, component: str) -> int:
    """The size of `orientation(component)`: faces times turns of what lies on a plane, else the most images any piece has."""
    symbol = world.components.get(component)
    if symbol is None:
        return 1
    if symbol.lies_on:
        return max(1, len(symbol.faces)) * 4
    turns = board_turns(world)
    return max((len(images(cells, turns)) for cells in footprints(symbol)), default=1)


def footprints(symbol: ComponentSymbol) -> tuple[Cells, ...]:
    """The footprint of every piece; empty for a component without one."""
    return next((field.cells for field in symbol.fields if field.kind == "footprint"), ())


def board_turns(world: World) -> tuple[Turn, ...]:
    """The symmetries that footprints turn by: those of the first board with squares or hexagons."""
    for board in world.boards.values():
        if board.shape == "square":
            return SQUARE_TURNS
        if board.shape == "hex":
            return HEX_TURNS
    return NO_TURNS
