"""What is shown can be parsed again, and says the same; no bracket stands without need."""

import pytest
from hypothesis import given, settings

from compiler.parse import (
    ast,
    parse_binder,
    parse_expression,
    parse_head,
    parse_pattern,
    parse_signature,
    parse_statements,
    parse_type,
    show,
    show_statements,
)
from tests.grammar import trees
from tests.grammar.reading import bare, read

FEW = settings(max_examples=150, deadline=None)


@FEW
@given(trees.EXPRESSIONS)
def test_expressions_come_back(tree: ast.Expr) -> None:
    found, problems = read(parse_expression, show(tree))
    assert not problems
    assert bare(found) == bare(tree)


@FEW
@given(trees.BINDERS)
def test_binders_come_back(tree: ast.Binder) -> None:
    found, problems = read(parse_binder, show(tree))
    assert not problems
    assert bare(found) == bare(tree)


@FEW
@given(trees.TYPES)
def test_types_come_back(tree: ast.TypeExpr) -> None:
    found, problems = read(parse_type, show(tree))
    assert not problems
    assert bare(found) == bare(tree)


@FEW
@given(trees.SIGNATURES, trees.HEADS)
def test_headings_come_back(signature: ast.Signature, head: ast.Head) -> None:
    assert bare(read(parse_signature, show(signature))[0]) == bare(signature)
    assert bare(read(parse_head, show(head))[0]) == bare(head)


@FEW
@given(trees.STATEMENTS)
def test_statements_come_back(tree: tuple[ast.Stmt, ...]) -> None:
    found, problems = read(parse_statements, "\n" + show_statements(tree, 1), "literal")
    assert not problems
    assert bare(found) == bare(tree)


@pytest.mark.parametrize(
    "text",
    [
        "a or b and not c == d + e * -f.g[h]",
        "(a or b) and c",
        "not (a and b)",
        "a - (b - c) - d",
        "a * (b + c) // d",
        "-(a + b) * (-c)[d]",
        "(a if b else c) if d else e if f else g",
        "x in (a, b) and y not in 1..6",
        "(x in z) == y",
        "0..5 in x",
        "any(p in players where (a if b else c) by -x[p])",
        "max(a if b else c for p in q, r in s default 0)",
        "0 <= x < 9",
        "(a == b) == c",
        'c.name == "thin sheep"',
    ],
)
def test_written_with_the_fewest_brackets_is_shown_as_written(text: str) -> None:
    found, problems = read(parse_expression, text)
    assert not problems
    assert show(found) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "shown"), [("((a))+(b*c)", "a + b * c"), ("a  or(b)or (c)", "a or b or c"), ("f( a,b )", "f(a, b)"), ("(a)[b]", "a[b]")]
)
def test_brackets_without_need_go(text: str, shown: str) -> None:
    assert show(read(parse_expression, text)[0]) == shown  # type: ignore[arg-type]


def test_patterns_keep_their_braces() -> None:
    text = "{{p}} is {place[a].x}"
    found, _ = read(parse_pattern, text, "quoted")
    assert isinstance(found, ast.Pattern)
    assert show(found) == text


def test_what_could_not_be_parsed_is_shown_as_it_stands() -> None:
    found, _ = read(parse_expression, "a && b")
    assert isinstance(found, ast.Bad)
    assert show(found) == "a && b"
