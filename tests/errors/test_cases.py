"""The corpus: broken game folders with their expected text, and mended twins that compile.

`<CODE>-<what>/broken/` and `mended/` are game folders; variants in `broken/variants/` are laid over in the order of their names, or in that
of a file `order`. `case.txt` says in a line what is wrong and then, decided by hand, which codes are found and where, all of them and no
other: `expect: RWN001 at 19:12` (in `game.yaml`, else `… in rulebook.md`). `expected.txt` is what a person is shown.
"""

import re
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic, human_text
from compiler.driver import Compilation
from tests.errors.formats import check_formats
from tests.errors.pages import compiled, told

EXPECT = re.compile(r"expect: (RW[A-Z]\d{3}) at (\d+:\d+)(?: in (\S+))?")

HERE = Path(__file__).resolve().parent
CLEAN: set[tuple[tuple[str, bytes], ...]] = set()
"""mended twins that have compiled: many cases share theirs"""

CASES = sorted(path for path in HERE.iterdir() if path.name.startswith("RW"))


def variants_of(folder: Path) -> tuple[str, ...]:
    order = folder / "order"
    if order.exists():
        return tuple(order.read_text(encoding="utf-8").split())
    return tuple(sorted(path.stem for path in (folder / "variants").glob("*.yaml")))


def findings(compilation: Compilation) -> list[Diagnostic]:
    """What makes `rulewright check` fail: hints are opinions on words."""
    return [it for it in compilation.diagnostics if it.severity != "hint"]


def wanted(case: Path) -> list[str]:
    about, *lines = (case / "case.txt").read_text(encoding="utf-8").splitlines()
    assert about.startswith("# ") and lines
    found = [EXPECT.fullmatch(line) for line in lines]
    assert all(found), lines
    return sorted(f"{each[3] or 'game.yaml'}:{each[2]} {each[1]}" for each in found if each is not None)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_said_of_a_broken_spec(case: Path, monkeypatch: pytest.MonkeyPatch, accept: bool) -> None:
    broken = case / "broken"
    found = findings(compiled(broken, variants_of(broken), monkeypatch))
    assert sorted(f"{it.span.place} {it.code}" for it in found) == wanted(case), told(found)
    assert case.name.partition("-")[0] in {it.code for it in found}
    check_formats(found)
    expected = case / "expected.txt"
    if accept:
        expected.write_text(human_text(found), encoding="utf-8")
    assert human_text(found) == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_its_mended_twin_compiles(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mended = case / "mended"
    contents = tuple((str(path.relative_to(mended)), path.read_bytes()) for path in sorted(mended.rglob("*")) if path.is_file())
    if contents in CLEAN:
        return
    compilation = compiled(mended, variants_of(mended), monkeypatch)
    assert told(findings(compilation)) == []
    assert compilation.sound
    CLEAN.add(contents)


def test_the_corpus_is_large_enough() -> None:
    assert len(CASES) >= 200
    assert len([case for case in CASES if len(wanted(case)) >= 2]) >= 10
    assert len([case for case in CASES if (case / "broken" / "variants").is_dir()]) >= 25
