"""How large a game is, found by going through all of it: longest play, bounds and sum of returns. Only where it is small.

    extent(game, players=2)        # Extent(positions=..., longest=5, lowest=-2, highest=2, total=0), or None: it is larger than that

Chance is explicit, so each outcome is followed and counts as a step of play. Positions hold the number of decisions made, so none comes twice in
one play, and each is looked at once.
"""

from array import array
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from runtime.contract import CHANCE, OVER, Vec

if TYPE_CHECKING:
    from runtime.game import Game

MOST: Final = 500_000
"""Numbers that the positions looked at may have in all: some ten thousand small positions, a few hundredths of a second natively."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """`longest`: choices and outcomes of the longest play; `lowest`, `highest`: returns of any seat; `total`: what the returns of all seats add up to,
    None where that differs from one end to another."""

    positions: int
    longest: int
    lowest: int
    highest: int
    total: int | None


@cache
def extent(game: "Game", players: int) -> Extent | None:
    """None where the game's positions have more than MOST numbers in all, or a play of it stops with a fault."""
    most = MOST // game.size
    start = game.new_initial_state(players, explicit_chance=True)
    depth = positions = 0
    ends: list[list[int]] = []
    level: list[Vec] = [start.vector]
    while level:
        positions += len(level)
        found = _next_level(game, players, level, ends, most - positions)
        if found is None:
            return None
        level = found
        depth += bool(level)
    returns = [value for end in ends for value in end]
    totals = {sum(end) for end in ends}
    return Extent(positions=positions, longest=depth, lowest=min(returns), highest=max(returns), total=totals.pop() if len(totals) == 1 else None)


def _next_level(game: "Game", players: int, level: list[Vec], ends: list[list[int]], room: int) -> list[Vec] | None:
    """The positions one step on, each once; the returns of those that are ends go into `ends`. None: more than there is room for, or a fault."""
    engine = game.engine
    out, weights = game.blank(game.widest), game.blank(game.max_outcomes)
    found: dict[bytes, Vec] = {}
    for vector in level:
        seat = engine.actor(vector)
        if seat == OVER:
            engine.returns(vector, out)
            ends.append(list(out[:players]))
            continue
        count = engine.chance_outcomes(vector, out, weights) if seat == CHANCE else engine.legal_actions(vector, out)
        for code in list(out[:count]):
            child = vector[:]
            if engine.apply(child, code):
                return None
            found[_key(child, game.kept)] = child
            if len(found) > room:
                return None
    return list(found.values())


def _key(vector: Vec, kept: int) -> bytes:
    return (vector if isinstance(vector, array) else array("q", vector))[:kept].tobytes()


def bounds(game: "Game", players: int) -> tuple[int, int]:
    """The lowest and highest return of a seat: as play attains them in a small game, else as the way of giving returns, or the score's type, allows."""
    known = extent(game, players)
    if known is not None:
        return known.lowest, known.highest
    low, high = game.facts["SCORES"] if game.facts["RETURNS"] == "score" else (1 - players, players - 1)
    return low, high
