"""What was dropped, or bound twice, in a strange place: unused values that may fail, decisions that options switch off, searches in links."""

import pytest

from compiler.driver import emit
from compiler.interpret import Interpreter
from runtime import Fault, from_functions, load_source
from tests.cases.played import Played, codes, compiled, game_of


@pytest.mark.parametrize(
    "value",
    [
        "sum(f() for i in (3, 7))",
        "count(i in 1..3 where f() > i)",
        "max(f() for i in (3, 7))",
        "first(i in 1..9 where i > f() default 0)",
        "f() + sum(g(i) for i in 1..3)",
        "1 if any(i in 1..3 where g(i) > 2) else f()",
        "largest(2, g(i) for i in 1..3 default 0)",
    ],
)
def test_a_value_that_nothing_reads_fails_as_if_it_were_read(value: str) -> None:
    spec = game_of(
        "state:",
        "  n: {type: 0..9}",
        "  m: {type: 0..9}",
        "define:",
        "  f() -> 0..3: n",
        "  g(1..3 i) -> 0..3: n if i == 2 else 1",
        "phases:",
        "  go:",
        "    repeat: 3",
        "    for: p in players",
        "    choose: k in 0..5",
        "    do: |",
        f"      let unused = {value}",
        "      m = 1",
        "      n = k",
    )
    played = Played(spec).do("go 3", "go 2", "go 5")
    assert (played.value("n"), played.value("m")) == (5, 1)
    assert played.fault("go 1") == "narrow"


@pytest.mark.parametrize("switch", ["where: bonus", "require: bonus", "choose: k in 0..2 where bonus", "choose: k in 3..2"])
@pytest.mark.parametrize("otherwise", ["skip", "n = 7", "{pass: {do: n = 7}}"])
def test_a_decision_that_is_switched_off(switch: str, otherwise: str) -> None:
    lines = [f"        {switch}"] if switch.startswith("choose") else ["        choose: k in 0..2", f"        {switch}"]
    forced = otherwise.startswith("{")
    spec = game_of(
        "options:",
        "  bonus: {is: no, in: [yes, no]}",
        "state:",
        "  n: {type: 0..9}",
        "phases:",
        "  round:",
        "    repeat: 2",
        "    for: p in players",
        "    steps:",
        "      move:",
        "        choose: k in 0..2",
        "        do: n = k",
        "      extra:",
        *lines,
        "        do: n = 9",
        *(["        otherwise:", "          pass_it:", "            do: n = 7"] if forced else [f"        otherwise: {otherwise}"]),
    )
    played = Played(spec).do("move 2")
    if forced:
        played.do("pass_it")
    assert played.value("n") == (2 if otherwise == "skip" else 7)
    assert played.state.actor() == 1 and played.legal() == ["move 0", "move 1", "move 2"]


def test_only_decisions_that_are_switched_off_end_at_once() -> None:
    spec = game_of(
        "options:",
        "  bonus: {is: no, in: [yes, no]}",
        "phases:",
        "  go:",
        "    repeat: 2",
        "    for: p in players",
        "    choose: k in 0..2",
        "    where: bonus",
        "    do: pass",
        "    otherwise: skip",
    )
    assert Played(spec).state.is_terminal()


LINKED = (
    "boards:",
    "  board: {shape: square, width: 3, height: 3}",
    "state:",
    "  shut: {per: [site(board), direction(board)], type: bool}",
)


@pytest.mark.parametrize(
    "link",
    [
        "any(d in directions(board) where step(a, d) == b and not shut[a, d])",
        "count(d in directions(board) where step(a, d) == b and not shut[a, d]) > 0",
        "first(d in directions(board) where step(a, d) == b and not shut[a, d] default none) != none",
        "adjacent(a, b) and all(d in directions(board) where step(a, d) == b, e in directions(board) where e == d: shut[a, e] == false)",
    ],
)
def test_a_search_in_a_link(link: str) -> None:
    """A side is shut only if both of the sites that it parts shut it: links hold both ways, whichever end they are written at."""
    if link.endswith("false)"):
        link = "adjacent(a, b) and all(step(a, d) != b or not shut[a, d] for d in directions(board))"
    spec = game_of(
        *LINKED,
        "graphs:",
        "  open:",
        "    nodes: site(board)",
        f"    link(a, b): {link}",
        "phases:",
        "  turn:",
        "    repeat: 9",
        "    for: p in players",
        "    choose: q in board, d in directions(board) where step(q, d) != none and not shut[q, d]",
        "    do: shut[q, d] = true",
        "result:",
        "  score: count(q in board where connected(open, q, a1))",
    )
    played = Played(spec)
    assert played.state.scores() == [9, 9]
    assert played.do("turn a1 north", "turn a1 east").state.scores() == [9, 9]
    assert played.do("turn a2 south").state.scores() == [9, 9]
    assert played.do("turn b1 west").state.scores() == [1, 1]


def test_shapes_of_switched_off_specs_load() -> None:
    off = ("options:", "  bonus: {is: no, in: [yes, no]}", "phases:", "  go:", "    choose: k in 0..2")
    made = compiled(game_of(*off, "    who: seat(0)", "    where: bonus", "    do: pass", "    otherwise: skip"))
    assert made.game is not None, codes(made)
    (source,) = emit(made.game).values()
    compile(source, "off.py", "exec")


@pytest.mark.parametrize("backend", ["interpreter", "python", "python checked", "native", "native checked"])
def test_a_start_value_outside_its_type_is_a_fault_everywhere(backend: str) -> None:
    """The rule of a start value is made after all others, and whatever keeps its number has room for it."""
    made = compiled(game_of("state:", "  pile: {per: 1..4, type: 0..6, start(i): 2 * i - 1}", "phases: {go: {for: p in players, choose: n in 1..2}}"))
    assert made.game is not None, codes(made)
    (source,) = emit(made.game).values()
    kind, _, checked = backend.partition(" ")
    interpreter = Interpreter(made.game, checked=True)
    game = (
        from_functions(interpreter, interpreter.facts, backend="interpreter")
        if kind == "interpreter"
        else load_source(source, "piles.py", backend=kind, checked=bool(checked))  # type: ignore[arg-type]
    )
    with pytest.raises(Fault) as fault:
        game.new_initial_state(seed=0)
    assert fault.value.kind == "narrow"
