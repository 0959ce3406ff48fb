"""Open points: what is undecided without their reading, and what the readings change, against figures by hand."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from compiler.checks.points.compare import Sample, change, compared
from compiler.checks.points.without import undecided
from compiler.checks.values import other_readings
from tests.cli.test_command import run
from tests.games import compilation

pytestmark = pytest.mark.slow

BOOK = """# Sticks

## 1 Play

- **1.1** Each in turn takes one stick or more of nine.
- **1.2** Who takes the last one wins.

## Open points

- **OP-1** (1.1) How many may one take? *Readings:* three; two. *Default:* three.
- **OP-2** (1.1) What if nobody takes any, ninety-nine times? *Readings:* nothing; a draw. *Default:* nothing.
- **OP-3** (1.1) How many sticks are there? *Readings:* one to nine. *Default:* nine.
- **OP-4** (1.2) Who comes first if all win? *Default:* that cannot be.
"""
SPEC = """language: 1
game: sticks
title: Sticks
players: 2
rulebook: rulebook.md
options:
  most:   {is: 3, in: [2, 3], settles: OP-1}
  idle:   {is: nothing, in: [nothing, draw], settles: OP-2}
  sticks: {is: 9, in: 1..9, settles: OP-3}
state:
  left:  {type: 0..9, start: sticks}
  turns: {type: 0..99}
phases:
  take:
    while: true
    for: p in players
    choose: n in 1..most where n <= left
    do: |
      left -= n
      turns += 1
      if turns == 99 and idle == draw: end game
      if left == 0: win p
    cite: [1.1, 1.2]
assumptions:
  OP-4: only who moves wins
"""


@pytest.fixture
def author(tmp_path: Path) -> Path:
    folder = tmp_path / "specs" / "sticks"
    folder.mkdir(parents=True)
    (folder / "rulebook.md").write_text(BOOK)
    (folder / "game.yaml").write_text(SPEC)
    return tmp_path


def ranked(author: Path, *more: str) -> Any:
    done = run("ambiguities", "sticks", "--games", "200", "--backend", "python", "--format", "json", *more, cwd=author)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_readings_are_ranked_and_the_smallest_positions_shown(author: Path) -> None:
    data = ranked(author)
    rows = {(row["option"], row["reading"]): row for row in data["ranked"]}
    assert set(rows) == {("most", "2"), ("idle", "draw"), ("sticks", "1")}, "of a long range, the other end"
    assert data["assumed"] == [{"point": "OP-4", "reason": "only who moves wins"}] and data["failed"] == []

    one = rows["sticks", "1"]
    assert one["default"] == "9" and one["otherwise"] == one["games"] == 200
    assert one["first"][0]["mean"] == -one["first"][1]["mean"] > 0, "who begins takes the only stick"
    two = rows["most", "2"]
    assert two["apart"]["kind"] == "legal" and two["apart"]["moves"] == []
    assert (two["apart"]["default"], two["apart"]["other"]) == ("take 3", "")
    same = rows["idle", "draw"]
    assert same["alike"] and same["otherwise"] == 0 and same["apart"] is None
    assert all(value == {"mean": 0, "margin": 0} for value in (*same["first"], same["length"], same["branching"], *same["score"]))
    assert data["ranked"].index(same) == 2, "what changes nothing comes last"
    weights = [max((abs(seat["mean"]) for seat in row["first"] if abs(seat["mean"]) > seat["margin"]), default=0) for row in data["ranked"]]
    assert weights == sorted(weights, reverse=True)


def test_the_table_names_its_command_and_what_cannot_be_told_apart(author: Path) -> None:
    done = run("ambiguities", "sticks", "--games", "50", "--seed", "3", "--backend", "python", "--format", "markdown", cwd=author)
    assert "Made by `rulewright ambiguities sticks --games 50 --players 2 --seed 3 --positions 400`" in done.stdout
    assert "Not told apart in 50 games: OP-2 (draw)." in done.stdout
    assert "**OP-1, most = 2** at the start: legal, `take`: take 3 by default, not allowed instead." in done.stdout
    text = run("ambiguities", "sticks", "--games", "50", "--seed", "3", "--backend", "python", cwd=author).stdout
    assert "cannot be told apart in 50 games" in text


def sample(first: tuple[int, int], decisions: int = 10, score: int = 0) -> Sample:
    return Sample(decisions=decisions, branching=2.0, first=first, scores=(score, 0), returns=(0, 0), ties=int(sum(first) > 1))


def test_changes_are_of_pairs_with_intervals() -> None:
    base = [sample((1, 0)), sample((0, 1)), sample((1, 0)), sample((1, 1))]
    other = [sample((1, 0)), sample((1, 0), decisions=14), sample((1, 0)), sample((1, 0), score=4)]
    found = compared("way", "right", base, other)
    assert (found.games, found.otherwise, found.alike) == (4, 2, False)
    assert [each.mean for each in found.first] == [0.25, -0.5]
    assert found.first[0].margin == pytest.approx(1.96 * 0.5 / 2), "one of four differs by one: a deviation of a half"
    assert found.length.mean == 1.0 and found.score[0].mean == 1.0 and found.ties.mean == -0.25
    assert not found.first[0].sure
    assert change([1.0] * 9).margin == 0 and change([1.0] * 9).sure
    assert math.isinf(change([1.0]).margin) and not change([]).sure
    assert compared("way", "right", base, base).alike


def test_what_the_rulebook_of_wild_farm_leaves_open() -> None:
    """Two dogs or more and no wolf: five combinations, at tables that seat so many; one dog and no wolf: one, at every table."""
    typed = compilation("wild_farm").typed
    assert typed is not None
    (found,) = undecided(typed, "OP-6") or []
    assert (found.path, found.table) == ("resolution.trick.dogs_alone", "trick")
    assert found.cases == {(0, 0, dogs): list(range(dogs, 7)) for dogs in range(2, 7)}
    (row,) = undecided(typed, "trick.dog_alone") or []
    assert row.cases == {(0, 0, 1): [2, 3, 4, 5, 6]}
    (wolves,) = undecided(typed, "trick.several_wolves") or []
    assert set(wolves.cases) == {(young, old, 0) for young in range(7) for old in range(7) if 2 <= young + old <= 6}
    assert undecided(typed, "OP-12") == [], "an assumption: nothing in the spec asks for it"
    assert undecided(typed, "OP-99") is None and undecided(typed, "trick.no_such_row") is None


def test_other_readings() -> None:
    typed = compilation("predators").typed
    assert typed is not None
    options = {option.name: other_readings(typed, option) for option in typed.options}
    assert options["size"] == ("6", "20") and options["turn_limit"] == ("9999",)
    assert options["order"] == ("predator_first", "prey_first")
