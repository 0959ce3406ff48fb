"""The tree of play, resolution tables, results and views as written."""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.parse.ast import Binder, Expr, Head, Ident, LinkHead, Pattern, Stmt, TypeExpr
from compiler.parse.spec.things import Cite
from compiler.source import Span


class ActionSpec(Struct, frozen=True, kw_only=True):
    """An action of a decision. `stages` is empty for an action without `choose`; a `choose` that is no list is one stage."""

    name: Ident
    stages: tuple[tuple[Binder, ...], ...]
    where: Expr | None
    require: Expr | None
    prefer: tuple[Expr, ...]
    do: tuple[Stmt, ...]
    say: Pattern | None
    code: tuple[Ident, ...]
    secret: tuple[Ident, ...]
    outside: bool
    cite: tuple[Cite, ...]
    span: Span


class Otherwise(Struct, frozen=True, kw_only=True):
    """`skip` has no effects and no actions; effects; or forced actions."""

    do: tuple[Stmt, ...]
    actions: tuple[ActionSpec, ...]
    span: Span


class Automatic(Struct, frozen=True, kw_only=True):
    do: tuple[Stmt, ...]


class Decision(Struct, frozen=True, kw_only=True):
    """One player's choice, or a sealed one (`together`).

    `single` is true where the leaf itself is the one action (its name is the leaf's). `where` is the leaf's own condition beside
    `actions`, asked for all of them.
    """

    who: Expr | None
    together: Binder | None
    single: bool
    actions: tuple[ActionSpec, ...]
    where: Expr | None
    otherwise: Otherwise | None


class Chance(Struct, frozen=True, kw_only=True):
    kind: Literal["roll", "draw", "shuffle"]
    binders: tuple[Binder, ...]
    pile: Expr | None
    where: Expr | None
    weight: Expr | None
    seen_by: Expr | None
    do: tuple[Stmt, ...]
    say: Pattern | None
    otherwise: Otherwise | None


class Resolve(Struct, frozen=True, kw_only=True):
    """`resolve: trick`: carries out a resolution table"""

    table: Ident


class Use(Struct, frozen=True, kw_only=True):
    """`use: draw_tiles(p, 3)`"""

    name: Ident
    arguments: tuple[Expr, ...]


class Composite(Struct, frozen=True, kw_only=True):
    steps: tuple["StepSpec", ...]


class Either(Struct, frozen=True, kw_only=True):
    """runs the first step whose `when` holds"""

    steps: tuple["StepSpec", ...]


StepBody: TypeAlias = Automatic | Decision | Chance | Resolve | Use | Composite | Either


class StepSpec(Struct, frozen=True, kw_only=True):
    """A node of the tree of play with the keys that any node may have (they nest in this order: repeat/while/until, for, when)."""

    name: Ident
    repeat: Expr | None
    keep: Expr | None
    """`while`"""
    until: Expr | None
    loop: Binder | None
    """`for`"""
    when: Expr | None
    body: StepBody
    cite: tuple[Cite, ...]
    span: Span


class SequenceSpec(Struct, frozen=True, kw_only=True):
    head: Head
    step: StepSpec
    """named after the sequence"""
    span: Span


class InterruptSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    after: tuple[tuple[Ident, ...], ...]
    """paths, each without its dots"""
    ask: Binder
    open: bool
    offers: tuple[StepSpec, ...]
    cite: tuple[Cite, ...]
    span: Span


class TableRowSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    when: Expr
    do: tuple[Stmt, ...]
    gives: Expr | None
    cite: tuple[Cite, ...]
    span: Span


class ResolutionSpec(Struct, frozen=True, kw_only=True):
    name: Ident
    reads: tuple[tuple[Ident, Expr], ...]
    given: Expr | None
    hit: Literal["unique", "first", "each"]
    gives: TypeExpr | None
    rows: tuple[TableRowSpec, ...]
    otherwise: tuple[Stmt, ...] | None
    otherwise_gives: Expr | None
    impossible: bool
    """`otherwise: impossible`"""
    cite: tuple[Cite, ...]
    span: Span


class RankKey(Struct, frozen=True, kw_only=True):
    """A key of `rank`; with `loop` a family of keys."""

    loop: Binder | None
    value: Expr
    span: Span


class ResultSpec(Struct, frozen=True, kw_only=True):
    score: Expr | None
    rank: tuple[RankKey, ...]
    returns: Literal["win_loss", "place", "score"]
    returns_span: Span
    """where that is said; else the key `result`"""
    cite: tuple[Cite, ...]
    span: Span


class StatementOfFact(Struct, frozen=True, kw_only=True):
    """One of `claims` or `always`."""

    that: Expr
    cite: tuple[Cite, ...]
    span: Span


class Note(Struct, frozen=True, kw_only=True):
    """An entry of `assumptions` (an open point), `not_modelled` (a clause) or `silenced` (a finding) with its reason."""

    number: Cite
    reason: str
    span: Span


class LookSpec(Struct, frozen=True, kw_only=True):
    """A case of how something is drawn."""

    when: Expr | None
    draw: Pattern


class DrawnSpec(Struct, frozen=True, kw_only=True):
    """`view: {place(a): …}`: how what stands where a variable says is drawn."""

    head: LinkHead
    looks: tuple[LookSpec, ...]


class ShownSpec(Struct, frozen=True, kw_only=True):
    """An entry of `colours`, `pictures`, `as` or `together` in `view`: a text, or for zones that lie together their names."""

    section: Ident
    key: Ident
    value: str
    names: tuple[Ident, ...]
    span: Span


class AccountLine(Struct, frozen=True, kw_only=True):
    when: Expr | None
    say: Pattern
    cite: tuple[Cite, ...]


class AccountSpec(Struct, frozen=True, kw_only=True):
    """An entry of `account`: a line for each value of some names, the first whose condition holds."""

    binders: tuple[Binder, ...]
    lines: tuple[AccountLine, ...]
