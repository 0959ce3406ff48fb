"""The action that looks best at once: greatest lead in score (or in returns, where nothing is scored) in the next position.

Judges by positions that its seat cannot tell from the true one, so it does not cheat.
"""

from itertools import islice
from typing import Final

from runtime.agents.guessing import guesses
from runtime.chance import Stream
from runtime.errors import Fault
from runtime.state import State

GUESSES: Final = 8
"""Positions by which an action is judged where something is hidden."""


class GreedyAgent:
    def __init__(self, seed: int) -> None:
        self._stream = Stream.seeded(seed)

    def choose(self, state: State) -> int:
        seat = state.actor()
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        sums = dict.fromkeys(actions, 0)
        for vector in islice(guesses(state, seat, self._stream), GUESSES):
            guess = State(state.game, vector)
            for action in actions:
                if guess.why_illegal(action) is None:
                    sums[action] += _lead(guess, action, seat)
        best = [action for action in actions if sums[action] == max(sums.values())]
        return best[self._stream.below(len(best))]


def _lead(state: State, action: int, seat: int) -> int:
    """How far ahead of the best other seat the action leaves this one; a decided game outweighs any score."""
    try:
        after = state.child(action)
    except Fault:
        return 0
    scores = after.scores()
    others = [score for index, score in enumerate(scores) if index != seat]
    lead = scores[seat] - max(others, default=0)
    return lead + (10**9 * after.returns()[seat] if after.is_terminal() else 0)
