"""Every reading of every open point makes a well-formed engine, and passes keep it so."""

import pytest

from compiler.ir.game import OptionIR
from compiler.ir.verify import mistakes
from compiler.passes import run_passes
from tests.games import GAMES, ir


def others(option: OptionIR) -> list[str]:
    """The readings besides the chosen one; of a range its ends."""
    low, dots, high = option.readings[0].partition("..")
    return [reading for reading in ((low, high) if dots else option.readings) if reading != option.value]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_reading_makes_an_engine(name: str) -> None:
    for option in ir(name).options:
        for reading in others(option) if option.settles else ():
            game = ir(name, (), ((option.name, reading),))
            assert list(mistakes(game)) == [], (option.name, reading)
            assert run_passes(game) == game
            assert {item.name: item.value for item in game.options}[option.name] == reading
