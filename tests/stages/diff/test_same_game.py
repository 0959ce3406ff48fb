"""Other names alone make no other game, and every other change of a rule does."""

import re
from pathlib import Path

import pytest

from compiler.diff import but_for_names, changed_parts, names_changed, same_game
from compiler.driver import Compilation, compile_game
from tests.games import SPECS, compilation

RENAMED = {
    "wild_farm": "field meadow, sated full, idle_dogs lazy_dogs, round night, sheep lamb, commit lay, caught fetched, bearer holder_of",
    "hearts": "suit colour, spades swords, led asked, black_queen witch, trick turn, won heap, receiver neighbour",
    "kalah": "sow scatter",
    "go": "chain clump, ko hot, komi_twice komi",
    "nine_mens_morris": "flying hopping",
    "leduc_poker": "raise up",
    "pig": "banked safe, total heap, hold stop",
    "backgammon": "men checkers, dice pips",
}


def altered(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Compilation:
    """A shipped game with words of its spec exchanged, each wherever it stands as a word of its own."""
    text = (SPECS / name / "game.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        found = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, text)
        assert found != text, f"{name} has no {old}"
        text = found
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "rulebook.md").write_bytes((SPECS / name / "rulebook.md").read_bytes())
    made = compile_game(tmp_path)
    assert made.game is not None, [f"{item.span.place} {item.headline}" for item in made.diagnostics]
    return made


@pytest.mark.parametrize("name", RENAMED)
def test_other_names_make_the_same_game(name: str, tmp_path: Path) -> None:
    pairs = [tuple(pair.split()) for pair in RENAMED[name].split(", ") if pair]
    before, after = compilation(name), altered(tmp_path, name, *pairs)  # type: ignore[arg-type]
    assert before.game is not None and after.game is not None and before.tree is not None and after.tree is not None
    assert before.game.spec_hash != after.game.spec_hash
    assert same_game(before.game, after.game) and same_game(after.game, before.game)
    names = names_changed(before.tree, after.tree)
    assert names == dict(pairs)
    assert [change for change in but_for_names(changed_parts(before.tree, after.tree, names)) if change.section != "texts"] == []


def test_a_variable_of_one_expression_may_be_called_otherwise(tmp_path: Path) -> None:
    after = altered(tmp_path, "wild_farm", ("count(p in players where takes[p])", "count(q in players where takes[q])"))
    before = compilation("wild_farm")
    assert before.game is not None and after.game is not None and before.tree is not None and after.tree is not None
    assert same_game(before.game, after.game)
    changes = changed_parts(before.tree, after.tree, {})
    assert [change.path for change in changes] == ["define.takers"]
    assert but_for_names(changes) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("nim", "n <= pile[i]", "n < pile[i]"),
        ("pig", "1..6", "1..5"),
        ("wild_farm", "points[p] += caught(p)", "points[p] -= caught(p)"),
        ("wild_farm", "bearer[chief] = left_of(seat(0))", "bearer[chief] = right_of(seat(0))"),
        ("wild_farm", "move brought[p] to burnt", "move brought[p] to spent"),
        ("wild_farm", "returns: win_loss", "returns: place"),
        ("wild_farm", "name: goat, value: 0", "name: goat, value: 2"),
        ("wild_farm", "{is: stay, in: [stay, leave], settles: OP-5}", "{is: leave, in: [stay, leave], settles: OP-5}"),
        ("hearts", "repeat: 3", "repeat: 4"),
        ("hearts", "rank: -points[p]", "rank: points[p]"),
        ("hearts", "way = next(way)", "way = left"),
        ("hearts", "hand:   {of: card, per: player, seen: owner}", "hand:   {of: card, per: player, seen: all}"),
        ("connect_four", "is: 7", "is: 6"),
    ],
)
def test_any_other_change_makes_another_game(name: str, old: str, new: str, tmp_path: Path) -> None:
    text = (SPECS / name / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    (tmp_path / "rulebook.md").write_bytes((SPECS / name / "rulebook.md").read_bytes())
    before, after = compilation(name).game, compile_game(tmp_path).game
    assert before is not None and after is not None
    assert not same_game(before, after)


def test_two_variables_in_each_others_places_make_another_game(tmp_path: Path) -> None:
    spec = """
language: 1
game: two
players: 2
state:
  left: {per: player, type: 0..9}
  right: {per: player, type: 0..9}
phases:
  play:
    for: p in players
    choose: n in 0..9
    do: |
      left[p] = n
      right[p] = left[p]
result: {score: "SCORE", returns: score}
"""
    games = []
    for number, score in enumerate(("left[p]", "right[p]")):
        file = tmp_path / str(number) / "game.yaml"
        file.parent.mkdir()
        file.write_text(spec.replace("SCORE", score), encoding="utf-8")
        games.append(compile_game(file).game)
    assert games[0] is not None and games[1] is not None
    assert same_game(games[0], games[0]) and not same_game(games[0], games[1])
