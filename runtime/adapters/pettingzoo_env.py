"""A game as PettingZoo environments: agents `p0`, `p1`, …

`TableEnv` is an AEC environment: one acts at a time, at sealed choices one after the other unseen.

    env = TableEnv(game, players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))

`TogetherEnv` is a parallel environment, for games of sealed choices: all who are asked choose at once. Who is not asked has a mask of zeros, and its
action counts for nothing.

A seed gives the same games after it; `reset()` without one goes on to another game, as everywhere in PettingZoo. An illegal action raises
IllegalAction. `max_cycles`: play is cut, without rewards, when each agent has been asked so often on average, or in a parallel environment after so many
steps; games end by their rules without it.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from runtime.adapters.gymnasium_env import observation_of, observation_space
from runtime.game import Game
from runtime.state import State


class TableEnv(AECEnv):  # type: ignore[misc]
    """Chance is drawn inside. Rewards are the returns, given when the game is over."""

    metadata = {"render_modes": ["ansi"], "name": "rulewright", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game, *, players: int | None = None, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self._most = max_cycles
        self._choices = 0
        self._game = game
        self._players = game.check_players(players)
        self._state: State | None = None
        self.render_mode = render_mode
        self.possible_agents = [f"p{seat}" for seat in range(self._players)]
        self._space = observation_space(game)
        self._actions = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self._numbers = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self._space

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._numbers = np.random.default_rng(seed)
        self._state = self._game.new_initial_state(self._players, seed=int(self._numbers.integers(2**61)))
        self._choices = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        assert self._state is not None
        return observation_of(self._state, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._state is not None and action is not None
        self._cumulative_rewards[agent] = 0.0
        self._state.apply_action(int(action))
        self._choices += 1
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str:
        assert self._state is not None
        return self._state.to_string()

    def close(self) -> None:
        self._state = None

    def _turn(self) -> None:
        """Whose turn it is now; at the end, what everybody gets."""
        assert self._state is not None
        state = self._state
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if not state.is_terminal():
            self.agent_selection = self.possible_agents[state.actor()]
            if self._most is not None and self._choices >= self._most * self._players:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        self.rewards = {agent: float(value) for agent, value in zip(self.possible_agents, state.returns(), strict=True)}
        self.truncations = dict.fromkeys(self.agents, state.is_truncated())
        self.terminations = dict.fromkeys(self.agents, not state.is_truncated())
        self.agent_selection = self.agents[0]


class TogetherEnv(ParallelEnv):  # type: ignore[misc]
    """Every step is one choice: of all seats that are asked at a sealed choice, else of the one that is to act. Chance is drawn inside."""

    metadata = {"render_modes": ["ansi"], "name": "rulewright_together"}  # noqa: RUF012

    def __init__(self, game: Game, *, players: int | None = None, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        self._most = max_cycles
        self._steps = 0
        self._table = TableEnv(game, players=players, render_mode=render_mode)
        self.render_mode = render_mode
        self.possible_agents = self._table.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self._table.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        return self._table.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._table.reset(seed, options)
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        state = self._playing()
        asked = [f"p{seat}" for seat in state.waiting_seats()]
        state.apply_actions([int(actions[agent]) for agent in asked]) if state.is_simultaneous_node() else state.apply_action(int(actions[asked[0]]))
        self._steps += 1
        over, cut = state.is_terminal(), state.is_truncated()
        if self._most is not None and self._steps >= self._most and not over:
            over = cut = True
        rewards = dict.fromkeys(self.agents, 0.0)
        if state.is_terminal():
            rewards = {agent: float(value) for agent, value in zip(self.agents, state.returns(), strict=True)}
        ended, cut_off = dict.fromkeys(self.agents, over and not cut), dict.fromkeys(self.agents, over and cut)
        seen, infos = self._seen(), self._infos()
        if over:
            self.agents = []
        return seen, rewards, ended, cut_off, infos

    def render(self) -> str:
        return self._playing().to_string()

    def close(self) -> None:
        self._table.close()

    def _playing(self) -> State:
        assert self._table._state is not None, "reset the environment first"
        return self._table._state

    def _seen(self) -> dict[str, Any]:
        return {agent: self._table.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, Any]:
        return {agent: {"asked": self.possible_agents.index(agent) in self._playing().waiting_seats()} for agent in self.agents}
