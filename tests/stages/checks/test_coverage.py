"""Coverage of a small game whose figures can be counted on fingers; its lock; and the page, which needs nothing from elsewhere."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from compiler.driver import compile_game, emit
from tests.cli.test_command import run

pytestmark = pytest.mark.slow

BOOK = """# Pebbles

## 1 Play

- **1.1** Three times round, each player in turn lays one pebble or two.
- **1.2** Who has laid most wins; see <the end> & after.
- **1.3** Whoever lays a hundred at once
  wins at once.
- **1.4** Play fairly.

## Open points

- **OP-1** (1.1) May one lay none? *Readings:* no; yes. *Default:* no.
- **OP-2** (1.2) Who wins if two are level? *Default:* both.
"""
SPEC = """language: 1
game: pebbles
title: Pebbles
players: 2
rulebook: rulebook.md
options:
  least: {is: 1, in: [0, 1], settles: OP-1}
state:
  laid: {per: player, type: 0..200, cite: 1.2}
phases:
  rounds:
    repeat: 3
    cite: 1.1
    steps:
      lay:
        for: p in players
        choose: n in least..2
        do: add(p, n)
        say: "{p} lays {n}"
        cite: 1.1
      many:
        when: any(p in players where laid[p] > 100)
        do: end game
        cite: 1.3
effects:
  add(player p, 0..2 n): |
    laid[p] += n
result:
  score: laid[p]
  cite: 1.2
assumptions:
  OP-2: nothing tells them apart
not_modelled:
  1.4: manners, no rule
"""
SHOWN = """game: pebbles
scenarios:
  - name: two each time
    cite: [1.1, 1.2]
    players: 2
    play: [{0: lay 2}, {1: lay 1}, {0: lay 2}, {1: lay 1}, {0: lay 2}, {1: lay 1}]
    over: yes
    expect: ["laid[0] == 6 and laid[1] == 3"]
    returns: [1, -1]
