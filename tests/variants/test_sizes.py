"""Overlays stay small: the table in the docs says how small, and none of them repeats a rule of its base."""

from pathlib import Path

import pytest

from compiler.diagnostics import Problems
from compiler.diff.words import words_of
from compiler.load.tree import Mapping, Node, Scalar, Sequence
from compiler.load.yaml_nodes import read_nodes
from compiler.source import SourceFile
from tests.games import ROOT
from tests.variants.overlays import FILES

PAGE = ROOT / "docs" / "variants.md"
HEAD = "|---|---|---|---|\n"
MOST_WORDS = 8
"""words and signs from which a text can be a repetition"""


def said(file: Path) -> list[str]:
    """The lines that say something."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def table() -> str:
    rows = [(file.parents[1].name, file.stem, len(said(file)), len(said(file.parents[1] / "game.yaml"))) for file in FILES]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)


def test_the_table_is_true(accept: bool) -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, shown = page[: page.rindex(HEAD) + len(HEAD)], page[page.rindex(HEAD) + len(HEAD) :]
    if accept:
        PAGE.write_text(before + table(), encoding="utf-8")
        shown = table()
    assert shown == table()


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_an_overlay_is_shorter_than_half_its_base_and_repeats_no_rule_of_it(file: Path) -> None:
    base = file.parents[1] / "game.yaml"
    assert len(said(file)) < len(said(base)) / 2
    assert [text for text in rules(file, whole=True) if text in set(rules(base, whole=True))] == []
    again = [line for line in rules(file, whole=False) if line in set(rules(base, whole=False))]
    assert len(again) <= len(said(file)) / 20, again


def rules(file: Path, *, whole: bool) -> list[tuple[str, ...]]:
    """Every text, or line of a text, with enough words to be a rule, as words and signs."""
    nodes = read_nodes(SourceFile(path=file.name, text=file.read_text(encoding="utf-8")), Problems())
    assert nodes is not None
    parts = [part for text in texts(nodes) for part in ([text] if whole else text.splitlines())]
    return [words for part in parts if len(words := words_of(part)) >= MOST_WORDS]


def texts(node: Node) -> list[str]:
    match node:
        case Scalar():
            return [node.text]
        case Sequence():
            return [text for item in node.items for text in texts(item)]
        case Mapping():
            return [text for entry in node.entries for text in texts(entry.value)]
