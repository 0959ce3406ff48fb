"""Options, boards, components, zones and variables as written."""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.parse.ast import Binder, Expr, Ident, Pattern, TypeExpr
from compiler.source import Span

Seen: TypeAlias = tuple[Ident, ...]
"""`all`, `owner`, `none`, `count`, or several of them; empty when not said"""


class Cite(Struct, frozen=True, kw_only=True):
    """A clause as cited: its number and where it is written."""

    clause: str
    span: Span


class OptionSpec(Struct, frozen=True, kw_only=True):
    """`rounds: {is: 5, in: 1..9}`. `values` for a list of names or numbers, `low`/`high` for a range."""

    name: Ident
    value: Ident
    values: tuple[Ident, ...]
    low: Expr | None
    high: Expr | None
    settles: tuple[Cite, ...]
    cite: tuple[Cite, ...]
    span: Span


class EnumSpec(Struct, frozen=True, kw_only=True):
    """`animal: [sheep, wolf]`, or with `within` a part of another."""

    name: Ident
    values: tuple[Ident, ...]
    within: Ident | None
    span: Span


class RegionSpec(Struct, frozen=True, kw_only=True):
    """Sites by name (`groups` has one item) or a family of them (`family`)."""

    name: Ident
    groups: tuple[tuple[Ident, ...], ...]
    family: bool
    span: Span


class BoardSpec(Struct, frozen=True, kw_only=True):
    """`extents` holds `width`, `height`, `side`, `length`, … as expressions over options."""

    name: Ident
    shape: Ident
    outline: Ident | None
    links: Ident | None
    """`orthogonal`, `diagonal`, `both`, `knight`; for a graph board see `link_pairs`"""
    wrap: Ident | None
    extents: tuple[tuple[Ident, Expr], ...]
    holes: tuple[Ident, ...]
    regions: tuple[RegionSpec, ...]
    sites: tuple[Ident, ...]
    link_pairs: tuple[tuple[Ident, ...], ...]
    lines: tuple[tuple[Ident, ...], ...]
    of: Ident | None
    cells: Ident | None
    cite: tuple[Cite, ...]
    span: Span


class FieldSpec(Struct, frozen=True, kw_only=True):
    """`value: 0..9`, `name: text`, `shape: footprint`, `edge: {per: 0..3, type: terrain}`.

    `per` items are types, or the bare words `face` and `side` (NamedType). `kind` tells text and footprint from values.
    """

    name: Ident
    kind: Literal["value", "text", "footprint"]
    type: TypeExpr | None
    per: tuple[TypeExpr, ...]
    span: Span


class CellSpec(Struct, frozen=True, kw_only=True):
    """One value of a row: a word, number, text or footprint drawing. `items` has several when it was a list or a range."""

    field: Ident
    items: tuple[Ident, ...]
    listed: bool
    low: Expr | None
    high: Expr | None
    span: Span


class RowSpec(Struct, frozen=True, kw_only=True):
    cells: tuple[CellSpec, ...]
    copies: Ident | None
    span: Span
    origin: Literal["rows", "table"]


class ComponentSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    each_player: bool
    copies: Ident | None
    faces: tuple[Ident, ...]
    lies_on: Ident | None
    fields: tuple[FieldSpec, ...]
    rows: tuple[RowSpec, ...]
    """inline rows first, then those of the tables"""
    text: Pattern | None
    cite: tuple[Cite, ...]
    span: Span


class ZoneSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    of: Ident
    per: tuple[TypeExpr, ...]
    order: Literal["set", "pile", "row", "bag"]
    holds: Expr | None
    seen: Seen
    cite: tuple[Cite, ...]
    span: Span


class IndexSpec(Struct, frozen=True, kw_only=True):
    """One index of a state variable: a type, or (`t in tile where …`) part of one."""

    type: TypeExpr | None
    binder: Binder | None
    span: Span


class StateSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    per: tuple[IndexSpec, ...]
    type: TypeExpr
    start: Expr | None
    start_names: tuple[Ident, ...]
    """the names of `start(q): …`, one an index; empty when `start` is one value for all"""
    inverse: Ident | None
    seen: Seen
    cite: tuple[Cite, ...]
    span: Span
