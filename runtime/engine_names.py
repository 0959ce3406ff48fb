"""Names of an emitted module, for code of the runtime that is compiled together with it (see `runtime.companions`).

What is imported from here is the engine's own function there; here it only has its signature.
"""

Vec = list[int]

AGENTS_LOW: int = 0
EXPLICIT: int = 0
FAULT: int = 0
KEPT: int = 0
MAX_ACTIONS: int = 0
NUM_ACTIONS: int = 0
OBSERVATION_SIZE: int = 0
VECTOR_SIZE: int = 0


def actor(s: Vec) -> int:
    raise NotImplementedError


def apply(s: Vec, action: int) -> int:
    raise NotImplementedError


def chance_outcomes(s: Vec, out: Vec, weights: Vec) -> int:
    raise NotImplementedError


def legal_actions(s: Vec, out: Vec) -> int:
    raise NotImplementedError


def observe(s: Vec, seat: int, out: Vec) -> None:
    raise NotImplementedError


def refusal(s: Vec, action: int) -> int:
    raise NotImplementedError


def seen_action(s: Vec, seat: int, action: int) -> int:
    raise NotImplementedError


def below(s: Vec, at: int, bound: int) -> int:
    raise NotImplementedError


def init(s: Vec, players: int, seed: int, explicit_chance: int) -> int:
    raise NotImplementedError


def playout_from(s: Vec, out: Vec, seed: int) -> int:
    raise NotImplementedError


def reseed(s: Vec, seed: int) -> None:
    raise NotImplementedError


def returns(s: Vec, out: Vec) -> None:
    raise NotImplementedError


def seed_stream(s: Vec, at: int, seed: int, number: int) -> None:
    raise NotImplementedError


def truncated(s: Vec) -> int:
    raise NotImplementedError
