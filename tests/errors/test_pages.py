"""Every code has a page, and its examples are true: the broken spec has this problem and no other, the mended one has none."""

from pathlib import Path

import pytest

from compiler.diagnostics import CODES, Code, human_text, lookup, page_of
from compiler.diagnostics.pages import index_text
from compiler.load.shape.reference import reference_text
from tests.errors.pages import BROKEN, MENDED, PAGES, PROSE, WHY, compiled, lay_out, page, told

ROOT = Path(__file__).resolve().parents[2]
SHOWN = Path(__file__).resolve().parent / "shown"
WITH_EXAMPLE = [code.code for code in CODES if (PAGES / f"{code.code}.md").exists() and BROKEN in page(code.code).sections]


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_every_code_has_a_page_in_its_form(code: Code) -> None:
    shown = page(code.code)
    assert shown.title == f"# {code.code} {code.slug}"
    assert shown.what and shown.sections[WHY]
    assert list(shown.sections) in ([WHY, BROKEN, MENDED], [WHY, PROSE])
    assert page_of(code).startswith(shown.title)


def test_no_page_and_no_text_without_a_code() -> None:
    assert sorted(path.stem for path in PAGES.iterdir()) == sorted(code.code for code in CODES)
    assert sorted(path.stem for path in SHOWN.iterdir()) == sorted(WITH_EXAMPLE)


@pytest.mark.parametrize("number", WITH_EXAMPLE)
def test_the_broken_spec_shows_it_and_nothing_else(number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accept: bool) -> None:
    code = lookup(number)
    assert code is not None
    variants = lay_out(page(number).files(BROKEN), tmp_path)
    found = compiled(tmp_path, variants, monkeypatch).diagnostics
    # Beside an error, a warning that something is unused may be its consequence.
    kept = [it for it in found if it.severity == "error" or code.severity != "error"]
    assert {it.code for it in kept} == {number}, told(found)
    expected = SHOWN / f"{number}.txt"
    if accept:
        expected.write_text(human_text(kept), encoding="utf-8")
    assert human_text(kept) == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", WITH_EXAMPLE)
def test_the_mended_spec_compiles(number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variants = lay_out(page(number).files(MENDED), tmp_path)
    compilation = compiled(tmp_path, variants, monkeypatch)
    assert told(compilation.diagnostics) == []
    assert compilation.sound


@pytest.mark.parametrize(("path", "text"), [("docs/errors.md", index_text()), ("docs/keys.md", reference_text())])
def test_lists_are_fresh(path: str, text: str, accept: bool) -> None:
    if accept:
        (ROOT / path).write_text(text, encoding="utf-8")
    assert (ROOT / path).read_text(encoding="utf-8") == text
