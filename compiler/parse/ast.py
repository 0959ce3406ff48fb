"""What the text inside keys and values says, as a tree: expressions, binders, types, statements, heads.

Every node has the span it was parsed from, in the file it stands in; names are not resolved yet. `Bad` stands where something could not
be parsed (its problem is recorded), so that later stages stay silent about it.

    `any(c in table where c.animal == dog)`
    Search(kind="any", binders=(Binder(names=(Name c,), domain=Name table, where=Compare(...)),))
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.source import Span


class Ident(Struct, frozen=True, kw_only=True):
    """A name where it is written: declared, called, or after a dot."""

    text: str
    span: Span


# ---- expressions


class Number(Struct, frozen=True, kw_only=True):
    value: int
    span: Span


class Truth(Struct, frozen=True, kw_only=True):
    value: bool
    span: Span


class Nothing(Struct, frozen=True, kw_only=True):
    """`none`"""

    span: Span


class Text(Struct, frozen=True, kw_only=True):
    value: str
    span: Span


class Name(Struct, frozen=True, kw_only=True):
    text: str
    span: Span


class Call(Struct, frozen=True, kw_only=True):
    name: Ident
    arguments: tuple["Expr", ...]
    span: Span


class Field(Struct, frozen=True, kw_only=True):
    """`c.animal`"""

    base: "Expr"
    name: Ident
    span: Span


class Index(Struct, frozen=True, kw_only=True):
    """`hand[p]`, `pit[p, 3]`"""

    base: "Expr"
    arguments: tuple["Expr", ...]
    span: Span


class SetOf(Struct, frozen=True, kw_only=True):
    """`(sheep, dog)`: at least two"""

    items: tuple["Expr", ...]
    span: Span


class Range(Struct, frozen=True, kw_only=True):
    """`low..high`, both included"""

    low: "Expr"
    high: "Expr"
    span: Span


UnaryOperator: TypeAlias = Literal["-", "not"]
BinaryOperator: TypeAlias = Literal["+", "-", "*", "//", "%"]
Comparator: TypeAlias = Literal["==", "!=", "<=", ">=", "<", ">", "in", "not in"]


class Unary(Struct, frozen=True, kw_only=True):
    operator: UnaryOperator
    operand: "Expr"
    span: Span


class Binary(Struct, frozen=True, kw_only=True):
    operator: BinaryOperator
    left: "Expr"
    right: "Expr"
    span: Span


class Logic(Struct, frozen=True, kw_only=True):
    """`a and b and c`, `a or b`: two items or more"""

    operator: Literal["and", "or"]
    items: tuple["Expr", ...]
    span: Span


class Compare(Struct, frozen=True, kw_only=True):
    """`a <= b < c`: one operand more than comparators"""

    operands: tuple["Expr", ...]
    comparators: tuple[Comparator, ...]
    span: Span


class IfElse(Struct, frozen=True, kw_only=True):
    """`value if condition else other`"""

    value: "Expr"
    condition: "Expr"
    other: "Expr"
    span: Span


class Search(Struct, frozen=True, kw_only=True):
    """`any`, `count`, `first` over binders"""

    kind: Literal["any", "count", "first"]
    binders: tuple["Binder", ...]
    default: "Expr | None"
    span: Span


class Fold(Struct, frozen=True, kw_only=True):
    """`all`, `sum`, `min`, `max`: a body for binders"""

    kind: Literal["all", "sum", "min", "max"]
    body: "Expr"
    binders: tuple["Binder", ...]
    default: "Expr | None"
    span: Span


class FoldValues(Struct, frozen=True, kw_only=True):
    """`min(a, b)`, `max(a, b, c)`; `all` and `sum` of values are refused by the binder"""

    kind: Literal["all", "sum", "min", "max"]
    values: tuple["Expr", ...]
    span: Span


class Largest(Struct, frozen=True, kw_only=True):
    """`largest(k, body for …)`"""

    rank: "Expr"
    body: "Expr"
    binders: tuple["Binder", ...]
    default: "Expr | None"
    span: Span


class Bad(Struct, frozen=True, kw_only=True):
    """Text that could not be parsed; its problem is recorded."""

    span: Span


Expr: TypeAlias = (
    Number | Truth | Nothing | Text | Name | Call | Field | Index | SetOf | Range | Unary | Binary | Logic | Compare | IfElse
    | Search | Fold | FoldValues | Largest | Bad
)  # fmt: skip


class Binder(Struct, frozen=True, kw_only=True):
    """`a, b in domain while … where … by …`; several names range over the same domain, independently"""

    names: tuple[Ident, ...]
    domain: Expr
    keep: Expr | None
    """the condition after `while`: the walk ends at the first value for which it fails"""
    where: Expr | None
    by: Expr | None
    span: Span


# ---- types and heads


class NamedType(Struct, frozen=True, kw_only=True):
    """`player`, `bool`, an enum, a component"""

    name: Ident
    span: Span


class OfType(Struct, frozen=True, kw_only=True):
    """`site(board)`, `direction(board)`, `line(board)`, `orientation(tile)`, `group(graph)`"""

    kind: Ident
    argument: Ident
    span: Span


class RangeType(Struct, frozen=True, kw_only=True):
    low: Expr
    high: Expr
    span: Span


class OptionalType(Struct, frozen=True, kw_only=True):
    """`T or none`"""

    base: "TypeExpr"
    span: Span


TypeExpr: TypeAlias = NamedType | OfType | RangeType | OptionalType | Bad


class Parameter(Struct, frozen=True, kw_only=True):
    type: TypeExpr
    name: Ident
    span: Span


class Signature(Struct, frozen=True, kw_only=True):
    """A definition's key: `best(player p) -> 0..13`"""

    name: Ident
    parameters: tuple[Parameter, ...]
    result: TypeExpr
    span: Span


