"""Expressions and domains, with their types. Everything that may be walked is a `Domain`; `element` is the type of one member."""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import Type
from compiler.source import Span


class Const(Struct, frozen=True, kw_only=True):
    """Any constant of a finite type: `none` is `NO_VALUE`. Of an option by its name, `type` is then all the option may be."""

    value: int
    type: Type
    span: Span
    option: str = ""


class TextConst(Struct, frozen=True, kw_only=True):
    value: str
    type: Type
    span: Span


class LocalRef(Struct, frozen=True, kw_only=True):
    local: LocalSymbol
    type: Type
    """may be narrower than the local's own, by what is known here"""
    span: Span


class PlayerCount(Struct, frozen=True, kw_only=True):
    """`player_count`: fixed for a game, read from the vector."""

    type: Type
    span: Span


class StateRef(Struct, frozen=True, kw_only=True):
    """`x`, `x[i, j]`; also an inverse map's value."""

    state: str
    indexes: tuple["Expr", ...]
    type: Type
    span: Span


class FieldRef(Struct, frozen=True, kw_only=True):
    """A constant field of a piece, `c.value`, `t.edge[i]`; text fields only in comparisons and texts."""

    piece: "Expr"
    component: str
    field: str
    indexes: tuple["Expr", ...]
    type: Type
    span: Span


class Attribute(Struct, frozen=True, kw_only=True):
    """What is derived from a value by a fixed table or formula.

    `owner` of an `each: player` piece; `x`, `y` of a site or direction; `part` (with `detail` the part's index) of a graph node,
    or of a group's least node; `total` (with `detail_name` its name) of a group.
    """

    base: "Expr"
    kind: Literal["owner", "x", "y", "part", "total"]
    detail: int
    detail_name: str
    type: Type
    span: Span


class Call(Struct, frozen=True, kw_only=True):
    """A definition, or a resolution table with `gives` (`table`), by name."""

    name: str
    kind: Literal["define", "table"]
    arguments: tuple["Expr", ...]
    type: Type
    span: Span


class Builtin(Struct, frozen=True, kw_only=True):
    """A builtin by its name in the builtin table; what it takes besides values is in the other fields.

    Values: `seat next_player left_of right_of other_player distance_left distance_right playing abs min max ordinal item_domain
    next_value other_value number step adjacent at opposite perpendicular named_direction line_item
    size only top item kinds_count group connected linked distance longest_walk met group_size beside origin times`.
    `board`, `graph`, `step_name`, `remember` name the thing spoken of; `zone` the zone; `domain` the list of `item(list, n)`.
    """

    name: str
    arguments: tuple["Expr", ...]
    type: Type
    span: Span
    board: str = ""
    graph: str = ""
    step: tuple[str, ...] = ()
    """of `number(x)`: the path of the node that counts"""
    remember: str = ""
    zone: "ZoneRef | None" = None
    domain: "Domain | None" = None


class ZoneRef(Struct, frozen=True, kw_only=True):
    """A zone, one of a family by its indexes; or a plane by its name, as the zone of the pieces laid on it."""

    zone: str
    indexes: tuple["Expr", ...]
    span: Span


class Binary(Struct, frozen=True, kw_only=True):
    """Integers; `//` and `%` floor, with a divisor proven positive."""

    operator: Literal["+", "-", "*", "//", "%"]
    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


class Negate(Struct, frozen=True, kw_only=True):
    operand: "Expr"
    type: Type
    span: Span


class Not(Struct, frozen=True, kw_only=True):
    operand: "Expr"
    type: Type
    span: Span


class Logic(Struct, frozen=True, kw_only=True):
    operator: Literal["and", "or"]
    items: tuple["Expr", ...]
    type: Type
    span: Span


