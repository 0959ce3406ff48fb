"""Backends behind one API: which is chosen, what happens without native code, and what checked engines say when an engine is wrong."""

import warnings

import pytest

from runtime import BadEngine, load_source
from runtime.errors import EngineMistake
from tests.games import engine, source


def test_the_parameter_and_the_environment_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    text = source("tic_tac_toe")
    assert load_source(text, "x.py", backend="python").backend == "python"
    assert load_source(text, "x.py", backend="native").backend == "native"
    monkeypatch.setenv("RULEWRIGHT_BACKEND", "python")
    assert load_source(text, "x.py").backend == "python"
    assert load_source(text, "x.py", backend="native").backend == "native"
    monkeypatch.setenv("RULEWRIGHT_BACKEND", "cobol")
    with pytest.raises(BadEngine, match="cobol"):
        load_source(text, "x.py")


def test_auto_falls_back_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    from runtime import engine as loading

    monkeypatch.setattr(loading.native, "available", lambda: "no such processor")
    monkeypatch.setattr(loading, "_warned", set())
    text = source("tic_tac_toe")
    with pytest.warns(RuntimeWarning, match="no such processor"):
        assert load_source(text, "x.py", backend="auto").backend == "python"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_source(text, "x.py", backend="auto").backend == "python"
    with pytest.raises(BadEngine, match="no such processor"):
        load_source(text, "x.py", backend="native")


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_value_outside_its_range_is_named_by_rule_place_and_value(backend: str) -> None:
    """A wrong engine, made by hand: a die that counts 10,000."""
    text = source("pig")
    line = next(line for line in text.splitlines() if "s[TOTAL] = " in line and "die" in line)
    wrong = text.replace(line, line.split("s[TOTAL]")[0] + "s[TOTAL] = 10000 + die")
    game = load_source(wrong, "wrong.py", backend=backend, checked=True)  # type: ignore[arg-type]
    state = game.new_initial_state(2, explicit_chance=True)
    state.apply_action(state.string_to_action("roll"))
    before = state.position()
    with pytest.raises(EngineMistake) as found:
        state.apply_action(state.string_to_action("die 5"))
    assert "phases.turn.luck.throw" in str(found.value)
    assert "specs/pig/game.yaml" in found.value.place
    assert "total = 10005" in found.value.what
    assert state.position() == before, "the position is as it was"


@pytest.mark.parametrize("backend", ["python", "native"])
def test_an_index_outside_the_vector_is_named(backend: str) -> None:
    text = source("tic_tac_toe")
    line = next(line for line in text.splitlines() if "s[MARK + q] = " in line)
    game = load_source(text.replace(line, line.replace("MARK + q", "MARK + q + 100000")), "wrong.py", backend=backend, checked=True)  # type: ignore[arg-type]
    state = game.new_initial_state(2)
    with pytest.raises(EngineMistake, match=r"specs/tic_tac_toe/game.yaml"):
        state.apply_action(state.legal_actions()[0])


def test_what_is_no_engine_is_refused_in_words() -> None:
    for text, words in (("x = 1", "lacks"), ("raise ValueError('no')", "does not run"), ("def f(:", "does not run")):
        with pytest.raises(BadEngine, match=words):
            load_source(text, "x.py", backend="python")
    other = source("pig").replace("CONTRACT: Final = 2", "CONTRACT: Final = 99")
    with pytest.raises(BadEngine, match="build it again"):
        load_source(other, "x.py", backend="python")
    with pytest.raises(BadEngine, match="no engine"):
        from runtime import load

        load("no_such_engine")


def test_batches_of_states_are_one_two_dimensional_array() -> None:
    import numpy as np

    from runtime.batch import stack

    state = engine("connect_four", "native").new_initial_state()
    states = [state.child(action) for action in state.legal_actions()]
    batch = stack(states)
    assert batch.shape == (7, state.game.kept) and batch.dtype == np.int64
    for row, one in zip(batch, states, strict=True):
        assert row.tobytes() == one.position()
