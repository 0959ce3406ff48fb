"""The mutation score of a spec: which changes are made, who notices them, and what the command does with them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from compiler.checks.mutate.changes import changes_of
from compiler.cli.app import _verb
from compiler.cli.examined import builder
from compiler.cli.noticed import Bench
from compiler.driver import compile_game

SPEC = """\
language: 1
game: heap
title: Heap
players: 2
rulebook: rulebook.md

state:
  heap: {type: 0..9, start: 9}

phases:
  play:
    while: heap > 0
    for: p in players
    choose: n in 1..2 where n <= heap
    do: |
      heap -= n
      if heap == 0 and n + 0 > 0: win p
    cite: [1.1, 1.2]
"""
BOOK = "# Heap\n\n## 1 Play\n\n- **1.1** Whose turn it is takes one or two sticks from a heap of nine.\n- **1.2** Who takes the last wins.\n"
SCENARIOS = """\
game: heap
scenarios:
  - name: taking two leaves seven
    cite: 1.1
    play:
      - 0: play 2
    expect: heap == 7
"""


def written(folder: Path, scenarios: str = SCENARIOS) -> Path:
    game = folder / "heap"
    (game / "scenarios").mkdir(parents=True)
    (game / "game.yaml").write_text(SPEC)
    (game / "rulebook.md").write_text(BOOK)
    (game / "scenarios" / "worked.yaml").write_text(scenarios)
    return game


def verdicts(game: Path, folder: Path) -> dict[str, str]:
    typed = compile_game(game).typed
    assert typed is not None
    (folder / "copies").mkdir()
    bench = Bench(game, folder / "copies", builder("python"))
    changes = changes_of(typed)
    return {change.told().partition("yaml:")[2]: bench.judge(change).noticed for change in changes}


def test_a_change_is_noticed_by_what_plays_it(tmp_path: Path) -> None:
    game = written(tmp_path)
    found = verdicts(game, tmp_path)
    assert found["8:29 `9` becomes `8`"] == "scenario"
    assert found["16:7 `heap -= n` becomes `pass`"] == "scenario"
    assert found["17:35 `win p` becomes `pass`"] == "play"  # then a game has no winner, which games notice
    assert found["17:39 `p` becomes `left_of(p)`"] == ""  # no example says who wins
    assert found["17:24 `n + 0 > 0` becomes `true`"] == ""  # the same rule said otherwise
    assert (game / "game.yaml").read_text() == SPEC


def test_a_worked_example_kills_a_survivor(tmp_path: Path) -> None:
    last = "  - name: the last stick wins\n    cite: 1.2\n    given: {heap: 1}\n    play:\n      - 0: play 1\n    over: yes\n    returns: [1, -1]\n"
    found = verdicts(written(tmp_path, SCENARIOS + last), tmp_path)
    assert found["17:39 `p` becomes `left_of(p)`"] == "scenario"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(_verb("mutate"), list(arguments))
    return result.exit_code, result.output


def test_the_share_is_of_changes_of_the_rules_and_may_be_asked_for(tmp_path: Path) -> None:
    game = written(tmp_path)
    code, text = run(str(game), "--format", "json", "--at-least", "100")
    data = json.loads(text)
    assert code == 1
    assert data["noticed"] < data["counted"] < data["made"]
    assert data["counted"] == sum(each["noticed"] in (None, "check", "claim", "scenario", "play") for each in data["changes"])
    assert {each["clause"] for each in data["clauses"]} == {"1.1", "1.2", None}  # no clause is cited for the heap of nine
    assert run(str(game), "--format", "json", "--jobs", "2")[1] == text


def test_an_explained_survivor_is_not_counted_and_an_idle_explanation_is_told(tmp_path: Path) -> None:
    game = written(tmp_path)
    (game / "survivors.yaml").write_text(
        "- {rule: phases.play, was: n + 0 > 0, put: 'true', because: one stick at least is taken}\n"
        "- {rule: phases.play, was: heap -= n, put: pass, because: it is noticed}\n"
    )  # fmt: skip
    _, text = run(str(game))
    assert "1 explained" in text
    assert "explained for nothing: phases.play: `heap -= n` becomes `pass`" in text
    assert "`n + 0 > 0` becomes `true`  [" not in text


@pytest.mark.parametrize("text", ["- {rule: x}", "rule", "- {rule: a, was: b, put: c, because: d, more: e}", "[", "\xff"])
def test_explanations_that_cannot_be_read_are_refused(text: str, tmp_path: Path) -> None:
    game = written(tmp_path)
    (game / "survivors.yaml").write_bytes(text.encode("latin-1"))
    code, said = run(str(game), "--limit", "1", "--games", "0")
    assert code == 2
    assert "survivors.yaml" in said
    assert "Traceback" not in said
