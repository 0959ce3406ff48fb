"""Every part of a snippet knows its own characters in the file, however the YAML around it is written."""

import pytest

from compiler.diagnostics import Problems
from compiler.load import load_text
from compiler.load.tree import Mapping, Scalar, SpecTree
from compiler.parse import ast, parse_expression, parse_spec, parse_statements
from tests.grammar.reading import nodes

SPEC = """\
language: 1
game: places
players: 2
horizon: &far 10 + (twenty
  * 30)
state:
  x: {per: player, type: "0..9 or none", start: 'sure(4)'}
  y: {type: 0..99}
define:
  best(player p, 0..9 n) -> 0..9: |      # the bar has a comment
    max(x[q] for q in players   # a trailing one
        where q != p
        default 0)
phases:
  turn:
    for: "p in players"
    do: |-

      # first
      if x[p] == none:
          x[p] = 1
      else: y += best(p, 2)
    say: "{p} has {x[p]}"
labels: {far: *far}
"""


def parsed() -> SpecTree:
    problems = Problems()
    tree = load_text(SPEC, "game.yaml", problems)
    assert tree is not None
    return tree


def test_names_and_numbers_stand_where_their_spans_say() -> None:
    problems = Problems()
    spec = parse_spec(parsed(), problems)
    assert [problem.code for problem in problems] == []
    assert spec is not None
    seen: set[str] = set()
    for part in (spec.horizon, spec.state, spec.define, spec.phases):
        for node in nodes(part):
            if isinstance(node, ast.Ident | ast.Name):
                assert node.span.text == node.text
                seen.add(node.text)
            elif isinstance(node, ast.Number):
                assert node.span.text == str(node.value)
                seen.add(node.span.text)
    assert {"twenty", "30", "4", "9", "q", "players", "best", "2", "turn"} <= seen


@pytest.mark.parametrize(
    ("key", "text"),
    [("start", "sure(4)"), ("type", "0..9 or none")],
)
def test_a_whole_snippet_spans_its_text(key: str, text: str) -> None:
    spec = parse_spec(parsed(), Problems())
    assert spec is not None
    variable = spec.state[0]
    found = variable.start if key == "start" else variable.type
    assert found is not None
    assert found.span.text == text


def test_parts_lie_inside_their_whole_and_in_order() -> None:
    spec = parse_spec(parsed(), Problems())
    assert spec is not None
    for node in nodes(spec.define[0].body):
        span = node.span  # type: ignore[attr-defined]
        assert spec.define[0].body.span.start <= span.start <= span.end <= spec.define[0].body.span.end
    body = spec.phases[0].body
    condition = next(node for node in nodes(body) if isinstance(node, ast.If)).branches[0][0]
    assert condition.span.text == "x[p] == none"
    assert condition.span.position.line == 20


def test_a_problem_is_shown_at_its_own_column() -> None:
    tree = load_text(SPEC.replace("x[p] == none", "x[p] = none").replace("q != p", "q ! p"), "game.yaml", Problems())
    assert tree is not None
    problems = Problems()
    parse_spec(tree, problems)
    assert [(problem.code, problem.span.place) for problem in problems] == [
        ("RWP011", "game.yaml:12:17"),
        ("RWP007", "game.yaml:20:15"),
    ]
    assert [problem.trail for problem in problems] == [("define", "best(player p, 0..9 n) -> 0..9"), ("phases", "turn", "do")]


def test_an_anchored_text_is_read_where_it_stands() -> None:
    root = parsed().root
    horizon, labels = root.get("horizon"), root.get("labels")
    assert isinstance(horizon, Scalar)
    assert isinstance(labels, Mapping)
    alias = labels.get("far")
    assert isinstance(alias, Scalar)
    first = parse_expression(horizon, Problems())
    assert parse_expression(alias, Problems()) == first
    assert first.span.text.startswith("10 + (twenty")


def test_a_folded_block_is_refused_with_its_mend() -> None:
    text = SPEC.replace("do: |-", "do: >")
    problems = Problems()
    tree = load_text(text, "game.yaml", problems)
    assert tree is not None
    parse_spec(tree, problems)
    assert {(problem.code, problem.span.text) for problem in problems} == {("RWP005", ">")}


def test_effects_in_quotes_hold_one_statement() -> None:
    text = SPEC.replace('for: "p in players"\n    do: |-\n', 'do: "y = 1"\n').split("\n      # first")[0]
    tree = load_text(text, "game.yaml", Problems())
    assert tree is not None
    phases = tree.root.get("phases")
    assert isinstance(phases, Mapping)
    turn = phases.get("turn")
    assert isinstance(turn, Mapping)
    do = turn.get("do")
    assert isinstance(do, Scalar)
    (assign,) = parse_statements(do, Problems())
    assert assign.span.text == "y = 1"
