"""The corpus of planted faults: each is found with its code and at its place, nothing else is, and its clean twin yields nothing."""

from pathlib import Path

import pytest

from tests.consistency.planting import CASES, Case, examine, examined_as_shipped, found, planted, read, told
from tests.errors.formats import check_formats

RULEBOOK_GAMES = {"wild_farm", "flock", "predators", "wolves_and_sheep"}
ALL = [read(path) for path in CASES]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Engines for a few games are not worth compiling."""
    monkeypatch.setenv("RULEWRIGHT_BACKEND", "python")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_what_is_planted_is_found(case: Case, tmp_path: Path) -> None:
    diagnostics = examine(case, planted(case, case.edits, tmp_path))
    lines = found(diagnostics)
    assert case.expect
    missing = [wanted for wanted in case.expect if not any(line.startswith(wanted) for line in lines)]
    assert missing == [], told(diagnostics)
    others = [line for line in lines if not any(line.startswith(wanted) for wanted in (*case.expect, *case.also))]
    assert others == [], told(diagnostics)
    assert case.name.partition("-")[0] in {each.code for each in diagnostics}
    check_formats(diagnostics)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_its_clean_twin_yields_nothing(case: Case, tmp_path: Path) -> None:
    if case.mended:
        assert told(examine(case, planted(case, case.mended, tmp_path))) == ""
    else:
        assert examined_as_shipped(case.game, case.mode, case.games, case.positions, tuple(case.settings.items())) == ""


def test_the_corpus_is_large_and_broad_enough() -> None:
    assert len(ALL) >= 30
    assert len({case.game for case in ALL}) >= 6
    assert len([case for case in ALL if case.game in RULEBOOK_GAMES]) >= 10
    assert all(case.about for case in ALL)
