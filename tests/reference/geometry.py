"""Boards ("Boards"), derived from what the spec writes: sites, steps, neighbours, lines, regions; footprints ("Components and zones")."""

from collections.abc import Iterator
from typing import Any

from compiler.bind.nouns.symbols import OptionSymbol
from compiler.bind.nouns.typed import TypedSpec
from compiler.parse import ast
from compiler.parse.spec import BoardSpec
from tests.reference.values import Cell, Direction, Line, Piece, Site

Pair = tuple[int, int]

NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
ORTHOGONAL = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
DIAGONAL = {"northeast": (1, 1), "southeast": (1, -1), "southwest": (-1, -1), "northwest": (-1, 1)}
ROUND = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
KNIGHT = {
    "north_northeast": (1, 2), "east_northeast": (2, 1), "east_southeast": (2, -1), "south_southeast": (1, -2), "south_southwest": (-1, -2),
    "west_southwest": (-2, -1), "west_northwest": (-2, 1), "north_northwest": (-1, 2),
}  # fmt: skip
HEX = {"east": (1, 0), "northeast": (0, 1), "northwest": (-1, 1), "west": (-1, 0), "southwest": (0, -1), "southeast": (1, -1)}
LINKS = {"orthogonal": ORTHOGONAL, "diagonal": DIAGONAL, "both": {name: {**ORTHOGONAL, **DIAGONAL}[name] for name in ROUND}, "knight": KNIGHT}


def constant(expr: ast.Expr, options: dict[str, OptionSymbol], players: int) -> int:
    """A number made of numbers and options."""
    match expr:
        case ast.Number(value=value):
            return value
        case ast.Name(text="player_count"):
            return players
        case ast.Name(text=text):
            return options[text].value
        case ast.Unary(operator="-", operand=operand):
            return -constant(operand, options, players)
        case ast.Binary(operator=operator, left=left, right=right):
            a, b = constant(left, options, players), constant(right, options, players)
            return {"+": a + b, "-": a - b, "*": a * b}[operator] if operator in "+-*" else a // b if operator == "//" else a % b
        case ast.FoldValues(kind=kind, values=values):
            numbers = [constant(value, options, players) for value in values]
            return min(numbers) if kind == "min" else max(numbers)
        case ast.IfElse(value=value, condition=condition, other=other):
            return constant(value if _holds(condition, options, players) else other, options, players)
        case _:
            raise AssertionError(expr)


def _holds(condition: ast.Expr, options: dict[str, OptionSymbol], players: int) -> bool:
    """A comparison of constants, or an option that is a truth value."""
    if isinstance(condition, ast.Name):
        return bool(options[condition.text].value)
    assert isinstance(condition, ast.Compare) and len(condition.operands) == 2, condition
    left, right = condition.operands
    if isinstance(left, ast.Name) and isinstance(right, ast.Name) and right.text not in options:
        option = options[left.text]
        same = option.readings[option.value] == right.text
        return same if condition.comparators[0] == "==" else not same
    a, b = constant(left, options, players), constant(right, options, players)
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[condition.comparators[0]]


