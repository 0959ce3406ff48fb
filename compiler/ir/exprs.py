"""Expressions of the machine: integers and conditions over one flat vector.

Two sorts, never mixed: an *integer* node gives an integer, a *condition* node gives true or false. `Truth` and `AsInt` go between them.
Locals and vector slots hold integers only; a bool is kept as 0 or 1.

    any(c in hand[p] where c.animal == dog)
    Search(kind="any", binders=(Binder(local="c", domain=Pieces(zone="hand", instance=Local("p")), where=Compare("==", Fetch(...), 3)),))
"""

from typing import Literal, TypeAlias

from msgspec import Struct

# ---- integers


class Const(Struct, frozen=True):
    value: int


class Local(Struct, frozen=True):
    """A parameter, `let`, binder or choice of the function it stands in; names are unique within a function."""

    name: str


class Load(Struct, frozen=True):
    """The slot `block.offset + index` of the vector; `index` is within the block's length (proven by `bind`)."""

    block: str
    index: "Expr" = Const(0)


class Fetch(Struct, frozen=True):
    """`table[index]` of a constant table of the layout."""

    table: str
    index: "Expr"


class Binary(Struct, frozen=True):
    """`//` and `%` floor, as Python's; `&`, `|` work on non-negative words."""

    operator: Literal["+", "-", "*", "//", "%", "&", "|", "min", "max"]
    left: "Expr"
    right: "Expr"


class Abs(Struct, frozen=True):
    operand: "Expr"


class AsInt(Struct, frozen=True):
    """1 if the condition holds, else 0."""

    condition: "Cond"


class Choose(Struct, frozen=True):
    """`value if condition else other`; only the chosen one is evaluated."""

    condition: "Cond"
    value: "Expr"
    other: "Expr"


class Call(Struct, frozen=True):
    """A function of the game that gives an integer, or a condition (`FunctionIR.truth`): then it stands inside `Truth`."""

    function: str
    arguments: tuple["Expr", ...]


class Fold(Struct, frozen=True):
    """`count`, `sum`, `min`, `max`, `first`, `largest` over binders.

    `body` is what is summed or compared (None for `count`; for `first` the value given, usually the only binder's local). `by` (for
    `first`) makes it the value with the least key, ties in walk order. `rank` is the k of `largest`, from 1, equal values counted as often
    as they occur. An empty `min`, `max`, `first`, or a `largest` with too few values, gives `default`, or without one is the fault `rule`.
    """

    kind: Literal["count", "sum", "min", "max", "first", "largest"]
    binders: tuple["Binder", ...]
    body: "Expr | None"
    by: "Expr | None" = None
    rank: "Expr | None" = None
    default: "Expr | None" = None
    rule: int = 0


class Checked(Struct, frozen=True):
    """The operand; the fault `rule` if it is outside low..high (then any value inside may be given, nothing else runs)."""

    operand: "Expr"
    low: int
    high: int
    rule: int


class ZoneSize(Struct, frozen=True):
    zone: str
    instance: "Expr"


class ZoneItem(Struct, frozen=True):
    """The piece at `index` of a pile or row (0 is the bottom, or left), or the `index`-th in component order of a set or bag.

    `from_top` counts from the other end. No such piece: the fault `rule`."""

    zone: str
    instance: "Expr"
    index: "Expr"
    from_top: bool
    rule: int


class GraphValue(Struct, frozen=True):
    """`group` (the least node of the node's group), `size`, `distance` (arguments: two nodes; -1: not connected, or one is no node),
    `longest` (arguments: node, limit; the most links of a walk that meets no node twice, 0 from no node or for a limit <= 0), `total` (arguments:
    node; `detail` its name; the sum over its group). `group`, `size` and `total` of what is no node (-1 too) are the fault `rule`.

    Groups: nodes are met in ascending order; one that is in no group yet starts one and takes whatever it reaches that is in none."""

    graph: str
    kind: Literal["group", "size", "distance", "longest", "total"]
    arguments: tuple["Expr", ...]
    detail: str = ""
    rule: int = 0


