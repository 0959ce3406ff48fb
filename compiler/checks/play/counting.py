"""Random games of a counting engine: how often each place of the spec was carried out, and in which game first.

    counted = count_games(game, probed, games=1000, seed=0)
    counted.fired[3], counted.first[3]          # 5127, 0: in 1000 games, first in game 0

Game k is played by `players(k)` seats with the seed + k; anyone can play it again, see `compiler.checks.play.replay`.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.checks.play.clock import Clock
from compiler.checks.play.probes import Probed
from compiler.ir.game import GameIR
from runtime import Game
from runtime.contract import Vec


class Made(Struct, frozen=True):
    """An engine and the IR it was made from."""

    game: Game
    ir: GameIR


Change: TypeAlias = Callable[[GameIR], GameIR]
Build: TypeAlias = Callable[[t.TypedSpec, Change], "Made | None"]
"""Makes the engine of a typed spec, with a last change of its IR; None where it cannot be lowered. The driver has it; checks are given it."""

LONGEST: Final = 20_000
"""Decisions after which a game without a horizon is cut off, so that an endless one does not keep us."""


class FaultMet(Struct, frozen=True, kw_only=True):
    """A rule that failed, and the game in which it did first."""

    rule: int
    game: int
    times: int


class Counted(Struct, frozen=True, kw_only=True):
    """`first` holds the number of a game, or -1. `met` counts the cases of tables by their place."""

    games: int
    seed: int
    fired: tuple[int, ...]
    first: tuple[int, ...]
    met: tuple[int, ...]
    first_met: tuple[int, ...]
    faults: tuple[FaultMet, ...]
    truncated: int
    first_truncated: int
    decisions: int
    longest: int
    out_of_box: tuple[frozenset[int], ...] = ()
    """for each component the pieces that lay elsewhere at the end of some game"""
    seats: int = 0
    """the most players of a game"""
    results: tuple[tuple[tuple[int, ...], int], ...] = ()
    """each result that a game came to, as what its seats get, and how many games did"""


def cut_off(game: GameIR) -> GameIR:
    """With a horizon, if it has none."""
    return game if game.horizon else replace(game, horizon=LONGEST)


def players_of(game: Game, number: int) -> int:
    """The seats of game `number`: the counts in turn."""
    return game.min_players + number % (game.max_players - game.min_players + 1)


def count_games(game: Game, probed: Probed, *, games: int, seed: int = 0, clock: Clock | None = None) -> Counted:
    """Plays games 0 .. games - 1, or stops sooner, between two of them, when the clock strikes."""
    tally = _Tally(game, probed)
    played = 0
    for number in range(games):
        if clock is not None and number and clock.over():
            break
        tally.play(number, seed)
        played += 1
    return tally.counted(played, seed)


class _Tally:
    def __init__(self, game: Game, probed: Probed) -> None:
        self._game = game
        self._vector = game.new_vector()
        self._out = game.blank(max(game.max_actions, game.max_outcomes, 2 * game.max_players))
        self._fired = _Places(game, probed.fired, len(probed.sites))
        self._met = _Places(game, probed.met, sum(cases.size for cases in probed.cases))
        self._faults: dict[int, FaultMet] = {}
        self._truncated = self._decisions = self._longest = 0
        self._first_truncated = -1
        self._pieces: list[set[int]] = [set() for _ in game.facts["COMPONENTS"]]
        self._seats = 0
        self._results: Counter[tuple[int, ...]] = Counter()

    def play(self, number: int, seed: int) -> None:
        engine, vector = self._game.engine, self._vector
        fault = engine.init(vector, players_of(self._game, number), (seed + number) % 2**62, 0)
        if not fault:
            decisions = engine.playout_from(vector, self._out, (seed + number) % 2**62)
            fault = max(0, -decisions)
            self._decisions += max(0, decisions)
            self._longest = max(self._longest, decisions)
        if fault:
            met = self._faults.get(fault, FaultMet(rule=fault, game=number, times=0))
            self._faults[fault] = replace(met, times=met.times + 1)
        elif engine.truncated(vector):
            self._truncated += 1
            self._first_truncated = number if self._first_truncated < 0 else self._first_truncated
        else:
            engine.returns(vector, self._out)
            self._results[tuple(self._out[: players_of(self._game, number)])] += 1
        self._fired.add(vector, number)
        self._met.add(vector, number)
        self._seats = max(self._seats, players_of(self._game, number))
        for seen, (_, count, _, _, place, _) in zip(self._pieces, self._game.facts["COMPONENTS"], strict=True):
            if len(seen) < count:
                at = self._game.offsets[place]
                seen.update(piece for piece, zone in enumerate(vector[at : at + count]) if zone)

    def counted(self, games: int, seed: int) -> Counted:
        return Counted(
            games=games,
            seed=seed,
            fired=tuple(self._fired.sums),
            first=tuple(self._fired.first),
            met=tuple(self._met.sums),
            first_met=tuple(self._met.first),
            faults=tuple(sorted(self._faults.values(), key=lambda met: met.rule)),
            truncated=self._truncated,
            first_truncated=self._first_truncated,
            decisions=self._decisions,
            longest=self._longest,
            out_of_box=tuple(frozenset(seen) for seen in self._pieces),
            seats=self._seats,
            results=tuple(sorted(self._results.items())),
        )


class _Places:
    """The sums of a variable's slots over games."""

    def __init__(self, game: Game, name: str, size: int) -> None:
        self._at = game.offsets[name] if name else 0
        self._size = size if name else 0
        self.sums = [0] * self._size
        self.first = [-1] * self._size

    def add(self, vector: Vec, number: int) -> None:
        for place, count in enumerate(vector[self._at : self._at + self._size]):
            if count:
                self.sums[place] += count
                if self.first[place] < 0:
                    self.first[place] = number


def cases_met(probed: Probed, counted: Counted) -> Iterator[tuple[str, tuple[int, ...], int, int]]:
    """Table, values of its reads, how often, and the game it was met in first."""
    for cases in probed.cases:
        for case in range(cases.size):
            if counted.met and counted.met[cases.first + case]:
                yield cases.table, cases.values(case), counted.met[cases.first + case], counted.first_met[cases.first + case]
