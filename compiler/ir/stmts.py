"""Statements and functions of the machine.

A block is a tuple of statements, run in order. `Leave`, `Finish` and a fault stop everything that runs, calling procedures included.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.ir.exprs import Binder, Cond, Expr
from compiler.source import Span


class Store(Struct, frozen=True):
    """`block[index] = value`. With a rule, a value outside low..high is that fault; without, it was proven inside."""

    block: str
    index: Expr
    value: Expr
    low: int = 0
    high: int = 0
    rule: int = 0


class Let(Struct, frozen=True):
    local: str
    value: Expr


class If(Struct, frozen=True):
    condition: Cond
    then: "Block"
    other: "Block" = ()


class For(Struct, frozen=True):
    """The members of the domain (`keep` applied) and their order (`by`, ascending, stable) are fixed at entry; `binder.where` is asked
    just before each pass. `live` says that nothing in the body can change the domain, so it may as well be walked as it stands."""

    binder: Binder
    by: Expr | None
    body: "Block"
    live: bool
    bound: int
    """most members the domain can have"""


class While(Struct, frozen=True):
    """More than `limit` passes is the fault `rule`."""

    condition: Cond
    limit: int
    rule: int
    body: "Block"


class MovePiece(Struct, frozen=True):
    """Takes a piece from wherever it is and puts it into a zone (`""` is the box) on top (right), or at the `bottom` (left).

    Already there in a set or bag: nothing happens; in a pile or row it moves to the end asked for. `holds` exceeded: the fault `rule`.
    Keeps `where`, `items` and `count` of both zones, and their member words; pieces above a taken one slide down."""

    component: str
    piece: Expr
    zone: str
    instance: Expr
    bottom: bool
    rule: int


class LayPiece(Struct, frozen=True):
    """Lays a piece on an open place of a plane."""

    plane: str
    piece: Expr
    site: Expr


class Swap(Struct, frozen=True):
    """Puts the piece `piece` at index `index` of a pile or row, and what was there where the piece was (a step of a shuffle)."""

    zone: str
    instance: Expr
    index: Expr
    piece: Expr


class Invoke(Struct, frozen=True):
    procedure: str
    arguments: tuple[Expr, ...]


class Collect(Struct, frozen=True):
    """Stores the members of a binder (`keep` and `where` applied, order `by`, ascending, stable) into `items[0..]` and their number into `count`.
    Slots of `items` beyond that stay as they are."""

    binder: Binder
    by: Expr | None
    items: str
    count: str


class Leave(Struct, frozen=True):
    """`end X`: stop, and go where the flow node says for this exit (`Exit.name`)."""

    exit: str


class Finish(Struct, frozen=True):
    """`end game`, `win p`, `lose p`: stop, the game is over. `player` None for `end game`."""

    verdict: Literal["end", "win", "lose"]
    player: Expr | None


class Eliminate(Struct, frozen=True):
    """`playing[player] = 0`"""

    player: Expr


class Record(Struct, frozen=True):
    """Records the present value of a remembered thing. Where `last` are held already: `forget` overwrites the oldest, `end` records nothing and
    the game is over (`Finish` end)."""

    memory: str


class Demand(Struct, frozen=True):
    """The condition must hold, else the fault `rule`. `checked`: asked in checked builds only."""

    condition: Cond
    rule: int
    checked: bool = False


Stmt: TypeAlias = (
    Store | Let | If | For | While | MovePiece | LayPiece | Swap | Invoke | Collect | Leave | Finish | Eliminate | Record | Demand
)  # fmt: skip
Block: TypeAlias = tuple[Stmt, ...]


class Parameter(Struct, frozen=True, kw_only=True):
    name: str
    low: int
    high: int


class FunctionIR(Struct, frozen=True, kw_only=True):
    """A pure function: one of `value` (integer) or `truth` (condition) is its body. Its name is the author's."""

    name: str
    parameters: tuple[Parameter, ...]
    value: Expr | None
    truth: Cond | None
    doc: "Doc"


class ProcedureIR(Struct, frozen=True, kw_only=True):
    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    doc: "Doc"


class Doc(Struct, frozen=True, kw_only=True):
    """Where something comes from: its path in the spec, the clauses it cites (number and text), the text it was made from."""

    path: str
    clauses: tuple[tuple[str, str], ...] = ()
    span: Span | None = None
