"""What a change comes to: random games of both specs, and how far apart they lie.

Each number is given for both games with its 95 % interval, and the difference with the interval of a difference of independent samples; it `shows`
where that interval leaves zero out.
"""

import math
from collections.abc import Iterator

from msgspec import Struct

from runtime import Game
from runtime.playouts import Estimate, Summary, share_of, simulate


class Effect(Struct, frozen=True, kw_only=True):
    """A number of both games: `length` in decisions, `draws` (several seats first), or the share of games in which a seat is first."""

    what: str
    players: int
    before: Estimate
    after: Estimate
    difference: Estimate

    @property
    def shows(self) -> bool:
        return abs(self.difference.mean) > self.difference.margin


def effects(one: Game, other: Game, *, players: int, games: int, seed: int = 0) -> tuple[Effect, ...]:
    """Plays `games` random games of each, with different seeds: the samples are independent."""
    first = simulate(one, players=players, games=games, seed=seed)
    second = simulate(other, players=players, games=games, seed=seed + 1)
    pairs = zip(_numbers(first), _numbers(second), strict=True)
    return tuple(
        Effect(what=what, players=players, before=before, after=after, difference=_apart(before, after)) for (what, before), (_, after) in pairs
    )


def _numbers(summary: Summary) -> Iterator[tuple[str, Estimate]]:
    yield "length", summary.length
    yield "draws", share_of(round(summary.ties * summary.games), summary.games)
    for seat, numbers in enumerate(summary.seats):
        yield f"p{seat} first", numbers.first


def _apart(before: Estimate, after: Estimate) -> Estimate:
    return Estimate(mean=after.mean - before.mean, margin=math.hypot(before.margin, after.margin))
