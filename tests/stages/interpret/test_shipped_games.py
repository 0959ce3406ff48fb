"""Whole games through the interpreter: published counts of move sequences, and the laws every engine keeps."""

import pytest

from runtime import Game
from runtime.laws import check_all
from runtime.perft import perft
from tests.games import interpreted

COUNTS = {
    "tic_tac_toe": (9, 72, 504, 3024),
    "connect_four": (7, 49, 343, 2401),
    "reversi": (4, 12, 56),
    "english_draughts": (7, 49),
    "breakthrough": (22, 484),
    "nine_mens_morris": (24, 552),
}
"""Published counts (see `tests/conformance/test_perft.py`), as deep as a slow witness goes in a second."""


@pytest.mark.parametrize("name", COUNTS)
def test_known_counts(name: str) -> None:
    state = interpreted(name).new_initial_state()
    assert tuple(perft(state, depth + 1) for depth in range(len(COUNTS[name]))) == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("kuhn_poker", 3), ("leduc_poker", 2), ("wild_farm", 4), ("goofspiel", 3), ("nim", 2)])
def test_laws(name: str, players: int) -> None:
    """Draws, sealed choices, hidden hands, both modes of chance."""
    assert check_all(interpreted(name), players=players, seeds=(1, 2), every=40 if name == "wild_farm" else 7) > 2


def test_checks_change_nothing() -> None:
    """The same game with and without checks has the same positions."""
    from compiler.interpret import Interpreter
    from runtime import from_functions
    from tests.games import ir

    unchecked = Interpreter(ir("wild_farm"), checked=False)
    games: tuple[Game, ...] = (interpreted("wild_farm"), from_functions(unchecked, unchecked.facts, backend="interpreter"))
    states = [game.new_initial_state(3, seed=9) for game in games]
    while not states[0].is_terminal():
        action = states[0].legal_actions()[-1]
        for state in states:
            state.apply_action(action)
        assert states[0].position() == states[1].position()
    assert states[1].is_terminal()
