"""The command as a person calls it: what it prints, and its exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, cwd: Path = ROOT, input: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"], "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, "-m", "compiler.cli", *arguments], cwd=cwd, capture_output=True, text=True, input=input, env=environment, timeout=120, check=False
    )


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where `init` has made a game."""
    folder = tmp_path_factory.mktemp("author")
    made = run("init", "specs/stones", cwd=folder)
    assert made.returncode == 0, made.stderr
    return folder


def test_a_new_game_checks_tests_builds_and_plays_at_once(game: Path) -> None:
    verbs = (("check", "stones"), ("test", "stones"), ("build",), ("build", "--check"), ("play", "stones", "--seed", "1"), ("simulate", "stones"))
    for verb in verbs:
        done = run(*verb, cwd=game)
        assert done.returncode == 0, f"{verb}: {done.stdout}{done.stderr}"
    assert (game / "generated" / "stones.py").is_file()


def test_init_never_overwrites(game: Path) -> None:
    before = (game / "specs" / "stones" / "game.yaml").read_text()
    assert run("init", "specs/stones", cwd=game).returncode == 2
    assert (game / "specs" / "stones" / "game.yaml").read_text() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("frobnicate",), "no verb"),
        (("chek",), "did you mean check"),
        (("check", "no_such_game"), "no spec"),
        (("play", "tic_tac_to"), "did you mean tic_tac_toe"),
        (("play", "tic_tac_toe", "--players", "5"), "2 players"),
        (("play", "tic_tac_toe", "--bots", "wizard"), "unknown bot"),
        (("play", "pig", "--set", "goal"), "OPTION=VALUE"),
        (("play", "tic_tac_toe", "--resume", "missing.json"), "cannot read"),
        (("replay", "missing.json"), "cannot read"),
        (("simulate", "tic_tac_toe", "--backend", "cobol"), "unknown backend"),
        (("simulate", "pig", "--by", "luck"), "no variable of players called `luck`"),
        (("explain", "RWN9999"), "no code"),
        (("show", "everything", "tic_tac_toe"), "everything"),
    ],
)
def test_unusable_input_is_refused_in_words_with_code_2(arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("verb", ["init", "check", "build", "play", "replay", "test", "simulate", "perft", "show", "explain", "schema", "completion"])
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    done = run(verb, "--help")
    assert done.returncode == 0
    assert f"Example: rulewright {verb}" in " ".join(done.stdout.split())


def test_a_mistake_in_one_spec_never_hides_the_next_one(game: Path) -> None:
    for name, old, new in (("first", "take", "tkae"), ("second", "stones", "stones")):
        folder = game / "specs" / name
        if not folder.exists():
            assert run("init", f"specs/{name}", cwd=game).returncode == 0
        file = folder / "game.yaml"
        file.write_text(file.read_text().replace("left -= n", f"lfet -= n  # {old} {new}"))
    done = run("check", "--format", "concise", cwd=game)
    assert done.returncode == 1
    assert "specs/first/game.yaml" in done.stdout and "specs/second/game.yaml" in done.stdout
    built = run("build", "--to", "out", cwd=game)
    assert built.returncode == 1
    assert (game / "out" / "stones.py").is_file(), "the sound spec is built all the same"
    for name in ("first", "second"):
        file = game / "specs" / name / "game.yaml"
        file.write_text(file.read_text().replace("lfet", "left"))


def test_a_check_looks_at_variants_too(tmp_path: Path) -> None:
    """A mistake of an overlay is told with the overlay's name; what the base has as well is told once."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(
        "language: 1\ngame: heap\nplayers: 2\noptions:\n  spare: {is: 1, in: [1, 2]}\nstate:\n  heap: {type: 0..9, start: 9}\nphases:\n"
        "  play:\n    while: heap > 0\n    for: p in players\n    choose: n in 1..2 where n <= heap\n    do: heap -= n\n"
    )
    overlay = "language: 1\nvariant: {name}\nextends: heap\nset:\n  {edit}\n"
    (tmp_path / "variants" / "few.yaml").write_text(overlay.format(name="few", edit="phases.play.while: heap > few"))
    (tmp_path / "variants" / "fine.yaml").write_text(overlay.format(name="fine", edit="state.heap.start: 8"))
    done = run("check", str(tmp_path), "--format", "concise")
    assert done.returncode == 1
    assert [line.split(": ")[1].partition(" ")[0] for line in done.stdout.splitlines()] == ["warning", "error"], done.stdout
    assert "few.yaml:5:29" in done.stdout and "RWN001" in done.stdout
    told = run("check", str(tmp_path)).stdout
    assert "under the variant `few`" in told and told.count("RWC007") == 1 and told.endswith("1 checked, each of 2 variants too: 1 errors, 1 warnings\n")


def test_records_are_replayed_and_refused_by_another_spec(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    assert run("play", "pig", "--seed", "3", "--bots", "random", "--record", str(record)).returncode == 0
    replayed = run("replay", str(record))
    assert replayed.returncode == 0, replayed.stderr
    data = json.loads(record.read_text())
    assert "over: returns" in replayed.stdout

    data["spec_hash"] = "0" * 64
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data))
    refused = run("replay", str(other))
    assert refused.returncode == 2
    assert "a record of pig" in refused.stderr

    data = json.loads(record.read_text())
    data["actions"][4][2] = "something else"
    other.write_text(json.dumps(data))
    differs = run("replay", str(other))
    assert differs.returncode == 1
    assert "entry 5" in differs.stderr

    other.write_text(record.read_text()[:-40])
    assert run("replay", str(other)).returncode == 2


def test_people_play_by_text_and_are_told_why_not() -> None:
    moves = "place b2\n\nwhy place b2\nundo\n\n1\n\nquit\n"
    done = run("play", "tic_tac_toe", "--people", "2", "--seed", "1", input=moves)
    assert done.returncode == 0, done.stderr
    assert "place b2 is not legal" in done.stdout
    assert done.stdout.rstrip().endswith("left")


def test_stale_engines_are_found(game: Path) -> None:
    assert run("build", cwd=game).returncode == 0
    file = game / "generated" / "stones.py"
    file.write_text(file.read_text() + "# touched\n")
    stale = run("build", "--check", cwd=game)
    assert stale.returncode == 1
    assert "stones.py: differs" in stale.stdout


def test_version_names_package_language_and_records() -> None:
    done = run("--version")
    assert done.returncode == 0
    for word in ("rulewright", "language 1", "records 2"):
        assert word in done.stdout


@pytest.mark.parametrize("format", ["json", "sarif"])
def test_findings_as_data(format: str) -> None:
    done = run("check", "tic_tac_toe", "--format", format)
    assert done.returncode == 0
    assert isinstance(json.loads(done.stdout), dict)