class Compare(Struct, frozen=True, kw_only=True):
    """Of values of one kind, by their numbers. Text against text is a `TextCompare`."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: "Expr"
    right: "Expr"
    type: Type
    span: Span


class TextCompare(Struct, frozen=True, kw_only=True):
    """A text field of a piece against a literal: which pieces it holds for is known."""

    piece: "Expr"
    component: str
    pieces: tuple[int, ...]
    type: Type
    span: Span


class In(Struct, frozen=True, kw_only=True):
    """Membership in anything that may be walked (`not in` is `Not` of this)."""

    item: "Expr"
    domain: "Domain"
    type: Type
    span: Span


class IfElse(Struct, frozen=True, kw_only=True):
    condition: "Expr"
    value: "Expr"
    other: "Expr"
    type: Type
    span: Span


class Quantifier(Struct, frozen=True, kw_only=True):
    """`any`, `count`, `first` have no body (`first` gives its only, or first, name's value); `all`, `sum`, `min`, `max`, `largest` have one."""

    kind: Literal["any", "count", "first", "all", "sum", "min", "max", "largest"]
    binders: tuple["Binder", ...]
    body: "Expr | None"
    rank: "Expr | None"
    default: "Expr | None"
    type: Type
    span: Span


class Before(Struct, frozen=True, kw_only=True):
    """`before(e)`: its value on the position before the action's effects."""

    operand: "Expr"
    type: Type
    span: Span


class Narrow(Struct, frozen=True, kw_only=True):
    """The operand, which may be outside `type` as far as anyone knows: a fault if it is. `said` when the author wrote `sure(e)`."""

    operand: "Expr"
    type: Type
    said: bool
    span: Span


class Can(Struct, frozen=True, kw_only=True):
    """`can(x)`: has a sibling action, or another leaf, a legal choice now?"""

    leaf: tuple[str, ...]
    """path of the leaf"""
    action: str
    """empty: any action of the leaf"""
    type: Type
    span: Span


class BadExpr(Struct, frozen=True, kw_only=True):
    type: Type
    span: Span


Expr: TypeAlias = (
    Const | TextConst | LocalRef | PlayerCount | StateRef | FieldRef | Attribute | Call | Builtin | Binary | Negate | Not | Logic | Compare
    | TextCompare | In | IfElse | Quantifier | Before | Narrow | Can | BadExpr
)  # fmt: skip


# ---- domains: what can be walked. `element` is the type of one member.


class Whole(Struct, frozen=True, kw_only=True):
    """All values of a type in order: players at the table, pieces at the table (absent seats' pieces left out), sites, directions, an enum."""

    element: Type
    span: Span


class Numbers(Struct, frozen=True, kw_only=True):
    """`low..high`"""

    low: Expr
    high: Expr
    element: Type
    span: Span


class Listed(Struct, frozen=True, kw_only=True):
    """`(a, b, c)`, a region, or any other list of expressions; equal values count twice."""

    items: tuple[Expr, ...]
    element: Type
    span: Span


class InZone(Struct, frozen=True, kw_only=True):
    """The pieces of a zone: a set or bag in component order, a pile or row from 0. `kinds`: only the first of each kind.

    `boxed`: the pieces of this component that are in the box (`zone` is then None)."""

    zone: ZoneRef | None
    component: str
    kinds: bool
    element: Type
    span: Span


class OptionalValue(Struct, frozen=True, kw_only=True):
    """A value that may be none: one member, or nothing."""

    value: Expr
    element: Type
    span: Span


class Walked(Struct, frozen=True, kw_only=True):
    """Domains that builtins give, by name:

    seats: `seats_from seats_after seats_before`; boards: `ray line_between lines rows columns line_sites region_family neighbours
    directions axes`; shapes: `footprint orientations`; planes: `places`; graphs: `members groups`.
    `detail` is the constant of `lines(board, n)` (0: maximal) or the family's name.
    """

    name: str
    arguments: tuple[Expr, ...]
    element: Type
    span: Span
    board: str = ""
    graph: str = ""
    component: str = ""
    detail: str = ""


Domain: TypeAlias = Whole | Numbers | Listed | InZone | OptionalValue | Walked


class Binder(Struct, frozen=True, kw_only=True):
    local: LocalSymbol
    domain: Domain
    keep: Expr | None
    where: Expr | None
    by: Expr | None
    span: Span
