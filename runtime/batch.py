"""Many games at once: n positions in one array, stepped by native code on as many threads as asked.

    batch = game.batch(1024, players=2, seed=1)
    while ...:
        actions = policy(batch.observations, batch.masks)      # or batch.sample()
        batch.step(actions)                                     # batch.rewards, batch.ended, batch.acting, … are now those after it

Every array is NumPy's and filled in place: read it before the next step, or copy it. Game number k is the one that `playouts` plays as number k with the
same seed, if its choices are drawn by `sample`; row n plays the games n, n + rows, n + 2 rows, …, so results do not depend on the number of threads.
Needs numpy. Under CPython (backend python) the same text runs, slowly.

`stack` and `stack_observations` make arrays of states.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from runtime.companions import companion
from runtime.errors import IllegalAction

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

Ints: TypeAlias = npt.NDArray[np.int64]

Again: TypeAlias = Literal["never", "at once", "next step"]
AGAIN: Final[dict[Again, int]] = {"never": 0, "at once": 1, "next step": 2}

NOTHING: Final = -1
"""An action that leaves its row alone."""

PORTION: Final = 64
"""Rows that a thread is worth at least."""


class Batch:
    """Positions of one game, and what is to be seen of them. Not for several threads to step at a time.

    | array | shape, type | holds |
    |---|---|---|
    | `rows` | n, VECTOR_SIZE int64 | the positions |
    | `acting` | n int64 | the seat to act (at a sealed choice the next to commit), -4 where the game is over |
    | `counts`, `legal` | n; n, MAX_ACTIONS int64 | how many legal codes there are, and these, ascending; what follows them means nothing |
    | `masks` | n, NUM_ACTIONS int8 | 1 where a code is legal; None with masks=False |
    | `observations` | n, OBSERVATION_SIZE int64 | what the acting seat sees; None with observations=False |
    | `rewards` | n, players int64 | the returns of a game that ended with the latest step, else 0 |
    | `ended`, `cut` | n int64 | 1 where a game ended with the latest step; where moreover the horizon cut it off |
    | `games` | n int64 | the number of the game that a row plays |
    """

    def __init__(
        self, game: "Game", n: int, *, players: int | None = None, seed: int = 0, threads: int | None = 1, again: Again = "at once",
        masks: bool = True, observations: bool = True, seat: int | None = None,
    ) -> None:  # fmt: skip
        """`again`: what becomes of a game that is over: it stays; the next begins at once, so that `acting` and the rest are already its own; or it begins
        with the row's next step, whatever the action unless -1. `seat`: only this one chooses, all others at random. `threads` None: all cores."""
        if n < 1:
            raise ValueError(f"a batch of {n} games: at least one is needed")
        if again not in AGAIN:
            raise ValueError(f"again={again!r}: one of {', '.join(AGAIN)}")
        self.game = game
        self.players = game.check_players(players)
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"no seat {seat} at a table of {self.players}")
        self.seed = seed % 2**61
        self._native = companion(game, "batching")
        self._threads = max(1, min((os.cpu_count() or 1) if threads is None else threads, -(-n // PORTION))) if game.backend == "native" else 1
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None
        self.rows = _zeros(n, game.size)
        self.games: Ints = np.arange(n, dtype=np.int64)
        self.acting, self.counts, self.ended, self.cut, self.actions = (_zeros(n) for _ in range(5))
        self.legal = _zeros(n, game.max_actions)
        self.rewards = _zeros(n, self.players)
        words = _zeros(n, -(-game.num_actions // 8)) if masks else _zeros(1, 1)
        sights = _zeros(n, game.observation_size) if observations else _zeros(1, 1)
        self.masks: npt.NDArray[np.int8] | None = words.astype("<i8", copy=False).view(np.int8)[:, : game.num_actions] if masks else None
        self.observations: Ints | None = sights if observations else None
        chosen = NOTHING if seat is None else seat
        settings = np.array([self.players, self.seed, n, AGAIN[again], int(masks), int(observations), chosen], dtype=np.int64)
        looked = [self.legal, self.counts, self.acting]
        self._starting = _views(self.rows, self.games, *looked, words, sights, settings)
        self._stepping = _views(self.rows, self.games, self.actions, *looked, self.rewards, self.ended, self.cut, words, sights, settings)
        self._sampling = _views(self.rows, self.legal, self.counts, self.actions, self.acting, settings)
        self._checking = _views(self.actions, self.legal, self.counts, self.acting, settings)
        self._refuse_fault(self._all(self._native.batch__begin, self._starting))

    def __len__(self) -> int:
        return len(self.rows)

    def step(self, actions: Sequence[int] | Ints) -> None:
        """One action for each row, -1 for none. Raises IllegalAction, and nothing is done; Fault where a rule of the spec fails."""
        if actions is not self.actions:
            self.actions[:] = actions
        wrong = self._native.batch__illegal(*self._checking, 0, len(self))
        if wrong >= 0:
            raise IllegalAction(f"{self.actions[wrong]} in row {wrong}", self.state(wrong).why_illegal(int(self.actions[wrong])))
        self._refuse_fault(self._all(self._native.batch__step, self._stepping))

    def sample(self) -> Ints:
        """A legal action for each row, each equally likely, -1 where nobody is to act (0 where that begins the next game); the array is the batch's own."""
        self._native.batch__sample(*self._sampling, 0, len(self))  # quicker than to wake a thread for it
        return self.actions

    def restart(self, seed: int | None = None) -> None:
        """Begins games 0 to n - 1 anew."""
        if seed is not None:
            self.seed = self._starting[-1][1] = self._stepping[-1][1] = seed % 2**61
        self.games[:] = np.arange(len(self))
        for array in (self.rewards, self.ended, self.cut):
            array.fill(0)
        self._refuse_fault(self._all(self._native.batch__begin, self._starting))

    def state(self, row: int) -> "State":
        """A copy of a row's position as a State, without its past."""
        from runtime.state import State

        vector = self.game.new_vector()
        for at, value in enumerate(self.rows[row].tolist()):
            vector[at] = value
        return State(self.game, vector)

    def _all(self, function: Callable[..., int | None], views: list[Any]) -> int:
        """A function over all rows, in equal portions on all threads; its greatest result."""
        n, threads = len(self), self._threads
        if self._pool is None:
            return function(*views, 0, n) or 0
        bounds = [n * part // threads for part in range(threads + 1)]
        waiting = [self._pool.submit(function, *views, first, last) for first, last in zip(bounds[1:-1], bounds[2:], strict=True)]
        found = function(*views, 0, bounds[1]) or 0
        return max(found, *(future.result() or 0 for future in waiting))

    def _refuse_fault(self, rule: int) -> None:
        if rule:
            raise self.game.fault(rule)


def _zeros(*shape: int) -> Ints:
    return np.zeros(shape, dtype=np.int64)


def _views(*arrays: Ints) -> list[Any]:
    flat: list[Any] = [array.reshape(-1) for array in arrays]
    return [memoryview(array) for array in flat]


def stack(states: Sequence["State"]) -> Ints:
    """The kept slots of each state, shape (states, KEPT). Raises ValueError for states of different games."""
    if len({state.game.spec_hash for state in states}) > 1:
        raise ValueError("states of different games")
    kept = states[0].game.kept if states else 0
    return np.frombuffer(b"".join(state.position() for state in states), dtype=np.int64).reshape(len(states), kept).copy()


def stack_observations(states: Sequence["State"], seats: Sequence[int]) -> Ints:
    """Each state as one seat sees it, shape (states, OBSERVATION_SIZE), hidden slots -2."""
    return np.array([state.observation(seat) for state, seat in zip(states, seats, strict=True)], dtype=np.int64)
