"""A game as a Gymnasium environment: one seat is learnt, the others are played by agents.

    env = SeatEnv(game, seat=0, players=2, others=lambda seed: RandomAgent(seed))
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(action)

The observation is a dictionary: `observation` (OBSERVATION_SIZE numbers, hidden ones the fact HIDDEN) and `action_mask`; `info["action_mask"]` is the same mask.
"""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from runtime.agents import Agent, RandomAgent
from runtime.game import Game
from runtime.state import State


def observation_space(game: Game) -> spaces.Dict:
    """Bounds from the fact OBSERVATION; the fact HIDDEN, the least of all, stands for what is hidden."""
    low = np.empty(game.observation_size, dtype=np.int64)
    high = np.empty(game.observation_size, dtype=np.int64)
    for _, offset, length, lowest, highest in game.facts["OBSERVATION"]:
        low[offset : offset + length] = lowest
        high[offset : offset + length] = highest
    return spaces.Dict(
        {"observation": spaces.Box(low, high, dtype=np.int64), "action_mask": spaces.MultiBinary(game.num_actions)},
    )


def observation_of(state: State, seat: int) -> dict[str, Any]:
    """What the seat sees and may do now (a mask of zeros while it is not to act)."""
    mask = np.zeros(state.game.num_actions, dtype=np.int8)
    mask[state.legal_actions(seat) if not state.is_chance_node() else []] = 1
    return {"observation": np.array(state.observation(seat), dtype=np.int64), "action_mask": mask}


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """Rewards are the seat's returns at the end, 0 before. An illegal action raises IllegalAction."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, game: Game, *, seat: int = 0, players: int | None = None, others: Callable[[int], Agent] = RandomAgent, render_mode: str | None = None
    ) -> None:
        self._game = game
        self._seat = seat
        self._players = game.check_players(players)
        self._others = others
        self._agents: dict[int, Agent] = {}
        self._state: State | None = None
        self.render_mode = render_mode
        self.observation_space = observation_space(game)
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**61))
        self._agents = {seat: self._others(number + 1 + seat) for seat in range(self._players) if seat != self._seat}
        self._state = self._game.new_initial_state(self._players, seed=number)
        self._until_our_turn()
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        state = self._playing()
        state.apply_action(int(action))
        self._until_our_turn()
        over, cut = state.is_terminal(), state.is_truncated()
        reward = float(state.returns()[self._seat]) if over else 0.0
        observation, info = self._seen()
        return observation, reward, over and not cut, over and cut, info

    def render(self) -> str:
        return self._playing().observation_string(self._seat)

    def _playing(self) -> State:
        if self._state is None:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        return self._state

    def _until_our_turn(self) -> None:
        state = self._playing()
        while not state.is_terminal() and state.actor() != self._seat:
            state.apply_action(self._agents[state.actor()].choose(state))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observation = observation_of(self._playing(), self._seat)
        return observation, {"action_mask": observation["action_mask"]}
