"""Our games beside OpenSpiel's, step by step, over random games."""

from collections.abc import Callable

import pytest

from tests.conformance.matches import MATCHES
from tests.conformance.openspiel import Match, play_in_lockstep
from tests.conformance.table import CLASSICS, LOCKSTEP

GAMES, FEW, SLOW = 500, 200, 25
"""Games of each match in the long run; in the everyday suite; and there of games that take long."""

MANY = {"pig": 1_000, "kuhn_poker": 1_000, "leduc_poker": 1_000}
"""games that are over in no time, in every run"""


def test_every_classic_has_a_match() -> None:
    assert {match.ours for match in MATCHES} | {"chess", "hive"} == set(CLASSICS), "chess goes beside another implementation, hive by counts"


@pytest.mark.conformance
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_lockstep(match: Match, long: bool, record_property: Callable[[str, object], None]) -> None:
    games = MANY.get(match.ours, GAMES if long else SLOW if match.slow else FEW)
    compared = 0
    try:
        compared = play_in_lockstep(match, games)
    finally:
        record_property(LOCKSTEP, (LOCKSTEP, match.ours, games, compared))
    assert compared >= games
