"""Any legal action, each equally likely."""

from runtime.chance import Stream
from runtime.state import State


class RandomAgent:
    def __init__(self, seed: int) -> None:
        self._stream = Stream.seeded(seed)

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        return actions[self._stream.below(len(actions))]
