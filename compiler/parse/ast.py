"""What the text inside keys and values says, as a tree: expressions, binders, types, statements, heads.

Every node has the span it was parsed from, in the file it stands in; names are not resolved yet. `Bad` stands where something could not
be parsed (its problem is recorded), so that later stages stay silent about it.

    `any(c in table where c.animal == dog)`
    Search(kind="any", binders=(Binder(names=(Name c,), domain=Name table, where=Compare(...)),))
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from compiler.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Ident:
    """A name where it is written: declared, called, or after a dot."""

    text: str
    span: Span


# ---- expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    value: bool
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """`none`"""

    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    value: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    text: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    name: Ident
    arguments: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """`c.animal`"""

    base: "Expr"
    name: Ident
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """`hand[p]`, `pit[p, 3]`"""

    base: "Expr"
    arguments: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOf:
    """`(sheep, dog)`: at least two"""

    items: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """`low..high`, both included"""

    low: "Expr"
    high: "Expr"
    span: Span


UnaryOperator: TypeAlias = Literal["-", "not"]
BinaryOperator: TypeAlias = Literal["+", "-", "*", "//", "%"]
Comparator: TypeAlias = Literal["==", "!=", "<=", ">=", "<", ">", "in", "not in"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary:
    operator: UnaryOperator
    operand: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    operator: BinaryOperator
    left: "Expr"
    right: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic:
    """`a and b and c`, `a or b`: two items or more"""

    operator: Literal["and", "or"]
    items: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """`a <= b < c`: one operand more than comparators"""

    operands: tuple["Expr", ...]
    comparators: tuple[Comparator, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class IfElse:
    """`value if condition else other`"""

    value: "Expr"
    condition: "Expr"
    other: "Expr"
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """`any`, `count`, `first` over binders"""

    kind: Literal["any", "count", "first"]
    binders: tuple["Binder", ...]
    default: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """`all`, `sum`, `min`, `max`: a body for binders"""

    kind: Literal["all", "sum", "min", "max"]
    body: "Expr"
    binders: tuple["Binder", ...]
    default: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldValues:
    """`min(a, b)`, `max(a, b, c)`; `all` and `sum` of values are refused by the binder"""

    kind: Literal["all", "sum", "min", "max"]
    values: tuple["Expr", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Largest:
    """`largest(k, body for …)`"""

    rank: "Expr"
    body: "Expr"
    binders: tuple["Binder", ...]
    default: "Expr | None"
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """Text that could not be parsed; its problem is recorded."""

    span: Span


Expr: TypeAlias = (
    Number | Truth | Nothing | Text | Name | Call | Field | Index | SetOf | Range | Unary | Binary | Logic | Compare | IfElse
    | Search | Fold | FoldValues | Largest | Bad
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder:
    """`a, b in domain while … where … by …`; several names range over the same domain, independently"""

    names: tuple[Ident, ...]
    domain: Expr
    keep: Expr | None
    """the condition after `while`: the walk ends at the first value for which it fails"""
    where: Expr | None
    by: Expr | None
    span: Span


# ---- types and heads


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedType:
    """`player`, `bool`, an enum, a component"""

    name: Ident
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class OfType:
    """`site(board)`, `direction(board)`, `line(board)`, `orientation(tile)`, `group(graph)`"""

    kind: Ident
    argument: Ident
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeType:
    low: Expr
    high: Expr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalType:
    """`T or none`"""

    base: "TypeExpr"
    span: Span


TypeExpr: TypeAlias = NamedType | OfType | RangeType | OptionalType | Bad


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    type: TypeExpr
    name: Ident
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A definition's key: `best(player p) -> 0..13`"""

    name: Ident
    parameters: tuple[Parameter, ...]
    result: TypeExpr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """An effect's or a sequence's key: `settle(sheep a)`"""

    name: Ident
    parameters: tuple[Parameter, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkHead:
    """`link(a, b)`, `start(q)`: names without types"""

    name: Ident
    names: tuple[Ident, ...]
    span: Span


# ---- statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """`move c to zone`, `move all a to b`, with `top` or `bottom`"""

    what: Expr
    to: Expr
    every: bool
    place: Literal["top", "bottom"] | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Let:
    name: Ident
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """`x = e`, `x[i] += e`, `x -= e`; the target is a Name or an Index"""

    target: Expr
    operator: Literal["=", "+=", "-="]
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """`end round`, `end game`"""

    target: Ident
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`win p`, `lose p`, `eliminate p`"""

    kind: Literal["win", "lose", "eliminate"]
    player: Expr
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Do:
    """A named effect: `settle(a)`"""

    name: Ident
    arguments: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class If:
    """`if`/`elif`: condition and suite each, in order; `other` is the suite after `else`"""

    branches: tuple[tuple[Expr, tuple["Stmt", ...]], ...]
    other: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class For:
    binder: Binder
    body: tuple["Stmt", ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class While:
    condition: Expr
    limit: int | None
    body: tuple["Stmt", ...]
    span: Span


Stmt: TypeAlias = Move | Let | Assign | End | Verdict | Do | Pass | If | For | While | Bad


# ---- texts with holes


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """`"{p} takes {c}"`: literal pieces and expressions in written order"""

    parts: tuple["str | Expr", ...]
    span: Span
