"""Keys of remembered positions: how many words become two slots of 62 bits.

In: the words of a memory (what is remembered, each with its lowest and highest value). Out: a plan that both witnesses follow.

Exact: each word's distance from its lowest value stands in its own bits. Words fill slot 0 from bit 0 until one does not fit, then slot 1.
Fingerprint, where they do not fit into two slots: four polynomials h = (h * multiplier + distance) % prime over the words in order, from 0; slot 0 is
h0 * 2**31 + h1, slot 1 is h2 * 2**31 + h3. Every step stays below 2**62.
"""

from typing import Final

from msgspec import Struct

from compiler.ir.game import MemoryIR
from compiler.ir.layout import WORD

PRIMES: Final = (2147483647, 2147483629, 2147483587, 2147483579)
"""The four greatest below 2**31."""

MULTIPLIERS: Final = (1583458089, 784588716, 1132489760, 742938285)


class Place(Struct, frozen=True):
    """Where a word of an exact key stands."""

    slot: int
    bit: int


def exact_places(memory: MemoryIR) -> tuple[Place, ...] | None:
    """The place of each word, or None where the key is a fingerprint."""
    places: list[Place] = []
    slot = bit = 0
    for _, low, high in memory.words:
        bits = (high - low).bit_length()
        if bit + bits > WORD:
            slot, bit = slot + 1, 0
        if slot > 1 or bits > WORD:
            return None
        places.append(Place(slot, bit))
        bit += bits
    return tuple(places)
