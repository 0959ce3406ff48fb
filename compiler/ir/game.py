"""A game, whole, as the machine runs it: what `lower` makes, `passes` refine, `interpret` executes and `emit` prints."""

from typing import Literal

from msgspec import Struct

from compiler.ir.actions import ActionIR, Chance, Decision, Say
from compiler.ir.exprs import Binder, Cond, Expr
from compiler.ir.flow import FlowNode
from compiler.ir.layout import Carrier, Layout
from compiler.ir.stmts import Block, Doc, FunctionIR, ProcedureIR
from compiler.source import Span


class Rule(Struct, frozen=True, kw_only=True):
    """Anything that can refuse or fail, by number (its index + 1 in `GameIR.rules`; 0 means none).

    `kind` says what went wrong when it fails; `text` is the source text of the condition; `path` leads there.
    """

    kind: Literal[
        "domain", "where", "require", "prefer", "not_now", "narrow", "holds", "empty", "item", "stuck", "no_outcome", "table", "given",
        "while", "spin", "always", "node", "inverse", "twice", "impossible", "memory", "out", "reach",
    ]  # fmt: skip
    path: str
    text: str
    clauses: tuple[tuple[str, str], ...]
    span: Span | None


class RankKey(Struct, frozen=True, kw_only=True):
    """`binder` makes it a family: one key for each member, in order."""

    binder: Binder | None
    value: Expr


class ResultIR(Struct, frozen=True, kw_only=True):
    """Over the local `p`. `score` None: everybody 0. `rank` keys, higher first; without keys and without a verdict a draw.

    A verdict is a key before all others: 1 for the winner, -1 for the loser, 0 for the rest. Returns of n seats, k of them first:
    `win_loss` n - k to the first, -k to the others; `place` seats strictly behind minus seats strictly ahead; `score` the score, which is
    within `score_range`."""

    score: Expr | None
    rank: tuple[RankKey, ...]
    returns: Literal["win_loss", "place", "score"]
    doc: Doc
    score_range: tuple[int, int] = (0, 0)


class GraphIR(Struct, frozen=True, kw_only=True):
    """A graph over nodes 0..size-1. `exists` (over the local `node`) says which are there now.

    Undirected links are symmetric as far as `lower` knows. Either `link` (a condition over `a` and `b`, maybe restricted by `near`, a domain of
    candidates over `a`), or `along` binders over `a` with `to` giving the other node (-1: none). `totals` are over `a`, and so is `ends`: where a
    walk may end (None: anywhere).
    """

    name: str
    size: int
    exists: Cond
    near: Binder | None
    link: Cond | None
    along: tuple[Binder, ...]
    to: Expr | None
    totals: tuple[tuple[str, Expr], ...]
    directed: bool
    grows: bool
    carrier: Carrier
    doc: Doc
    ends: Cond | None = None


class MemoryIR(Struct, frozen=True, kw_only=True):
    """Remembered positions: the values of `parts` (each a block's slots, or an expression list), at most `last` of them.

    `words` are the expressions that make up the present value, in order; each is low..high. The key is exact where all fit into 124
    bits, else a fingerprint; see `compiler.ir.keys`. Keys stand in the block `ring` (two slots each; place k is slots 2k and 2k + 1), their
    number in `used`, the oldest's place in `head`; the next goes to place (head + used) % last."""

    name: str
    words: tuple[tuple[Expr, int, int], ...]
    last: int
    full: Literal["forget", "end"]
    ring: str
    used: str
    head: str


class PlaneIR(Struct, frozen=True, kw_only=True):
    """A table without edges: blocks `x`, `y` (of each laid piece), and the zone (one instance) its pieces lie in.

    A site is an open cell beside a laid piece: piece * directions + side, the lowest piece beside it and that piece's lowest side towards it.
    While nothing lies there is the one site directions * count, the cell (count, count), so that no coordinate is negative.
    `steps` are the (x, y) steps of the sides."""

    name: str
    component: str
    zone: str
    x: str
    y: str
    directions: int
    steps: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
    lift: str = ""
    """the procedure that goes before a laid piece is moved: nothing is beside it any more"""


class FieldText(Struct, frozen=True, kw_only=True):
    """A text field of a component by piece, for `say`."""

    component: str
    field: str
    texts: tuple[str, ...]


class OptionIR(Struct, frozen=True, kw_only=True):
    name: str
    value: str
    readings: tuple[str, ...]
    settles: tuple[str, ...]


