"""Positions for an agent to think about: worlds that its seat cannot tell from the true one.

In: a State, the seat and the agent's stream. Out: vectors without end. They depend on what the seat has perceived and on the stream alone. Where
no world can be found, what the seat sees now is all that they agree with: what it does not see is arranged in some way.
"""

from collections.abc import Iterator

from runtime.chance import Stream
from runtime.contract import Vec
from runtime.perception import arrangements
from runtime.state import State
from runtime.worlds import Worlds


def guesses(state: State, seat: int, stream: Stream) -> Iterator[Vec]:
    """Vectors with explicit chance and streams of their own."""
    game = state.game
    worlds = Worlds(state, seat, stream)
    public = arrangements(game, state.vector, seat)
    turn = 0
    while True:
        vector = worlds.draw()
        if vector is None:
            vector = public[turn % len(public)][:]
            turn += 1
        vector[game.offsets["explicit"]] = 1
        game.engine.reseed(vector, stream.step() << 20 ^ stream.step())
        yield vector
