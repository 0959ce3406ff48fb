"""Positions for an agent to think about: worlds that its seat cannot tell from the true one.

In: a State, the seat and the agent's stream. Out: vectors without end, or none where no world can be found: then the agent must choose
among what is legal. They depend on what the seat has perceived and on the stream alone.
"""

from collections.abc import Iterator

from runtime.chance import Stream
from runtime.contract import Vec
from runtime.state import State
from runtime.worlds import Worlds


def guesses(state: State, seat: int, stream: Stream) -> Iterator[Vec]:
    """Vectors with explicit chance and streams of their own."""
    worlds = Worlds(state, seat, stream)
    while (vector := worlds.draw()) is not None:
        vector[state.game.offsets["explicit"]] = 1
        state.game.engine.reseed(vector, stream.step() << 20 ^ stream.step())
        yield vector
