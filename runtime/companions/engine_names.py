"""What companions find in an engine, for type checkers; never run."""

from typing import Final

from runtime.contract import Vec

KEPT: Final = 0
VECTOR_SIZE: Final = 0
MAX_ACTIONS: Final = 0
NUM_ACTIONS: Final = 0
OBSERVATION_SIZE: Final = 0
FAULT: Final = 0
AGENTS_LOW: Final = 0


def init(s: Vec, players: int, seed: int, explicit_chance: int) -> int: ...  # type: ignore[empty-body]
def actor(s: Vec) -> int: ...  # type: ignore[empty-body]
def legal_actions(s: Vec, out: Vec) -> int: ...  # type: ignore[empty-body]
def apply(s: Vec, action: int) -> int: ...  # type: ignore[empty-body]
def returns(s: Vec, out: Vec) -> None: ...
def truncated(s: Vec) -> int: ...  # type: ignore[empty-body]
def observe(s: Vec, seat: int, out: Vec) -> None: ...
def reseed(s: Vec, seed: int) -> None: ...
def seed_stream(s: Vec, at: int, seed: int, number: int) -> None: ...
def below(s: Vec, at: int, bound: int) -> int: ...  # type: ignore[empty-body]
def playout_from(s: Vec, out: Vec, seed: int) -> int: ...  # type: ignore[empty-body]
