"""What play shows: faults under readings that are not the default ones, and what a table takes for granted and is not so."""

from pathlib import Path

import pytest

from compiler.cli.further import Asked, go_further
from compiler.diagnostics import Diagnostic
from compiler.driver import compile_game
from tests.cases.played import game_of


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_BACKEND", "python")


def found(folder: Path, text: str, book: str = "") -> list[Diagnostic]:
    (folder / "game.yaml").write_text(text)
    if book:
        (folder / "rulebook.md").write_text(book)
    compilation = compile_game(folder)
    assert compilation.sound, compilation.diagnostics
    go_further(folder, compilation, Asked(play=True, games=120))
    return [it for it in compilation.diagnostics if it.severity != "hint"]


BOOK = "- **1.1** In turn, walk.\n- **OP-1** (1.1) Strides? *Readings:* small; large.\n"


@pytest.mark.parametrize(("default", "named"), [("small", "under stride=large, "), ("large", "found in play")])
def test_a_fault_of_another_reading_is_named_with_it(tmp_path: Path, default: str, named: str) -> None:
    spec = game_of(
        "rulebook: rulebook.md",
        "options:",
        f"  stride: {{is: {default}, in: [small, large], settles: OP-1}}",
        "state:",
        "  spot: {type: 0..9}",
        "phases:",
        "  turn:",
        "    repeat: 2",
        "    for: p in players",
        "    choose: n in 1..2",
        "    do: spot += n if stride == small else n + 2",
        "    cite: 1.1",
    )
    (fault,) = [it for it in found(tmp_path, spec, BOOK) if it.code == "RWC056"]
    assert fault.notes[0].startswith(named) and fault.span.place.endswith("game.yaml:14:9")


@pytest.mark.parametrize("gives", [False, True])
def test_what_a_table_takes_for_granted_and_is_not_so(tmp_path: Path, gives: bool) -> None:
    spec = game_of(
        "state:",
        "  red: {type: 1..3}",
        "  points: {type: 0..9}",
        "resolution:",
        "  worth:",
        "    reads: {a: red}",
        "    given: a < 3",
        "    hit: unique",
        *(["    gives: 0..9"] if gives else []),
        "    rows:",
        "      low: {when: a == 1, gives: 1}" if gives else "      low: {when: a == 1, do: points = 1}",
        "      high: {when: a >= 2, gives: 2}" if gives else "      high: {when: a >= 2, do: points = 2}",
        "phases:",
        "  throw:",
        "    for: p in players",
        "    steps:",
        "      choose_it:",
        "        choose: n in 1..3",
        "        do: red = n",
        "      judge:",
        "        do: points = worth()" if gives else "        resolve: worth",
    )
    (fault,) = [it for it in found(tmp_path, spec) if it.code == "RWC056"]
    assert fault.span.place.endswith("game.yaml:10:12") and "choose_it 3" in fault.notes[0]


def test_where_it_is_so_nothing_is_found(tmp_path: Path) -> None:
    spec = game_of(
        "state:",
        "  red: {type: 1..3}",
        "  points: {type: 0..9}",
        "resolution:",
        "  worth:",
        "    reads: {a: red}",
        "    given: a < 3",
        "    hit: unique",
        "    rows:",
        "      low: {when: a == 1, do: points = 1}",
        "      high: {when: a >= 2, do: points = 2}",
        "phases:",
        "  throw:",
        "    for: p in players",
        "    steps:",
        "      choose_it:",
        "        choose: n in 1..2",
        "        do: red = n",
        "      judge: {resolve: worth}",
    )
    assert found(tmp_path, spec) == []
