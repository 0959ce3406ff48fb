"""Monte Carlo tree search at machine speed: `runtime.companions.searching` walks the tree, this file owns its memory.

    search = TreeSearch(game, players=2, seed=1)
    search.run(state, playouts=100_000)              # or seconds=0.5
    for each in search.choices(): print(each.action, each.visits, each.value)

UCT where everything is open; over information sets, on worlds that the seat cannot tell from the true one, where something is hidden. Under CPython the same
text runs, and finds the same. A tree is kept from one move to the next where the same choices always lead to the same position.
"""

import math
import time
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from runtime.agents.guessing import guesses
from runtime.chance import Stream
from runtime.companions import companion
from runtime.contract import Vec
from runtime.extent import bounds
from runtime.game import Game
from runtime.shown import is_open
from runtime.state import State

SCALE: Final = 2**20
KNOWN: Final = 4096
NODE: Final = 10
CODE, VISITS, TOTAL, FIRST, NEXT = 0, 2, 4, 7, 8
WORLDS, NODES, DONE = 0, 5, 9

PORTION: Final = 256
"""Playouts between two looks at the clock."""

MOST_WORLDS: Final = 64
"""Worlds that a search takes in turn."""

ROOTS: Final = array(
    "q",
    [0, *(round(SCALE / math.sqrt(n)) for n in range(1, KNOWN)), 0, *(round(SCALE * math.sqrt(math.log(n))) for n in range(1, KNOWN))],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`value`: mean return of the seat that chooses, over `visits` games."""

    action: int
    visits: int
    value: float


class TreeSearch:
    """Searches of one player. Equal seeds, states and numbers of playouts give equal trees. `room`: nodes of the tree, 80 bytes each; a
    full tree does not grow, but is searched on."""

    def __init__(self, game: Game, *, players: int, seed: int = 0, exploration: float = 0.7, room: int = 200_000) -> None:
        self._game = game
        self._native: Any = companion(game, "searching")
        low, high = bounds(game, players)
        self._fixed = game.num_outcomes == 0 and is_open(game)
        self._room = room
        self._stream = Stream.seeded(seed)
        self._settings = array("q", [1, low, max(1, high - low), round(exploration * SCALE), int(self._fixed), 1, room, 0, 0, 0])
        self._native.search__seed(self._settings, seed % 2**61)
        self._tree = _blank(room * NODE)
        self._spare = _blank(room * NODE) if self._fixed else None
        self._vector, self._out, self._path = game.blank(game.size), game.blank(max(game.widest, 2 * game.max_players)), game.blank(4001)
        self._line: list[int] | None = None
        """the choices that lead to the root"""

    def run(self, state: State, *, playouts: int | None = None, seconds: float | None = None) -> int:
        """Searches from a position at which a seat is to act; returns how many playouts were done: none where no world is found.

        One of `playouts` and `seconds` is needed; of both, what is reached first ends it."""
        if playouts is None and seconds is None:
            raise ValueError("a search needs a number of playouts or of seconds")
        self._move_root(state)
        worlds = self._worlds(state)
        if worlds is None:
            return 0
        self._settings[WORLDS] = len(worlds) // self._game.size
        ends = math.inf if seconds is None else time.perf_counter() + seconds
        done = 0
        while (playouts is None or done < playouts) and time.perf_counter() < ends:
            wanted = PORTION if playouts is None else playouts - done if seconds is None else min(PORTION, playouts - done)
            done += self._native.search__run(worlds, self._tree, self._vector, self._out, self._path, ROOTS, self._settings, wanted)
        return done

    def choices(self) -> list[Choice]:
        """What the root's choices are worth, by code."""
        found = [
            Choice(action=self._tree[at + CODE], visits=visits, value=self._tree[at + TOTAL] / visits if visits else 0.0)
            for at in self._children(0)
            for visits in (self._tree[at + VISITS],)
        ]
        return sorted(found, key=lambda choice: choice.action)

    def _children(self, node: int) -> Iterator[int]:
        child = self._tree[node * NODE + FIRST]
        while child:
            yield child * NODE
            child = self._tree[child * NODE + NEXT]

    def _worlds(self, state: State) -> Vec | None:
        if self._fixed or is_open(self._game):
            return array("q", state.vector)
        found = array("q")
        for vector in islice(guesses(state, state.actor(), self._stream), MOST_WORLDS):
            found.extend(vector)
        return found or None

    def _move_root(self, state: State) -> None:
        """The root becomes this position: its part of the tree is kept where it is in it."""
        line = state.history()
        kept = None
        if self._fixed and self._line is not None and line[: len(self._line)] == self._line:
            kept = 0
            for action in line[len(self._line) :]:
                kept = next((at // NODE for at in self._children(kept) if self._tree[at + CODE] == action), None)
                if kept is None:
                    break
        if kept is None:
            self._tree[:NODE] = array("q", [0] * NODE)
            self._settings[NODES] = 1
        elif kept and self._spare is not None:
            self._settings[NODES] = self._native.search__keep(self._tree, self._spare, _blank(self._settings[NODES]), kept)
            self._tree, self._spare = self._spare, self._tree
        self._line = line if self._fixed else None


class SearchAgent:
    """Chooses what a TreeSearch visits most. `threads` trees are searched side by side and their visits added."""

    def __init__(
        self, seed: int, *, playouts: int | None = 1000, seconds: float | None = None, exploration: float = 0.7, threads: int = 1, room: int = 200_000
    ) -> None:
        self._seed, self._playouts, self._seconds = seed, playouts, seconds
        self._exploration, self._threads, self._room = exploration, threads, room
        self._stream = Stream.seeded(seed)
        self._searches: list[TreeSearch] = []
        self._game: Game | None = None

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        merged = {choice.action: choice.visits for choice in self.search(state) if choice.action in actions}
        if not any(merged.values()):
            return actions[self._stream.below(len(actions))]
        return max(merged, key=lambda action: (merged[action], -action))

    def search(self, state: State) -> list[Choice]:
        """Searches, and gives all choices with their visits and mean returns, by code."""
        if self._game is not state.game:
            self._game = state.game
            self._searches = [
                TreeSearch(state.game, players=state.players, seed=self._seed + 1_000_003 * k, exploration=self._exploration, room=self._room)
                for k in range(self._threads)
            ]
        share = None if self._playouts is None else -(-self._playouts // self._threads)
        if self._threads == 1:
            self._searches[0].run(state, playouts=share, seconds=self._seconds)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(lambda search: search.run(state, playouts=share, seconds=self._seconds), self._searches))
        sums: dict[int, tuple[int, float]] = {}
        for choice in (choice for search in self._searches for choice in search.choices()):
            visits, total = sums.get(choice.action, (0, 0.0))
            sums[choice.action] = visits + choice.visits, total + choice.value * choice.visits
        return [Choice(action=action, visits=visits, value=total / visits if visits else 0.0) for action, (visits, total) in sorted(sums.items())]


def _blank(size: int) -> "array[int]":
    return array("q", bytes(8 * size))
