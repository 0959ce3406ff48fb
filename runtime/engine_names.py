"""Names of an emitted module, for code of the runtime that is compiled together with it (see `runtime.companions`).

What is imported from here is the engine's own function there; here it only has its signature.
"""

Vec = list[int]

OBSERVATION_SIZE: int = 0


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
