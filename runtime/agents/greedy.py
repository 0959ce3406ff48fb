"""The action that looks best at once: greatest lead in score (or in returns, where nothing is scored) in the next position.

Judges what its seat cannot see by drawing it anew first, so it does not cheat.
"""

from runtime.chance import Stream
from runtime.hidden import resample
from runtime.state import State


class GreedyAgent:
    def __init__(self, seed: int) -> None:
        self._stream = Stream.seeded(seed)

    def choose(self, state: State) -> int:
        seat = state.actor()
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        guess = resample(state, seat, self._stream)
        legal = [action for action in actions if guess.why_illegal(action) is None] or actions
        values = [(_lead(guess.child(action), seat) if guess.why_illegal(action) is None else 0) for action in legal]
        best = [action for action, value in zip(legal, values, strict=True) if value == max(values)]
        return best[self._stream.below(len(best))]


def _lead(state: State, seat: int) -> int:
    """How far ahead of the best other seat; a decided game outweighs any score."""
    scores = state.scores()
    others = [score for index, score in enumerate(scores) if index != seat]
    lead = scores[seat] - max(others, default=0)
    return lead + (10**9 * state.returns()[seat] if state.is_terminal() else 0)
