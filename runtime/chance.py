"""Seeded streams, as every engine keeps them in its vector, for those who draw outside the engine.

In: a stream's two words. Out: the next value and the words after it. The algorithm is the contract's (`runtime.contract`): lag-1
multiply-with-carry (G. Marsaglia, 1994) with a multiplier below 2**30, and rejection instead of a modulo.
"""

from dataclasses import dataclass
from typing import Final

MULTIPLIER: Final = 1073740155
DEAL: Final = 0
DICE: Final = 1
AGENTS: Final = 2


@dataclass(slots=True)
class Stream:
    """A stream of numbers 0 <= v < 2**32; equal words, equal future."""

    low: int
    high: int

    @classmethod
    def seeded(cls, seed: int, number: int = AGENTS) -> "Stream":
        """The stream of this number (deal 0, dice 1, agents 2) for a seed; the seed is taken modulo 2**62."""
        seed %= 2**62
        stream = cls(
            low=(seed + 2654435769 * (number + 1)) % 2**32,
            high=((seed // 2**32) * 69069 + 362437 * (number + 1)) % 2**29 + 1,
        )
        for _ in range(16):
            stream.step()
        return stream

    def step(self) -> int:
        value = MULTIPLIER * self.low + self.high
        self.low = value % 2**32
        self.high = value // 2**32
        return self.low

    def below(self, bound: int) -> int:
        """A number 0 <= v < bound, each equally likely; 1 <= bound <= 2**32."""
        if not 1 <= bound <= 2**32:
            raise ValueError(f"below({bound}): the bound must be 1 to 2**32")
        limit = 2**32 - 2**32 % bound
        value = self.step()
        while value >= limit:
            value = self.step()
        return value % bound

    def weighted(self, weights: list[int]) -> int:
        """An index, with chances as the weights (integers >= 0, sum 1 to 2**32)."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("weights changed while drawing")
