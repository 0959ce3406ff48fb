"""Records and saved states: what is written leads back, whatever chance did meanwhile."""

import json
from pathlib import Path

import pytest

from runtime import BadRecord, State
from runtime.chance import Stream
from runtime.record import Record, load_record, parse_record, replay
from tests.games import engine


def played(name: str, players: int, seed: int, most: int = 10_000) -> tuple[Record, State]:
    game = engine(name)
    notes = Record.begin(game, players=players, seed=seed)
    state = notes.start(game)
    stream = Stream.seeded(seed)
    while not state.is_terminal() and len(notes.entries) < most:
        actions = state.legal_actions()
        action = state.draw_outcome() if state.is_chance_node() else actions[stream.below(len(actions))]
        notes.add(state, action)
        state.apply_action(action)
    notes.close(state)
    return notes, state


@pytest.mark.parametrize(("name", "players"), [("pig", 3), ("wild_farm", 4), ("leduc_poker", 2)])
def test_a_record_leads_to_the_same_end_on_every_backend(name: str, players: int, tmp_path: Path) -> None:
    notes, end = played(name, players, 4)
    notes.save(tmp_path / "match.json")
    read = load_record(tmp_path / "match.json")
    for backend in ("python", "native"):
        *_, last = replay(read, engine(name, backend))
        assert last.position() == end.position()
        assert last.returns() == end.returns() == read.returns


def test_a_match_taken_up_again_draws_what_it_would_have_drawn() -> None:
    whole, _ = played("pig", 2, 9)
    part, half = played("pig", 2, 9, most=7)
    *_, resumed = replay(part, engine("pig"))
    assert resumed.position() == half.position()
    left = [entry.action for entry in whole.entries[7:27]]
    for action in left:
        if resumed.is_chance_node():
            assert resumed.draw_outcome() == action
        resumed.apply_action(action)


def test_a_state_saved_between_draws_leads_back_with_its_streams() -> None:
    _, state = played("pig", 2, 5, most=9)
    twin = state.game.deserialize_state(state.serialize())
    assert twin == state and twin.history() == state.history()


def test_the_first_divergence_is_named() -> None:
    notes, _ = played("tic_tac_toe", 2, 1)
    data = notes.to_json()
    data["actions"][3][1] = data["actions"][0][1]
    data["actions"][3][2] = data["actions"][0][2]
    with pytest.raises(BadRecord, match="entry 4"):
        list(replay(parse_record(data, "here"), engine("tic_tac_toe")))


@pytest.mark.parametrize(
    "damage",
    [
        {"record": 99}, {"players": "two"}, {"players": 9}, {"actions": [[0, 1]]}, {"actions": [[0, True, "x"]]}, {"returns": ["a"]}, {"seed": None},
        {"spec_hash": "other"}, {"names": [1]}, {"actions": [[7, 0, "place a1"]]}, {"actions": [[0, 99999, "place a1"]]},
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused_in_words(damage: dict[str, object]) -> None:
    notes, _ = played("tic_tac_toe", 2, 1)
    with pytest.raises(BadRecord):
        list(replay(parse_record(notes.to_json() | damage, "here"), engine("tic_tac_toe")))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"spec_hash": 3}', "[" * 100_000, '{"start": [1e9]}'])
def test_damaged_states_are_refused_in_words(text: str) -> None:
    with pytest.raises(BadRecord):
        engine("pig").deserialize_state(text)


def test_a_state_of_another_spec_is_refused_by_name() -> None:
    state = engine("pig").new_initial_state()
    with pytest.raises(BadRecord, match="pig"):
        engine("tic_tac_toe").deserialize_state(json.dumps(state.to_json()))
