"""The geometry of regular boards: which cells a shape has, where they are, which directions lead from one to another.

    square_cells(3, 2)          # ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))
    site_name(0, 0)             # "a1"

Cells are listed row by row from the lowest; x grows to the east, y to the north.
"""

from collections.abc import Mapping

from msgspec import Struct

from compiler.bind.nouns.symbols import Turn

Cell = tuple[int, int]


class Compass(Struct, frozen=True, kw_only=True):
    """The directions of a board with their steps."""

    names: tuple[str, ...]
    dx: tuple[int, ...]
    dy: tuple[int, ...]

    @property
    def opposite(self) -> tuple[int, ...]:
        steps = list(zip(self.dx, self.dy, strict=True))
        return tuple(steps.index((-x, -y)) if (-x, -y) in steps else -1 for x, y in steps)

    @property
    def axes(self) -> tuple[int, ...]:
        return tuple(d for d, back in enumerate(self.opposite) if back == -1 or d < back)


_STRAIGHT = (("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0))
_SLANTED = (("northeast", 1, 1), ("southeast", 1, -1), ("southwest", -1, -1), ("northwest", -1, 1))
_KNIGHT = (
    ("north_northeast", 1, 2), ("east_northeast", 2, 1), ("east_southeast", 2, -1), ("south_southeast", 1, -2),
    ("south_southwest", -1, -2), ("west_southwest", -2, -1), ("west_northwest", -2, 1), ("north_northwest", -1, 2),
)  # fmt: skip
_BOTH = tuple(step for pair in zip(_STRAIGHT, _SLANTED, strict=True) for step in pair)
_HEX = (("east", 1, 0), ("northeast", 0, 1), ("northwest", -1, 1), ("west", -1, 0), ("southwest", 0, -1), ("southeast", 1, -1))


def _compass(steps: tuple[tuple[str, int, int], ...]) -> Compass:
    names, dx, dy = zip(*steps, strict=True)
    return Compass(names=names, dx=dx, dy=dy)


SQUARE: Mapping[str, Compass] = {
    "orthogonal": _compass(_STRAIGHT),
    "diagonal": _compass(_SLANTED),
    "both": _compass(_BOTH),
    "knight": _compass(_KNIGHT),
}
"""by `links`; clockwise from the north"""
HEX = _compass(_HEX)
"""axial coordinates, counter-clockwise from the east"""
LINE = _compass((("east", 1, 0), ("west", -1, 0)))
RING = _compass((("clockwise", 1, 0), ("counterclockwise", -1, 0)))
TRIANGLE = SQUARE["orthogonal"]
"""a triangle that points up has no northern neighbour, one that points down no southern"""


def square_cells(width: int, height: int) -> tuple[Cell, ...]:
    return tuple((x, y) for y in range(height) for x in range(width))


def hexagon_cells(side: int) -> tuple[Cell, ...]:
    """All hexagons at most `side - 1` steps from the middle."""
    reach = 2 * side - 1
    return tuple((x, y) for x, y in square_cells(reach, reach) if side - 1 <= x + y <= 3 * side - 3)


def hex_triangle_cells(side: int) -> tuple[Cell, ...]:
    return tuple((x, y) for x, y in square_cells(side, side) if x + y < side)


def triangle_cells(side: int) -> tuple[Cell, ...]:
    """Triangles in a large one: row y has `2 (side - y) - 1`, pointing up where x + y is even."""
    return tuple((x, y) for y in range(side) for x in range(y, 2 * side - 1 - y))


def letters(column: int) -> str:
    """a..z, then aa, ab, …"""
    text = ""
    column += 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def site_name(x: int, y: int) -> str:
    return f"{letters(x)}{y + 1}"


def step_table(
    cells: tuple[Cell, ...], compass: Compass, size: Cell, wrap: tuple[bool, bool], triangles: bool = False
) -> tuple[tuple[int, ...], ...]:
    """For each direction, for each cell the number of the next cell, or -1."""
    number = {cell: at for at, cell in enumerate(cells)}

    def after(cell: Cell, dx: int, dy: int) -> int:
        x, y = cell[0] + dx, cell[1] + dy
        if triangles and dy != 0 and ((cell[0] + cell[1]) % 2 == 0) == (dy > 0):
            return -1
        at = (x % size[0] if wrap[0] else x, y % size[1] if wrap[1] else y)
        found = number.get(at, -1)
        return -1 if at == cell else found

    return tuple(tuple(after(cell, dx, dy) for cell in cells) for dx, dy in zip(compass.dx, compass.dy, strict=True))


def _times(left: Turn, right: Turn) -> Turn:
    a, b, c, d = left
    e, f, g, h = right
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def _symmetries(turn: Turn, count: int, mirror: Turn) -> tuple[Turn, ...]:
    turns: list[Turn] = [(1, 0, 0, 1)]
    for _ in range(count - 1):
        turns.append(_times(turn, turns[-1]))
    return (*turns, *(_times(turn, mirror) for turn in turns))


SQUARE_TURNS: tuple[Turn, ...] = _symmetries((0, 1, -1, 0), 4, (-1, 0, 0, 1))
"""identity and quarter turns clockwise, then the same after a mirror from left to right"""
HEX_TURNS: tuple[Turn, ...] = _symmetries((1, 1, -1, 0), 6, (0, 1, 1, 0))
"""identity and sixths of a turn clockwise, then the same after a mirror"""
NO_TURNS: tuple[Turn, ...] = ((1, 0, 0, 1),)
