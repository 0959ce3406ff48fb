"""The verbs that play take a built engine as well as a spec; colour is asked for and forbidden by the environment; findings and figures as data; completion."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.cli import app

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "compiler.cli", *arguments], cwd=ROOT, env={**os.environ, **environment}, input=text, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


def here(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """Code and output of a verb in this process."""
    code: object = 0
    try:
        app.run(list(arguments))
    except SystemExit as left:
        code = left.code
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [("play", "--people", "0", "--seed", "1"), ("simulate", "--games", "10"), ("perft", "--depth", "2")],
    ids=lambda arguments: arguments[0],
)
def test_an_engine_plays_as_its_spec_does(arguments: tuple[str, ...]) -> None:
    verb, *rest = arguments
    built, spec = (run(verb, name, *rest) for name in ("generated/kuhn_poker.py", "kuhn_poker"))
    assert built.returncode == spec.returncode == 0, built.stderr
    # What the game is about stands in the spec alone; times differ from run to run.
    timeless = [line for line in spec.stdout.splitlines() if "second" not in line and " s)" not in line and "bluffing" not in line]
    assert [line for line in built.stdout.splitlines() if "second" not in line and " s)" not in line] == timeless


def test_a_record_is_replayed_on_an_engine(tmp_path: Path) -> None:
    match = tmp_path / "match.json"
    assert run("play", "kuhn_poker", "--people", "0", "--seed", "1", "--record", str(match)).returncode == 0
    done = run("replay", str(match), "--spec", "generated/kuhn_poker.py")
    assert done.returncode == 0 and "over: returns" in done.stdout


@pytest.mark.parametrize("arguments", [("check", "generated/pig.py"), ("play", "generated/pig.py", "--set", "target=3"), ("play", "nowhere.py")])
def test_an_engine_where_none_fits_is_refused_in_words(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and "engine" in done.stderr and "YAML" not in done.stderr and "Traceback" not in done.stderr


def test_colour_is_as_the_environment_says(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("language: 1\ngame: small\nplayers: 2\nphases: {play: {do: nonsense}}\n", encoding="utf-8")
    plain = {"NO_COLOR": "", "FORCE_COLOR": "", "TERM": "xterm"}
    for verb, spec in (("check", str(tmp_path)), ("simulate", "generated/kuhn_poker.py")):
        asked = {"FORCE_COLOR": "1"}
        for environment, coloured in (({}, False), (asked, True), (asked | {"NO_COLOR": "1"}, False), (asked | {"TERM": "dumb"}, False)):
            done = run(verb, spec, **{**plain, **environment})
            assert ("\x1b[" in done.stdout + done.stderr) == coloured, (verb, spec, environment)


def test_figures_as_data() -> None:
    one, other = (run("simulate", "pig", "--games", "5", *option) for option in (("--json",), ("--format", "json")))
    assert json.loads(one.stdout)["games"] == json.loads(other.stdout)["games"] == 5
    levels = json.loads(run("perft", "tic_tac_toe", "--depth", "3", "--format", "json").stdout)["levels"]
    assert [level["sequences"] for level in levels] == [9, 72, 504]


@pytest.mark.parametrize(
    ("arguments", "code", "key", "value"),
    [
        (("test", "kuhn_poker"), 0, "failed", 0),
        (("build", "kuhn_poker", "--check"), 0, "engines", [{"file": "generated/kuhn_poker.py", "state": "same"}]),
        (("fmt", "kuhn_poker", "--check"), 0, "otherwise", []),
        (("build", "BROKEN", "--check"), 1, "engines", []),
        (("simulate", "BROKEN"), 1, "diagnostics", "RWN006"),
    ],
    ids=lambda part: "-".join(part) if isinstance(part, tuple) else "",
)
def test_findings_are_data_for_every_verb(arguments: tuple[str, ...], code: int, key: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text("language: 1\ngame: small\nplayers: 2\nphases: {play: {do: nonsense = 1}}\n", encoding="utf-8")
    left, said = here(capsys, *(word.replace("BROKEN", str(tmp_path)) for word in arguments), "--json")
    told = json.loads(said)
    assert left == code and told["version"] == 1
    assert (told[key][0]["code"] if key == "diagnostics" else told[key]) == value


def test_a_record_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = tmp_path / "match.json"
    here(capsys, "play", "generated/kuhn_poker.py", "--people", "0", "--seed", "1", "--record", str(match))
    asked = ("replay", str(match), "--spec", "generated/kuhn_poker.py")
    told = json.loads(here(capsys, *asked, "--json")[1])
    words = [entry["say"] for entry in told["entries"]]
    assert len(words[0]) == len("deal: 0") and words[0][:6] == words[1][:6] == "deal: " and words[2] in ("p0 bets", "p0 passes")
    assert told["over"] and sum(told["returns"]) == 0 and told["differs"] is None
    text = here(capsys, *asked)[1]
    assert all(f"  {said}\n" in text for said in words)
    data = json.loads(match.read_text())
    data["actions"][2][2] = "sings"
    match.write_text(json.dumps(data))
    code, said = here(capsys, *asked, "--json")
    assert code == 1 and "entry 3" in json.loads(said)["differs"] and len(json.loads(said)["entries"]) == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rulewright sim", ["simulate"]),
        ("rulewright play kuhn", ["kuhn_poker"]),
        ("rulewright fmt --c", ["--check"]),
        ("rulewright check pig --format s", ["sarif"]),
        ("rulewright play wolves_and_sheep --variant time_limit,t", ["time_limit,two_players"]),
    ],
)
def test_a_shell_completes_what_is_begun(line: str, words: list[str]) -> None:
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "_RULEWRIGHT_COMPLETE": "complete_bash"}
    assert run(**asked).stdout.split() == words


@pytest.mark.parametrize(("shell", "part"), [("bash", "complete -o default -F"), ("zsh", "compdef _rulewright"), ("fish", "complete --command rulewright")])
def test_each_shell_has_a_script_of_completion(shell: str, part: str) -> None:
    script = run("completion", shell)
    assert script.returncode == 0 and part in script.stdout and "_RULEWRIGHT_COMPLETE=complete_" in script.stdout
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=script.stdout, text=True, check=False).returncode == 0


def test_two_people_at_one_screen_are_told_what_happened_since() -> None:
    """Own cards are named, the other's not; Enter shows the numbered choices again; steps are said in words."""
    done = run("play", "leduc_poker", "--people", "2", "--seed", "3", text="1\n\n\n1\nquit\n")
    first, second = done.stdout.split("p1 to the screen, then Enter ")[:2]
    assert "Six cards, two rounds of betting" in first
    assert first.count("deal: unseen") == 1 and second.count("deal: unseen") == 1 and "p0 calls" in second
    assert second.split("p0 to the screen")[0].count("   1  call") == 2
    assert "step: street, speak (p0)" in first and "phases." not in done.stdout


def test_a_game_without_a_title_is_called_by_its_name(tmp_path: Path) -> None:
    text = "language: 1\ngame: small_game\nplayers: 2\nphases:\n  play:\n    for: p in players\n    choose: n in 0..1\n    do: win p\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert run("simulate", str(tmp_path), "--games", "5").stdout.startswith("Small game: 5 random games")
