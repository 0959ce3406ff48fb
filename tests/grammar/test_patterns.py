"""Texts with holes."""

import pytest

from compiler.load.tree import Style
from compiler.parse import ast, parse_pattern
from tests.grammar.reading import bare, read


@pytest.mark.parametrize(
    ("text", "style", "expected"),
    [
        ("{p} takes {c}", "quoted", (("Name", "p"), " takes ", ("Name", "c"))),
        ("no hole", "plain", ("no hole",)),
        ("{{x}}", "quoted", ("{x}",)),
        ("a {{{p}}} b", "quoted", ("a {", ("Name", "p"), "} b")),
        ("x{q}-{t}", "plain", ("x", ("Name", "q"), "-", ("Name", "t"))),
        ("one\n   two {p}", "plain", ("one two ", ("Name", "p"))),
        ("\n    one {p}\n    two", "literal", ("one ", ("Name", "p"), "\ntwo")),
    ],
)
def test_reads(text: str, style: Style, expected: object) -> None:
    found, problems = read(parse_pattern, text, style)
    assert not problems
    assert isinstance(found, ast.Pattern)
    assert bare(found.parts) == expected


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("{p", "RWP019", "{"),
        ("p}", "RWP019", "}"),
        ("a {} b", "RWP019", "{}"),
        ("{p q}", "RWP001", "q"),
        ("{P}", "RWP012", "P"),
        (r"a \" b", "RWP006", r"\""),
    ],
)
def test_refuses(text: str, code: str, at: str) -> None:
    _, problems = read(parse_pattern, text, "quoted")
    assert [(problem.code, problem.span.text) for problem in problems] == [(code, at)]
