"""Games as OpenSpiel games, for its algorithms. Importing this file registers every engine in the engine folders under its name:

    import runtime.adapters.openspiel_game
    game = pyspiel.load_game("rulewright_wild_farm(players=4)")

and `register(game)` does so for any other. Chance is explicit. At a sealed choice the seats commit one after the other, none seeing the others'
commits, which is what OpenSpiel's `convert_to_turn_based` makes of a simultaneous choice. Rewards are the returns, at the end.

Parameters: `players`, the least number unless said; `recall`, how many perceived steps the information state tensor holds, from the latest back (0: all,
in games so small that their longest play is known; in others there is no such tensor then).
"""

from collections.abc import Mapping
from typing import Any, Final

import pyspiel

from runtime.adapters.openspiel_observer import Observer
from runtime.adapters.openspiel_recall import PLAIN, Recall, recalled
from runtime.contract import OVER, SEALED
from runtime.engine import engine_files, load
from runtime.errors import BadEngine
from runtime.extent import Extent, bounds, extent
from runtime.game import Game
from runtime.shown import is_open
from runtime.state import State

ENDLESS: Final = 1_000_000
"""Said to be the longest play of a game of which nobody knows that."""

MOST_RECALLED: Final = 200_000
"""Numbers that an information state tensor may have without being asked for."""


def openspiel_game(game: Game, *, players: int | None = None, recall: int = 0) -> Any:
    """A `pyspiel.Game` whose states are ours. It need not be registered, but only what is can be pickled or serialized."""
    return Table(game, {"players": game.check_players(players), "recall": recall})


def register(game: Game) -> str:
    """Registers a game with OpenSpiel; gives the name to load it by. A name that is registered already is given to this game now."""
    name = short_name(game)
    _registered[name] = game
    # A class of its own for each: OpenSpiel keeps what it is given beyond the end of Python, and a class is never freed then.
    pyspiel.register_game(_type_of(game, tensor=True), type(name, (Registered,), {"name": name}))
    return name


def short_name(game: Game) -> str:
    """`rulewright_wild_farm`, with overlays `rulewright_wild_farm__short_night__three_wolves`."""
    return "__".join((f"rulewright_{game.name}", *game.variant.split("+"))) if game.variant else f"rulewright_{game.name}"


class Table(pyspiel.Game):  # type: ignore[misc]
    """A game for a number of players."""

    def __init__(self, game: Game, parameters: Mapping[str, Any]) -> None:
        self.game = game
        self.players: int = game.check_players(int(parameters.get("players", game.min_players)))
        self.recall = int(parameters.get("recall", 0))
        if self.recall < 0:
            raise ValueError(f"recall={self.recall}: it is 0 or more perceived steps")
        known = extent(game, self.players)
        longest = known.longest if known is not None else game.horizon * 4 or ENDLESS
        if not self.recall and known is not None and (longest + 1) * (1 + game.observation_size) <= MOST_RECALLED:
            self.recall = longest + 1
        super().__init__(_type_of(game, tensor=self.recall > 0, known=known), _info_of(game, self.players, longest, known), dict(parameters))

    def new_initial_state(self) -> "Position":
        return Position(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """None for a kind of observation that this game does not have."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info and kind.perfect_recall:
            return None
        return Observer(self.game, self.players, kind, self.recall, params)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.max_game_length()) if self.game.num_outcomes else 0

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _table, (str(self),)


class Registered(Table):
    """What OpenSpiel makes by a name. An engine that was found by its file is loaded at machine speed only now."""

    name: str

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game = _registered[self.name]
        if game.filename in _files:
            _files.discard(game.filename)
            game = _registered[self.name] = load(game.filename)
        super().__init__(game, parameters or {})


class Kept:
    """A state as OpenSpiel copies and pickles it: attributes of a Python state are, one by one."""

    __slots__ = ("recalls", "state")

    def __init__(self, state: State, recalls: dict[int, Recall]) -> None:
        self.state = state
        self.recalls = recalls

    def __deepcopy__(self, memo: dict[int, Any]) -> "Kept":
        return Kept(self.state.clone(), dict(self.recalls))

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (short_name(self.state.game), self.state.serialize())


def _kept(name: str, text: str) -> Kept:
    return Kept(State.deserialize(_registered[name], text), {})


class Position(pyspiel.State):  # type: ignore[misc]
    """A state; `state` is the `runtime.State` behind it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.kept = Kept(table.game.new_initial_state(table.players, explicit_chance=True), {})

    @property
    def state(self) -> State:
        return self.kept.state

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.clone()  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self.get_game(), self.serialize())

    def current_player(self) -> int:
        player = self.state.current_player()
        return self.state.actor() if player == SEALED else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        self.state.undo_action()

    def _action_to_string(self, player: int, action: int) -> str:
        texts = self.state.game.texts
        return texts.outcome_text(action) if player < 0 else texts.action_text(action)

    def is_terminal(self) -> bool:
        return self.state.current_player() == OVER

    def returns(self) -> list[float]:
        return [float(value) for value in self.state.returns()] if self.is_terminal() else [0.0] * self.state.players

    def information_state_string(self, player: int | None = None) -> str:
        """Of the player whose turn it is, unless said."""
        player = self.current_player() if player is None else player
        recall = self.kept.recalls[player] = recalled(self.state, player, self.kept.recalls.get(player))
        return self.state.information_state_string(player) if recall.steps <= PLAIN else recall.text(player)

    def observation_string(self, player: int | None = None) -> str:
        return self.state.observation_string(self.current_player() if player is None else player)

    def __str__(self) -> str:
        return self.state.to_string()


