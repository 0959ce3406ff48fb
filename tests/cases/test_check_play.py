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


def test_who_is_out_is_asked(tmp_path: Path) -> None:
    """A seat that eliminates itself changes something, and asking it afterwards is a fault of its own."""
    spec = game_of(
        "state:",
        "  coins: {per: player, type: 0..9, start: 1}",
        "phases:",
        "  turn:",
        "    repeat: 3",
        "    for: p in players",
        "    actions:",
        "      leave_it:",
        "        where: coins[p] == 1",
        "        do: eliminate p",
        "      stay:",
        "        do: pass",
    )
    codes = {it.code: it.headline for it in found(tmp_path, spec)}
    assert "RWC059" not in codes and "RWC052" not in codes
    assert "no longer plays" in codes["RWC056"]


def test_a_truth_value_among_the_reads_of_a_table(tmp_path: Path) -> None:
    spec = game_of(
        "rulebook: rulebook.md",
        "options:",
        "  big: {is: five, in: [four, five], settles: OP-1}",
        "state:",
        "  face: {type: 1..6}",
        "  wet: {type: bool}",
        "phases:",
        "  look: {resolve: look}",
        "resolution:",
        "  look:",
        "    reads: {f: face, w: wet}",
        "    hit: unique",
        "    rows:",
        "      big: {when: f >= 5 or f == 4 and big == four, do: pass, cite: 1.1}",
        "      small: {when: f < 4 or f == 4 and big == five, do: wet = true, cite: 1.1}",
    )
    (tmp_path / "game.yaml").write_text(spec)
    (tmp_path / "rulebook.md").write_text("- **1.1** Look.\n- **OP-1** (1.1) Big? *Readings:* four; five.\n")
    compilation = compile_game(tmp_path)
    lines = go_further(tmp_path, compilation, Asked(games=20, without=("OP-1",)))
    assert any("f = 4" in line for line in lines), lines


def test_a_sure_of_what_is_known_is_pointed_out(tmp_path: Path) -> None:
    spec = game_of(
        "boards: {board: {shape: square, width: 3, height: 3}}".replace("{board: {", "\n  board: {").replace("}}", "}"),
        "state:",
        "  owner: {per: site(board), type: player or none}",
        "  score: {per: player, type: 0..99}",
        "phases:",
        "  turn:",
        "    for: p in players",
        "    choose: q in board where owner[q] != none",
        "    do: |",
        "      score[sure(owner[q])] += 1",
        "      owner[q] = none",
        "    otherwise: skip",
    )
    (tmp_path / "game.yaml").write_text(spec)
    assert [it.code for it in compile_game(tmp_path).diagnostics] == ["RWT039"]
    (tmp_path / "game.yaml").write_text(spec.replace(" where owner[q] != none", ""))
    assert compile_game(tmp_path).diagnostics == []
