"""What is silenced, with a reason, is not shown; what silences nothing is; and every format carries what was played and proved."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_command import run
from tests.errors.sarif import complaints

pytestmark = pytest.mark.slow

SPEC = """language: 1
game: odd
players: 2
state:
  left: {type: 0..6, start: 6}
  seen: {type: 0..6}
phases:
  take:
    until: left == 0
    for: p in players
    actions:
      one: {do: left -= 1}
      wait: {do: left += 0}
      never:
        where: left > 6
        do: pass
"""


@pytest.fixture
def author(tmp_path: Path) -> Path:
    (tmp_path / "specs" / "odd").mkdir(parents=True)
    return tmp_path


def written(author: Path, text: str) -> None:
    (author / "specs" / "odd" / "game.yaml").write_text(text)


def codes(author: Path, *more: str) -> list[str]:
    done = run("check", "odd", "--format", "json", *more, cwd=author)
    return [each["code"] for each in json.loads(done.stdout)["diagnostics"]]


def test_a_finding_is_silenced_by_code_and_by_what_it_is_about(author: Path) -> None:
    written(author, SPEC)
    found = codes(author)
    assert len(found) == 1
    code = found[0]
    for silence in (code, f"{code} state.seen"):
        written(author, f"{SPEC}silenced:\n  {silence}: kept for the next edition\n")
        assert codes(author) == []
    written(author, f"{SPEC}silenced:\n  {code} state.left: another one\n")
    assert sorted(codes(author)) == sorted([code, "RWC066"]), "about something else it silences nothing"


def test_errors_and_codes_that_are_not_there_cannot_be_silenced(author: Path) -> None:
    written(author, SPEC.replace("until: left == 0", "until: lift == 0") + "silenced:\n  RWN001: never mind\n")
    assert "RWN001" in codes(author)
    written(author, SPEC.replace("  seen: {type: 0..6}\n", "") + "silenced:\n  RWC999: never mind\n")
    assert codes(author) == ["RWC066"]


def test_every_format_carries_what_was_played_and_proved(author: Path) -> None:
    written(author, SPEC.replace("  seen: {type: 0..6}\n", ""))
    asked = ("check", "odd", "--play", "--prove", "--games", "20", "--seconds", "6")
    data = json.loads(run(*asked, "--format", "json", cwd=author).stdout)
    found = {each["code"]: each for each in data["diagnostics"]}
    assert {"RWC048", "RWC054", "RWC059"} <= set(found), sorted(found)
    assert any(note.startswith("proved:") for note in found["RWC048"]["notes"])
    assert any(note.startswith("found in play: 2 players, seed") for note in found["RWC059"]["notes"])
    (lines,) = data["examined"].values()
    assert any(line.startswith("played:") for line in lines) and any(line.startswith("proof:") for line in lines)

    log: Any = json.loads(run(*asked, "--format", "sarif", cwd=author).stdout)
    assert complaints(log) == []
    (one,) = log["runs"]
    assert sorted(result["ruleId"] for result in one["results"]) == sorted(each["code"] for each in data["diagnostics"])
    for result in one["results"]:
        for note in found[result["ruleId"]]["notes"]:
            assert note.replace("{", "{{").replace("}", "}}") in result["message"]["text"]
    assert list(one["properties"]["examined"].values()) == [lines]
    assert {result["level"] for result in one["results"]} <= {"error", "warning", "note"}

    shown = run(*asked, cwd=author).stdout
    assert all(line in shown for line in lines)
    concise = run(*asked, "--format", "concise", cwd=author).stdout
    assert sorted(line.split()[2] for line in concise.splitlines()) == sorted(each["code"] for each in data["diagnostics"])
