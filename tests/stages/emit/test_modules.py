"""Modules of the shipped games as text: in the engine subset, clean for the linter, the same on every run, tied to the spec line by line."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.emit.nouns.lines import WIDTH
from compiler.ir.flow import Run
from runtime.contract import FACTS
from runtime.engine import FUNCTIONS
from runtime.native import validate
from tests.games import GAMES, ROOT, ir, source

pytestmark = pytest.mark.slow

HARD_WIDTH = 150
"""What the linter allows: a line that cannot be broken may be this long."""


@pytest.mark.parametrize("name", GAMES)
def test_a_module_is_in_the_engine_subset(name: str) -> None:
    assert [str(violation) for violation in validate(source(name), f"{name}.py")] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_module_has_every_name_of_the_contract_and_imports_only_typing(name: str) -> None:
    tree = ast.parse(source(name))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    constants = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    assert set(FUNCTIONS) <= functions
    assert set(FACTS) <= constants
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [(node.module, [name.name for name in node.names]) for node in imports if isinstance(node, ast.ImportFrom)] == [("typing", ["Final"])]
    assert len(imports) == 1


@pytest.mark.parametrize("name", GAMES)
def test_steps_nobody_decides_carry_their_clauses(name: str) -> None:
    """A function of its own says number and text of what it carries out; one written in its place at least is mapped."""
    game = ir(name)
    said = {node.name: ast.get_docstring(node) or "" for node in ast.parse(source(name)).body if isinstance(node, ast.FunctionDef)}
    for node in game.flow:
        if not isinstance(node, Run) or node.doc is None or not node.step:
            continue
        for doc in said.values():
            if f"`{node.path}`" in doc:
                assert all(f"{number} " in doc for number, text in node.doc.clauses if text), node.path


def test_a_clause_stands_in_full() -> None:
    texts = [ast.get_docstring(node) or "" for node in ast.parse(source("wild_farm")).body if isinstance(node, ast.FunctionDef) and node.name == "reveal"]
    assert texts == ["What happens at `phases.round.trick.reveal`.\n\n4.4 As soon as the last card is down, all of them are turned face up."]


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_within_the_page(name: str) -> None:
    lengths = [len(line) for line in source(name).split("\n")]
    assert max(lengths) <= HARD_WIDTH
    assert sum(length > WIDTH for length in lengths) <= len(lengths) // 100


def test_modules_pass_the_linter(tmp_path: Path) -> None:
    """Where they lie in the project: `generated/` has a rule of its own in pyproject.toml."""
    (tmp_path / "generated").mkdir()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    for name in GAMES:
        (tmp_path / "generated" / f"{name}.py").write_text(source(name))
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "."], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_module_passes_the_type_checker(tmp_path: Path) -> None:
    """One with trials, graphs and memory, one with sealed choices and zones."""
    files = []
    for name in ("go", "wild_farm"):
        files.append(tmp_path / f"{name}.py")
        files[-1].write_text(source(name))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "--config-file", os.devnull, *map(str, files)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_a_module_is_the_same_under_any_hash_seed() -> None:
    script = (
        "import sys; from pathlib import Path; from compiler.driver import compile_game, emit\n"
        "for name in ('go', 'hearts'): sys.stdout.write(''.join(emit(compile_game(Path('specs') / name).game).values()))"
    )
    texts = []
    for seed in ("1", "2024"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=ROOT, env=environment)
        assert done.returncode == 0, done.stderr.decode()
        texts.append(done.stdout)
    assert texts[0] == texts[1]
    assert texts[0] == "".join(source(name) for name in ("go", "hearts")).encode()


@pytest.mark.parametrize("name", GAMES)
def test_the_source_map_leads_from_lines_to_the_spec(name: str) -> None:
    """Entries are in order, within the module; each place is a line of a file of this game, and each path ends in what stands there or above."""
    text = source(name)
    names: dict[str, object] = {}
    exec(compile(text, name, "exec"), names)
    entries = names["SOURCE_MAP"]
    assert isinstance(entries, tuple)
    assert entries
    lines = text.split("\n")
    assert [entry[0] for entry in entries] == sorted(entry[0] for entry in entries)
    for first, last, place, path in entries:
        assert 1 <= first <= last <= len(lines)
        assert path
        if place:
            assert re.fullmatch(r".+:\d+:\d+", place)
    for function in (function for function in ir(name).functions if f"\ndef {function.name}(" in text):
        (entry,) = [entry for entry in entries if entry[3] == function.doc.path and lines[entry[0] - 1].startswith("def ")][:1]
        assert f"def {function.name}" in lines[entry[0] - 1]


@pytest.mark.parametrize("name", GAMES)
def test_rules_carry_their_clauses(name: str) -> None:
    """The number and the first words of each clause that a definition, an effect or an action cites stand in a docstring."""
    text, game = source(name), ir(name)
    told = " ".join(text.split())
    named = [(item.name, item.doc) for item in (*game.functions, *game.procedures)] + [(f"do_{item.name}", item.doc) for item in game.actions]
    cited = [clause for function, doc in named if f"\ndef {function}(" in text for clause in doc.clauses]
    for number, text in cited:
        assert f"{number} {' '.join(text.split()[:5])}".replace("\\", "\\\\") in told


def test_the_header_says_what_it_is_and_how_it_is_made() -> None:
    head = source("nim").split("\n")[:4]
    assert "do not edit" in head[0]
    assert "rulewright build specs/nim" in head[1]
    assert ir("nim").spec_hash in head[2]
