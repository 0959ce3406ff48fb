"""A spec with every name resolved and every expression typed: what `bind` makes and `lower` reads.

Expressions carry `type` and `span`. Sugar that is only spelling is gone: chains of comparisons are `Logic` of `Compare`, `x += e` is an
assignment of a sum, named values are `Const`, `a in (b, c)` is `In` with a domain. Everything that may be walked is a `Domain`.
A check that the types could not prove away is a `Narrow` (assignments and the like) or a `Sure` (said by the author).
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns.symbols import BoardSymbol, CiteRef, ComponentSymbol, EnumSymbol, LocalSymbol, OptionSymbol, RememberSymbol, StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import Type
from compiler.parse.spec import ParsedSpec
from compiler.source import Span

# ---- expressions


class Const(Struct, frozen=True, kw_only=True):
    """Any constant of a finite type: `none` is -1. Of an option by its name, `type` is then all the option may be."""

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


# ---- statements


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


# ---- texts


class Pattern(Struct, frozen=True, kw_only=True):
    parts: tuple[str | Expr, ...]
    span: Span


# ---- declarations that hold expressions


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


# ---- the tree of play


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


class View(Struct, frozen=True, kw_only=True):
    """`marks`: the board and the name of the definition that says which of its sites are marked."""

    status: Pattern | None = None
    marks: tuple[tuple[str, str], ...] = ()
    drawn: tuple[Drawn, ...] = ()
    account: tuple[Account, ...] = ()
    shown: tuple[Shown, ...] = ()


class TypedSpec(Struct, frozen=True, kw_only=True):
    parsed: ParsedSpec
    players_low: int
    players_high: int
    options: tuple[OptionSymbol, ...]
    enums: tuple[EnumSymbol, ...]
    """declared ones, then the readings of each option that is a list of names, under the option's name"""
    boards: tuple[BoardSymbol, ...]
    components: tuple[ComponentSymbol, ...]
    zones: tuple[ZoneSymbol, ...]
    states: tuple[StateSymbol, ...]
    """declared order; an inverse map follows the variable it is kept for"""
    starts: tuple[Start, ...]
    """one for each variable, inverse maps left out"""
    defines: tuple[Define, ...]
    effects: tuple[Effect, ...]
    graphs: tuple[Graph, ...]
    remembers: tuple[RememberSymbol, ...]
    tables: tuple[ResolutionTable, ...]
    setup: tuple[Step, ...]
    phases: tuple[Step, ...]
    sequences: tuple[SequenceDef, ...]
    interrupts: tuple[Interrupt, ...]
    result: Result | None
    horizon: int | None
    always: tuple[Fact, ...]
    claims: tuple[Fact, ...]
    view: View = View()
