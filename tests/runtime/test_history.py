"""A history that keeps the vector every so often tells the same as one that keeps it at every action."""

import copy
import pickle
import random

import pytest

from runtime import State, load
from runtime.errors import IllegalAction
from runtime.history import STRIDE, links

GAMES = ["backgammon", "chess", "goofspiel", "hex", "kuhn_poker", "wild_farm"]


def twins(name: str, seed: int, *, explicit: bool, backend: str = "native") -> tuple[State, State]:
    """Two states after the same actions, seeds and draws; the second has held its vector out all the time."""
    game = load(name, backend=backend)  # type: ignore[arg-type]
    choose = random.Random(seed)
    mine, held = (game.new_initial_state(seed=seed, explicit_chance=explicit) for _ in range(2))
    for number in range(3 * STRIDE):
        if mine.is_terminal():
            break
        assert held.vector[: game.kept] == mine._vector[: game.kept]
        if choose.random() < 0.1:
            for state in (mine, held):
                state.reseed(number)
        if mine.is_chance_node() and choose.random() < 0.5:
            action = mine.draw_outcome()
            assert held.draw_outcome() == action
        else:
            action = choose.choice(mine.legal_actions())
        if number % 5 == 4:
            mine = mine.child(action)
        else:
            mine.apply_action(action)
        held.apply_action(action)
    return mine, held


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("explicit", [False, True], ids=["inside", "explicit"])
def test_what_was_before_is_told_alike(name: str, explicit: bool) -> None:
    mine, held = twins(name, 5, explicit=explicit)
    kept = mine.game.kept
    assert all(link[0] is not None for link in links(held._past) or [])
    assert len(mine.history()) < STRIDE // 2 or any(link[0] is None for link in links(mine._past) or [])
    for state in (mine, copy.deepcopy(mine), pickle.loads(pickle.dumps(mine))):
        assert [(vector[:kept], action) for vector, action, _ in state._line()] == [(vector[:kept], action) for vector, action, _ in held._line()]
        assert state.full_history() == held.full_history()
        assert state.information_state(0) == held.information_state(0)
        assert state.to_json() == held.to_json()


def test_all_can_be_taken_back_and_done_again() -> None:
    mine, held = twins("backgammon", 7, explicit=True)
    done = mine.history()
    after = []
    while mine._past is not None:
        after.append(mine.position())
        assert mine.undo_action() == held.undo_action()
        assert mine.position() == held.position() and mine.history() == held.history()
    with pytest.raises(ValueError, match="nothing to undo"):
        mine.undo_action()
    for action in done[:3]:
        mine.apply_action(action)


def test_a_hand_in_the_vector_is_kept() -> None:
    state = load("hex", backend="native").new_initial_state()
    for action in (3, 5, 7):
        state.apply_action(action)
    slot = state.game.offsets["decisions"]
    state.vector[slot] += 40
    state.apply_action(9)
    assert [vector[slot] for vector, _, _ in state._line()] == [0, 1, 2, 43]
    state.undo_action()
    assert state.vector[slot] == 43


def test_a_child_is_as_free_as_a_clone() -> None:
    state = load("tic_tac_toe", backend="native").new_initial_state()
    state.apply_action(4)
    before = state.position()
    children = [state.child(action) for action in state.legal_actions()]
    assert state.position() == before and [child.history() for child in children] == [[4, action] for action in state.legal_actions()]
    for wrong in (4, -1, 2**70, 1.5, True):
        with pytest.raises(IllegalAction):
            state.child(wrong)  # type: ignore[arg-type]
    assert state.position() == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("explicit", [False, True], ids=["inside", "explicit"])
def test_what_was_perceived_grows_with_the_play(name: str, explicit: bool) -> None:
    """Asked at every step, of clones that part and after actions taken back, it is what a state tells that was never asked."""
    choose = random.Random(3)
    state = load(name, backend="native").new_initial_state(seed=8, explicit_chance=explicit)
    for number in range(20):
        if state.is_terminal():
            break
        if number == 9:
            state.undo_action()
            state.reseed(5)
        elsewhere, here = (state.child(choose.choice(state.legal_actions())) for _ in range(2))
        for each in (elsewhere, here):
            never = pickle.loads(pickle.dumps(each))
            for seat in range(state.players):
                assert each.moment(seat) == len(never.information_state(seat)) - 1
                assert each.information_state_string(seat) == never.information_state_string(seat)
                assert each.information_state(seat) == never.information_state(seat)
        state = here
    state.information_state(0)
    slot = state.game.offsets["decisions"]
    state.vector[slot] += 1
    assert explicit is False and state.game.num_outcomes or state.information_state(0)[-1][1][slot] == state.vector[slot]
