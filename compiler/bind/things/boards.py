"""Boards: from their written shape to sites, steps, neighbours, regions and lines.

    board: {shape: square, width: 3, height: 3, links: both}
    # BoardSymbol(sites=("a1", "b1", "c1", "a2", …), directions=("north", "northeast", …), steps=((3, 4, 5, …), …), …)

Each shape says in `_LAYOUTS` how its extents become cells and a compass; everything else is the same for all of them.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

from msgspec import Struct, field

from compiler.bind.expressions.constants import constant
from compiler.bind.geometry import grids
from compiler.bind.geometry.grids import Cell, Compass
from compiler.bind.geometry.lines import columns, maximal, rows, with_lines
from compiler.bind.geometry.regions import with_regions
from compiler.bind.nouns.symbols import BoardSymbol, Turn
from compiler.bind.nouns.world import World
from compiler.bind.things.graph_boards import graph_board
from compiler.diagnostics import nearest
from compiler.parse.spec import BoardSpec

Shape: TypeAlias = Literal["square", "hex", "triangle", "line", "ring", "graph", "plane"]
MOST_SITES = 10_000


class Layout(Struct, frozen=True, kw_only=True):
    """Cells in board order, and how they hang together."""

    cells: tuple[Cell, ...]
    compass: Compass
    size: Cell
    wrap: tuple[bool, bool] = (False, False)
    turns: tuple[Turn, ...] = field(default=grids.NO_TURNS)
    triangles: bool = False


def build_board(world: World, spec: BoardSpec) -> BoardSymbol | None:
    """None when the shape or its extents are wrong, which is reported."""
    shape = spec.shape.text
    if shape not in get_args(Shape):
        shapes = get_args(Shape)
        world.report("RWN006", spec.shape.span, kind="shape", name=shape, known=shapes, near=nearest(shape, shapes))
        return None
    if shape == "graph":
        return graph_board(world, spec)
    if shape == "plane":
        return _plane(world, spec)
    layout = _LAYOUTS[shape](world, spec)
    if layout is None:
        return None
    return _finish(world, spec, layout)


def _plane(world: World, spec: BoardSpec) -> BoardSymbol | None:
    if spec.of is None:
        world.report("RWT029", spec.name.span, name=spec.name.text, why="a plane needs what is laid on it", hint="say `of: <component>`")
        return None
    if spec.cells is not None and spec.cells.text != "square":
        world.report("RWN006", spec.cells.span, kind="kind of cells", name=spec.cells.text, known=("square",))
    compass = grids.SQUARE["orthogonal"]
    return _symbol(spec, "plane", Layout(cells=(), compass=compass, size=(0, 0), turns=grids.SQUARE_TURNS), ())


def _square(world: World, spec: BoardSpec) -> Layout | None:
    width, height = _extent(world, spec, "width"), _extent(world, spec, "height")
    if width is None or height is None or not _fits(world, spec, width * height):
        return None
    links = spec.links.text if spec.links is not None else "orthogonal"
    compass = grids.SQUARE.get(links)
    if compass is None and spec.links is not None:
        known = tuple(grids.SQUARE)
        world.report("RWN006", spec.links.span, kind="way of linking", name=links, known=known, near=nearest(links, known))
    cells = grids.square_cells(width, height)
    wrap = _wrap(world, spec)
    turns = grids.SQUARE_TURNS
    return Layout(cells=cells, compass=compass or grids.SQUARE["orthogonal"], size=(width, height), wrap=wrap, turns=turns)


def _hex(world: World, spec: BoardSpec) -> Layout | None:
    sided = any(name.text == "side" for name, _ in spec.extents)
    outline = spec.outline.text if spec.outline is not None else "hexagon" if sided else "rhombus"
    if outline == "rhombus":
        width, height = _extent(world, spec, "width"), _extent(world, spec, "height")
        if width is None or height is None or not _fits(world, spec, width * height):
            return None
        cells = grids.square_cells(width, height)
        return Layout(cells=cells, compass=grids.HEX, size=(width, height), wrap=_wrap(world, spec), turns=grids.HEX_TURNS)
    if outline not in ("hexagon", "triangle"):
        assert spec.outline is not None
        known = ("rhombus", "hexagon", "triangle")
        world.report("RWN006", spec.outline.span, kind="outline", name=outline, known=known, near=nearest(outline, known))
        return None
    side = _extent(world, spec, "side")
    if side is None or not _fits(world, spec, 3 * side * side):
        return None
    cells = grids.hexagon_cells(side) if outline == "hexagon" else grids.hex_triangle_cells(side)
    return Layout(cells=cells, compass=grids.HEX, size=(2 * side, 2 * side), turns=grids.HEX_TURNS)


def _triangle(world: World, spec: BoardSpec) -> Layout | None:
    side = _extent(world, spec, "side")
    if side is None or not _fits(world, spec, side * side):
        return None
    cells = grids.triangle_cells(side)
    return Layout(cells=cells, compass=grids.TRIANGLE, size=(2 * side, side), triangles=True)


def _line(world: World, spec: BoardSpec) -> Layout | None:
    length = _extent(world, spec, "length")
    if length is None or not _fits(world, spec, length):
        return None
    ring = spec.shape.text == "ring"
    cells = grids.square_cells(length, 1)
    return Layout(cells=cells, compass=grids.RING if ring else grids.LINE, size=(length, 1), wrap=(ring, False))


_LAYOUTS: Mapping[str, Callable[[World, BoardSpec], Layout | None]] = {
    "square": _square,
    "hex": _hex,
    "triangle": _triangle,
    "line": _line,
    "ring": _line,
}


def _extent(world: World, spec: BoardSpec, key: str) -> int | None:
    found = next((value for name, value in spec.extents if name.text == key), None)
    name = spec.name.text
    if found is None:
        world.report("RWT029", spec.name.span, name=name, why=f"a {spec.shape.text} board needs `{key}`", hint=f"say `{key}: <number>`")
        return None
    value = constant(world, found, f"`{key}` of a board")
    if value is not None and value < 1:
        world.report("RWT029", found.span, name=name, why=f"`{key}` is {value}", hint="it is at least 1")
        return None
    return value


def _fits(world: World, spec: BoardSpec, count: int) -> bool:
    if count > MOST_SITES:
        world.report("RWT029", spec.span, name=spec.name.text, why=f"it has {count} sites", hint=f"a board has at most {MOST_SITES}")
    return count <= MOST_SITES


def _wrap(world: World, spec: BoardSpec) -> tuple[bool, bool]:
    """`x` joins east and west, `y` north and south."""
    if spec.wrap is None:
        return False, False
    known = {"no": (False, False), "x": (True, False), "y": (False, True), "both": (True, True)}
    text = spec.wrap.text
    if text not in known:
        world.report("RWN006", spec.wrap.span, kind="way of wrapping", name=text, known=tuple(known), near=nearest(text, known))
    return known.get(text, (False, False))


def _finish(world: World, spec: BoardSpec, layout: Layout) -> BoardSymbol:
    names = [grids.site_name(x, y) for x, y in layout.cells]
    holes = set()
    for hole in spec.holes:
        if hole.text not in names:
            world.report("RWT033", hole.span, board=spec.name.text, name=hole.text, near=nearest(hole.text, names))
        holes.add(hole.text)
    kept = tuple((cell, name) for cell, name in zip(layout.cells, names, strict=True) if name not in holes)
    cells = tuple(cell for cell, _ in kept)
    whole = Layout(
        cells=cells, compass=layout.compass, size=layout.size, wrap=layout.wrap, turns=layout.turns, triangles=layout.triangles
    )
    board = _symbol(spec, spec.shape.text, whole, tuple(name for _, name in kept))
    return with_regions(world, spec, _with_runs(board))


def _symbol(spec: BoardSpec, shape: str, layout: Layout, sites: tuple[str, ...]) -> BoardSymbol:
    steps = grids.step_table(layout.cells, layout.compass, layout.size, layout.wrap, layout.triangles)
    neighbours = tuple(
        tuple(dict.fromkeys(step[site] for step in steps if step[site] != -1)) for site in range(len(layout.cells))
    )
    return BoardSymbol(
        name=spec.name.text,
        shape=_shape(shape),
        sites=sites,
        x=tuple(x for x, _ in layout.cells),
        y=tuple(y for _, y in layout.cells),
        directions=layout.compass.names,
        dx=layout.compass.dx,
        dy=layout.compass.dy,
        opposite=layout.compass.opposite,
        axes=layout.compass.axes,
        steps=steps,
        neighbours=neighbours,
        regions=(),
        lines=(),
        line_sets=(),
        turns=layout.turns,
        piece=spec.of.text if spec.of is not None else "",
        span=spec.name.span,
    )


def _shape(text: str) -> Shape:
    shapes: tuple[Shape, ...] = get_args(Shape)
    return next(shape for shape in shapes if shape == text)


def _with_runs(board: BoardSymbol) -> BoardSymbol:
    board = with_lines(board, "rows", rows(board))
    board = with_lines(board, "columns", columns(board))
    return with_lines(board, "lines", maximal(board))
