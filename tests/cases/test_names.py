"""Any name may be used for a rule: none is taken for the engine's own."""

from runtime.contract import FACTS
from runtime.engine import FUNCTIONS
from tests.cases.played import Played, codes, compiled, game_of


def bumping(name: str) -> str:
    return game_of(
        "state:",
        "  n: {type: 0..9}",
        "effects:",
        f"  {name}(player q): n = (n + 1) % 9",
        "phases:",
        "  go:",
        "    repeat: 3",
        "    for: p in players",
        "    choose: k in 0..2",
        f"    do: {name}(p)",
    )


def test_asking_for_legal_actions_runs_no_rule_of_that_name() -> None:
    played = Played(bumping("list_actions"))
    played.legal()
    assert played.value("n") == 0
    assert played.do("go 1", "go 2").value("n") == 2


TAKEN = sorted({*FUNCTIONS, *(name.lower() for name in FACTS), "list_actions", "len", "range", "final", "vec", "s", "out", "state", "main", "print"})


def test_names_of_the_runtime_and_of_python_are_an_author_s_to_use() -> None:
    """Each effect adds its own number; those that the language bars are refused by it."""
    free = [name for name in TAKEN if not codes(compiled(bumping(name)), severity="error")]
    assert "list_actions" in free and "legal_actions" in free and "spec_hash" in free
    played = Played(
        game_of(
            "state:",
            "  n: {type: 0..9999}",
            "effects:",
            *(f"  {name}(player q): n += {at}" for at, name in enumerate(free)),
            "phases:",
            "  go:",
            "    repeat: 100",
            "    for: p in players",
            "    actions:",
            *(f"      act_{at}: {{do: {name}(p)}}" for at, name in enumerate(free)),
        )
    )
    for at, _ in enumerate(free):
        assert played.value("n") == at * (at - 1) // 2
        played.do(f"act_{at}")