def letters(column: int) -> str:
    """a, b, … z, aa, ab, …"""
    return chr(97 + column) if column < 26 else letters(column // 26 - 1) + chr(97 + column % 26)


class Board:
    """Sites row by row from the lowest, each at its coordinates; a graph board has none."""

    def __init__(self, spec: BoardSpec, options: dict[str, OptionSymbol], players: int) -> None:
        self.name = spec.name.text
        self.shape = spec.shape.text
        self.piece = spec.of.text if spec.of is not None else ""
        extent = {name.text: constant(value, options, players) for name, value in spec.extents}
        self.width, self.height = extent.get("width", extent.get("length", 0)), extent.get("height", 1)
        wrap = spec.wrap.text if spec.wrap is not None else "no"
        self.wraps = (wrap in ("x", "both") or self.shape == "ring", wrap in ("y", "both"))
        self.ways: dict[str, Pair] = self._ways(spec)
        self.directions = [Direction(self.name, name) for name in self.ways]
        holes = {hole.text for hole in spec.holes}
        cells = [cell for cell in self._cells(spec, extent) if letters(cell[0]) + str(cell[1] + 1) not in holes]
        self.at = {cell: Site(self.name, letters(cell[0]) + str(cell[1] + 1)) for cell in cells}
        self.cell = {site: cell for cell, site in self.at.items()}
        self.sites = list(self.cell)
        self.linked: dict[Site, list[Site]] = {}
        if self.shape == "graph":
            self._graph(spec)
        self.lines: list[Line] = []
        if self.shape not in ("plane", "graph"):
            self.row_lines, self.column_lines = self._rows(1), self._rows(0)
        self.families: dict[str, list[Line]] = {}
        for region in spec.regions:
            if region.family:
                self.families[region.name.text] = [self._line(Site(self.name, site.text) for site in group) for group in region.groups]

    def _ways(self, spec: BoardSpec) -> dict[str, Pair]:
        match self.shape:
            case "square":
                return dict(LINKS[spec.links.text if spec.links is not None else "orthogonal"])
            case "hex":
                return dict(HEX)
            case "triangle" | "plane":
                return dict(ORTHOGONAL)
            case "line":
                return {"east": EAST, "west": WEST}
            case "ring":
                return {"clockwise": EAST, "counterclockwise": WEST}
            case _:
                return {}

    def _cells(self, spec: BoardSpec, extent: dict[str, int]) -> list[Pair]:
        side = extent.get("side", 0)
        outline = spec.outline.text if spec.outline is not None else "hexagon" if side else "rhombus"
        if self.shape == "triangle":
            return [(x, y) for y in range(side) for x in range(y, 2 * side - 1 - y)]
        if self.shape == "hex" and outline == "hexagon":
            return [(x, y) for y in range(2 * side - 1) for x in range(2 * side - 1) if side - 1 <= x + y <= 3 * side - 3]
        if self.shape == "hex" and outline == "triangle":
            return [(x, y) for y in range(side) for x in range(side) if x + y < side]
        return [(x, y) for y in range(self.height) for x in range(self.width)] if self.shape not in ("graph", "plane") else []

    def _graph(self, spec: BoardSpec) -> None:
        """Sites in the order in which they are first mentioned; neighbours on a line are linked."""
        pairs = [tuple(pair) for pair in spec.link_pairs]
        mentioned = [*spec.sites, *(site for pair in pairs for site in pair), *(site for line in spec.lines for site in line)]
        self.sites = list(dict.fromkeys(Site(self.name, site.text) for site in mentioned))
        pairs += [pair for line in spec.lines for pair in zip(line, line[1:], strict=False)]
        ends = [(Site(self.name, a.text), Site(self.name, b.text)) for a, b in pairs]
        for site in self.sites:
            self.linked[site] = [other for other in self.sites if other != site and ((site, other) in ends or (other, site) in ends)]
        self.written_lines = [[Site(self.name, site.text) for site in line] for line in spec.lines]

    # ---- asking

    def step(self, site: Site, way: Direction, count: int = 1) -> Site | None:
        """The site so many steps on; none off the board."""
        here: Site | None = site
        for _ in range(count):
            if here is None:
                return None
            here = self._next(here, way)
        return here

    def _next(self, site: Site, way: Direction) -> Site | None:
        (x, y), (dx, dy) = self.cell[site], self.ways[way.name]
        if self.shape == "triangle" and dy != 0 and ((x + y) % 2 == 0) == (dy > 0):
            return None
        x, y = x + dx, y + dy
        if self.wraps[0]:
            x %= self.width
        if self.wraps[1]:
            y %= self.height
        found = self.at.get((x, y))
        return None if found == site else found

    def neighbours(self, site: Site) -> list[Site]:
        if self.shape == "graph":
            return self.linked[site]
        return list(dict.fromkeys(other for way in self.directions if (other := self._next(site, way)) is not None))

    def opposite(self, way: Direction) -> Direction:
        dx, dy = self.ways[way.name]
        return next(other for other in self.directions if self.ways[other.name] == (-dx, -dy))

    def axes(self) -> list[Direction]:
        """One direction of each opposite pair: the first."""
        return [way for number, way in enumerate(self.directions) if self.opposite(way) not in self.directions[:number]]

    def perpendicular(self, one: Direction, other: Direction) -> bool:
        """At a right angle; among the ways of a hex board, whose axes are slanted, lengths are measured as they are drawn."""
        (a, b), (c, d) = self.ways[one.name], self.ways[other.name]
        return 2 * a * c + a * d + b * c + 2 * b * d == 0 if self.shape == "hex" else a * c + b * d == 0

    def ray(self, site: Site, way: Direction, most: int | None) -> Iterator[Site]:
        """The sites from here on, this one left out; a ray that comes back to where it began ends."""
        here, met = self._next(site, way), 0
        while here is not None and here != site and (most is None or met < most):
            yield here
            here, met = self._next(here, way), met + 1

    def between(self, start: Site, end: Site) -> list[Site] | None:
        """The sites after the first up to the last; None where no straight line joins them."""
        if start == end:
            return []
        found: list[list[Site]] = []
        for way in self.directions:
            passed = []
            for site in self.ray(start, way, None):
                passed.append(site)
                if site == end:
                    found.append(passed)
                    break
        return min(found, key=len) if found else None

    # ---- lines

    def _line(self, sites: Any) -> Line:
        return Line(self.name, tuple(sites))

    def _rows(self, which: int) -> list[Line]:
        values = sorted({cell[which] for cell in self.cell.values()})
        return [self._line(site for site in self.sites if self.cell[site][which] == value) for value in values]

    def run(self, site: Site, way: Direction, length: int) -> list[Site]:
        found = [site]
        while len(found) < length:
            here = self._next(found[-1], way)
            if here is None or here in found:
                break
            found.append(here)
        return found

    def runs(self, length: int) -> list[Line]:
        """Each straight run of exactly so many sites, once; with 0 the longest runs, or the lines of a graph board."""
        if self.shape == "graph":
            return [self._line(line) for line in self.written_lines if length in (0, len(line))]
        found: dict[frozenset[Site], Line] = {}
        for way in self.axes():
            for site in self.sites:
                run = self.run(site, way, length or len(self.sites))
                before = self._next(site, self.opposite(way)) if length == 0 else None
                whole = len(run) == length if length else len(run) > 1 and (before is None or before in run)
                if whole:
                    found.setdefault(frozenset(run), self._line(run))
        return list(found.values())


class Boards(dict[str, Board]):
    """The boards of a spec, and the orientations of pieces on them."""

    def __init__(self, typed: TypedSpec) -> None:
        options = {option.name: option for option in typed.options}
        super().__init__((spec.name.text, Board(spec, options, typed.players_high)) for spec in typed.parsed.boards)
        self.components = {item.name: item for item in typed.components}
        shapes = [board.shape for board in self.values() if board.shape in ("square", "hex")]
        self.turns = _symmetries(shapes[0] if shapes else "")

    def images(self, piece: Piece) -> list[tuple[Pair, ...]]:
        """The images of a footprint that differ, the drawing first, each from its first cell in board order."""
        cells = next(item.cells for item in self.components[piece.component].fields if item.kind == "footprint")[piece.number]
        return list(dict.fromkeys(_placed([(a * x + b * y, c * x + d * y) for x, y in cells]) for a, b, c, d in self.turns))

    def orientations(self, component: str) -> int:
        symbol = self.components[component]
        if symbol.lies_on:
            return max(1, len(symbol.faces)) * 4
        return max(len(self.images(Piece(component, number))) for number in range(symbol.count))

    def covered(self, board: str, cells: tuple[Pair, ...], site: Site) -> list[Site | None]:
        x, y = self[board].cell[site]
        return [self[board].at.get((x + dx, y + dy)) for dx, dy in cells]


def _placed(cells: list[Pair]) -> tuple[Pair, ...]:
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    return tuple((x - ordered[0][0], y - ordered[0][1]) for x, y in ordered)


def _symmetries(shape: str) -> list[tuple[int, int, int, int]]:
    """Eight on squares, twelve on hexagons: turns clockwise, then the same after a mirror."""
    if not shape:
        return [(1, 0, 0, 1)]
    turn, count, mirror = ((0, 1, -1, 0), 4, (-1, 0, 0, 1)) if shape == "square" else ((1, 1, -1, 0), 6, (0, 1, 1, 0))
    turns = [(1, 0, 0, 1)]
    for _ in range(count - 1):
        turns.append(_product(turn, turns[-1]))
    return turns + [_product(each, mirror) for each in turns]


def _product(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    (a, b, c, d), (e, f, g, h) = one, other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def beside(cell: Cell, way: Direction) -> Cell:
    dx, dy = ORTHOGONAL[way.name]
    return Cell(cell.board, cell.x + dx, cell.y + dy)
