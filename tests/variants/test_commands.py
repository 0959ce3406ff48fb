"""Variants, layout and comparison as a person calls them: what is printed, and the exit codes."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.test_command import run

BASE = """# Stones lie in a row.
language: 1
game: stones
title: Stones
players: 2..3
options:
    top:   {is: 7,in: 1..20}     # of the row
    most:  {is: 3, in: 1..5}
state:
    left:  {type: 0..20, start: top}
phases:
    take:
        until: left == 0
        for: p in players
        choose: n in 1..most where n <= left
        do: |
          left -= n
          if left == 0: win p
"""
LAID_OUT = """# Stones lie in a row.
language: 1
game: stones
title: Stones
players: 2..3
options:
  top:  {is: 7, in: 1..20}                                     # of the row
  most: {is: 3, in: 1..5}

state:
  left: {type: 0..20, start: top}

phases:
  take:
    until: left == 0
    for: p in players
    choose: n in 1..most where n <= left
    do: |
      left -= n
      if left == 0: win p
"""


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """A repository with a game and a variant of it."""
    game = tmp_path / "specs" / "stones"
    (game / "variants").mkdir(parents=True)
    (game / "game.yaml").write_text(BASE)
    (game / "variants" / "few.yaml").write_text("language: 1\nvariant: few\nextends: stones\nset:\n  options.most: 2\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "stones")
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def test_every_verb_that_reads_a_spec_takes_variants(author: Path) -> None:
    for verb in (
        ("check", "stones"), ("test", "stones"), ("build", "stones"), ("show", "merged", "stones"), ("perft", "stones", "--depth", "1"),
        ("simulate", "stones", "--games", "10"), ("play", "stones", "--seed", "1", "--record", "match.json"), ("diff", "stones"),
    ):  # fmt: skip
        done = run(*verb, "--variant", "few", "--set", "top=5", cwd=author)
        assert done.returncode == (1 if verb[0] == "diff" else 0), f"{verb}: {done.stdout}{done.stderr}"
    assert "  1 2 (" in run("perft", "stones", "--depth", "1", "--variant", "few", cwd=author).stdout
    assert run("replay", "match.json", cwd=author).returncode == 2, "another option is another spec"
    assert run("replay", "match.json", "--set", "top=5", cwd=author).returncode == 0
    assert run("replay", "match.json", "--set", "top=5", "--variant", "fwe", cwd=author).returncode == 1


def test_the_merged_spec_is_a_spec_and_says_where_it_comes_from(author: Path) -> None:
    done = run("show", "merged", "stones", "--variant", "few", "--set", "top=5", cwd=author)
    assert done.returncode == 0
    assert "    is: 2    # specs/stones/variants/few.yaml:5\n" in done.stdout
    assert "    is: 5    # --set\n" in done.stdout
    assert done.stdout.count("#") == 2
    (author / "merged.yaml").write_text(done.stdout)
    assert run("check", "merged.yaml", cwd=author).returncode == 0
    assert run("diff", "merged.yaml", "specs/stones/variants/few.yaml", "--set", "top=5", cwd=author).stdout.endswith("no change in play\n")


def test_fmt_names_writes_and_is_done(author: Path) -> None:
    file = author / "specs" / "stones" / "game.yaml"
    checked = run("fmt", "--check", cwd=author)
    assert checked.returncode == 1 and "specs/stones/game.yaml: is laid out otherwise" in checked.stdout
    assert file.read_text() == BASE
    assert run("fmt", "stones", cwd=author).returncode == 0
    assert file.read_text() == LAID_OUT
    assert run("fmt", "--check", cwd=author).returncode == 0
    (author / "specs" / "stones" / "variants" / "few.yaml").write_text("language: [1\n")
    broken = run("fmt", cwd=author)
    assert broken.returncode == 1 and "RWL004" in broken.stderr
    assert file.read_text() == LAID_OUT


def test_two_revisions(author: Path) -> None:
    file = author / "specs" / "stones" / "game.yaml"
    file.write_text(LAID_OUT.replace("left", "sticks").replace("take:", "grab:"))
    renamed = run("diff", "HEAD:specs/stones", cwd=author)
    assert renamed.returncode == 0
    assert "left is now sticks" in renamed.stdout and "take is now grab" in renamed.stdout
    assert renamed.stdout.endswith("no change in play\n")
    assert [line for line in renamed.stdout.splitlines() if line.startswith("  ")] == []

    file.write_text(LAID_OUT.replace("left -= n", "left -= 1").replace("left", "sticks"))
    for arguments in (("HEAD:specs/stones",), ("HEAD:specs/stones/game.yaml", "specs/stones/game.yaml"), ("HEAD:stones", "stones")):
        changed = run("diff", *arguments, "--players", "2", "--games", "50", cwd=author)
        assert changed.returncode == 1, changed.stderr
        assert "left is now sticks" in changed.stdout
        assert "~ phases.take.do: left -= n; if left == 0: win p -> sticks -= 1; if sticks == 0: win p" in changed.stdout
        assert "  2 players, after p0: take 2:\n    sticks: 5 -> 6\n" in changed.stdout


def test_a_comparison_as_data(author: Path) -> None:
    done = run("diff", "stones", "stones+few", "--json", "--games", "200", "--playouts", "5", cwd=author)
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert (data["version"], data["before"], data["after"], data["same"], data["names"]) == (1, "stones", "stones+few", False, {})
    assert [(part["path"], part["kind"], part["before"], part["after"]) for part in data["parts"]] == [("options.most.is", "changed", "3", "2")]
    assert data["players"] == [2, 3]
    (legal,) = [each for each in data["play"] if each["kind"] == "legal"]
    assert (legal["before"], legal["after"], legal["moves"], legal["players"]) == ("take 3", "", [], 2)
    assert {effect["what"] for effect in data["effects"]} == {"length", "draws", "p0 first", "p1 first", "p2 first"}
    assert all(set(effect["difference"]) == {"mean", "margin"} and isinstance(effect["shows"], bool) for effect in data["effects"])
    assert run("diff", "stones", "stones+few", "--json", "--games", "200", "--playouts", "5", cwd=author).stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("stones",), "nothing to compare"),
        (("stones", "stones+few", "--players", "9"), "not 9"),
        (("HEAD:specs/sticks",), "has no specs/sticks"),
        (("nowhere:specs/stones",), "git ls-tree"),
        (("stones", "sticks"), "no spec"),
    ],
)
def test_what_cannot_be_compared_is_said(author: Path, arguments: tuple[str, ...], words: str) -> None:
    done = run("diff", *arguments, cwd=author)
    assert done.returncode == 2
    assert words in done.stderr and "Traceback" not in done.stderr


def test_a_wrong_variant_is_a_finding(author: Path) -> None:
    done = run("diff", "stones", "stones+fwe", cwd=author)
    assert done.returncode == 1 and "RWL042" in done.stderr
