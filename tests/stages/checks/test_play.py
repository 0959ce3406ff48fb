"""What play shows of small games: every position where they are small, and lines that lead where they say they do."""

import re
from itertools import product
from pathlib import Path

import pytest

from compiler.cli.further import Asked, go_further
from compiler.diagnostics import Diagnostic
from compiler.driver import compile_game, emit
from runtime import Fault, Game, load_source
from tests.games import SPECS

COUNTER = """language: 1
game: counter
title: Counter
players: 2..3
state:
  left: {type: 0..12, start: 12}
  sum:  {type: 0..%d}
phases:
  take:
    until: left == 0
    for: p in players
    choose: n in 1..3 where n <= left
    do: |
      left -= n
      sum += %s
"""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_BACKEND", "python")


def examined(folder: Path, text: str, **asked: object) -> tuple[list[Diagnostic], list[str]]:
    (folder / "game.yaml").write_text(text)
    compilation = compile_game(folder)
    lines = go_further(folder, compilation, Asked(games=30, **asked))  # type: ignore[arg-type]
    return compilation.diagnostics, lines


def engine(folder: Path) -> Game:
    made = compile_game(folder)
    assert made.game is not None
    ((name, text),) = emit(made.game).items()
    return load_source(text, name, backend="python")


def nim_positions() -> int:
    """Piles and whose turn it is, as far as play comes; the empty table with either player to move is one end each."""
    start = ((1, 3, 5, 7), 0)
    seen, waiting = {start}, [start]
    while waiting:
        piles, mover = waiting.pop()
        for pile, taken in product(range(4), range(1, 8)):
            if taken <= piles[pile]:
                after = (tuple(left - taken * (number == pile) for number, left in enumerate(piles)), 1 - mover)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return len(seen)


def board_positions() -> int:
    """Every board of noughts and crosses that play can come to; play stops with three in a row."""
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    seen, waiting = {"." * 9}, ["." * 9]
    while waiting:
        board = waiting.pop()
        if any(board[a] == board[b] == board[c] != "." for a, b, c in rows):
            continue
        mark = "xo"[9 - board.count(".") & 1]
        for place in range(9):
            after = board[:place] + mark + board[place + 1 :]
            if board[place] == "." and after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen)


@pytest.mark.parametrize(("name", "positions"), [("nim", nim_positions()), ("tic_tac_toe", board_positions())])
def test_small_games_are_gone_through_whole(name: str, positions: int) -> None:
    compilation = compile_game(SPECS / name)
    lines = go_further(SPECS / name, compilation, Asked(play=True, games=5, seconds=60))
    assert compilation.diagnostics == []
    assert f"every one of its {positions:,} positions was looked at" in lines[0]


def test_a_fault_is_found_in_play_with_the_moves_that_lead_to_it(tmp_path: Path) -> None:
    for asked in ({"play": True}, {"prove": True}):
        found, _ = examined(tmp_path, COUNTER % (11, "n"), **asked)
        (one,) = [each for each in found if each.code == "RWC056"]
        assert one.span.text.strip() == "sum += n"
        told = re.search(r"found in play: (\d) players, seed (\d+)(?:, at the start|: (.*))$", one.notes[0])
        assert told is not None, one.notes
        moves = [move.split(" ", 1) for move in told[3].split(", ")]
        state = engine(tmp_path).new_initial_state(int(told[1]), seed=int(told[2]))
        for seat, text in moves[:-1]:
            assert seat == f"p{state.actor()}"
            state.apply_action(state.string_to_action(text))
        with pytest.raises(Fault):
            state.apply_action(state.string_to_action(moves[-1][1]))
    assert sum(int(text.split()[-1]) for _, text in moves) == 12, "the last one brings more than eleven"


def test_what_types_allow_and_play_does_not_reach_is_said_to_be_just_that(tmp_path: Path) -> None:
    found, lines = examined(tmp_path, COUNTER % (12, "n"), prove=True)
    (one,) = [each for each in found if each.code == "RWC050"]
    assert one.severity == "hint"
    assert any("possible by types, not reached in 30 random games" in note for note in one.notes)
    case = {name: int(number) for name, number in re.findall(r"\b(sum|n|left) = (\d+)", " ".join(one.notes))}
    assert case["sum"] + case["n"] == 13, "the smallest case that does not fit"
    assert any("1 values that are checked in play" in line or "2 values that are checked in play" in line for line in lines)


def test_what_cannot_be_is_proved_not_to_be(tmp_path: Path) -> None:
    found, lines = examined(tmp_path, COUNTER % (12, "n if left + n > 12 else 0"), play=True, prove=True, seconds=30)
    assert any(line.startswith("played: every one of its") for line in lines)
    (never,) = [each for each in found if each.code == "RWC048"]
    assert never.span.text == "left + n > 12", "what was there before the move, at most twelve"
    assert any(note.startswith("proved: no values that the types allow") for note in never.notes)
    text = (COUNTER % (12, "n")).replace("left -= n\n", "left -= n\n      if left > 11: sum = 0\n")
    found, _ = examined(tmp_path, text, play=True, seconds=30)
    (one,) = [each for each in found if each.code == "RWC054"]
    assert one.span.text == "left > 11"
    assert any(re.match(r"proved: in none of the [\d,]+ positions", note) for note in one.notes)


def test_the_shortest_cycle_of_an_endless_game(tmp_path: Path) -> None:
    text = """language: 1
game: walk
players: 2
state:
  at: {type: 0..9}
phases:
  step:
    while: true
    for: p in players
    choose: n in 0..1
    do: at = (at + 1 + n * 0) % 3
"""
    found, _ = examined(tmp_path, text, play=True, seconds=8)
    (one,) = [each for each in found if each.code == "RWC053"]
    (cycle,) = [note for note in one.notes if "shortest repeating cycle" in note]
    moves = cycle.split(": ", 1)[1].split(", ")
    assert len(moves) == 6, "three places by two players in turn"
    assert [move[:2] for move in moves] in (["p0", "p1"] * 3, ["p1", "p0"] * 3)


def test_play_keeps_within_its_time(tmp_path: Path) -> None:
    compilation = compile_game(SPECS / "flock")
    (line,) = go_further(SPECS / "flock", compilation, Asked(play=True, games=100_000, seconds=1))
    games = re.search(r"played: ([\d,]+) random games", line)
    assert games is not None and int(games[1].replace(",", "")) < 1_000
