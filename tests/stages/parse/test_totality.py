"""Whatever is wrong with a spec, parsing gives a spec and problems: several in one run, each with the keys that lead to it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Problems
from compiler.load import load_text
from compiler.parse import ast, parse_spec
from compiler.parse.spec import Decision

ROOT = Path(__file__).resolve().parents[3]
SPECS = sorted((ROOT / "specs").glob("*/game.yaml"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_every_snippet_of_the_shipped_specs_is_read(path: Path) -> None:
    problems = Problems()
    tree = load_text(path.read_text(encoding="utf-8"), path.name, problems)
    assert tree is not None
    assert parse_spec(tree, problems) is not None
    assert [(problem.code, problem.span.place) for problem in problems if problem.code.startswith("RWP")] == []


BROKEN = """\
language: 1
game: broken
players: 2
zones:
  hand: {of: card, per: Player}
define:
  best(player p) -> : 3
  worst(player p) -> 0..9: p = 3
phases:
  turn:
    for: p in players where
    choose: c in hand[p], q in board where x ? y
    do: |
      move c hand
      x = 1
      y = Foo
"""


def test_several_mistakes_are_found_in_one_run() -> None:
    problems = Problems()
    tree = load_text(BROKEN, "game.yaml", problems)
    assert tree is not None
    spec = parse_spec(tree, problems)
    assert spec is not None
    assert [(problem.code, problem.trail) for problem in problems] == [
        ("RWP012", ("zones", "hand", "per")),
        ("RWP025", ("define", "best(player p) ->")),
        ("RWP007", ("define", "worst(player p) -> 0..9")),
        ("RWP002", ("phases", "turn", "for")),
        ("RWP014", ("phases", "turn", "choose")),
        ("RWP001", ("phases", "turn", "do")),
        ("RWP012", ("phases", "turn", "do")),
    ]


def test_what_is_broken_keeps_the_names_it_introduces() -> None:
    tree = load_text(BROKEN, "game.yaml", Problems())
    assert tree is not None
    spec = parse_spec(tree, Problems())
    assert spec is not None
    assert [definition.signature.name.text for definition in spec.define] == ["best", "worst"]
    turn = spec.phases[0]
    assert turn.loop is not None
    assert [name.text for name in turn.loop.names] == ["p"]
    assert isinstance(turn.body, Decision)
    (action,) = turn.body.actions
    assert [name.text for binder in action.stages[0] for name in binder.names] == ["c", "q"]
    assert [type(statement) for statement in action.do] == [ast.Bad, ast.Assign, ast.Bad]


PUT = ["", " ", "(", ")", "=", "x", ":", "\n", "  ", "- ", "'", '"', "{", "#", "|", "A"]
SOME = (ROOT / "specs" / "wild_farm" / "game.yaml").read_text(encoding="utf-8")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(SOME)), st.integers(0, 12), st.sampled_from(PUT))
def test_no_change_of_a_spec_makes_parsing_raise(at: int, length: int, put: str) -> None:
    problems = Problems()
    tree = load_text(SOME[:at] + put + SOME[at + length :], "game.yaml", problems)
    if tree is not None:
        parse_spec(tree, problems)
