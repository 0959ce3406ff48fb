"""No text makes parsing raise; what gives no tree gives a problem, inside the text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.diagnostics import explain
from compiler.load.tree import Style
from compiler.parse import (
    ast,
    parse_binder,
    parse_binders,
    parse_expression,
    parse_expressions,
    parse_head,
    parse_invocation,
    parse_link_head,
    parse_names,
    parse_pattern,
    parse_signature,
    parse_statements,
    parse_type,
    show,
    show_statements,
)
from tests.grammar import trees
from tests.grammar.reading import nodes, read, scalar

PARSERS = (
    parse_binder, parse_binders, parse_expression, parse_expressions, parse_head, parse_invocation, parse_link_head, parse_names,
    parse_pattern, parse_signature, parse_statements, parse_type,
)  # fmt: skip
STYLES: tuple[Style, ...] = ("plain", "quoted", "literal")
PIECES = st.sampled_from(
    [
        "a", "hand", "Foo", "3", "0..9", "(", ")", "[", "]", "{", "}", ",", ".", "..", "==", "=", "+=", "-", "+", "*", "//", "/", "%", "&&",
        "!", "?", ":", ";", "->", '"', "'", "#", "\n", "\n  ", "\n    ", "\t", "\r\n", "and", "or", "not", "in", "where", "for", "by", "if",
        "elif", "else", "while", "let", "move", "all", "to", "end", "win", "pass", "true", "none", "any(", "sum(", "count(", "largest(",
        "default", "limit", "top", "ß", "\x00", "\u2028", "1.5", "2x", "<", ">", "<=", "in in", "not in",
    ]
)  # fmt: skip
WORDS = st.lists(PIECES, max_size=14).map(" ".join)
GLUED = st.lists(PIECES, max_size=14).map("".join)


def check(parse: object, text: str, style: Style) -> None:
    found, problems = read(parse, text, style)
    span = scalar(text, style).span
    for problem in problems:
        assert span.start <= problem.span.start <= problem.span.end <= span.end
        assert explain(problem).headline
    if found is None or any(isinstance(node, ast.Bad) for node in nodes(found)):
        assert problems


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(PARSERS), WORDS | GLUED | st.text(max_size=20), st.sampled_from(STYLES))
def test_any_text(parse: object, text: str, style: Style) -> None:
    check(parse, "\n" + text if style == "literal" else text, style)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good snippet with a part taken away, doubled or replaced."""
    text = draw(st.one_of(trees.EXPRESSIONS.map(show), trees.BINDERS.map(show), trees.STATEMENTS.map(lambda tree: "\n" + show_statements(tree, 1))))
    for _ in range(draw(st.integers(1, 2))):
        first = draw(st.integers(0, len(text)))
        last = draw(st.integers(first, min(len(text), first + 6)))
        text = text[:first] + draw(st.one_of(st.just(""), st.just(text[first:last] * 2), PIECES)) + text[last:]
    return text


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((parse_expression, parse_binders, parse_statements)), mutated())
def test_mutated_snippets(parse: object, text: str) -> None:
    check(parse, text, "literal" if text.startswith("\n") else "plain")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=30))
def test_any_bytes(data: bytes) -> None:
    text = data.decode("utf-8", errors="replace")
    for parse in PARSERS:
        check(parse, text, "plain")
