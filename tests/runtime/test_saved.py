"""Saved states and records are not believed: edited at random, each is refused in words or is a sound position."""

import copy
import json
import random
from contextlib import suppress
from typing import Any

import pytest

from runtime import BadRecord, Fault, State
from runtime.record import Record, parse_record, replay
from runtime.sound import stuck, unchecked, unsound
from tests.games import GAMES, engine

NUMBERS = (-(2**70), -(2**63), -(2**31), -5, -4, -3, -2, -1, 0, 1, 2, 3, 5, 17, 61, 62, 255, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**70)
OTHERS: tuple[Any, ...] = (None, True, 1.5, "x", [], {}, [1], float("nan"))


def some(name: str, seed: int) -> State:
    """A state some moves after the start, whichever way chance is drawn."""
    game = engine(name, "native")
    choose = random.Random(seed)
    state = game.new_initial_state(choose.randint(game.min_players, game.max_players), seed=seed, explicit_chance=bool(seed % 2))
    for _ in range(choose.randrange(40)):
        if state.is_terminal():
            break
        state.apply_action(state.draw_outcome() if state.is_chance_node() else choose.choice(state.legal_actions()))
    return state


def edited(data: Any, choose: random.Random) -> Any:
    """One place of the data changed, taken away or doubled."""
    data = copy.deepcopy(data)
    here, key = data, choose.choice(list(data))
    while isinstance(here[key], list | dict) and here[key] and choose.random() < 0.95:
        here = here[key]
        key = choose.choice(list(here)) if isinstance(here, dict) else choose.randrange(len(here))
    act = choose.randrange(12)
    if act == 0:
        del here[key]
    elif act == 1 and isinstance(here, list):
        here.insert(key, here[choose.randrange(len(here))])
    elif act == 2:
        here[key] = choose.choice(OTHERS)
    elif act == 3 and isinstance(here, list):
        other = choose.randrange(len(here))
        here[key], here[other] = here[other], here[key]
    elif type(here[key]) is int and act < 9:
        here[key] += choose.choice((-2, -1, 1, 2))
    else:
        here[key] = choose.choice(NUMBERS)
    return data


def lives(state: State) -> None:
    """The position is sound, and can be looked at and played on: until a rule of the game fails, which a position that was set up may bring about."""
    game = state.game
    assert unsound(game, list(state.vector[: game.kept])) == ""
    for seat in range(state.players):
        state.observation(seat)
    state.returns()
    with suppress(Fault):
        for _ in range(3):
            if state.is_terminal():
                break
            state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("name", GAMES)
def test_random_edits_of_saved_states(name: str, long: bool) -> None:
    choose = random.Random(name)
    taken = 0
    for number in range(450 if long else 40):
        state = some(name, number)
        data = json.loads(json.dumps(state.to_json()))
        assert State.from_json(state.game, data) == state
        # The start is edited half of the time, and half of those times the edit is asked to be taken as a position.
        if number % 2:
            data = {**data, "actions": [], "streams": [], "start": data["position"], "opening": None}
        damaged = edited(data, choose)
        if number % 2 and damaged.get("start") != damaged.get("position") and choose.random() < 0.7:
            damaged["position"] = damaged.get("start")
        try:
            lives(State.from_json(state.game, damaged, unreached=bool(number % 2)))
            taken += 1
        except BadRecord as error:
            assert len(str(error)) < 400
    assert taken < (450 if long else 40)


@pytest.mark.parametrize("name", GAMES)
def test_random_edits_of_records(name: str, long: bool) -> None:
    choose = random.Random(name)
    game = engine(name, "native")
    notes = Record.begin(game, players=game.min_players, seed=3)
    state = notes.start(game)
    for _ in range(12):
        if not state.is_terminal():
            action = state.draw_outcome() if state.is_chance_node() else choose.choice(state.legal_actions())
            notes.add(state, action)
            state.apply_action(action)
    for _ in range(100 if long else 25):
        try:
            *_, last = replay(parse_record(edited(notes.to_json(), choose), "here"), game)
            lives(last)
        except BadRecord as error:
            assert len(str(error)) < 400


def test_every_position_met_in_play_is_sound() -> None:
    for name in GAMES:
        for seed in range(4):
            state = some(name, seed)
            values = list(state.vector[: state.game.kept])
            assert unsound(state.game, values) == "" and stuck(state.game, values) == "", name


def test_what_is_no_position_is_named() -> None:
    """One fault of each sort, each where the numbers say it."""
    game = engine("leduc_poker", "native")
    state = game.new_initial_state(seed=1)
    values = list(state.vector[: game.kept])
    where = game.offsets["card.where"]

    def changed(**edits: int) -> str:
        copied = values[:]
        for name, value in edits.items():
            copied[game.offsets[name.replace("__", ".")]] = value
        return unsound(game, copied)

    assert "raises is 9" in changed(raises=9)
    assert "seats" in changed(players=7) or "players" in changed(players=7)
    assert "step" in changed(step=0)
    held = next(card for card in range(6) if values[where + card] in (2, 3))
    both = values[:]
    both[where + held] = 5 - values[where + held]
    assert "pieces in hand" in unsound(game, both) or "members" in unsound(game, both)
    assert "members of deck" in changed(deck__members=values[game.offsets["deck.members"]] ^ 1)


def test_a_start_is_taken_for_what_it_is() -> None:
    """An edited start is refused; asked for, a sound one is taken, an unsound one is not."""
    state = engine("nim", "native").new_initial_state(seed=1)
    data = state.to_json()
    at = next(row[1] for row in state.game.facts["BLOCKS"] if row[3] == "state") + 2
    data["start"][at] = data["position"][at] = data["start"][at] - 1
    with pytest.raises(BadRecord, match="start"):
        State.from_json(state.game, data)
    assert State.from_json(state.game, data, unreached=True).vector[at] == data["start"][at]
    data["start"][at] = data["position"][at] = 10**6
    with pytest.raises(BadRecord, match="outside"):
        State.from_json(state.game, data, unreached=True)


def test_a_reseeded_state_comes_back() -> None:
    state = engine("pig", "native").new_initial_state(seed=4)
    for seed in range(5):
        state.reseed(seed)
        state.apply_action(state.legal_actions()[0])
    assert State.from_json(state.game, state.to_json()) == state


def test_games_that_keep_what_cannot_be_checked_say_so() -> None:
    assert unchecked(engine("go", "native")) and not unchecked(engine("predators", "native"))
