"""Statements, and texts with holes."""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.typed.expressions import Binder, Domain, Expr, ZoneRef
from compiler.source import Span


class Target(Struct, frozen=True, kw_only=True):
    """Where pieces are moved: a zone, `box` (zone None), or a place of a plane (`board`, `site`)."""

    zone: ZoneRef | None
    board: str
    site: Expr | None
    span: Span


class Destination(Struct, frozen=True, kw_only=True):
    """One target, or by conditions one of several: the first whose condition holds; the last has none."""

    choices: tuple[tuple[Expr | None, Target], ...]
    span: Span


class Move(Struct, frozen=True, kw_only=True):
    piece: Expr
    component: str
    to: Destination
    bottom: bool
    span: Span


class MoveAll(Struct, frozen=True, kw_only=True):
    """in the walk order of the source"""

    source: Domain
    component: str
    to: Destination
    bottom: bool
    span: Span


class Let(Struct, frozen=True, kw_only=True):
    local: LocalSymbol
    value: Expr
    span: Span


class Assign(Struct, frozen=True, kw_only=True):
    state: str
    indexes: tuple[Expr, ...]
    value: Expr
    span: Span


class End(Struct, frozen=True, kw_only=True):
    """`end X`: path of the node left, its words joined by blanks (`phases round trick`); empty for `end game`.

    In an effect or a resolution table, which may run in several places: the bare name, meaning the innermost node of that name there."""

    target: str
    span: Span


class Verdict(Struct, frozen=True, kw_only=True):
    kind: Literal["win", "lose", "eliminate"]
    player: Expr
    span: Span


class Do(Struct, frozen=True, kw_only=True):
    effect: str
    arguments: tuple[Expr, ...]
    span: Span


class If(Struct, frozen=True, kw_only=True):
    branches: tuple[tuple[Expr, tuple["Stmt", ...]], ...]
    other: tuple["Stmt", ...]
    span: Span


class For(Struct, frozen=True, kw_only=True):
    binder: Binder
    body: tuple["Stmt", ...]
    span: Span


class While(Struct, frozen=True, kw_only=True):
    """`limit` passes at most, more is a fault."""

    condition: Expr
    limit: int
    body: tuple["Stmt", ...]
    span: Span


Stmt: TypeAlias = Move | MoveAll | Let | Assign | End | Verdict | Do | If | For | While


class Pattern(Struct, frozen=True, kw_only=True):
    parts: tuple[str | Expr, ...]
    span: Span
