"""The package away from its checkout: a wheel holds all it needs, and built engines need `runtime` alone."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignore = shutil.ignore_patterns(".venv", ".git", "__pycache__", "*.egg-info", ".hypothesis", ".*_cache", "tests", "build")
    shutil.copytree(ROOT, source, ignore=ignore)
    options = ["--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet"]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(source)], check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("rulewright-*.whl")
    subprocess.run([sys.executable, "-m", "pip", "install", *options[:1], *options[2:], "--target", str(folder / "site"), str(wheel)], check=True, timeout=300)
    return folder / "site"


def run(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_every_spec_checks_builds_and_plays_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    where = run(installed, tmp_path, "-c", "import compiler; print(compiler.__file__)")
    assert where.stdout.startswith(str(installed))
    checked = run(installed, tmp_path, "-m", "compiler.cli", "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    built = run(installed, tmp_path, "-m", "compiler.cli", "build")
    assert built.returncode == 0, built.stdout + built.stderr
    made = sorted(path.name for path in (tmp_path / "generated").glob("*.py"))
    assert {f"{path.parent.name}.py" for path in (ROOT / "specs").glob("*/game.yaml")} <= set(made)
    for name in made:
        assert (tmp_path / "generated" / name).read_bytes() == (ROOT / "generated" / name).read_bytes()
    for verb in (("play", "pig", "--bots", "random", "--seed", "1"), ("explain", "RWN001"), ("schema",), ("init", "specs/mine"), ("test", "pig")):
        done = run(installed, tmp_path, "-m", "compiler.cli", *verb)
        assert done.returncode == 0, done.stdout + done.stderr


def test_engines_run_with_the_runtime_alone(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(installed / "runtime", tmp_path / "runtime")
    shutil.copytree(ROOT / "generated", tmp_path / "engines")
    script = """
import sys, pathlib, random
sys.modules["compiler"] = None
import runtime
for path in sorted(pathlib.Path("engines").glob("*.py")):
    game = runtime.load(path, backend="python")
    state = game.new_initial_state(seed=1)
    for _ in range(30):
        if state.is_terminal():
            break
        state.apply_action(random.Random(1).choice(state.legal_actions()))
print("played")
"""
    done = run(tmp_path, tmp_path, "-c", script)
    assert done.stdout == "played\n", done.stderr


def test_a_wheel_made_of_the_sdist_is_the_one_made_of_the_tree(tmp_path: Path, long: bool) -> None:
    if not long:
        pytest.skip("two wheels are made: --long")
    ignore = shutil.ignore_patterns(".venv", ".git", "__pycache__", "*.egg-info", ".hypothesis", ".*_cache", "tests", "build")
    shutil.copytree(ROOT, tmp_path / "tree", ignore=ignore)

    def make(folder: Path, what: str) -> Path:
        script = f"import setuptools.build_meta as made; made.build_{what}({str(tmp_path / folder.name)!r} + '.out')"
        subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, capture_output=True, timeout=300)
        (found,) = (tmp_path / f"{folder.name}.out").glob("*.whl" if what == "wheel" else "*.tar.gz")
        return found

    shutil.unpack_archive(make(tmp_path / "tree", "sdist"), tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert (unpacked / "specs" / "pig" / "game.yaml").is_file()
    (tmp_path / "again").symlink_to(unpacked)
    first, second = (ZipFile(make(tmp_path / name, "wheel")) for name in ("tree", "again"))
    assert sorted(first.namelist()) == sorted(second.namelist())
    assert all(first.read(name) == second.read(name) for name in first.namelist())
