"""Many games as one Gymnasium vector environment, stepped by native code.

    env = BatchEnv(game, 1024, seat=0, players=2, seed=1)
    observations, infos = env.reset(seed=1)
    observations, rewards, terminations, truncations, infos = env.step(env.sample())

One seat is learnt. The others choose at random, natively; or `others(batch)` chooses for all rows, given the batch after each step (`batch.acting` says who
is to act, `batch.observations` what that seat sees); its choices count where another seat than the learnt one acts. A game that is over begins anew with
the next step, whatever its action (Gymnasium's NEXT_STEP), with reward 0.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from runtime.adapters.gymnasium_env import observation_space
from runtime.batch import NOTHING, Batch, Ints
from runtime.game import Game


class BatchEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Observations are the batch's own arrays, filled anew by each step: copy what is to be kept. An illegal action raises IllegalAction."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, game: Game, num_envs: int, *, seat: int = 0, players: int | None = None, seed: int = 0, threads: int | None = 1,
        others: Callable[[Batch], Ints] | None = None,
    ) -> None:  # fmt: skip
        self.num_envs = num_envs
        self.batch = Batch(
            game, num_envs, players=players, seed=seed, threads=threads, again="next step", seat=seat if others is None else None
        )
        self._seat = seat
        self._others = others
        self.single_observation_space = observation_space(game)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """A list of seeds gives its first: games follow each other from there."""
        number = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=number)
        self.batch.restart(int(self.np_random.integers(2**61)) if number is None else number)
        ended = np.zeros(self.num_envs, dtype=bool)
        self._until_our_turn(np.zeros(self.num_envs), ended, np.zeros(self.num_envs, dtype=bool), again=True)
        return self._seen()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        batch.step(np.maximum(actions, 0))
        rewards = batch.rewards[:, self._seat].astype(np.float64)
        ended, cut = batch.ended != 0, batch.cut != 0
        self._until_our_turn(rewards, ended, cut, again=False)
        observations, infos = self._seen()
        return observations, rewards, ended & ~cut, ended & cut, infos

    def sample(self) -> Ints:
        """Random legal actions, drawn natively."""
        return self.batch.sample()

    def _until_our_turn(self, rewards: Any, ended: Any, cut: Any, *, again: bool) -> None:
        """Lets `others` choose until the learnt seat is to act everywhere, or the game is over; `again`: a new game begins where it is."""
        batch = self.batch
        if self._others is None:
            return
        while True:
            waiting = batch.acting != self._seat
            if not again:
                waiting &= batch.acting != -4
            if not waiting.any():
                return
            batch.step(np.where(waiting, np.maximum(self._others(batch), 0), NOTHING))
            rewards += batch.rewards[:, self._seat]
            ended |= batch.ended != 0
            cut |= batch.cut != 0

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        masks = self.batch.masks
        return {"observation": self.batch.observations, "action_mask": masks}, {"action_mask": masks}
