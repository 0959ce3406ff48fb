"""Readings of open points against the default: games from the same seeds, and how their results differ.

Game k of either reading begins with the seed + k, so what a reading does not touch comes out the same and cancels: differences are those of
pairs, and their intervals are narrow. Changes are in shares of games for winning (`first`, ties shared alike), in decisions for length, in
legal choices for branching."""

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from runtime import Game
from runtime.contract import SEAT_SUMS, SUMS

Z: Final = 1.96
"""of a 95 % interval"""


class Change(Struct, frozen=True):
    """A mean difference and the half-width of its 95 % interval."""

    mean: float
    margin: float

    @property
    def sure(self) -> bool:
        """Whether the interval leaves zero out."""
        return abs(self.mean) > self.margin


class Sample(Struct, frozen=True, kw_only=True):
    """One game: decisions, choices a decision, and by seat whether it was first, and its score."""

    decisions: int
    branching: float
    first: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[int, ...]
    ties: int
    fault: int = 0


class Compared(Struct, frozen=True, kw_only=True):
    """A reading beside the default. `otherwise` counts the games that came out otherwise in anything measured."""

    option: str
    reading: str
    games: int
    otherwise: int
    faults: int
    first: tuple[Change, ...]
    length: Change
    branching: Change
    ties: Change
    score: tuple[Change, ...]

    @property
    def alike(self) -> bool:
        return self.otherwise == 0

    @property
    def weight(self) -> tuple[float, float, float, float]:
        """What readings are ranked by: the greatest sure change of a seat's share of wins, then of the score, of the length, then games
        that differ."""
        win = max((abs(change.mean) for change in self.first if change.sure), default=0.0)
        score = max((abs(change.mean) for change in self.score if change.sure), default=0.0)
        length = abs(self.length.mean) if self.length.sure else 0.0
        return round(win, 6), round(score, 6), round(length, 6), self.otherwise / max(1, self.games)


def sampled(game: Game, *, players: int, games: int, seed: int) -> list[Sample]:
    """Every game by itself."""
    vector = game.new_vector()
    out = game.blank(max(game.max_actions, game.max_outcomes, 2 * game.max_players))
    found = []
    for number in range(games):
        sums = game.blank(len(SUMS) + len(SEAT_SUMS) * game.max_players)
        sums[SUMS.index("shortest")] = -1
        fault = game.engine.playouts(vector, out, players, seed, number, 1, sums)
        found.append(_sample(list(sums), players, fault))
    return found


def compared(option: str, reading: str, base: Sequence[Sample], other: Sequence[Sample]) -> Compared:
    pairs = [(mine, theirs) for mine, theirs in zip(base, other, strict=True) if not mine.fault and not theirs.fault]
    seats = range(len(base[0].first) if base else 0)
    return Compared(
        option=option,
        reading=reading,
        games=len(pairs),
        otherwise=sum(mine != theirs for mine, theirs in pairs),
        faults=sum(1 for theirs in other if theirs.fault),
        first=tuple(change([theirs.first[seat] - mine.first[seat] for mine, theirs in pairs]) for seat in seats),
        length=change([theirs.decisions - mine.decisions for mine, theirs in pairs]),
        branching=change([theirs.branching - mine.branching for mine, theirs in pairs]),
        ties=change([theirs.ties - mine.ties for mine, theirs in pairs]),
        score=tuple(change([theirs.scores[seat] - mine.scores[seat] for mine, theirs in pairs]) for seat in seats),
    )


def change(differences: Sequence[float]) -> Change:
    """Mean and 95 % interval of paired differences; of a single one the interval is infinite."""
    count = len(differences)
    if count == 0:
        return Change(0.0, math.inf)
    mean = sum(differences) / count
    if count == 1:
        return Change(mean, math.inf)
    variance = sum((each - mean) ** 2 for each in differences) / (count - 1)
    return Change(mean, Z * math.sqrt(variance / count))


def _sample(sums: list[int], players: int, fault: int) -> Sample:
    def seat(number: int, name: str) -> int:
        return sums[len(SUMS) + len(SEAT_SUMS) * number + SEAT_SUMS.index(name)]

    decisions = sums[SUMS.index("decisions")]
    first = tuple(seat(number, "sole") + seat(number, "shared") for number in range(players))
    return Sample(
        decisions=decisions,
        branching=sums[SUMS.index("choices")] / decisions if decisions else 0.0,
        first=first,
        scores=tuple(seat(number, "scores") for number in range(players)),
        returns=tuple(seat(number, "returns") for number in range(players)),
        ties=int(sum(first) > 1),
        fault=fault,
    )
