"""Our games beside OpenSpiel's, step by step, over random games."""

import pytest

from tests.conformance.matches import MATCHES
from tests.conformance.openspiel import Match, play_in_lockstep

GAMES, FEW, SLOW = 500, 200, 25
"""Games of each match in the long run; in the everyday suite; and there of games that take long."""


@pytest.mark.conformance
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_lockstep(match: Match, long: bool) -> None:
    games = GAMES if long else SLOW if match.slow else FEW
    assert play_in_lockstep(match, games) >= games
