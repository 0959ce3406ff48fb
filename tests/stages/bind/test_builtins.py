"""The table of builtins is whole: all that the language lists is in it, and nothing that has no rule or text."""

import re
from pathlib import Path

import pytest

from compiler.bind.builtins.builtins import BY_NAME, CALLS, FORMS, NAMES
from compiler.bind.builtins.reference import GROUPS, reference_text
from compiler.bind.nouns.world import FOLDS
from tests.stages.bind.bound import codes, defining, small

LANGUAGE = (
    "seat", "next", "left_of", "right_of", "other", "seats_from", "seats_after", "seats_before", "distance_left", "distance_right", "playing",
    "abs", "ordinal", "item", "number", "sure", "before", "times", "can",
    "size", "only", "top", "kinds",
    "step", "ray", "line", "lines", "neighbours", "adjacent", "at", "directions", "axes", "opposite", "perpendicular", "rows", "columns", "side",
    "footprint", "orientations", "places", "beside", "origin",
    "group", "groups", "members", "connected", "linked", "distance", "longest_walk", "met",
)  # fmt: skip


def test_every_builtin_of_the_language_is_there() -> None:
    assert sorted(BY_NAME) == sorted(LANGUAGE)
    assert {word.name for word in FORMS} >= set(FOLDS)
    assert [word.name for word in NAMES] == ["players", "player_count", "box", "face"]


@pytest.mark.parametrize("entry", CALLS, ids=lambda entry: entry.name)
def test_every_builtin_says_how_it_is_written(entry) -> None:  # type: ignore[no-untyped-def]
    assert entry.forms and all(form.startswith(entry.name + "(") for form in entry.forms)
    assert entry.meaning[0].isupper() and entry.meaning.endswith((".", "?"))


@pytest.mark.parametrize("entry", CALLS, ids=lambda entry: entry.name)
def test_a_wrong_number_of_arguments_shows_the_form(entry) -> None:  # type: ignore[no-untyped-def]
    """No builtin takes nine arguments, or none."""
    nine = f"{entry.name}({', '.join(['n'] * 9)}) == 1"
    none = f"{entry.name}() == 1"
    for text in (nine, none):
        found = codes(small(defining(text, "bool", "0..9 n")))
        assert found and set(found) <= {"argument-count", "unknown-reference"}


def test_forms_name_every_argument_count() -> None:
    counts = {entry.name: {len(re.findall(r"[^,()]+", form.split("(", 1)[1].rsplit(")", 1)[0])) for form in entry.forms} for entry in CALLS}
    assert counts["step"] == {2, 3} and counts["lines"] == {1, 2} and counts["at"] == {3}


def test_every_builtin_is_on_the_page() -> None:
    page = reference_text()
    for entry in (*CALLS, *NAMES, *FORMS):
        assert all(f"`{form}`" in page for form in entry.forms), entry.name
        assert entry.group in GROUPS


def test_the_page_is_fresh(accept: bool) -> None:
    path = Path(__file__).parents[3] / "docs" / "builtins.md"
    if accept:
        path.write_text(reference_text(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == reference_text()
