"""A game as a PettingZoo AEC environment: agents `p0`, `p1`, …, one acts at a time, sealed choices one after the other unseen.

    env = TableEnv(game, players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from runtime.adapters.gymnasium_env import observation_of, observation_space
from runtime.game import Game
from runtime.state import State


class TableEnv(AECEnv):  # type: ignore[misc]
    """Chance is drawn inside. Rewards are the returns, given when the game is over."""

    metadata = {"render_modes": ["ansi"], "name": "rulewright", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game, *, players: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self._game = game
        self._players = game.check_players(players)
        self._state: State | None = None
        self.render_mode = render_mode
        self.possible_agents = [f"p{seat}" for seat in range(self._players)]
        self._space = observation_space(game)
        self._actions = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._space

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._state = self._game.new_initial_state(self._players, seed=seed or 0)
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
            return
        self.rewards = {agent: float(value) for agent, value in zip(self.possible_agents, state.returns(), strict=True)}
        self.truncations = dict.fromkeys(self.agents, state.is_truncated())
        self.terminations = dict.fromkeys(self.agents, not state.is_truncated())
        self.agent_selection = self.agents[0]
