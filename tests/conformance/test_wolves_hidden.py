"""Nobody can tell from the asking who could interrupt: positions that differ in one hand only look the same to the others, and so does what
happens, while one of them has a seat asked and the other has not."""

from collections.abc import Iterator

import pytest

from runtime.chance import Stream
from runtime.contract import SEEN_NOT
from runtime.hidden import exchange_hidden, resample
from runtime.laws import check_all
from runtime.state import State
from tests.conformance.test_wolves import busy
from tests.conformance.wolves import tile_names
from tests.games import engine

GAME = "wolves_and_sheep"
WINDOW = "interrupts.any_moment"


def pairs(players: int, seeds: range) -> Iterator[tuple[State, State, int]]:
    """Before a move: a position, the same with a wolf in another seat's hand (for a tile out of the bag), and that seat."""
    for seed in seeds:
        stream = Stream.seeded(seed)
        state = engine(GAME, "native").new_initial_state(players, seed=seed, explicit_chance=True)
        for number in range(80):
            if state.is_terminal():
                break
            if number > 8 and is_move(state):
                seat = (state.actor() + 1 + stream.below(players - 1)) % players
                other = with_wolf(state, seat)
                if other is not None:
                    yield state.clone(), other, seat
            state.apply_action(state.draw_outcome() if state.is_chance_node() else busy(state, stream))


def staged(state: State) -> bool:
    return bool(state.vector[state.game.offsets["staged"]])


def is_move(state: State) -> bool:
    """Whether the move of a turn begins here: then, and only then, may one finish."""
    return not staged(state) and not state.is_chance_node() and "finish" in map(state.action_to_string, state.legal_actions())


def with_wolf(state: State, seat: int) -> State | None:
    game, vector = state.game, state.vector
    row = next(row for row in game.facts["COMPONENTS"] if row[0] == "tile")
    where = game.offsets[row[4]]
    first = {zone[0]: zone[4] for zone in game.facts["ZONES"]}
    names = tile_names(game)
    hand = [tile for tile in range(row[1]) if vector[where + tile] == first["hand"] + seat]
    wolves = [tile for tile in range(row[1]) if vector[where + tile] == first["bag"] and names[tile] == "wolf"]
    if not wolves or not hand or any(names[tile] in ("wolf", "hunter") for tile in hand):
        return None
    return State(game, exchange_hidden(game, vector, "tile", wolves[0], hand[0]))


def finish_turn(state: State, first: int, outcomes: list[str], asked: list[int]) -> list[str]:
    """Makes the move that begins with this action, then everybody declines; who was asked goes to `asked`. What was drawn."""
    drawn: list[str] = []
    state.apply_action(first)
    while state.is_chance_node() or staged(state) or state.waiting_step() == WINDOW:
        if state.is_chance_node():
            text = outcomes[len(drawn)] if outcomes else state.action_to_string(state.draw_outcome())
            drawn.append(text)
            state.apply_action(state.string_to_action(text))
        elif staged(state):
            state.apply_action(state.legal_actions()[0])
        else:
            asked.append(state.actor())
            state.apply_action(state.string_to_action("decline"))
    return drawn


@pytest.mark.conformance
@pytest.mark.parametrize("players", [2, 4])
def test_who_could_interrupt_cannot_be_told(players: int, long: bool) -> None:
    shown = 0
    for plain, armed, seat in pairs(players, range(40 if long else 5)):
        plain, armed = (State(state.game, state.vector[:]) for state in (plain, armed))
        first = next(action for action in plain.legal_actions() if plain.action_to_string(action) != "finish")
        asked: list[int] = []
        told: list[int] = []
        drawn = finish_turn(plain, first, [], asked)
        if any(text.startswith("t wolf") for text in drawn):
            continue
        finish_turn(armed, first, drawn, told)
        for other in range(players):
            assert (plain.information_state(other) == armed.information_state(other)) == (other != seat)
        shown += seat in told and seat not in asked
        if shown > 2 and not long:
            break
    assert shown, "no position in which only one of the two has the seat asked"


@pytest.mark.conformance
def test_the_others_see_the_move_that_is_to_come(long: bool) -> None:
    """While a seat is asked the others observe what they observe when nobody is; declining is no event, and changes nothing for them."""
    shown = 0
    for seed in range(30 if long else 4):
        stream = Stream.seeded(seed)
        state = engine(GAME, "native").new_initial_state(3, seed=seed)
        while not state.is_terminal():
            if state.waiting_step() != WINDOW or staged(state):
                state.apply_action(busy(state, stream))
                continue
            seat = state.actor()
            views = {other: state.observation(other) for other in range(3)}
            assert views[seat] != views[(seat + 1) % 3]
            after = state.child(state.string_to_action("decline"))
            for other in {0, 1, 2} - {seat}:
                assert state.game.engine.seen_action(state.vector, other, state.string_to_action("decline")) == SEEN_NOT
                if after.actor() != other:
                    assert after.observation(other) == views[other]
                assert after.information_state(other)[:-1] == state.information_state(other)[:-1]
            shown += 1
            state.apply_action(busy(state, stream))
    assert shown > 10


@pytest.mark.conformance
def test_what_a_seat_perceived_can_be_retold(long: bool) -> None:
    """Other hands and asking are dealt anew, and the seat cannot tell."""
    changed = 0
    for seed in range(8 if long else 2):
        stream = Stream.seeded(seed)
        state = engine(GAME, "native").new_initial_state(2, seed=seed, explicit_chance=True)
        for _ in range(16):
            state.apply_action(state.draw_outcome() if state.is_chance_node() else busy(state, stream))
        told = resample(state, 0, stream)
        assert told is not None
        assert told.information_state(0) == state.information_state(0)
        changed += told.observation(1) != state.observation(1)
    assert changed


@pytest.mark.conformance
@pytest.mark.parametrize("variants", [("grube_ryby",), ("two_players",), ("time_limit",), ("grube_ryby", "two_players", "time_limit")], ids="+".join)
def test_laws_of_the_variants(variants: tuple[str, ...], long: bool) -> None:
    assert check_all(engine(GAME, "native", variants), players=2, seeds=range(10 if long else 1), every=1 if long else 9) > 1
