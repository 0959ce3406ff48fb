"""Why nobody can act, and which values break an invariant, told beside the line that leads there."""

from pathlib import Path

import pytest

from tests.cases.played import game_of
from tests.cases.test_check_play import found

STICKS = game_of(
    "state:",
    "  pile: {type: 0..9, start: 5}",
    "  left: {per: player, type: 0..5, start: 2}",
    "phases:",
    "  turn:",
    "    while: pile > 0",
    "    for: p in players",
    "    actions:",
    "      two: {where: pile >= 2, do: pile -= 2}",
    "      more:",
    "        choose: n in 3..5 where left[p] >= n and n != 4",
    "        do: pile -= n",
    "        where: pile >= n",
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_BACKEND", "python")


def test_each_reason_that_nothing_is_legal_with_its_count(tmp_path: Path) -> None:
    """Five sticks, two taken twice: one is left, nobody has more than two left, and no number from 3 to 5 is that small."""
    (stuck,) = [it for it in found(tmp_path, STICKS) if it.code == "RWC052"]
    assert stuck.notes[0] == "of 4 choices, 3 are refused by `left[p] >= n`, 1 by `pile >= 2`"


def test_conditions_of_one_choice_are_told_apart(tmp_path: Path) -> None:
    """With four left of their own, 3 is refused by the pile alone, 4 by itself, 5 by what is left."""
    (stuck,) = [it for it in found(tmp_path, STICKS.replace("start: 2", "start: 4")) if it.code == "RWC052"]
    assert stuck.notes[0] == "of 4 choices, 1 is refused by `pile >= 2`, 1 by `pile >= n`, 1 by `n != 4`, 1 by `left[p] >= n`"


def test_an_invariant_says_its_values(tmp_path: Path) -> None:
    spec = STICKS + "always:\n  - that: all(left[p] + pile != 5 for p in players)\n"
    (broken,) = [it for it in found(tmp_path, spec) if it.code == "RWC055"]
    assert broken.notes[0] == "for p = p0: 5 != 5 is false"
