"""The pages in docs/coverage are about the rulebooks as they are: every clause and every open point is in them, and each is accounted for."""

import re
from html import unescape
from pathlib import Path

import pytest

from compiler.checks.values import other_readings
from tests.games import ROOT, compilation

FOLDER = ROOT / "docs" / "coverage"
PAGES = (
    ("wild_farm", ()),
    ("flock", ()),
    ("predators", ()),
    ("wolves_and_sheep", ()),
    ("wild_farm", ("short_night", "three_wolves")),
    ("wolves_and_sheep", ("grube_ryby", "time_limit", "two_players")),
)


def page_of(game: str, variants: tuple[str, ...]) -> Path:
    return FOLDER / ("__".join((game, *variants)) + ".html")


@pytest.mark.parametrize(("game", "variants"), PAGES)
def test_a_page_has_every_clause_and_point_of_the_rulebook(game: str, variants: tuple[str, ...]) -> None:
    typed = compilation(game, variants).typed
    assert typed is not None and typed.parsed.tree.rulebook is not None
    book = typed.parsed.tree.rulebook
    text = page_of(game, variants).read_text(encoding="utf-8")
    stated = dict(re.findall(r'<a href="#c([\w:.]+)">\1</a></span> <span class="state \w*">([\w ]+)</span>', text))
    assert list(stated) == [clause.number for clause in book.clauses]
    assert "no rule" not in stated.values()
    assert not variants or "of a variant" not in stated.values()
    words = " ".join(unescape(text).split())
    for clause in book.clauses:
        assert " ".join(clause.text.split()) in words, clause.number
    points = re.findall(r'<tr id="op-(\d+)">', text)
    assert [f"OP-{number}" for number in points] == [point.number for point in book.open_points]
    assert "not settled" not in text
    assert not re.search(r"<script|<link|<img|url\(|https?://", text)
    given = f" --variant {','.join(variants)}" if variants else ""
    assert re.search(rf"<code>rulewright coverage {game}{given} --games \d+ --format html</code>", text)


@pytest.mark.parametrize("game", [game for game, variants in PAGES if not variants])
def test_a_table_has_every_reading(game: str) -> None:
    typed = compilation(game).typed
    assert typed is not None
    text = (FOLDER / f"{game}-ambiguities.md").read_text(encoding="utf-8")
    assert re.search(rf"^Made by `rulewright ambiguities {game} --games \d+ --players \d+ --positions \d+`", text, re.MULTILINE)
    rows = re.findall(r"^\| \d+ \| (OP-\d+) \| `(\w+)`: (\w+) for (\w+) \|", text, re.MULTILINE)
    chosen = {option.name.text: option.value.text for option in typed.parsed.options}
    wanted = [
        (cite.clause, option.name, reading, chosen[option.name])
        for option in typed.options
        for cite in option.settles
        for reading in other_readings(typed, option)
    ]
    assert sorted(rows) == sorted(wanted)
    assumed = re.search(r"^Settled by assumptions, with no other reading to play: (.*)\.$", text, re.MULTILINE)
    assert assumed is not None and assumed[1].split(", ") == [note.number.clause for note in typed.parsed.assumptions]
