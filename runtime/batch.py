"""Many states as one array: a row a state, for learners and for fast comparison.

Needs numpy; nothing else in `runtime` does.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from runtime.state import State


def stack(states: Sequence["State"]) -> npt.NDArray[np.int64]:
    """The kept slots of each state, shape (states, KEPT). Raises ValueError for states of different games."""
    if len({state.game.spec_hash for state in states}) > 1:
        raise ValueError("states of different games")
    kept = states[0].game.kept if states else 0
    return np.frombuffer(b"".join(state.position() for state in states), dtype=np.int64).reshape(len(states), kept).copy()


def stack_observations(states: Sequence["State"], seats: Sequence[int]) -> npt.NDArray[np.int64]:
    """Each state as one seat sees it, shape (states, OBSERVATION_SIZE), hidden slots -2."""
    return np.array([state.observation(seat) for state, seat in zip(states, seats, strict=True)], dtype=np.int64)
