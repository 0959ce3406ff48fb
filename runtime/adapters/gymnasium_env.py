"""A game as a Gymnasium environment: one seat is learnt, the others are played by agents.

    env = SeatEnv(game, seat=0, players=2, others=lambda seed: RandomAgent(seed))
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(action)

    env = gymnasium.make("rulewright/Game-v0", game="wild_farm", players=4)    # after `register()`

The observation is a dictionary: `observation` (OBSERVATION_SIZE numbers, hidden ones the fact HIDDEN) and `action_mask`; `info["action_mask"]` and
`action_masks()`, which sb3-contrib reads, are the same mask. `BatchEnv` is many such games at once.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from runtime.agents import Agent, GreedyAgent, RandomAgent
from runtime.chance import Stream
from runtime.engine import load
from runtime.game import Game
from runtime.hidden import resample
from runtime.shown import is_open
from runtime.state import State

ID: Final = "rulewright/Game-v0"

Illegal = Literal["error", "penalty"]


def register() -> None:
    """Registers ID with Gymnasium; `gymnasium.make(ID, game=NAME)` then makes a SeatEnv of an engine."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="runtime.adapters.gymnasium_env:seat_env", disable_env_checker=True)


def seat_env(game: str | Game, **options: Any) -> "SeatEnv":
    return SeatEnv(load(game) if isinstance(game, str) else game, **options)


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
    mask[state.legal_actions(seat)] = 1
    return {"observation": np.array(state.observation(seat), dtype=np.int64), "action_mask": mask}


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """Rewards are the seat's returns at the end, 0 before.

    `seat` None: a seat drawn anew at each reset, told in `info["seat"]`. `others` makes an agent of a seed for each other seat; it is
    shown positions in which what its seat does not know is drawn anew. `illegal`: an action that is not legal raises
    IllegalAction, or with "penalty" forfeits the game: it ends with the reward of the worst place (1 - players). A game that is over before the learnt seat
    is asked once is passed over: `reset` never hands one out."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, game: Game, *, seat: int | None = 0, players: int | None = None, others: Callable[[int], Agent] = RandomAgent,
        illegal: Illegal = "error", render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self._game = game
        self._players = game.check_players(players)
        if seat is not None and not 0 <= seat < self._players:
            raise ValueError(f"no seat {seat} at a table of {self._players}")
        self._wanted = seat
        self._seat = seat or 0
        self._others = others
        self._illegal = illegal
        self._agents: dict[int, Agent] = {}
        self._state: State | None = None
        self._forfeited = False
        self._open = is_open(game)
        self._stream = Stream.seeded(0)
        self.render_mode = render_mode
        self.observation_space = observation_space(game)
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._forfeited = False
        while True:
            number = int(self.np_random.integers(2**61))
            self._seat = int(self.np_random.integers(self._players)) if self._wanted is None else self._wanted
            self._stream = Stream.seeded(number)
            self._agents = {seat: self._others(number + 1 + seat) for seat in range(self._players) if seat != self._seat}
            self._state = self._game.new_initial_state(self._players, seed=number, explicit_chance=True)
            self._until_our_turn()
            if not self._state.is_terminal():
                return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        state = self._playing()
        if self._illegal == "penalty" and state.why_illegal(int(action)) is not None:
            self._forfeited = True
            observation, info = self._seen()
            return observation, float(1 - self._players), True, False, info
        state.apply_action(int(action))
        self._until_our_turn()
        over, cut = state.is_terminal(), state.is_truncated()
        reward = float(state.returns()[self._seat]) if over else 0.0
        observation, info = self._seen()
        return observation, reward, over and not cut, over and cut, info

    def action_masks(self) -> Any:
        """The mask as sb3-contrib's MaskablePPO asks for it: NUM_ACTIONS booleans."""
        return np.array(self._playing().legal_actions_mask(self._seat), dtype=bool)

    def render(self) -> str:
        return self._playing(over=True).observation_string(self._seat)

    def _playing(self, over: bool = False) -> State:
        if self._state is None or not over and (self._forfeited or self._state.is_terminal()):
            raise gymnasium.error.ResetNeeded("the game is over, or never began: reset the environment first")
        return self._state

    def _until_our_turn(self) -> None:
        """Chance and the other seats go on until the learnt one is asked."""
        state = self._state
        assert state is not None
        while not state.is_terminal() and state.actor() != self._seat:
            seat = state.actor()
            state.apply_action(state.draw_outcome() if seat < 0 else self._choice_of(seat, state))

    def _choice_of(self, seat: int, state: State) -> int:
        """What an agent chooses. Where things are hidden it is shown a position that its seat cannot tell from the true one; random if there is none."""
        agent = self._agents[seat]
        if self._open or isinstance(agent, RandomAgent | GreedyAgent):  # these two draw anew themselves, or look at nothing
            return agent.choose(state)
        shown = resample(state, seat, self._stream)
        legal = state.legal_actions(seat)
        return agent.choose(shown) if shown is not None else legal[self._stream.below(len(legal))]

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        assert self._state is not None
        observation = observation_of(self._state, self._seat)
        return observation, {"action_mask": observation["action_mask"], "seat": self._seat}
