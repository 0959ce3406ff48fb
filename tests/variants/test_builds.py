"""Declared combinations are built and kept fresh, and a package that ships only a spec has engines in its wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from compiler.builds import BadBuilds, declared_builds
from tests.cli.test_command import run
from tests.games import ROOT, SPECS
from tests.variants.overlays import ALONE

SPEC = "language: 1\ngame: stones\nplayers: 2\noptions:\n  top: {is: 3, in: 1..9}\nphases:\n  take:\n    for: p in players\n    choose: n in 1..top\n    do: pass\n"


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """A folder with a game, two variants, and what is built of them."""
    game = tmp_path / "specs" / "stones"
    (game / "variants").mkdir(parents=True)
    (game / "game.yaml").write_text(SPEC)
    for name, value in (("few", 2), ("tall", 9)):
        (game / "variants" / f"{name}.yaml").write_text(f"language: 1\nvariant: {name}\nextends: stones\nset:\n  options.top: {value}\n")
    (tmp_path / "pyproject.toml").write_text('[tool.rulewright.builds]\nstones = ["few", " tall "]\n')
    return tmp_path


def test_build_makes_the_base_and_what_is_declared(author: Path) -> None:
    assert run("build", cwd=author).returncode == 0
    assert sorted(file.name for file in (author / "generated").iterdir()) == ["stones.py", "stones__few.py", "stones__tall.py"]
    checked = run("build", "--check", cwd=author)
    assert checked.returncode == 0 and "3 engines: 0 stale" in checked.stdout

    (author / "specs" / "stones" / "variants" / "few.yaml").write_text("language: 1\nvariant: few\nextends: stones\nset:\n  options.top: 1\n")
    stale = run("build", "--check", cwd=author)
    assert stale.returncode == 1
    assert "stones__few.py: differs" in stale.stdout and "stones__tall.py" not in stale.stdout

    (author / "pyproject.toml").write_text("")
    left = run("build", "--check", cwd=author)
    assert left.returncode == 1 and "stones__tall.py: no spec makes it" in left.stdout


def test_a_variant_asked_for_is_built_alone(author: Path) -> None:
    assert run("build", "stones", "--variant", "tall", cwd=author).returncode == 0
    assert [file.name for file in (author / "generated").iterdir()] == ["stones__tall.py"]


def test_a_wrong_combination_is_named_and_hides_no_other(author: Path) -> None:
    (author / "pyproject.toml").write_text('[tool.rulewright.builds]\nstones = ["few,tall", "fwe", "tall"]\n')
    done = run("build", cwd=author)
    assert done.returncode == 1
    assert "RWL034" in done.stderr and "RWL042" in done.stderr and "few" in done.stderr
    assert sorted(file.name for file in (author / "generated").iterdir()) == ["stones.py", "stones__tall.py"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tool.rulewright.builds]\nsticks = []\n", "no specs/sticks/game.yaml"),
        ('[tool.rulewright.builds]\nstones = "few"\n', "a list of texts"),
        ('[tool.rulewright.builds]\nstones = ["few", "few"]\n', "twice"),
        ('[tool.rulewright.builds]\nstones = [""]\n', "names no variant"),
        ("[tool.rulewright]\nbuild = 1\n", "not build"),
        ("[tool.rulewright]\nbuilds = 1\n", "by game"),
        ("[tool.rulewright\n", "pyproject.toml"),
        ("[tool]\nrulewright = 1\n", "is a table"),
    ],
)
def test_a_wrong_declaration_is_unusable_in_words(author: Path, text: str, words: str) -> None:
    (author / "pyproject.toml").write_text(text)
    with pytest.raises(BadBuilds, match="pyproject.toml"):
        declared_builds(author)
    done = run("build", cwd=author)
    assert done.returncode == 2
    assert words in done.stderr and "Traceback" not in done.stderr


def test_what_this_repository_declares_is_there() -> None:
    declared = {(game, combination) for game, combinations in declared_builds(ROOT).combinations.items() for combination in combinations}
    assert {case for case in ALONE if case[0] == "wild_farm"} <= declared
    assert all((SPECS / game / "variants" / f"{name}.yaml").is_file() for game, names in declared for name in names)


PLAY = """
import sys
from importlib.resources import files
from runtime import load
games = [load(files("fireflies") / name, backend="python") for name in ("fireflies.py", "fireflies__calm.py")]
assert [game.title for game in games] == ["Fireflies", "Fireflies on a calm evening"]
for game, fingers in zip(games, (3, 4)):
    state = game.new_initial_state(3, seed=1)
    assert len(state.legal_actions()) == fingers
    moves = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[moves % 3 if state.actor() else fingers - 1])
        moves += 1
    assert sum(state.returns()) == 0 and max(state.scores()) >= {3: 12, 4: 5}[fingers]
assert not any(name.split(".")[0] in ("compiler", "lark", "yaml", "numpy") for name in sys.modules)
print("played")
"""


def test_a_wheel_of_a_package_with_nothing_but_a_spec_plays(tmp_path: Path) -> None:
    source = tmp_path / "package"
    for file in sorted((ROOT / "examples" / "fireflies").rglob("*")):
        if file.suffix in (".toml", ".yaml", ".md") and "build" not in file.parts:
            target = source / file.relative_to(ROOT / "examples" / "fireflies")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    assert not list(source.rglob("*.py"))
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(source)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    assert sorted(file.name for file in (site / "fireflies").iterdir()) == ["fireflies.py", "fireflies__calm.py"]
    (site / "runtime").symlink_to(ROOT / "runtime")
    played = subprocess.run(
        [sys.executable, "-S", "-c", PLAY], cwd=tmp_path, env={"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert played.stdout == "played\n", played.stderr


def test_a_wrong_spec_stops_the_wheel_with_its_diagnostics(author: Path) -> None:
    from compiler.packaging import engines

    (author / "pyproject.toml").write_text('[tool.rulewright]\npackage = "stones"\n')
    assert [path.name for path in engines(author, Path("to"))] == ["stones.py"]
    file = author / "specs" / "stones" / "game.yaml"
    file.write_text(SPEC.replace("1..top", "1..tpo"))
    with pytest.raises(Exception, match=r"(?s)RWN001.*did you mean `top`"):
        engines(author, Path("to"))
