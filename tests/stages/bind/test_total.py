"""Binding is total: whatever is written, there are problems or a complete spec, never an exception."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler.bind import bind_spec
from compiler.bind.expressions.reading import walk
from compiler.bind.nouns import typed
from compiler.bind.nouns.types import BadType
from compiler.bind.play.leaving import all_steps
from compiler.diagnostics import Problems, explain
from compiler.load import load_spec, load_text
from compiler.parse import parse_spec
from tests.stages.bind.bound import HEAD, SMALL

SPECS = Path(__file__).parents[3] / "specs"
GAMES = sorted(path.parent.name for path in SPECS.glob("*/game.yaml"))
WORDS = (
    "none", "0", "99999999999999999999", "sure(x)", "p", "seat(0)", "players", "true", '"x"', "1..3", "box", "first(q in field)",
    "lines(field)", "a1", "score", "north", "hand", "card", "spot", "field", "and", "in", "for", "==", "(", ")", "]", "or none", "pen",
)  # fmt: skip
MORE = """
define:
  f(card c, site(field) q) -> bool: spot[c] != none and stone[spot[c]] == c.owner and q in pen
phases:
  turn:
    for: p in players
    choose: c in hand[p], q in field where f(c, q)
    require: before(count_of[red]) == 0
    do: |
      spot[c] = q
      move c to deck
      if points[p] > 3: end turn
result:
  score: points[p]
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_binds_without_problems(game: str) -> None:
    problems = Problems()
    tree = load_spec(SPECS / game, problems=problems, root=SPECS)
    assert tree is not None
    parsed = parse_spec(tree, problems)
    assert parsed is not None
    spec = bind_spec(parsed, problems)
    assert spec is not None
    told = [explain(problem) for problem in problems]
    assert not [(it.code, it.headline, it.span.place) for it in told if it.severity == "error"]
    assert complete(spec)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_mangled_specs_never_raise(data: st.DataObject) -> None:
    words = (HEAD + SMALL + MORE).split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(8, len(words) - 1))
        kind = data.draw(st.sampled_from(("replace", "drop", "copy")))
        if kind == "drop":
            words[at] = ""
        else:
            other = words[data.draw(st.integers(0, len(words) - 1))]
            ending = words[at][len(words[at].rstrip("\n")) :]
            words[at] = (data.draw(st.sampled_from(WORDS)) if kind == "replace" else other.strip()) + ending
    problems = Problems()
    tree = load_text(" ".join(words), "game.yaml", problems)
    parsed = parse_spec(tree, problems) if tree is not None else None
    if parsed is None:
        assert list(problems)
        return
    spec = bind_spec(parsed, problems)
    if not any(explain(problem).severity == "error" for problem in problems):
        assert spec is not None and complete(spec)


def complete(spec: typed.TypedSpec) -> bool:
    """Is nothing bad in it, and every node of the tree there?"""
    parts = tuple(getattr(spec, name) for name in typed.TypedSpec.__struct_fields__ if name != "parsed")
    for node in walk(parts):
        if isinstance(node, typed.BadExpr) or isinstance(getattr(node, "type", None), BadType):
            return False
        if isinstance(getattr(node, "element", None), BadType):
            return False
    return all(step.body is not None for step in all_steps(spec))
