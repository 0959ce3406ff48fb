"""Definitions, effects, graphs and remembered positions as written."""

from typing import Literal

from msgspec import Struct

from compiler.parse.ast import Binder, Expr, Head, Ident, LinkHead, Signature, Stmt, TypeExpr
from compiler.parse.spec.things import Cite
from compiler.source import Span


class DefineSpec(Struct, frozen=True, kw_only=True):
    signature: Signature
    body: Expr
    cite: tuple[Cite, ...]
    span: Span


class EffectSpec(Struct, frozen=True, kw_only=True):
    head: Head
    body: tuple[Stmt, ...]
    cite: tuple[Cite, ...]
    span: Span


class GraphSpec(Struct, frozen=True, kw_only=True):
    """`nodes` is a type (`sheep`) or binders (`t in table, r in 0..4 where …`).

    Either `link` with its two (or more) names, or `along` with `to`.
    """

    name: Ident
    nodes_type: TypeExpr | None
    nodes: tuple[Binder, ...]
    link_head: LinkHead | None
    link: Expr | None
    along: tuple[Binder, ...]
    to: tuple[Expr, ...]
    totals: tuple[tuple[Ident, Expr], ...]
    ends: Expr | None
    """over the first node's names: where a walk may end"""
    directed: bool
    grows: bool
    cite: tuple[Cite, ...]
    span: Span


class RememberSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    of: tuple[Ident, ...]
    after: tuple[Ident, ...]
    last: Expr
    full: Literal["forget", "end"]
    span: Span