class Head(Struct, frozen=True, kw_only=True):
    """An effect's or a sequence's key: `settle(sheep a)`"""

    name: Ident
    parameters: tuple[Parameter, ...]
    span: Span


class LinkHead(Struct, frozen=True, kw_only=True):
    """`link(a, b)`, `start(q)`: names without types"""

    name: Ident
    names: tuple[Ident, ...]
    span: Span


# ---- statements


class Move(Struct, frozen=True, kw_only=True):
    """`move c to zone`, `move all a to b`, with `top` or `bottom`"""

    what: Expr
    to: Expr
    every: bool
    place: Literal["top", "bottom"] | None
    span: Span


class Let(Struct, frozen=True, kw_only=True):
    name: Ident
    value: Expr
    span: Span


class Assign(Struct, frozen=True, kw_only=True):
    """`x = e`, `x[i] += e`, `x -= e`; the target is a Name or an Index"""

    target: Expr
    operator: Literal["=", "+=", "-="]
    value: Expr
    span: Span


class End(Struct, frozen=True, kw_only=True):
    """`end round`, `end game`"""

    target: Ident
    span: Span


class Verdict(Struct, frozen=True, kw_only=True):
    """`win p`, `lose p`, `eliminate p`"""

    kind: Literal["win", "lose", "eliminate"]
    player: Expr
    span: Span


class Do(Struct, frozen=True, kw_only=True):
    """A named effect: `settle(a)`"""

    name: Ident
    arguments: tuple[Expr, ...]
    span: Span


class Pass(Struct, frozen=True, kw_only=True):
    span: Span


class If(Struct, frozen=True, kw_only=True):
    """`if`/`elif`: condition and suite each, in order; `other` is the suite after `else`"""

    branches: tuple[tuple[Expr, tuple["Stmt", ...]], ...]
    other: tuple["Stmt", ...]
    span: Span


class For(Struct, frozen=True, kw_only=True):
    binder: Binder
    body: tuple["Stmt", ...]
    span: Span


class While(Struct, frozen=True, kw_only=True):
    condition: Expr
    limit: int | None
    body: tuple["Stmt", ...]
    span: Span


Stmt: TypeAlias = Move | Let | Assign | End | Verdict | Do | Pass | If | For | While | Bad


# ---- texts with holes


class Pattern(Struct, frozen=True, kw_only=True):
    """`"{p} takes {c}"`: literal pieces and expressions in written order"""

    parts: tuple["str | Expr", ...]
    span: Span