"""


@pytest.fixture
def author(tmp_path: Path) -> Path:
    folder = tmp_path / "specs" / "pebbles"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "rulebook.md").write_text(BOOK)
    (folder / "game.yaml").write_text(SPEC)
    (folder / "scenarios" / "shown.yaml").write_text(SHOWN)
    return tmp_path


def covered(author: Path, *more: str) -> Any:
    done = run("coverage", "pebbles", "--games", "7", "--backend", "python", "--format", "json", *more, cwd=author)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_both_ways_with_figures(author: Path) -> None:
    assert run("test", "pebbles", cwd=author).returncode == 0
    data = covered(author)
    clauses = {clause["number"]: clause for clause in data["clauses"]}
    assert {number: clause["state"] for number, clause in clauses.items()} == {
        "1.1": "covered", "1.2": "covered", "1.3": "never fired", "1.4": "not modelled",
    }  # fmt: skip
    assert clauses["1.1"]["rules"] == ["phases.rounds", "phases.rounds.lay"]
    assert clauses["1.2"]["scenarios"] == [{"file": "shown.yaml", "name": "two each time"}]
    assert clauses["1.3"]["scenarios"] == [] and clauses["1.4"]["reason"] == "manners, no rule"
    rules = {rule["path"]: rule for rule in data["rules"]}
    games, rounds, players = 7, 3, 2
    assert rules["phases.rounds.lay"]["fired"] == rules["effects.add"]["fired"] == games * rounds * players
    assert rules["phases.rounds"]["fired"] == games * rounds * players, "as often as the steps in it"
    assert rules["phases.rounds.many"]["fired"] == 0
    assert rules["state.laid"]["fired"] is None, "in force all the time"
    assert data["unclaimed"] == []
    points = {point["number"]: point for point in data["points"]}
    assert points["OP-1"]["options"] == [{"name": "least", "value": "1", "readings": ["0", "1"]}]
    assert points["OP-2"]["assumption"] == "nothing tells them apart"
    assert data["command"] == "rulewright coverage pebbles --games 7"


def test_lines_are_those_of_the_emitted_engine(author: Path) -> None:
    compilation = compile_game(author / "specs" / "pebbles")
    assert compilation.game is not None
    ((name, text),) = emit(compilation.game).items()
    data = covered(author)
    assert data["engine"] == name
    (lay,) = [rule for rule in data["rules"] if rule["path"] == "phases.rounds.lay"]
    spoken = "\n".join("\n".join(text.splitlines()[first - 1 : last]) for first, last in lay["lines"])
    assert "def legal_lay(" in spoken and "do_lay(" in spoken
    (many,) = [rule for rule in data["rules"] if rule["path"] == "phases.rounds.many"]
    assert "1.3 Whoever lays a hundred" in "\n".join("\n".join(text.splitlines()[first - 1 : last]) for first, last in many["lines"])


def test_what_nothing_speaks_for_is_said_and_ends_with_1(author: Path) -> None:
    file = author / "specs" / "pebbles" / "game.yaml"
    assert run("coverage", "pebbles", "--games", "0", cwd=author).returncode == 0
    file.write_text(SPEC.replace("  many:\n", "  extra:\n        do: laid[seat(0)] += 0\n      many:\n", 1))
    shown = run("coverage", "pebbles", "--games", "2", "--backend", "python", cwd=author)
    assert "clauses whose rules never fired: 1\n  1.3\n" in shown.stdout
    assert "clauses without a scenario: 1\n  1.3\n" in shown.stdout
    file.write_text(SPEC.replace("        cite: 1.3\n", ""))
    refused = run("coverage", "pebbles", "--games", "0", cwd=author)
    assert refused.returncode == 1
    assert "RWC002" in refused.stderr + refused.stdout and "1.3" in refused.stderr + refused.stdout


def test_a_clause_that_changes_is_stale_until_it_is_accepted(author: Path) -> None:
    folder = author / "specs" / "pebbles"
    none = run("coverage", "pebbles", "--games", "0", cwd=author)
    assert none.returncode == 0 and "no rulebook.lock" in none.stdout
    assert run("coverage", "pebbles", "--games", "0", "--accept", cwd=author).returncode == 0
    first = (folder / "rulebook.lock").read_text()
    assert set(json.loads(first)["clauses"]) == {"1.1", "1.2", "1.3", "1.4"}

    (folder / "rulebook.md").write_text(BOOK.replace("at once\n  wins", "at\n  once  wins"))
    assert run("check", "pebbles", cwd=author).returncode == 0, "blanks and line breaks are no change"

    (folder / "rulebook.md").write_text(BOOK.replace("a hundred", "ninety"))
    stale = run("check", "pebbles", "--format", "concise", cwd=author)
    assert stale.returncode == 1
    (line,) = [line for line in stale.stdout.splitlines() if "RWC045" in line]
    assert line.startswith("specs/pebbles/rulebook.md:7:5")
    shown = run("coverage", "pebbles", "--games", "0", cwd=author)
    assert shown.returncode == 1
    assert "clauses whose text changed since they were cited: 1\n  1.3\n" in shown.stdout

    assert run("coverage", "pebbles", "--games", "0", "--accept", cwd=author).returncode == 0
    assert run("check", "pebbles", cwd=author).returncode == 0
    old, new = json.loads(first)["clauses"], json.loads((folder / "rulebook.lock").read_text())["clauses"]
    assert [number for number in old if old[number] != new[number]] == ["1.3"]


class Page(HTMLParser):
    """What a page holds, and whether its tags fit."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.ids += [value for key, value in attrs if key == "id" and value]
        self.links += [values["href"] or ""] if "href" in values else []
        self.fetched += [tag for key in ("src", "srcset", "data", "background") if key in values] + [tag for _ in (1,) if tag in ("script", "link")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> does not fit"

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_holds_everything_and_needs_nothing(author: Path) -> None:
    to = author / "pebbles.html"
    done = run("coverage", "pebbles", "--games", "7", "--backend", "python", "--format", "html", "--to", str(to), cwd=author)
    assert done.returncode == 0
    text = to.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.ids == ["c1.1", "c1.2", "c1.3", "c1.4", "op-1", "op-2"]
    assert page.fetched == [] and all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert not re.search(r"url\(|@import|https?://", text)
    words = " ".join(" ".join(page.text).split())
    for shown in (
        "Who has laid most wins; see <the end> & after.", "choose: n in least..2", "do: add(p, n)", "42 times", "never fired", "manners, no rule",
        "May one lay none?", "assumed: nothing tells them apart", "two each time", "rulewright coverage pebbles --games 7 --format html",
    ):  # fmt: skip
        assert shown in words, shown