def _table(name: str) -> Any:
    return pyspiel.load_game(name)


def _position(table: Any, text: str) -> Any:
    return table.deserialize_state(text)


_registered: Final[dict[str, Game]] = {}


def _type_of(game: Game, *, tensor: bool, known: Extent | None = None) -> Any:
    kinds = pyspiel.GameType
    utility = kinds.Utility.ZERO_SUM
    if game.facts["RETURNS"] == "score":
        sums = {0: kinds.Utility.ZERO_SUM, None: kinds.Utility.GENERAL_SUM}
        utility = sums.get(known.total if known is not None else None, kinds.Utility.CONSTANT_SUM)
    return kinds(
        short_name=short_name(game),
        long_name=f"{game.title} ({game.variant})" if game.variant else game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.num_outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if is_open(game) else kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.min_players, "recall": 0},
    )


def _info_of(game: Game, players: int, longest: int, known: Extent | None) -> Any:
    """Bounds of returns as play attains them where all of it is known; else as the way of giving returns, or the score's type, allows."""
    zero = game.facts["RETURNS"] != "score"
    low, high = bounds(game, players)
    high = max(high, low + 1)  # OpenSpiel wants a span, which a single player who can only come first has not
    total = known.total if known is not None else 0 if zero else None
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.num_outcomes,
        num_players=players,
        min_utility=low,
        max_utility=high,
        utility_sum=total,
        max_game_length=longest,
    )


_files: Final[set[str]] = set()


def _register_all() -> None:
    """A file that is no engine of this runtime is passed over: it may be anybody's."""
    for file in engine_files():
        try:
            game = load(file, backend="python")
        except BadEngine:
            continue
        _files.add(game.filename)
        register(game)


def _keep_lock_in_search() -> None:
    """`pyspiel.MCTSBot.step` lets go of Python's lock while it walks the tree, which ends the process at the first state that is Python's, OpenSpiel's own
    included (2.0.2). `step_with_policy` does the same search and keeps the lock, so it stands in for states of ours."""
    step = pyspiel.MCTSBot.step

    def safe_step(bot: Any, state: Any) -> Any:
        return bot.step_with_policy(state)[1] if isinstance(state, Position) else step(bot, state)

    pyspiel.MCTSBot.step = safe_step


_register_all()
_keep_lock_in_search()
