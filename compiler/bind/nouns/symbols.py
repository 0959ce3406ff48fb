"""What names mean: one frozen record for each declared thing, complete with everything that is known at compile time.

Component fields, board geometry and options are constants, so they stand here as numbers; what changes in play (state, zones) has its
type and its owner. Locals are numbered, so that two of the same name never mix.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns.types import EnumType, Type
from compiler.parse.ast import Pattern
from compiler.source import Span


class CiteRef(Struct, frozen=True, kw_only=True):
    clause: str
    span: Span


class OptionSymbol(Struct, frozen=True, kw_only=True):
    """A compile-time constant. `readings` are its possible values as written, `value` the chosen one as a number of `type`."""

    name: str
    type: Type
    value: int
    readings: tuple[str, ...]
    settles: tuple[CiteRef, ...]
    cite: tuple[CiteRef, ...]
    span: Span


class EnumSymbol(Struct, frozen=True, kw_only=True):
    """`values` in order; a part of another enum has `numbers` in that enum's count, else 0, 1, 2 …"""

    name: str
    type: EnumType
    values: tuple[str, ...]
    numbers: tuple[int, ...]
    span: Span


Turn: TypeAlias = tuple[int, ...]
"""A symmetry of a board's grid as a 2x2 integer matrix (a, b, c, d): (x, y) -> (a x + b y, c x + d y)."""


class BoardSymbol(Struct, frozen=True, kw_only=True):
    """A board as data. Sites are numbered row by row from the lowest; directions as the board lists them.

    `steps[d][q]` is the site one step from q in direction d, or -1. `lines` holds every row, column, straight run asked for and member of
    a region family, as site lists: a `LineType` value is an index into it; `line_sets` names the index lists: `rows`, `columns`, `lines`
    (maximal runs, or a graph board's own), `lines 3`, and each region family by its name.
    """

    name: str
    shape: Literal["square", "hex", "triangle", "line", "ring", "graph", "plane"]
    sites: tuple[str, ...]
    x: tuple[int, ...]
    y: tuple[int, ...]
    directions: tuple[str, ...]
    dx: tuple[int, ...]
    dy: tuple[int, ...]
    opposite: tuple[int, ...]
    """for each direction its opposite, or -1"""
    axes: tuple[int, ...]
    """one direction of each pair of opposites"""
    steps: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[str, tuple[int, ...]], ...]
    lines: tuple[tuple[int, ...], ...]
    line_sets: tuple[tuple[str, tuple[int, ...]], ...]
    turns: tuple[Turn, ...]
    """the symmetries of the grid, identity first: 8 for squares, 12 for hexagons"""
    piece: str
    """of a plane: the component that is laid"""
    span: Span


class FieldSymbol(Struct, frozen=True, kw_only=True):
    """A constant field. `values[piece]` has one number for a plain field, or all of an array's row-major (`axes` its index types).

    Texts stand in `texts[piece]`; a footprint's cells in `cells[piece]` as (x, y) pairs from its first covered cell.
    """

    name: str
    kind: Literal["value", "text", "footprint"]
    type: Type
    axes: tuple[Type, ...]
    axis_names: tuple[str, ...]
    """`face` and `side` where these words were written, else empty text"""
    values: tuple[tuple[int, ...], ...]
    texts: tuple[str, ...]
    cells: tuple[tuple[tuple[int, int], ...], ...]
    span: Span


class ComponentSymbol(Struct, frozen=True, kw_only=True):
    """Physical things. Pieces are numbered in row order; `each: player` ones seat-major, at the greatest player count.

    `row_of[piece]` is the row a piece was made from, one for each combination of the values that a list offers, `written_row_of[piece]` the
    row as written; `names[piece]` its canonical text without the `#2` of equal ones.
    """

    name: str
    count: int
    each_player: bool
    per_seat: int
    """pieces a seat has, if `each_player`"""
    faces: tuple[str, ...]
    lies_on: str
    fields: tuple[FieldSymbol, ...]
    row_of: tuple[int, ...]
    written_row_of: tuple[int, ...]
    names: tuple[str, ...]
    span: Span

    def field(self, name: str) -> FieldSymbol | None:
        return next((field for field in self.fields if field.name == name), None)


Visibility: TypeAlias = Literal["all", "owner", "none", "count", "owner_count"]


class ZoneSymbol(Struct, frozen=True, kw_only=True):
    name: str
    component: str
    axes: tuple[Type, ...]
    order: Literal["set", "pile", "row", "bag"]
    holds: int | None
    seen: Visibility
    cite: tuple[CiteRef, ...]
    span: Span


class StateSymbol(Struct, frozen=True, kw_only=True):
    """A variable. `axes` are the index types (with `part` the numbers of an index that are really there, for a part of a component).

    `inverse_of` names the map this one is kept for (read-only); `inverse` the other way round.
    """

    name: str
    axes: tuple[Type, ...]
    parts: tuple[tuple[int, ...] | None, ...]
    type: Type
    seen: Visibility
    inverse: str
    inverse_of: str
    cite: tuple[CiteRef, ...]
    span: Span


LocalKind: TypeAlias = Literal["parameter", "binder", "let", "loop", "choice", "outcome", "read", "seat"]


class LocalSymbol(Struct, frozen=True, kw_only=True):
    """A local name. `loop` stands in the vector (a phase loop's variable or a sequence's parameter), `read` is a table's `reads`,
    `seat` the `p` of `result`."""

    name: str
    number: int
    kind: LocalKind
    type: Type
    span: Span


class RememberSymbol(Struct, frozen=True, kw_only=True):
    name: str
    of: tuple[str, ...]
    """state variables and definitions, as written"""
    after: tuple[str, ...]
    last: int
    full: Literal["forget", "end"]
    span: Span


class TextSymbol(Struct, frozen=True, kw_only=True):
    """A `text:` or `say:` pattern, unparsed holes resolved elsewhere."""

    pattern: Pattern
