"""Numbers of move sequences, against counts published for each game.

Tic-tac-toe 9, 72, 504, 3024, 15120, 54720, 148176 (9 x 8 x 7 x … less games won early); connect four, breakthrough, reversi, draughts: the
perft tables of the general game playing and draughts communities, as the design notes give them; the others likewise. Where nobody published
any, OpenSpiel's own tree is counted instead, by decisions.
"""

from collections.abc import Callable
from pathlib import Path

import pyspiel
import pytest

from compiler.driver import compile_game, emit
from runtime import load_source
from runtime.perft import divide, perft
from tests.conformance.openspiel import count
from tests.conformance.table import PERFT
from tests.games import Options, engine, interpreted

Note = Callable[[str, object], None]

KNOWN: dict[str, tuple[int, ...]] = {
    "tic_tac_toe": (9, 72, 504, 3024, 15120, 54720, 148176),
    "connect_four": (7, 49, 343, 2401, 16807, 117649, 823536),
    "breakthrough": (22, 484, 11132, 256036, 6182818),
    "reversi": (4, 12, 56, 244, 1396, 8200, 55092),
    "hex": (121, 14520, 1727880),
    "english_draughts": (7, 49, 302, 1469, 7361, 36768, 179740),
    "amazons": (2176, 4307152),
    "nine_mens_morris": (24, 552, 12144, 255024),
    "gomoku": (225, 50400),
    "chess": (20, 400, 8902, 197281, 4865609),
    "xiangqi": (44, 1920, 79666, 3290240),
    "shogi": (30, 900, 25470, 719731),
    "hive": (4, 96, 1440, 21600, 516240),
}
MINISHOGI = (14, 181, 2512, 35401, 533203)
BOUND = 300_000
"""Largest count that the everyday suite goes to; the long run goes to the end of the tables."""


@pytest.mark.conformance
@pytest.mark.parametrize("name", KNOWN)
def test_perft(name: str, long: bool, record_property: Note) -> None:
    state = engine(name, "native").new_initial_state(explicit_chance=True)
    for depth, number in enumerate(KNOWN[name], start=1):
        if number <= BOUND or long:
            assert perft(state, depth) == number, f"depth {depth}"
            record_property(PERFT, (PERFT, name, depth, number))


@pytest.mark.conformance
def test_perft_of_minishogi(long: bool, record_property: Note) -> None:
    state = engine("shogi", "native", ("minishogi",)).new_initial_state()
    for depth, number in enumerate(MINISHOGI, start=1):
        if number <= BOUND or long:
            assert perft(state, depth) == number, f"depth {depth}"


THEIRS: tuple[tuple[str, str, Options, int, int], ...] = (
    ("kalah", "mancala", (), 5, 7),
    ("nim", "nim", (), 4, 6),
    ("pig", "pig", (), 5, 7),
    ("kuhn_poker", "kuhn_poker", (), 3, 3),
    ("leduc_poker", "leduc_poker", (), 5, 8),
    ("liars_dice", "liars_dice", (), 3, 4),
    ("goofspiel", "goofspiel(num_cards=5)", (("cards", "5"),), 2, 4),
    ("go", "go(board_size=9)", (("repetition", "draw"),), 2, 3),
)
"""Our game, theirs, options that make the rules alike, decisions in the everyday suite and in the long run."""


@pytest.mark.conformance
@pytest.mark.parametrize(("name", "theirs", "options", "few", "most"), THEIRS, ids=[name for name, *_ in THEIRS])
def test_perft_as_openspiel_counts(name: str, theirs: str, options: Options, few: int, most: int, long: bool, record_property: Note) -> None:
    state = engine(name, "native", (), options).new_initial_state(2, explicit_chance=True)
    start = pyspiel.load_game(theirs).new_initial_state()
    step = 2 if name == "goofspiel" else 1
    for depth in range(step, (most if long else few) + 1, step):
        number = count(start, depth)
        assert perft(state, depth, by_decision=True) == number, f"{depth} decisions"
        record_property(PERFT, (PERFT, name, -depth, number))


@pytest.mark.conformance
def test_perft_is_the_same_for_every_witness_and_any_number_of_threads() -> None:
    games = [interpreted("tic_tac_toe"), engine("tic_tac_toe", "python"), engine("tic_tac_toe", "native"), engine("tic_tac_toe", "native", checked=True)]
    for game in games:
        state = game.new_initial_state()
        assert [perft(state, depth) for depth in (0, 1, 2, 3)] == [1, 9, 72, 504]
    assert [perft(games[2].new_initial_state(), 7, threads=threads) for threads in (1, 2, 5)] == [148176] * 3


def test_a_move_is_all_decisions_of_a_seat_in_a_row() -> None:
    """Amazons: 20 choices of amazon and target of a queen's move, then a shot; 2176 together. Kalah: the third pit gives another turn at once."""
    amazons = engine("amazons", "native").new_initial_state()
    assert perft(amazons, 1, by_decision=True) == 4
    assert perft(amazons, 3, by_decision=True) == perft(amazons, 1) == 2176
    kalah = engine("kalah", "native").new_initial_state()
    counts = dict(divide(kalah, 1))
    assert [counts[f"sow {k}"] for k in (1, 2, 4, 5, 6)] == [1] * 5
    assert counts["sow 3"] == 5, "after pit 3 one of the other five is sown as well"


def test_chance_is_followed_within_a_move() -> None:
    """Kuhn poker deals 3 x 2 cards before the first move; nim has no chance, and its counts by hand are 1 + 3 + 5 + 7."""
    kuhn = engine("kuhn_poker", "native").new_initial_state(explicit_chance=True)
    assert perft(kuhn, 1) == 6 * 2
    assert perft(engine("nim", "native").new_initial_state(), 1) == 16


@pytest.mark.parametrize("name", ["kalah", "english_draughts", "kuhn_poker"])
def test_divide_adds_up(name: str) -> None:
    state = engine(name, "native").new_initial_state(explicit_chance=True)
    for by_decision in (False, True):
        assert sum(number for _, number in divide(state, 4, by_decision=by_decision)) == perft(state, 4, by_decision=by_decision)


LONG_TURN = """
language: 1
game: long_turn
title: A long turn
players: 2
state:
  steps: {type: 0..200}
phases:
  walk:
    repeat: 200
    who: seat(0)
    choose: n in 1..(2 if steps == 0 else 1)
    do: steps += 1
"""


def test_more_choices_in_a_row_than_there_is_room_for(tmp_path: Path) -> None:
    """200 decisions of one seat, two ways in the first, are two moves: more than the engine's stack holds, so the count is made up from parts."""
    (tmp_path / "game.yaml").write_text(LONG_TURN)
    made = compile_game(tmp_path)
    assert made.game is not None, made.diagnostics
    (source,) = emit(made.game).values()
    for backend in ("python", "native"):
        state = load_source(source, "long_turn.py", backend=backend).new_initial_state()
        assert perft(state, 1) == 2
        assert perft(state, 2) == 0
        assert perft(state, 200, by_decision=True) == 2
