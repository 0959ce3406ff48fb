"""Effects: their forms, their suites, and indentation."""

import pytest

from compiler.parse import ast, parse_statements, show_statements
from tests.grammar.reading import bare, read


def block(text: str) -> tuple[ast.Stmt, ...]:
    found, problems = read(parse_statements, "\n" + text, "literal")
    assert not problems
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize(
    ("text", "kind", "facts"),
    [
        ("move c to hand[p]", ast.Move, {"every": False, "place": None}),
        ("move c to pile bottom", ast.Move, {"every": False, "place": "bottom"}),
        ("move all hand[p] to deck top", ast.Move, {"every": True, "place": "top"}),
        ("move all (a if b else c) to deck", ast.Move, {"every": True}),
        ("move all to deck", ast.Move, {"every": False}),
        ("move all[p] to deck", ast.Move, {"every": False}),
        ("move top to bottom", ast.Move, {"place": None}),
        ("let n = 3", ast.Let, {}),
        ("x = 1", ast.Assign, {"operator": "="}),
        ("x[p, 3] += 1", ast.Assign, {"operator": "+="}),
        ("x -= 1", ast.Assign, {"operator": "-="}),
        ("moved[a] = true", ast.Assign, {"operator": "="}),
        ("end move", ast.End, {}),
        ("win p", ast.Verdict, {"kind": "win"}),
        ("lose bidder if a else p", ast.Verdict, {"kind": "lose"}),
        ("eliminate p", ast.Verdict, {"kind": "eliminate"}),
        ("settle(a, b)", ast.Do, {}),
        ("rest()", ast.Do, {"arguments": ()}),
        ("pass", ast.Pass, {}),
    ],
)
def test_simple_statements(text: str, kind: type, facts: dict[str, object]) -> None:
    for found in (read(parse_statements, text)[0], block(f"    {text}")):
        assert isinstance(found, tuple)
        assert [type(each) for each in found] == [kind]
        assert {key: getattr(found[0], key) for key in facts} == facts


def test_suites() -> None:
    found = block(
        """
        if a:
          x = 1
          if b: y = 2
        elif c:

          # a comment of no weight
      # and one further out
          x = 3
        else: pass
        for p in players where q:
          while z > 0 limit 20:
            z -= 1
        done()
        # the end
"""
    )
    assert [type(each).__name__ for each in found] == ["If", "For", "Do"]
    first, second, _ = found
    assert isinstance(first, ast.If)
    assert isinstance(second, ast.For)
    assert [len(suite) for _, suite in first.branches] == [2, 1]
    assert bare(first.other) == (("Pass",),)
    inner = second.body[0]
    assert isinstance(inner, ast.While)
    assert inner.limit == 20


def test_a_line_may_break_inside_brackets() -> None:
    found = block("  x = (a\n    + b\n +c)\n  f(a,\n b)\n  y = 1")
    assert show_statements(found) == "x = a + b + c\nf(a, b)\ny = 1"


def test_tabs_and_blanks_at_line_ends_do_no_harm() -> None:
    assert len(block("  x = 1 \t \n  y = 2\t\n   \n")) == 2


def test_windows_line_ends() -> None:
    assert len(block("  x = 1\r\n  if a:\r\n    y = 2\r\n  z = 3\r\n")) == 3


def test_one_mistake_does_not_hide_another_nor_spoil_the_rest() -> None:
    found, problems = read(parse_statements, "\n  x = Foo\n  if a:\n    y = 1\n  elif b:\n    y = = 2\n  z = 3", "literal")
    assert isinstance(found, tuple)
    assert [type(each).__name__ for each in found] == ["Bad", "Bad", "Assign"]
    assert [problem.code for problem in problems] == ["RWP012", "RWP001"]


def test_a_statement_ends_where_its_text_ends() -> None:
    found = block("  if a:\n    x = 1\n\n  y = (2)\n")
    assert [each.span.text for each in found] == ["if a:\n    x = 1", "y = (2)"]
