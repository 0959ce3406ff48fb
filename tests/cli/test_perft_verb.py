"""`rulewright perft` as a person calls it: counts by depth, by first move, and by decision."""

import re

from tests.cli.test_command import run


def counts(text: str) -> dict[int, int]:
    """Depth and count of each line that has both."""
    return {int(depth): int(number.replace(",", "")) for depth, number in re.findall(r"^ *(\d+) ([\d,]+) \(", text, re.MULTILINE)}


def test_each_depth_and_the_deepest_by_first_move() -> None:
    done = run("perft", "specs/english_draughts", "--depth", "3", "--divide")
    assert done.returncode == 0, done.stderr
    assert counts(done.stdout) == {1: 7, 2: 49, 3: 302}
    parts = re.findall(r"^step (?:a3|c3|e3|g3) north(?:east|west): (\d+)$", done.stdout, re.MULTILINE)
    assert len(parts) == 7 and sum(map(int, parts)) == 302


def test_moves_or_decisions() -> None:
    """Four amazons of twenty queen's moves each; 2176 with the arrow."""
    by_move = run("perft", "specs/amazons", "--depth", "1")
    by_decision = run("perft", "specs/amazons", "--depth", "3", "--decisions")
    assert counts(by_move.stdout) == {1: 2176}
    assert counts(by_decision.stdout) == {1: 4, 2: 80, 3: 2176}
