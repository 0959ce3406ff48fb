"""Wild Farm's table of cases, gone through: what the rulebook says of each number of sheep, wolves and dogs, for 2 to 6 players.

The expected row is written down here from the clauses of section 5, case by case, without looking at the spec's conditions.
"""

import pytest

from compiler.checks.evaluate import holds
from tests.games import compilation


def expected(young: int, old: int, dogs: int) -> str:
    """The paragraph of section 5 that a trick falls under, by the cards that are no sheep."""
    wolves = young + old
    if wolves == 0:
        return {0: "only_sheep", 1: "dog_alone"}.get(dogs, "dogs_alone")
    if dogs == 1:
        return "dog_and_wolves"
    if dogs >= 2:
        return "dogs_and_wolves"
    if wolves >= 2:
        return "several_wolves"
    return "young_wolf" if young else "old_wolf"


@pytest.mark.parametrize("players", range(2, 7))
def test_every_trick_falls_under_exactly_one_case(players: int) -> None:
    typed = compilation("wild_farm").typed
    assert typed is not None
    (table,) = typed.tables
    numbers = {local.name: local.number for local, _ in table.reads}
    seen = 0
    for young in range(players + 1):
        for old in range(players + 1 - young):
            for dogs in range(players + 1 - young - old):
                case = {numbers["young"]: young, numbers["old"]: old, numbers["dogs"]: dogs}
                assert table.given is not None and holds(table.given, case, players)
                rows = [row.name for row in table.rows if holds(row.when, case, players)]
                assert rows == [expected(young, old, dogs)], f"{players - young - old - dogs} sheep, {young} young, {old} old, {dogs} dogs"
                seen += 1
    # The number of ways to write at most `players` as three numbers: (n + 3 choose 3).
    assert seen == (players + 3) * (players + 2) * (players + 1) // 6
