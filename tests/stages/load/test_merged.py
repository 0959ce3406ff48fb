"""A merged spec printed as YAML: it says the same, and where each part of an overlay came from."""

from pathlib import Path

import pytest

from compiler.diagnostics import Problems
from compiler.load import load_spec, load_text
from compiler.load.merged import merged_text
from compiler.load.tree import same
from tests.stages.load.looking import found
from tests.stages.load.test_load import GAMES, OVERLAYS, SPECS, WHOLE, laid_out, needs_drafts
from tests.stages.load.test_overlay import BASE, load


def again(text: str) -> object:
    problems = Problems()
    tree = load_text(text, "merged.yaml", problems)
    assert found(problems) == []
    assert tree is not None
    return tree.root


@pytest.mark.parametrize("name", GAMES)
def test_shipped_specs_say_the_same(name: str) -> None:
    tree = load_spec(SPECS / name, problems=Problems())
    assert tree is not None
    root = again(merged_text(tree))
    assert same(tree.root, root)  # type: ignore[arg-type]


@needs_drafts
@pytest.mark.parametrize("name", WHOLE)
def test_drafts_say_the_same(name: str, tmp_path: Path) -> None:
    variants = OVERLAYS if name == "wolves_and_sheep" else ()
    tree = load_spec(laid_out(name, tmp_path), variants=variants, problems=Problems())
    assert tree is not None
    root = again(merged_text(tree))
    assert same(tree.root, root)  # type: ignore[arg-type]


def test_origins_stand_beside_what_came_from_an_overlay(tmp_path: Path) -> None:
    tree, _ = load(tmp_path, {"v": "set:\n  options.rounds: 3\nadd:\n  phases.round.bonus:\n    do: |\n      f()\n      pass\n"}, {"rounds": "2"})
    lines = merged_text(tree).splitlines()
    assert "    is: 2    # --set" in lines
    start = lines.index("      bonus:    # variants/v.yaml:7")
    assert lines[start : start + 4] == ["      bonus:    # variants/v.yaml:7", "        do: |", "          f()", "          pass"]
    assert sum("#" in line for line in lines) == 2
    assert "#" not in BASE