class ViewIR(Struct, frozen=True, kw_only=True):
    """How a table is laid out for people: board geometry and labels, as data for the terminal; a text about the position, for some boards a
    condition over the local `q` that says which sites are marked, how what stands there is drawn, and what is told of the end. No engine needs
    these four."""

    boards: tuple["BoardView", ...]
    labels: tuple[tuple[str, str], ...]
    status: Say | None = None
    marks: tuple[tuple[str, Cond], ...] = ()
    drawn: tuple["DrawnIR", ...] = ()
    account: tuple["AccountIR", ...] = ()
    drawing: tuple[tuple[object, ...], ...] = ()
    """rows of the fact `DRAWING`: numbers and texts only"""


class DrawnIR(Struct, frozen=True, kw_only=True):
    """What stands where the block says, by index, and its looks over the local `index`: the first whose condition holds is taken."""

    block: str
    index: str
    low: int
    high: int
    looks: tuple[tuple[Cond, Say], ...]


class AccountIR(Struct, frozen=True, kw_only=True):
    """For each binding the first line whose condition holds: what is said, and the clauses that decided it."""

    binders: tuple[Binder, ...]
    lines: tuple[tuple[Cond, Say, tuple[str, ...]], ...]


class BoardView(Struct, frozen=True, kw_only=True):
    name: str
    shape: str
    sites: tuple[str, ...]
    x: tuple[int, ...]
    y: tuple[int, ...]
    regions: tuple[tuple[str, tuple[int, ...]], ...]


class StandLoop(Struct, frozen=True, kw_only=True):
    """A loop around a step, as registers: `counter` the block of its pass number (for `number(name)`), `variable` the written name of its `for`
    variable and `block` where it is kept, `order`/`count`/`cursor` the blocks of a fixed order, how many are in it, and how many of these have
    had their turn or have it now (empty text: there is none of that kind). `enter` puts it into its first pass, the loops outside it standing
    already."""

    name: str
    counter: str
    variable: str
    block: str
    order: str
    count: str
    cursor: str
    enter: Block


class Stand(Struct, frozen=True, kw_only=True):
    """How a position is set up right before a step: its path (`phases.round.trick.commit`), its first flow node (which asks its `when`), and
    the loops around it, outermost first."""

    path: str
    node: int
    loops: tuple[StandLoop, ...]
    own: StandLoop | None = None
    body: int = -1
    """where the step has loops of its own: these, and the node inside them (which asks the `where` of its `for`); a position that says which
    member's turn it is stands there"""

    @property
    def nodes(self) -> tuple[int, ...]:
        return (self.node, self.body) if self.body >= 0 else (self.node,)


class GameIR(Struct, frozen=True, kw_only=True):
    """`actions` and `chances` are numbered by index; `num_actions` counts codes, `max_actions` is the most that can be legal at once.

    `entry` flow: node 0 runs `init_block` work first (start values), then setup. `always` are asked after every completed step in checked
    builds. `spec_hash` covers what changes play, codes or texts.
    """

    game: str
    variant: str
    title: str
    language: int
    spec_hash: str
    players_low: int
    players_high: int
    horizon: int
    """0: none"""
    options: tuple[OptionIR, ...]
    layout: Layout
    functions: tuple[FunctionIR, ...]
    """callees before callers"""
    procedures: tuple[ProcedureIR, ...]
    """callees before callers"""
    actions: tuple[ActionIR, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    flow: tuple[FlowNode, ...]
    over: int
    """number of the Over node"""
    init: Block
    """start values that are not constant, run once before node 0"""
    result: ResultIR | None
    graphs: tuple[GraphIR, ...]
    memories: tuple[MemoryIR, ...]
    planes: tuple[PlaneIR, ...]
    always: tuple[tuple[Cond, int], ...]
    rules: tuple[Rule, ...]
    spin_rule: int
    not_now_rule: int
    num_actions: int
    max_actions: int
    num_outcomes: int
    max_outcomes: int
    view: ViewIR
    field_texts: tuple[FieldText, ...]
    claims: tuple[tuple[Cond, int], ...] = ()
    """in the order of the typed spec's claims; judged on a bare position (only `players` set) for every player count"""
    phases_entry: int = 0
    """number of the flow node at which setup is over and `phases` begins"""
    stands: tuple[Stand, ...] = ()
    """for each step of `phases`, and each step of a sequence by the path of its first use, how to stand right before it"""
