"""What a state answers to whom, and what it takes for an action."""

import random

import pytest

from runtime import BadText, IllegalAction, State
from tests.games import engine

numpy = pytest.importorskip("numpy")

NO_CODES = (
    True, False, 1.0, 0.5, float("nan"), "0", None, [0], (), -1, -2, 2**31, 2**62, 2**63, 2**70, -(2**70), numpy.float64(1), numpy.array([1.5]),
    numpy.array([0, 1]), numpy.array([]), numpy.bool_(True), object(),
)  # fmt: skip


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("code", NO_CODES, ids=lambda code: type(code).__name__)
def test_what_is_no_code_is_refused_and_changes_nothing(backend: str, code: object) -> None:
    state = engine("tic_tac_toe", backend).new_initial_state()
    state.apply_action(4)
    before = list(state.vector), state.history()
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(code)  # type: ignore[arg-type]
    assert caught.value.refusal is not None
    assert (list(state.vector), state.history()) == before
    assert state.why_illegal(code) is not None  # type: ignore[arg-type]


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("code", [3, numpy.int64(3), numpy.int8(3), numpy.uint16(3)], ids=lambda code: type(code).__name__)
def test_integers_of_any_make_are_codes(backend: str, code: int) -> None:
    state = engine("tic_tac_toe", backend).new_initial_state()
    state.apply_action(code)
    assert state.history() == [3] and type(state.history()[0]) is int


@pytest.mark.parametrize("seat", [-1, 2, 99, True, "p0", None, 1.0])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: object) -> None:
    state = engine("kuhn_poker", "native").new_initial_state(2)
    for ask in (state.observation, state.information_state, state.view, state.moment, state.information_state_string):
        with pytest.raises(ValueError, match="no seat"):
            ask(seat)  # type: ignore[operator]


def test_at_a_chance_step_no_seat_has_a_choice() -> None:
    state = engine("pig", "native").new_initial_state(2, explicit_chance=True)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.legal_actions() and [state.legal_actions(seat) for seat in range(2)] == [[], []]
    assert sum(state.legal_actions_mask()) == 0 and state.waiting_seats() == []


def test_at_a_sealed_choice_each_seat_has_its_own_until_it_has_committed() -> None:
    state = engine("goofspiel", "native").new_initial_state(3, seed=2)
    for number in range(3):
        assert state.waiting_seats() == list(range(number, 3))
        assert [len(state.legal_actions(seat)) for seat in range(3)] == [0] * number + [13] * (3 - number)
        state.apply_action(state.legal_actions()[number])
    # Bids 1, 2 and 3: each seat has another one less.
    assert [sorted(set(range(13)) - set(state.legal_actions(seat))) for seat in range(3)] == [[0], [1], [2]]


def test_nonsense_is_not_answered_with_a_rivals_choices() -> None:
    state = engine("hearts", "native").new_initial_state(seed=3)
    actor = state.actor()
    with pytest.raises(BadText, match="there are"):
        state.string_to_action("nonsense", actor)
    for viewer in ({0, 1, 2, 3} - {actor}) | {"spectator"}:
        with pytest.raises(BadText) as caught:
            state.string_to_action("nonsense", viewer)  # type: ignore[arg-type]
        assert "there are" not in str(caught.value)
        refusal = state.why_illegal(state.legal_actions()[0], viewer)  # type: ignore[arg-type]
        assert refusal is not None and refusal.kind == "not_asked"


def test_scores_of_hidden_cards_are_not_told_before_the_end() -> None:
    """In Leduc the score is what the better hand would win: who it is depends on the other's card, unless one's own is a pair."""
    state = engine("leduc_poker", "native").new_initial_state(explicit_chance=True)
    for text in ("c king", "c queen", "call", "call", "c king"):
        state.apply_action(state.string_to_action(text))
    assert state.scores() == [1, -1]
    assert state.scores(0) == [1, -1], "a pair of kings wins against whatever the other holds"
    assert state.scores(1) == state.scores("spectator") == [None, None]
    for _ in range(2):
        state.apply_action(state.string_to_action("call"))
    assert state.is_terminal() and state.scores(1) == [1, -1]


def test_undoing_everything_gives_the_start_with_its_streams() -> None:
    for name in ("pig", "hearts", "kuhn_poker"):
        for explicit in (True, False):
            state = engine(name, "native").new_initial_state(seed=8, explicit_chance=explicit)
            start, choose = state.position(), random.Random(1)
            for _ in range(40):
                if state.is_terminal():
                    break
                state.apply_action(state.draw_outcome() if state.is_chance_node() else choose.choice(state.legal_actions()))
            while state.history():
                state.undo_action()
            assert state.position() == start and isinstance(state, State)
