"""The vector: which block of slots holds what, and the constant tables beside it.

    header     players, step, … (see HEADER)
    registers  loop counters, fixed orders, loop variables, sequence arguments, staged choices, sealed commits
    state      the author's variables, row-major
    zones      where each piece is; the order of piles and rows
    derived    rebuilt from the above: members of sets and bags as bit words, inverse maps, fingerprints
    scratch    of no meaning between calls; not compared, copied or kept

`Layout.kept` slots are a position: two positions are equal when these are. `Layout.size` counts scratch too.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

WORD: Final = 62
"""Bits of a member word."""

MULTIPLIER: Final = 1073740155
"""Of the multiply-with-carry streams: m * 2**32 - 1 and m * 2**31 - 1 are prime, m < 2**30, so a step stays below 2**62."""

HEADER: Final = (
    ("players", "seats at the table"),
    ("step", "number of the flow node that waits"),
    ("actor", "seat that acts next; -1 at a chance step, -4 when the game is over"),
    ("explicit", "1 if chance outcomes are applied from outside, 0 if drawn inside"),
    ("fault", "number of the rule that failed, or 0"),
    ("decisions", "decisions applied so far, chance not counted"),
    ("verdict", "0 none, 1 win, 2 lose"),
    ("winner", "seat of the verdict, or -1"),
    ("truncated", "1 if the horizon cut play off"),
    ("deal_low", "stream of draws and shuffles"),
    ("deal_high", "stream of draws and shuffles"),
    ("dice_low", "stream of rolls"),
    ("dice_high", "stream of rolls"),
)
"""Blocks of one slot each at the start of every vector, in this order."""

HIDDEN_HEADER: Final = frozenset({"explicit", "fault", "deal_low", "deal_high", "dice_low", "dice_high"})
"""Header slots that no observation shows."""

Seen: TypeAlias = Literal["all", "owner", "none", "count", "owner_count"]
Section: TypeAlias = Literal["header", "register", "state", "zone", "derived", "scratch"]


class Carrier(Struct, frozen=True, kw_only=True):
    """A finite type as the machine sees it: low..high, where low means none if `optional` (and lies below every value), and the text of each
    value from `low` (or from 0, if optional) on; without texts a value is its decimal number."""

    name: str
    low: int
    high: int
    optional: bool = False
    texts: tuple[str, ...] = ()
    truth: bool = False
    component: str = ""
    """set when values are pieces of this component (equal texts are told apart by `#2`, …)"""

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def text(self, value: int) -> str:
        if self.optional and value == self.low:
            return "none"
        at = value if self.optional else value - self.low
        return self.texts[at] if 0 <= at < len(self.texts) else str(value)


class Block(Struct, frozen=True, kw_only=True):
    """`length` slots from `offset`, each of `carrier`, indexed row-major by `axes` (none: one slot).

    A register outside its loop or step rests at 0, whatever its carrier. `seen` says who may know it; `owner_axis` is the axis whose value is
    the owning seat (-1: none), or `owners` gives the owner of each slot's index by table (an `each: player` component's axis).
    """

    name: str
    offset: int
    length: int
    section: Section
    carrier: Carrier
    axes: tuple[Carrier, ...] = ()
    seen: Seen = "all"
    owner_axis: int = -1
    owners: tuple[int, ...] = ()
    """for each slot the owning seat, or -1; empty if there is no owner"""
    follows: str = ""
    """an inverse map: the block it is kept for, whose masking it takes. `lower` writes the stores that keep it; `Store` itself does no more
    than it says"""
    piece_axis: str = ""
    """state `per` a component: the component; slots of pieces that a seat does not see read as `start`"""
    start: tuple[int, ...] = ()
    """start value of each slot, where start values are constant; empty: all 0. (Of the header, `init` itself sets players, explicit, the
    streams, and winner = -1.)"""


ZoneOrder: TypeAlias = Literal["set", "pile", "row", "bag"]


class Zone(Struct, frozen=True, kw_only=True):
    """A zone family: `instances` zones numbered row-major over its axes; `first` is the number of its first in `where` of its component.

    A pile or row keeps its pieces in `items` (capacity slots an instance, -1 where there is none) and their number in `count`; a set or bag keeps
    `words` member words an instance in the derived block `members`: piece k is bit k % WORD of word k // WORD.
    """

    name: str
    component: str
    order: ZoneOrder
    instances: int
    first: int
    capacity: int
    holds: int | None
    seen: Seen
    owners: tuple[int, ...]
    """for each instance the owning seat, or -1"""
    axes: tuple[Carrier, ...]
    items: str = ""
    count: str = ""
    members: str = ""
    words: int = 0


class Component(Struct, frozen=True, kw_only=True):
    """`where` is the block with the zone number of each piece (0: box); `kinds[piece]` is the first piece of the same row and owner."""

    name: str
    count: int
    each_player: bool
    per_seat: int
    where: str
    kinds: tuple[int, ...]
    carrier: Carrier
    rows: tuple[int, ...]


class Table(Struct, frozen=True, kw_only=True):
    """Constant integers, by name."""

    name: str
    values: tuple[int, ...]


class Lists(Struct, frozen=True, kw_only=True):
    """Constant lists, by row."""

    name: str
    rows: tuple[tuple[int, ...], ...]


class Layout(Struct, frozen=True, kw_only=True):
    """`kept` slots are compared, copied and serialised; the first `shown` of them are what `observe` masks and gives (derived blocks
    are kept but not shown)."""

    blocks: tuple[Block, ...]
    zones: tuple[Zone, ...]
    components: tuple[Component, ...]
    tables: tuple[Table, ...]
    lists: tuple[Lists, ...]
    shown: int
    kept: int
    size: int

    def block(self, name: str) -> Block:
        return next(block for block in self.blocks if block.name == name)

    def zone(self, name: str) -> Zone:
        return next(zone for zone in self.zones if zone.name == name)

    def component(self, name: str) -> Component:
        return next(component for component in self.components if component.name == name)

    def table(self, name: str) -> Table:
        return next(table for table in self.tables if table.name == name)

    def list_table(self, name: str) -> Lists:
        return next(lists for lists in self.lists if lists.name == name)
