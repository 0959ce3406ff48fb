"""Canonical layout: what it does to a text, that it is done once for all, and that no spec means anything else afterwards."""

import random
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Problems
from compiler.driver import compile_game, emit
from compiler.format import formatted
from compiler.format.pieces import pieces_of
from compiler.load.tree import same
from compiler.load.yaml_nodes import read_nodes
from compiler.source import SourceFile
from tests.games import GAMES, ROOT, SPECS

FILES = tuple(sorted(file for folder in (SPECS, ROOT / "examples", ROOT / "compiler" / "cli" / "new_game") for file in folder.rglob("*.yaml")))
OWN = tuple(file for file in FILES if "wild_farm/variants" in str(file) or "fireflies" in str(file))


def laid_out(text: str) -> str:
    problems = Problems()
    found = formatted(SourceFile(path="x.yaml", text=text), problems)
    assert found is not None, list(problems)
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:   1\n", "a: 1\n"),
        ("a:\n      b: 1\n      c:\n          - 2\n", "a:\n  b: 1\n  c:\n    - 2\n"),
        ("a:\n- b: 1\n  c: 2\n- d\n", "a:\n  - b: 1\n    c: 2\n  - d\n"),
        ("a: { b : 1 , c:  [ 2,3 ] }\n", "a: {b: 1, c: [2, 3]}\n"),
        ("a:\n  x: {b: 1}\n  long: {b: 2}\n", "a:\n  x:    {b: 1}\n  long: {b: 2}\n"),
        ("a:\n  x: {b: 1}\n\n  long: {b: 2}\n", "a:\n  x: {b: 1}\n\n  long: {b: 2}\n"),
        ("a:\n  do: |\n        if x:\n            y = 1\n  b: 2\n", "a:\n  do: |\n    if x:\n        y = 1\n  b: 2\n"),
        ("a: |   # why\n   x\n", f"a: |{' ' * 59}# why\n  x\n"),
        ("a: 1 # one\nlonger: 2 # two\n", f"a: 1{' ' * 59}# one\nlonger: 2{' ' * 54}# two\n"),
        (f"{'a' * 70}: 1 # far\n", f"{'a' * 70}: 1  # far\n"),
        ("\n\n# top\n\n\n\na: 1\n\n\nb: 2", "# top\n\na: 1\n\nb: 2\n"),
        ("a:\n\n  b: 1\nc: 2\n", "a:\n  b: 1\n\nc: 2\n"),
        ("a:\n    b: 1\n    # about b\n# about c\nc: 2\n", "a:\n  b: 1\n  # about b\n\n# about c\nc: 2\n"),
        ("a:\n  # first\n      b: 1\n", "a:\n  # first\n  b: 1\n"),
        ("a: [1,\n 2,\n   3]\n", "a: [1,\n  2,\n  3]\n"),
        ("a: [\n   1,\n   2\n   ]\n", "a: [\n  1,\n  2\n]\n"),
        ("a: first\n     second\nb: 'x\n  y'  # end\n", f"a: first\n  second\n\nb: 'x\n  y'{' ' * 59}# end\n"),
        ("a: &x  {b: 1}\nc:\n    <<:  *x\n", "a: &x {b: 1}\nc:\n  <<: *x\n"),
        ("- [a,b]\n-   - c\n    - d\n", "- [a, b]\n- - c\n  - d\n"),
        ("\ufeffa: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("a: 'it''s #1: {x}'\n", "a: 'it''s #1: {x}'\n"),
        ("? a\n: 1\n", "? a\n: 1\n"),
        ("a: |2\n    x\n", "a: |2\n    x\n"),
    ],
)
def test_layout(before: str, after: str) -> None:
    assert laid_out(before) == after
    assert laid_out(after) == after


def test_what_is_no_yaml_is_a_problem() -> None:
    problems = Problems()
    assert formatted(SourceFile(path="x.yaml", text="a: [1"), problems) is None
    assert len(problems) == 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_shipped_files_keep_what_they_say_and_every_comment(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    once = laid_out(text)
    assert laid_out(once) == once
    before, after = (read_nodes(SourceFile(path="x", text=each), Problems()) for each in (text, once))
    assert before is not None and after is not None and same(before, after)
    comments = [[piece.text for piece in found.pieces if piece.kind == "comment"] for found in map(pieces_of, (text, once)) if found is not None]
    assert len(comments) == 2 and comments[0] == comments[1]


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_these_files_are_laid_out(file: Path) -> None:
    assert laid_out(file.read_text(encoding="utf-8")) == file.read_text(encoding="utf-8")


def engine_of(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The emitted engine, the places in the spec's files blotted out."""
    monkeypatch.chdir(folder)
    made = compile_game(Path("specs") / name)
    assert made.game is not None
    return re.sub(r"(\w+\.(?:yaml|md)):\d+:\d+", r"\1", "".join(emit(made.game).values()))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_emitted_engine_is_equal(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SPECS / name, tmp_path / "specs" / name)
    before = engine_of(tmp_path, name, monkeypatch)
    file = tmp_path / "specs" / name / "game.yaml"
    file.write_text(disturbed(file.read_text(encoding="utf-8"), random.Random(name)), encoding="utf-8")
    assert engine_of(tmp_path, name, monkeypatch) == before
    file.write_text(laid_out(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert engine_of(tmp_path, name, monkeypatch) == before


@settings(max_examples=40, deadline=None)
@given(file=st.sampled_from(FILES), seed=st.integers(0, 2**32))
def test_any_layout_of_a_file_becomes_the_same(file: Path, seed: int) -> None:
    canonical = laid_out(file.read_text(encoding="utf-8"))
    assert laid_out(disturbed(canonical, random.Random(seed))) == canonical


def disturbed(text: str, chance: random.Random) -> str:
    """The text with other indents, blanks and empty lines, the lines themselves kept."""
    text = laid_out(text)
    found = pieces_of(text)
    assert found is not None
    steps = [chance.randint(2, 5) for _ in range(40)]
    column = {2 * depth: sum(steps[:depth]) for depth in range(40)}
    rows: list[str] = []
    for piece, after in [*pairwise(found.pieces), (found.pieces[-1], None)]:
        start = text.rfind("\n", 0, piece.start) + 1
        if not text[start : piece.start].strip(" "):
            rows.append(" " * column[piece.start - start])
        head, *rest = piece.text.split("\n")
        rows[-1] += head
        written = next((len(row) - len(row.lstrip()) for row in rest if row.strip()), 0)
        rows.extend(" " * column[written] + row[written:] if row.strip() else "" for row in rest)
        between = text[piece.start + len(piece.text) : after.start if after is not None else len(text)]
        if "\n" in between:
            rows[-1] += " " * chance.choice((0, 0, 3)) if piece.kind != "block" else ""
            deeper = after is not None and len(between) - between.rfind("\n") - 1 > len(text[start:]) - len(text[start:].lstrip())
            apart = between.count("\n") > 1 or (deeper and piece.kind == "colon" and chance.random() < 0.3)
            rows.extend([""] * (chance.randint(1, 3) if apart else 0))
        elif piece.kind == "dash":
            at = piece.start - start
            rows[-1] += " " * (column[at + 2] - column[at] - 1)
        elif after is not None and (between or after.kind in ("close", "comma") or piece.kind == "open"):
            rows[-1] += " " * (chance.randint(1, 4) if between else chance.choice((0, 0, 2)))
    return "\n".join(rows) + "\n"
