"""Differences in play are found, and the smallest position that shows each is as small as paper says."""

from pathlib import Path

import pytest

from compiler.diff import PlayDifference, differences_in_play, effects, names_changed
from compiler.driver import compile_game, emit
from runtime import Game, load_source
from tests.games import compilation, engine

STONES = """
language: 1
game: stones
players: 2..3
options:
  pile: {is: 7, in: 1..20}
  most: {is: 3, in: 1..5}
state:
  left: {type: 0..20, start: pile}
phases:
  play:
    until: left == 0
    for: p in players
    choose: n in 1..most where n <= left
    do: |
      left -= n
      if left == 0: win p
"""


def game_of(tmp_path: Path, text: str) -> Game:
    file = tmp_path / "game.yaml"
    file.write_text(text, encoding="utf-8")
    made = compile_game(file)
    assert made.game is not None, [item.headline for item in made.diagnostics]
    ((name, source),) = emit(made.game).items()
    return load_source(source, name, backend="python")


def found(one: Game, other: Game, names: dict[str, str] | None = None, players: int = 2) -> dict[tuple[str, str], PlayDifference]:
    differences = differences_in_play(one, other, players=players, names=names or {}, positions=300, games=5).differences
    return {(each.kind, each.what): each for each in differences}


@pytest.mark.parametrize(
    ("old", "new", "kind", "what", "moves", "before", "after"),
    [
        ("most: {is: 3", "most: {is: 2", "legal", "play", 0, "play 3", ""),
        ("most: {is: 3", "most: {is: 4", "legal", "play", 0, "", "play 4"),
        ("pile: {is: 7", "pile: {is: 8", "position", "left", 0, "7", "8"),
        ("pile: {is: 7", "pile: {is: 8", "over", "", 3, "the game is over", "play goes on"),
        ("win p", "lose p", "returns", "", 3, "[1, -1]", "[-1, 1]"),
        ("left -= n", "left -= 1", "position", "left", 1, "5", "6"),
        ("until: left == 0", "until: left <= 1", "over", "", 2, "play goes on", "the game is over"),
        ("for: p in players", "for: p in seats_from(seat(1))", "turn", "", 0, "p0 is to act", "p1 is to act"),
    ],
)
def test_the_smallest_position_shows_it(
    old: str, new: str, kind: str, what: str, moves: int, before: str, after: str, tmp_path: Path
) -> None:  # fmt: skip
    one, other = game_of(tmp_path, STONES), game_of(tmp_path, STONES.replace(old, new))
    difference = found(one, other)[kind, what]
    assert (len(difference.moves), difference.before, difference.after) == (moves, before, after)


def test_moves_lead_to_the_position_that_is_shown(tmp_path: Path) -> None:
    one, other = game_of(tmp_path, STONES), game_of(tmp_path, STONES.replace("left <= 1", "left == 0").replace("until: left == 0", "until: left <= 1"))
    difference = found(one, other)["over", ""]
    states = [game.new_initial_state(2, explicit_chance=True) for game in (one, other)]
    for move in difference.moves:
        seat, _, text = move.partition(": ")
        for state in states:
            assert seat == f"p{state.actor()}"
            state.apply_action(state.string_to_action(text))
    assert [state.is_terminal() for state in states] == [False, True]
    assert difference.position == str(states[0])


def test_equal_games_do_not_differ(tmp_path: Path) -> None:
    one = game_of(tmp_path, STONES)
    result = differences_in_play(one, game_of(tmp_path, STONES), players=3, names={}, positions=300, games=5)
    assert result.differences == () and result.positions > 20


def test_names_are_followed_in_actions_and_variables(tmp_path: Path) -> None:
    one = game_of(tmp_path, STONES)
    other = game_of(tmp_path, STONES.replace("left", "sticks").replace("  play:", "  take:"))
    assert {kind for kind, _ in found(one, other)} == {"legal"}
    assert found(one, other, {"left": "sticks", "play": "take"}) == {}


def test_other_odds_show_at_the_first_roll(tmp_path: Path) -> None:
    spec = """
language: 1
game: luck
players: 2
phases:
  throw:
    roll: die in 1..SIDES
    do: |
      if die <= 2: win seat(0)
      else: win seat(1)
"""
    one, other = (game_of(tmp_path, spec.replace("SIDES", sides)) for sides in ("3", "4"))
    difference = found(one, other)["chance", "throw"]
    assert difference.moves == ()
    assert difference.before == "die 1 0.3333, die 2 0.3333, die 3 0.3333"
    assert difference.after == "die 1 0.2500, die 2 0.2500, die 3 0.2500, die 4 0.2500"
    numbers = {effect.what: effect for effect in effects(one, other, players=2, games=4000, seed=3)}
    first = numbers["p0 first"]
    assert abs(first.difference.mean - (2 / 4 - 2 / 3)) < 2 * first.difference.margin < 0.1
    assert first.shows and numbers["p1 first"].shows
    assert not numbers["draws"].shows and numbers["draws"].before.mean == 0


def test_pieces_of_equal_text_are_matched_in_order() -> None:
    """A tenth card in every hand changes the numbers of the pieces, not what the moves in common are called."""
    one, other = engine("wild_farm", "python"), engine("wild_farm", "python", ("three_wolves",))
    names = names_changed(compilation("wild_farm").tree, compilation("wild_farm", ("three_wolves",)).tree)  # type: ignore[arg-type]
    assert names == {}
    differences = differences_in_play(one, other, players=3, names=names, positions=50, games=1).differences
    at_start = {(each.kind, each.what): (each.before, each.after) for each in differences if not each.moves}
    assert set(at_start) == {("position", "hand"), ("legal", "commit")}
    assert at_start["legal", "commit"] == ("", "commit lone_wolf 0")


def test_a_race_that_ends_sooner_is_all_that_a_short_night_changes() -> None:
    one, other = engine("wild_farm", "python"), engine("wild_farm", "python", ("short_night",))
    assert {kind for kind, _ in found(one, other)} == {"over"}
