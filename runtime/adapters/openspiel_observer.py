"""What a seat sees, as OpenSpiel's observers give it: one tensor, with named pieces that are views of it, and text.

Pieces are `player` (1 at the seat that looks) and the parts of the fact OBSERVATION that anybody can ever see, by their names and in their shapes. A
value is the number itself, the fact HIDDEN where it is hidden. With perfect recall there is one piece more, `recall`: a row for each step the seat has
perceived, oldest first: 1, the event (`State.information_state`), and all pieces of the observation after it; rows of zeros follow.
"""

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from runtime.describe import describe
from runtime.game import Game
from runtime.shown import Row, is_public, shown_rows
from runtime.state import State


class Observer:
    """`tensor` and `dict` are filled anew by `set_from`. `position` arguments are `openspiel_game.Position`."""

    def __init__(self, game: Game, players: int, kind: Any, recall: int, params: Any) -> None:
        if params:
            raise ValueError(f"an observation of {game.title} has no parameters; given {params}")
        self._game = game
        self._players = players
        self._recalls = bool(kind.perfect_recall)
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = bool(kind.public_info)
        self._rows = [row for row in shown_rows(game) if (self._public if is_public(game, row) else self._own)]
        pieces = [("player", (players,)), *((row[0], _shape(game, row)) for row in self._rows)]
        width = sum(row[2] for row in self._rows)
        if self._recalls:
            pieces = [("player", (players,)), ("recall", (recall, 2 + width))]
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._recalls and not recall:
            return
        self.tensor = np.zeros(sum(prod(shape) for _, shape in pieces), np.float32)
        at = 0
        for name, shape in pieces:
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def set_from(self, position: Any, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._recalls:
            self._fill_recall(position.state, player)
            return
        self.tensor[self._players :] = self._seen(position.state.observation(player))

    def string_from(self, position: Any, player: int) -> str:
        state: State = position.state
        if self._recalls:
            return str(position.information_state_string(player))
        view = state.observation(player)
        if self._public and self._own:
            return describe(self._game, view)
        if self._public:
            return state.observation_string("spectator")
        return "; ".join(f"{name}: {' '.join(map(str, view[at : at + length]))}" for name, at, length, _, _ in self._rows)

    def _fill_recall(self, state: State, player: int) -> None:
        table = self.dict["recall"]
        latest = state.information_state(player)[-len(table) :]
        for row, (event, view) in zip(table, latest, strict=False):
            row[0], row[1] = 1, event
            row[2:] = self._seen(list(view))

    def _seen(self, view: list[int]) -> list[int]:
        return [value for _, at, length, _, _ in self._rows for value in view[at : at + length]]


def _shape(game: Game, row: Row) -> tuple[int, ...]:
    """By the axes of a variable, where these account for its length."""
    name, _, length, _, _ = row
    block = next((block for block in game.facts["BLOCKS"] if block[0] == name), None)
    if block is None:
        return (length,)
    carriers = [game.texts.carriers[number] for number in block[5]]
    sizes = tuple(carrier.high - carrier.low + 1 for carrier in carriers)
    return sizes if sizes and prod(sizes) == length else (length,)
