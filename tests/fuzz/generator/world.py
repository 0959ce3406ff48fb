"""What has been declared so far, and the choices that make a spec: one source of randomness behind a few words."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
Type = tuple[Any, ...]
"""("num", low, high), ("bool",), ("player",), ("enum", name), ("site", board), ("way", board), ("piece", component), ("opt", Type), ("line", board)"""

BOOL: Type = ("bool",)
PLAYER: Type = ("player",)

PLAIN = ("gold", "mood", "track", "lamp", "kept", "pile", "wind", "tide", "mark", "crew", "seed", "rope", "fish", "barn", "coal", "salt", "dusk", "vane")
AWKWARD = (
    "class", "def", "lambda", "try", "async", "yield", "global", "list", "print", "range", "len", "int", "self", "out", "s", "apply", "init",
    "legal_actions", "list_actions", "observe", "returns", "actor", "fault", "found", "rules", "cursor", "del", "raise", "vec", "code",
    "refusal", "advance", "players_", "low", "high", "exec", "true_", "i", "at_", "pending", "seal_order", "staged", "perft", "say_", "legal_turn",
    "playouts", "attempt", "broken", "decode", "truncated", "scores", "reseed", "kept_", "journal", "pool", "step_", "array", "tuple", "abs_",
)  # fmt: skip
RANGES = ((0, 9), (-5, 5), (-2, 2), (-1, 1), (0, 1), (-3, -1), (0, 70), (1, 6), (-100, 100), (-1, 0), (3, 3))
WORDS = ("red", "blue", "green", "moon", "star", "oak", "elm", "ash", "wolf", "hare", "north_wind", "none_", "hut", "mill")


def num(low: int, high: int) -> Type:
    return ("num", low, high)


@dataclass
class World:
    r: Random
    low: int = 2
    high: int = 2
    taken: set[str] = field(default_factory=set)
    options: dict[str, Type] = field(default_factory=dict)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    boards: dict[str, dict[str, Any]] = field(default_factory=dict)
    components: dict[str, dict[str, Type]] = field(default_factory=dict)
    owned: set[str] = field(default_factory=set)
    zones: dict[str, tuple[str, tuple[Type, ...], str]] = field(default_factory=dict)
    states: dict[str, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    inverses: dict[str, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    defines: dict[str, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    gives: dict[str, Type] = field(default_factory=dict)
    effects: dict[str, tuple[Type, ...]] = field(default_factory=dict)
    graphs: dict[str, Type] = field(default_factory=dict)
    shapes: dict[str, dict[str, str]] = field(default_factory=dict)
    """components with a footprint, each with a site to put it on"""
    readings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    totals: dict[str, str] = field(default_factory=dict)
    remembers: list[str] = field(default_factory=list)
    sequences: dict[str, tuple[Type, ...]] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)

    def chance(self, of: int) -> bool:
        """Once in so many."""
        return self.r.randrange(of) == 0

    def pick(self, values: Sequence[T]) -> T:
        return values[self.r.randrange(len(values))]

    def name(self) -> str:
        """A name that nothing has yet, now and then an awkward one."""
        pool = AWKWARD if self.chance(5) else PLAIN
        for _ in range(6):
            wanted = self.pick(pool)
            if wanted not in self.taken:
                break
        else:
            wanted = f"{self.pick(PLAIN)}_{len(self.taken)}"
        self.taken.add(wanted)
        return wanted

    def word(self) -> str:
        free = [word for word in WORDS if word not in self.taken]
        word = self.pick(free) if free else f"word_{len(self.taken)}"
        self.taken.add(word)
        return word

    # ---- types

    def types(self) -> list[Type]:
        """Types of which values are easily made."""
        found: list[Type] = [BOOL, PLAYER, *(num(*self.pick(RANGES)) for _ in range(3))]
        found += [("enum", name) for name in self.enums]
        found += [("site", board) for board in self.boards]
        found += [("way", board) for board, facts in self.boards.items() if facts["ways"]]
        return found + [("piece", component) for component in self.components]

    def index_types(self) -> list[Type]:
        narrow = [type for type in self.types() if type[0] != "num"]
        return [*narrow, num(-2, 2), num(0, 3), num(-1, 1), num(1, 4)]

    def kept_type(self) -> Type:
        type = self.pick(self.types())
        return ("opt", type) if self.chance(3) else type


def written(type: Type) -> str:
    match type:
        case ("num", low, high):
            return f"{low}..{high}"
        case ("opt", inner):
            return f"{written(inner)} or none"
        case ("enum" | "piece", name):
            return str(name)
        case ("site", board):
            return f"site({board})"
        case ("way", board):
            return f"direction({board})"
        case ("line", board):
            return f"line({board})"
        case _:
            return str(type[0])


def fits(smaller: Type, larger: Type) -> bool:
    if larger[0] == "opt":
        return fits(smaller[1] if smaller[0] == "opt" else smaller, larger[1])
    if smaller[0] == "num" and larger[0] == "num":
        return bool(larger[1] <= smaller[1] and smaller[2] <= larger[2])
    return smaller == larger
