"""A game as an OpenSpiel game, for its algorithms: sequential, chance explicit, sealed choices one seat after the other.

    game = openspiel_game(rulewright_game, players=2)
    state = game.new_initial_state()
"""

from typing import Any

import pyspiel

from runtime.contract import SEALED
from runtime.game import Game
from runtime.state import State


def openspiel_game(game: Game, *, players: int | None = None) -> Any:
    """A `pyspiel.Game` whose states are ours; not registered under a name."""
    count = game.check_players(players)
    hidden = any(block[6] != "all" for block in game.facts["BLOCKS"]) or any(zone[6] != "all" for zone in game.facts["ZONES"])
    kinds = pyspiel.GameType
    facts = kinds(
        short_name=f"rulewright_{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.num_outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.facts["RETURNS"] == "score" else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=count,
        min_num_players=count,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    numbers = pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.num_outcomes,
        num_players=count,
        min_utility=-1e9,
        max_utility=1e9,
        max_game_length=game.horizon or 100_000,
    )

    class Table(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(facts, numbers, parameters or {})

        def new_initial_state(self) -> "Position":
            return Position(self, game.new_initial_state(count, explicit_chance=True))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return None

    class Position(pyspiel.State):  # type: ignore[misc]
        def __init__(self, table: Any, state: State) -> None:
            super().__init__(table)
            self.state = state

        def current_player(self) -> int:
            player = self.state.current_player()
            return self.state.actor() if player == SEALED else player

        def _legal_actions(self, player: int) -> list[int]:
            return self.state.legal_actions(player)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return self.state.chance_outcomes()

        def _apply_action(self, action: int) -> None:
            self.state.apply_action(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.state.action_to_string(action)

        def is_terminal(self) -> bool:
            return self.state.is_terminal()

        def returns(self) -> list[float]:
            return [float(value) for value in self.state.returns()] if self.state.is_terminal() else [0.0] * count

        def information_state_string(self, player: int) -> str:
            return self.state.information_state_string(player)

        def observation_string(self, player: int) -> str:
            return self.state.observation_string(player)

        def clone(self) -> "Position":
            twin = super().clone()
            twin.state = self.state.clone()
            return twin  # type: ignore[no-any-return]

        def __str__(self) -> str:
            return self.state.to_string()

    return Table()
