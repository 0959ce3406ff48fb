"""Chance: the streams inside the vector, and the outcomes of a draw with their weights.

Streams are the contract's: lag-1 multiply-with-carry on two words, rejection instead of a modulo, seeded from the game's seed and the
stream's number.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play.codes import code_of, digit_values, locals_of
from compiler.ir.actions import Chance, ChanceStage
from compiler.ir.layout import MULTIPLIER

AGENTS: Final = 2
"""Number of the stream that random players draw from; it is in no vector."""

WORD: Final = 2**32


class Outcome(Struct, frozen=True):
    code: int
    weight: int
    values: Mapping[str, int]
    """what the names of the stage stand for"""


def seeded(seed: int, number: int) -> tuple[int, int]:
    """The words of a fresh stream, low and high."""
    low = (seed + 2654435769 * (number + 1)) % WORD
    high = ((seed // WORD) * 69069 + 362437 * (number + 1)) % 2**29 + 1
    for _ in range(16):
        low, high = stepped(low, high)
    return low, high


def stepped(low: int, high: int) -> tuple[int, int]:
    product = MULTIPLIER * low + high
    return product % WORD, product // WORD


def below(low: int, high: int, bound: int) -> tuple[int, int, int]:
    """A number 0 <= v < bound and the stream's words after it."""
    low, high = stepped(low, high)
    while low >= WORD - WORD % bound:
        low, high = stepped(low, high)
    return low % bound, low, high


def seed_streams(frame: Frame, seed: int) -> None:
    """Gives the vector's two streams a seed."""
    for number, name in enumerate(("deal", "dice")):
        low, high = seeded(seed, number)
        frame.store(f"{name}_low", 0, low)
        frame.store(f"{name}_high", 0, high)


def draw_below(frame: Frame, stream: Literal["deal", "dice"], bound: int) -> int:
    """The next number of one of the vector's streams."""
    drawn, low, high = below(frame.load(f"{stream}_low"), frame.load(f"{stream}_high"), bound)
    frame.store(f"{stream}_low", 0, low)
    frame.store(f"{stream}_high", 0, high)
    return drawn


def outcomes(frame: Frame, stage: ChanceStage) -> list[Outcome]:
    """The outcomes of a stage in ascending code order, with weights of 1 and more. The frame's locals are those of the earlier stages."""
    found: dict[int, Outcome] = {}
    for inner in _bindings(frame, stage):
        weight = 1 if stage.weight is None else expressions.value(inner, stage.weight)
        code = code_of(inner, stage)
        if weight > 0:
            before = found.get(code)
            values = before.values if before is not None else {name: inner.local(name) for name in locals_of(stage)}
            found[code] = Outcome(code, weight + (before.weight if before is not None else 0), values)
    return [found[code] for code in sorted(found)]


def drawn(frame: Frame, chance: Chance, stage: ChanceStage) -> Outcome | None:
    """An outcome from the chance step's own stream; None where there is none to draw."""
    weighted = outcomes(frame, stage)
    if not weighted:
        return None
    left = draw_below(frame, chance.stream, sum(outcome.weight for outcome in weighted))
    return pick(weighted, left)


def pick(weighted: list[Outcome], left: int) -> Outcome:
    """The first outcome whose weight, with those before it, exceeds `left`."""
    for outcome in weighted[:-1]:
        if left < outcome.weight:
            return outcome
        left -= outcome.weight
    return weighted[-1]


def outcome_of(frame: Frame, stage: ChanceStage, code: int) -> Outcome | None:
    """The outcome with this code, None if it cannot happen now."""
    if not stage.base <= code < stage.base + stage.size:
        return None
    wanted = digit_values(stage, code)
    if wanted is None:
        return None
    return next((outcome for outcome in outcomes(frame, stage) if outcome.code == code), None)


def _bindings(frame: Frame, stage: ChanceStage) -> Iterator[Frame]:
    for inner in domains.bindings(frame, stage.binders):
        if stage.where is None or expressions.holds(inner, stage.where):
            yield inner
