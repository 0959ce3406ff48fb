"""A question changes nothing: a fault that it meets is raised and leaves the position as it was."""

from pathlib import Path

import pytest

from compiler.cli.further import Asked, go_further
from compiler.driver import compile_game
from compiler.interpret import Interpreter
from runtime import Fault, from_functions, load_source
from tests.cases.played import compiled, emit, game_of

TRIAL = game_of(
    "state:",
    "  n: {type: 0..3}",
    "  m: {type: 0..9}",
    "phases:",
    "  go:",
    "    repeat: 3",
    "    for: p in players",
    "    choose: k in 0..2",
    "    require: n < 3",
    "    do: |",
    "      m = k * 3",
    "      n = m",
)
WHERE = TRIAL.replace("    require: n < 3\n", "    where: k + fits(k) < 9\n") + "define:\n  fits(0..2 k) -> 0..3: 3 * k\n"
PREFER = TRIAL.replace("    require: n < 3\n", "    prefer: n\n")


@pytest.mark.parametrize("spec", [TRIAL, WHERE, PREFER])
@pytest.mark.parametrize("backend", ["interpreter", "python", "native", "checked"])
def test_the_position_stays(spec: str, backend: str) -> None:
    game = compiled(spec).game
    assert game is not None
    (source,) = emit(game).values()
    interpreter = Interpreter(game, checked=True)
    table = (
        from_functions(interpreter, interpreter.facts, backend="interpreter")
        if backend == "interpreter"
        else load_source(source, "t.py", backend="native" if backend != "python" else "python", checked=backend == "checked")
    )
    state = table.new_initial_state(2)
    before = list(state.vector[: table.kept])
    questions = (state.legal_actions, state.legal_actions_mask, lambda: state.why_illegal(2), lambda: state.apply_action(2), lambda: state.clone().legal_actions())
    for ask in questions:
        with pytest.raises(Fault) as met:
            ask()
        assert met.value.kind == "narrow" and met.value.place.endswith("game.yaml:15:11" if spec != WHERE else "")
        assert list(state.vector[: table.kept]) == before
        assert not state.is_terminal() and state.actor() == 0


def test_check_play_names_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TRIAL)
    compilation = compile_game(tmp_path)
    go_further(tmp_path, compilation, Asked(play=True, games=30))
    assert "RWC056" in [it.code for it in compilation.diagnostics]
