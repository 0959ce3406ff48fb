"""What was before: the codes applied to a position, with a copy of the vector every so often.

A `Past` is the latest link of a chain that clones share and nobody changes. Going back to a position means to take the latest copy before it and to apply
the codes since; the engine does the same again, as all chance stands in the vector. Whatever else changes a vector (a new seed, a host's hand) must
see to it that the next link has a copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from runtime.contract import Vec

if TYPE_CHECKING:
    from runtime.game import Game

Past: TypeAlias = "tuple[Vec | None, int, Past | None]"
"""The latest action: the vector before it (None: see further back; the first link has one), the code, and what was before."""

STRIDE: Final = 16
"""Links of which at least one has a copy."""


def links(past: Past | None, stop: Past | None = None) -> list[Past] | None:
    """The links after `stop`, oldest first; without it all of them. None where `stop` is not in this chain."""
    chain: list[Past] = []
    while past is not None and past is not stop:
        chain.append(past)
        past = past[2]
    if past is not stop:
        return None
    chain.reverse()
    return chain


def vector_before(game: Game, link: Past) -> Vec:
    """A copy of the vector as it stood before this action."""
    codes: list[int] = []
    vector, code, past = link
    while vector is None:
        assert past is not None, "the first link of a chain has a copy"
        vector, code, past = past
        codes.append(code)
    vector = vector[:]
    for code in reversed(codes):
        game.engine.apply(vector, code)
    return vector


def told_again(game: Game, chain: list[Past]) -> Iterator[tuple[Vec, int, Past | None]]:
    """The vector before each of these links, which follow each other, its code, and the link before it. Vectors are not to be changed."""
    latest: tuple[Vec, int] | None = None
    for link in chain:
        vector, code, past = link
        if vector is None:
            if latest is None:
                vector = vector_before(game, link)
            else:
                vector = latest[0][:]
                game.engine.apply(vector, latest[1])
        latest = vector, code
        yield vector, code, past