class Times(Struct, frozen=True):
    """How often the present value of a remembered thing is recorded."""

    memory: str


class Old(Struct, frozen=True):
    """The operand on the position as it was before the action's effects (only inside `require` and `prefer`)."""

    operand: "Expr"


# ---- conditions


class Bool(Struct, frozen=True):
    value: bool


class Truth(Struct, frozen=True):
    """The operand is not 0."""

    operand: "Expr"


class Compare(Struct, frozen=True):
    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: "Expr"
    right: "Expr"


class And(Struct, frozen=True):
    items: tuple["Cond", ...]


class Or(Struct, frozen=True):
    items: tuple["Cond", ...]


class Not(Struct, frozen=True):
    operand: "Cond"


class Search(Struct, frozen=True):
    """`any`: some binding makes `body` (and each binder's `where`) hold; `all`: every binding makes `body` hold."""

    kind: Literal["any", "all"]
    binders: tuple["Binder", ...]
    body: "Cond"


class Member(Struct, frozen=True):
    """The item is a member of the domain."""

    item: "Expr"
    domain: "Domain"


class Linked(Struct, frozen=True):
    """`linked`: one link away; `connected`: in one group. False where either is no node."""

    graph: str
    kind: Literal["linked", "connected"]
    left: "Expr"
    right: "Expr"


class Met(Struct, frozen=True):
    """Has the walk in the graph that `longest` is trying right now met the node? False when none is being tried."""

    graph: str
    node: "Expr"


class CanAct(Struct, frozen=True):
    """Has an action (`action` a number of `GameIR.actions`) a legal choice in this position, at the step where it stands? Asked from its first
    stage on; what others prefer does not matter. In a sealed action the seat is the asking frame's local of the same name."""

    action: int


Expr: TypeAlias = (
    Const | Local | Load | Fetch | Binary | Abs | AsInt | Choose | Call | Fold | Checked | ZoneSize | ZoneItem | GraphValue | Times | Old
)
Cond: TypeAlias = Bool | Truth | Compare | And | Or | Not | Search | Member | Linked | Met | CanAct


# ---- domains: what is walked, in order


class Numbers(Struct, frozen=True):
    """low..high, both included; nothing if high < low"""

    low: Expr
    high: Expr


class Listed(Struct, frozen=True):
    items: tuple[Expr, ...]


class ListRow(Struct, frozen=True):
    """A row of a constant list table: `lists[row]`, or its first `limit` items. Each item is a member, -1 (a cell off the board) too."""

    lists: str
    row: Expr
    limit: Expr | None = None


class Pieces(Struct, frozen=True):
    """The pieces in a zone, a set or bag in component order, a pile or row from 0; with `kinds` only the first of each row kind."""

    zone: str
    instance: Expr
    kinds: bool = False


class One(Struct, frozen=True):
    """The value, unless it is `none`."""

    value: Expr
    none: int = -1


class Seats(Struct, frozen=True):
    """`count` seats from `start` on, seat order, round the table: (start + k) % players."""

    start: Expr
    count: Expr


class GraphNodes(Struct, frozen=True):
    """`members`: nodes of the group of `argument`, ascending; `groups`: the least node of each group; `nodes`: every node."""

    graph: str
    kind: Literal["members", "groups", "nodes"]
    argument: Expr | None = None
    rule: int = 0


class Places(Struct, frozen=True):
    """The open places of a plane, in site order."""

    plane: str


Domain: TypeAlias = Numbers | Listed | ListRow | Pieces | One | Seats | GraphNodes | Places


class Binder(Struct, frozen=True):
    """Walks a domain: `keep` ends the walk at the first value for which it fails, `where` skips."""

    local: str
    domain: Domain
    keep: Cond | None = None
    where: Cond | None = None
