"""Every reading that the spec offers is played to the end, and counted a second time; and a clock that strikes again and again."""

import pytest

from runtime.chance import Stream
from runtime.state import State
from tests.conformance.test_wolves import GAME, busy
from tests.conformance.wolves import Table
from tests.games import engine, ir

READINGS = [
    (option.name, reading)
    for option in ir(GAME, ("grube_ryby",)).options
    for reading in (("2",) if option.name == "starter" else option.readings)
    if option.settles and reading != option.value
]
PLAYERS = 3


@pytest.mark.conformance
@pytest.mark.parametrize(("option", "reading"), READINGS, ids=[f"{option}-{reading}" for option, reading in READINGS])
def test_every_reading_comes_to_an_end_that_is_counted_alike(option: str, reading: str, long: bool) -> None:
    """In the everyday run without ponds where they do not matter, and everybody finishes before long."""
    variants = ("grube_ryby",) if long or option == "lone_pond" else ()
    game = engine(GAME, "native" if long else "python", variants, ((option, reading),))
    for seed in range(60 if long else 1):
        stream = Stream.seeded(seed)
        state = game.new_initial_state(PLAYERS, seed=seed)
        assert option != "starter" or state.actor() == int(reading)
        number = 0
        while not state.is_terminal():
            number += 1
            tired = [action for action in state.legal_actions() if state.action_to_string(action) in ("finish", "decline")]
            state.apply_action(tired[0] if tired and number > 25 and not long else busy(state, stream, "fisherman" if seed % 2 else ""))
        table = Table.of(state)
        if option in ("taming", "last_gets", "lone_pond"):
            setattr(table, option, reading)
        assert state.scores() == [table.score(seat) for seat in range(PLAYERS)], str(state)


@pytest.mark.conformance
@pytest.mark.parametrize("variants", [("time_limit",), ("grube_ryby", "two_players", "time_limit")], ids="+".join)
def test_the_clock_may_strike_at_any_move_and_at_no_other_time(variants: tuple[str, ...], long: bool) -> None:
    """Whoever is to move loses the turn, nothing else; interrupts and what follows a move wait for nobody's clock. The game still ends."""
    game = engine(GAME, "native", variants)
    struck = 0
    for seed in range(100 if long else 4):
        stream = Stream.seeded(seed)
        state = game.new_initial_state(2, seed=seed)
        at_move = False
        while not state.is_terminal():
            at_move = at_move if state.vector[game.offsets["staged"]] else is_move(state)
            assert bool(state.legal_outside()) == at_move
            if at_move and stream.below(3) == 0:
                before, seat = str(state), state.actor()
                state.apply_action(state.string_to_action("time_out"))
                other = 1 - seat
                stopped = state.vector[game.offsets["finished"] + other]
                assert state.vector[game.offsets["active"]] == (seat if stopped else other), "the turn goes on to the next who plays"
                assert kept(str(state)) == kept(before)
                struck += 1
            else:
                state.apply_action(busy(state, stream))
    assert struck > 20


def kept(text: str) -> list[str]:
    """Zones and what lies where, in words."""
    return [line for line in text.splitlines() if line.split(":")[0] in ("lying", "finished", "bag", "hand", "table", "secret", "cover", "pen")]


def is_move(state: State) -> bool:
    return "finish" in map(state.action_to_string, state.legal_actions())
