"""The tree of play, resolution tables, results and views."""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns.symbols import CiteRef, LocalSymbol
from compiler.bind.nouns.typed.expressions import Binder, Expr, ZoneRef
from compiler.bind.nouns.typed.statements import Pattern, Stmt, Target
from compiler.bind.nouns.types import Type
from compiler.source import Span


class Action(Struct, frozen=True, kw_only=True):
    """`stages` is empty without `choose`. `code` are the locals that form the code, in order; `secret` those hidden from others."""

    name: str
    stages: tuple[tuple[Binder, ...], ...]
    where: Expr | None
    require: Expr | None
    prefer: tuple[Expr, ...]
    do: tuple[Stmt, ...]
    say: Pattern | None
    code: tuple[LocalSymbol, ...]
    secret: tuple[LocalSymbol, ...]
    outside: bool
    cite: tuple[CiteRef, ...]
    span: Span


class Otherwise(Struct, frozen=True, kw_only=True):
    do: tuple[Stmt, ...]
    actions: tuple[Action, ...]
    span: Span


class Automatic(Struct, frozen=True, kw_only=True):
    do: tuple[Stmt, ...]


class Decision(Struct, frozen=True, kw_only=True):
    who: Expr
    """for a sealed choice: the local of `together`"""
    together: Binder | None
    single: bool
    actions: tuple[Action, ...]
    where: Expr | None
    otherwise: Otherwise | None


class Chance(Struct, frozen=True, kw_only=True):
    """`roll`: one stage of binders; `draw`: a stage for each; `shuffle`: the zone. `seen_by`: the seat that sees it; None with
    `seen_by_all` False: nobody, or whoever sees where the first `move` puts the drawn piece (`seen_zone`)."""

    kind: Literal["roll", "draw", "shuffle"]
    stages: tuple[tuple[Binder, ...], ...]
    zone: ZoneRef | None
    where: Expr | None
    weight: Expr | None
    seen_by: Expr | None
    seen_by_all: bool
    seen_zone: Target | None
    do: tuple[Stmt, ...]
    say: Pattern | None
    otherwise: Otherwise | None


class Resolve(Struct, frozen=True, kw_only=True):
    table: str


class Use(Struct, frozen=True, kw_only=True):
    sequence: str
    arguments: tuple[Expr, ...]


class Composite(Struct, frozen=True, kw_only=True):
    steps: tuple["Step", ...]


class Either(Struct, frozen=True, kw_only=True):
    steps: tuple["Step", ...]


Body: TypeAlias = Automatic | Decision | Chance | Resolve | Use | Composite | Either


class Step(Struct, frozen=True, kw_only=True):
    """`path` from the top (`phases round trick commit`), without `steps`; a sequence's begins with `sequences` and its name."""

    name: str
    path: tuple[str, ...]
    repeat: Expr | None
    keep: Expr | None
    until: Expr | None
    loop: Binder | None
    when: Expr | None
    body: Body
    cite: tuple[CiteRef, ...]
    span: Span


class SequenceDef(Struct, frozen=True, kw_only=True):
    name: str
    parameters: tuple[LocalSymbol, ...]
    step: Step
    span: Span


class Interrupt(Struct, frozen=True, kw_only=True):
    name: str
    after: tuple[tuple[str, ...], ...]
    ask: Binder
    open: bool
    offers: tuple[Step, ...]
    cite: tuple[CiteRef, ...]
    span: Span


class Row(Struct, frozen=True, kw_only=True):
    name: str
    when: Expr
    do: tuple[Stmt, ...]
    gives: Expr | None
    cite: tuple[CiteRef, ...]
    span: Span


class ResolutionTable(Struct, frozen=True, kw_only=True):
    """`otherwise` runs (or `otherwise_gives` is given) when no row holds; without either, or when `impossible`, that is a fault."""

    name: str
    reads: tuple[tuple[LocalSymbol, Expr], ...]
    given: Expr | None
    hit: Literal["unique", "first", "each"]
    gives: Type | None
    rows: tuple[Row, ...]
    otherwise: tuple[Stmt, ...] | None
    otherwise_gives: Expr | None
    impossible: bool
    cite: tuple[CiteRef, ...]
    span: Span


class RankKey(Struct, frozen=True, kw_only=True):
    loop: Binder | None
    value: Expr


class Result(Struct, frozen=True, kw_only=True):
    """Over the local `p`; `rank` keys compare higher first. `score` inside `rank` is already the score's expression."""

    p: LocalSymbol
    score: Expr | None
    rank: tuple[RankKey, ...]
    returns: Literal["win_loss", "place", "score"]
    cite: tuple[CiteRef, ...]
    span: Span


class Fact(Struct, frozen=True, kw_only=True):
    """One of `claims` or `always`."""

    that: Expr
    cite: tuple[CiteRef, ...]
    span: Span


class Drawn(Struct, frozen=True, kw_only=True):
    """How what stands where the variable `state` says is drawn on `board`; `local` is its index. Of the looks the first whose condition
    holds (None: always)."""

    state: str
    board: str
    local: LocalSymbol
    looks: tuple[tuple["Expr | None", Pattern], ...]


class AccountLine(Struct, frozen=True, kw_only=True):
    when: "Expr | None"
    say: Pattern
    clauses: tuple[str, ...]


class Account(Struct, frozen=True, kw_only=True):
    """For each binding of the names the first line whose condition holds (None: always)."""

    binders: tuple[Binder, ...]
    lines: tuple[AccountLine, ...]


class Shown(Struct, frozen=True, kw_only=True):
    """An entry of `colours`, `pictures`, `as` or `together`: what is drawn, and how; or zones that lie together."""

    section: str
    name: str
    value: str
    zones: tuple[str, ...] = ()
    rows: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """of a variable laid out in rows of places (`rows`): the slots that lie at each"""


class View(Struct, frozen=True, kw_only=True):
    """`marks`: the board and the name of the definition that says which of its sites are marked."""

    status: Pattern | None = None
    marks: tuple[tuple[str, str], ...] = ()
    drawn: tuple[Drawn, ...] = ()
    account: tuple[Account, ...] = ()
    shown: tuple[Shown, ...] = ()
