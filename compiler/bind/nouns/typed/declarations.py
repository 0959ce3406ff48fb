"""Declarations that hold expressions: definitions, effects, starts, graphs."""

from msgspec import Struct

from compiler.bind.nouns.symbols import CiteRef, LocalSymbol
from compiler.bind.nouns.typed.expressions import Binder, Expr
from compiler.bind.nouns.typed.statements import Stmt
from compiler.bind.nouns.types import Type
from compiler.source import Span


class Define(Struct, frozen=True, kw_only=True):
    name: str
    parameters: tuple[LocalSymbol, ...]
    result: Type
    body: Expr
    cite: tuple[CiteRef, ...]
    span: Span


class Effect(Struct, frozen=True, kw_only=True):
    name: str
    parameters: tuple[LocalSymbol, ...]
    body: tuple[Stmt, ...]
    cite: tuple[CiteRef, ...]
    span: Span


class Start(Struct, frozen=True, kw_only=True):
    """A variable's start values: one expression, over a local for each index (or none of them)."""

    state: str
    locals: tuple[LocalSymbol, ...]
    value: Expr


class Graph(Struct, frozen=True, kw_only=True):
    """`parts`: the binders of a node (one for a plain type); a node exists where they (and their `where`) admit it.

    Either `link` over `a` and `b` (one local for each part of either node), or `along` binders over `a` and `to`, the parts of the other.
    """

    name: str
    parts: tuple[Binder, ...]
    plain: bool
    """nodes have one part and are values of its type, not of a `NodeType`"""
    a: tuple[LocalSymbol, ...]
    b: tuple[LocalSymbol, ...]
    link: Expr | None
    along: tuple[Binder, ...]
    to: tuple[Expr, ...]
    totals: tuple[tuple[str, Expr], ...]
    """over `a`"""
    total_types: tuple[Type, ...]
    ends: Expr | None
    """over `a`: where a walk may end"""
    directed: bool
    grows: bool
    cite: tuple[CiteRef, ...]
    span: Span
