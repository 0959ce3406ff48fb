"""Numbers of move sequences, against counts published for each game.

Tic-tac-toe 9, 72, 504, 3024, 15120, 54720, 148176 (9 x 8 x 7 x … less games won early); connect four, breakthrough, reversi, draughts: the
perft tables of the general game playing and draughts communities, as the design notes give them; the others likewise.
"""

import pytest

from runtime.perft import perft
from tests.games import GAMES, engine

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
}
BOUND = 300_000
"""Largest count that the everyday suite goes to; the long run goes to the end of the tables."""


@pytest.mark.conformance
@pytest.mark.parametrize("name", [name for name in KNOWN if name in GAMES])
def test_perft(name: str, long: bool) -> None:
    state = engine(name, "native").new_initial_state(explicit_chance=True)
    for depth, number in enumerate(KNOWN[name], start=1):
        if number <= BOUND or long:
            assert perft(state, depth) == number, f"depth {depth}"


def test_perft_is_the_same_under_cpython() -> None:
    state = engine("tic_tac_toe", "python").new_initial_state()
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [9, 72, 504, 3024]
