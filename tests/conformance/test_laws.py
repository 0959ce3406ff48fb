"""Every game obeys the laws of the contract, at every player count."""

import pytest

from runtime.laws import check_all
from tests.games import GAMES, engine, player_counts

CASES = [(name, players) for name in GAMES for players in player_counts(name)]


@pytest.mark.parametrize(("name", "players"), CASES, ids=[f"{name}-{players}" for name, players in CASES])
def test_laws(name: str, players: int, long: bool) -> None:
    game = engine(name, "native")
    judged = check_all(game, players=players, seeds=range(20 if long else 2), every=1 if long else 7)
    assert judged > 2
