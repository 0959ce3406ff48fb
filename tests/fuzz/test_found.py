"""Specs that once made the compiler raise, hang, or say something no reader could use: each small, each with what is right."""

from pathlib import Path

import pytest

from tests.fuzz.pipeline import put_through

BOARD = """language: 1
game: big
players: 2
boards:
  board: {BOARD}
state:
  stone: {per: site(board), type: player or none}
  heap: {type: 0..9}
phases:
  play:
    until: heap == 9
    for: p in players
    choose: q in board where stone[q] == none and CONDITION
    do: |
      stone[q] = p
      heap += 1
"""


def codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, book: str = "") -> list[str]:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(text, encoding="utf-8")
    if book:
        Path("rulebook.md").write_text(book, encoding="utf-8")
    return [it.code for it in put_through(Path(".")).diagnostics if it.severity != "hint"]


@pytest.mark.parametrize(
    ("board", "condition", "expected"),
    [
        ("shape: ring, length: 10000", "stone[sure(step(q, clockwise, 9999))] == none", []),
        ("shape: ring, length: 10000", "any(l in lines(board) where count(c in l where stone[c] == p) > 3)", []),
        ("shape: line, length: 10000", "any(l in lines(board, 5000) where all(stone[c] == p for c in l))", ["RWT038"]),
        ("shape: square, width: 100, height: 100", "any(d in directions(board), c in ray(q, d) where stone[c] == p)", ["RWE004"]),
        ("shape: square, width: 101, height: 100", "heap < 9", ["RWT029"]),
        ("shape: square, width: 4611686018427387903, height: 2", "heap < 9", ["RWT029"]),
    ],
)  # fmt: skip
def test_large_boards_are_quick_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, condition: str, expected: list[str]
) -> None:
    assert codes(tmp_path, monkeypatch, BOARD.replace("BOARD", board).replace("CONDITION", condition)) == expected


def test_two_orders_longer_than_a_handful_are_cleared_in_one_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """language: 1
game: ranks
players: 2..10
state:
  points: {per: player, type: 0..9}
  left: {type: 0..9, start: 9}
phases:
  play:
    while: left > 0
    for: p in players by points[p]
    steps:
      each:
        for: q in players by -points[q]
        steps:
          take:
            who: q
            choose: n in 1..2
            do: |
              points[p] = min(9, points[p] + n)
              left = max(0, left - 1)
              if left == 0: end play
result:
  score: points[p]
  rank: score
"""
    assert codes(tmp_path, monkeypatch, text) == []


def test_a_value_over_several_lines_is_told_on_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """language: 1
game: sticks
players: 2
rulebook: rulebook.md
state:
  heap: {type: 0..9, start: 9}
phases:
  play:
    while: heap > 0
    for: p in players
    choose: n in 1..2 where n <= heap
    do: heap -= n
    cite: 1.1
      - and so on
      over three lines
result:
  rank: heap
  cite: 1.1
"""
    assert codes(tmp_path, monkeypatch, text, "# Sticks\n\n- **1.1** Take one or two.\n") == ["RWC001"]
