"""A spec with every snippet parsed: what `parse` makes of a `SpecTree`.

One dataclass for each construct of the language, in the order of the top-level keys. Names are still text; `cite` lists are as written.
A part that could not be read is `Bad` or left out, and its problem is recorded.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.load.tree import SpecTree
from compiler.parse.ast import Binder, Expr, Head, Ident, LinkHead, Pattern, Signature, Stmt, TypeExpr
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


# ---- steps


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


class ParsedSpec(Struct, frozen=True, kw_only=True):
    tree: SpecTree
    language: int
    game: Ident
    title: str
    about: str
    variant: str
    """names of the overlays, joined by `+`; empty for the base game"""
    players_low: Expr
    players_high: Expr
    options: tuple[OptionSpec, ...]
    enums: tuple[EnumSpec, ...]
    boards: tuple[BoardSpec, ...]
    components: tuple[ComponentSpec, ...]
    zones: tuple[ZoneSpec, ...]
    state: tuple[StateSpec, ...]
    define: tuple[DefineSpec, ...]
    effects: tuple[EffectSpec, ...]
    graphs: tuple[GraphSpec, ...]
    remember: tuple[RememberSpec, ...]
    setup: tuple[StepSpec, ...]
    phases: tuple[StepSpec, ...]
    sequences: tuple[SequenceSpec, ...]
    interrupts: tuple[InterruptSpec, ...]
    resolution: tuple[ResolutionSpec, ...]
    result: ResultSpec | None
    horizon: Expr | None
    always: tuple[StatementOfFact, ...]
    claims: tuple[StatementOfFact, ...]
    assumptions: tuple[Note, ...]
    not_modelled: tuple[Note, ...]
    chapters: tuple[tuple[Ident, Ident], ...]
    supersedes: tuple[tuple[Cite, Cite], ...]
    labels: tuple[tuple[Ident, str], ...]
    view: tuple[tuple[Ident, Ident], ...]
    status: Pattern | None
    """`view: {status: …}`: a line of text under the boards"""
    drawn: tuple[DrawnSpec, ...]
    shown: tuple[ShownSpec, ...]
    account: tuple[AccountSpec, ...]
    extra_cites: tuple[tuple[str, Cite], ...]
    """`cite:` at the top: a path and a further clause"""
    silenced: tuple[Note, ...] = ()
    """findings by code, or by code and what they are about"""
