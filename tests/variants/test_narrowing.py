"""An overlay for fewer numbers of players breaks no line of its base."""

from pathlib import Path

import pytest

from compiler.driver import compile_game

BASE = """
language: 1
game: narrow
players: 2..4
state:
  n: {per: player, type: 0..9}
phases:
  turn:
    for: p in players
    choose: k in 0..2
    do: n[p] = k + (1 if player_count == 2 else 0) + (1 if player_count - 1 == 2 else 0)
result: {score: "n[p]"}
"""


@pytest.mark.parametrize("players", ["2", "3", "4", "2..3", "3..4"])
def test_what_the_base_asks_of_other_numbers_is_then_never_so(players: str, tmp_path: Path) -> None:
    folder = tmp_path / "narrow"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(BASE)
    (folder / "variants" / "fewer.yaml").write_text(f"language: 1\nvariant: fewer\nextends: narrow\nset:\n  players: {players}\n")
    made = compile_game(folder, variants=("fewer",))
    assert made.game is not None and [item.code for item in made.diagnostics if item.severity == "error"] == []


def test_a_number_that_can_never_be_is_still_told(tmp_path: Path) -> None:
    folder = tmp_path / "narrow"
    folder.mkdir()
    (folder / "game.yaml").write_text(BASE.replace("1 if player_count == 2", "1 if n[p] == 12"))
    assert "RWT004" in [item.code for item in compile_game(folder).diagnostics]
