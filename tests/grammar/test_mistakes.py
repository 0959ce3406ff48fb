"""Every mistake gets its own code, at its own characters, with a way out where one is known."""

import pytest

from compiler.diagnostics import explain
from compiler.load.tree import Style
from compiler.parse import parse_binders, parse_expression, parse_names, parse_statements, parse_type
from tests.grammar.reading import read

EXPRESSIONS = [
    # text, code, characters, replacement or None
    ("all(p in players where x[p] == 0)", "RWP008", "all(p in players where x[p] == 0)", None),
    ("all(p in players)", "RWP008", "all(p in players)", None),
    ("sum(c in hand where c.value)", "RWP008", "sum(c in hand where c.value)", None),
    ("any(c for c in hand)", "RWP008", "any(c for c in hand)", None),
    ("a and any(x[p] == 0 for p in players) or b", "RWP008", "any(x[p] == 0 for p in players)", None),
    ("count(hand[p])", "RWP008", "count(hand[p])", None),
    ("a in {b, c}", "RWP009", "{b, c}", "(b, c)"),
    ("a in (b,)", "RWP010", "(b,)", None),
    ("f(b,)", "RWP001", ",", ""),
    ("a = b", "RWP007", "=", "=="),
    ("any(c in d where c.x = 3)", "RWP007", "=", "=="),
    ("a && b", "RWP011", "&&", "and"),
    ("a || b", "RWP011", "||", "or"),
    ("!a", "RWP011", "!", "not "),
    ("a == !b", "RWP011", "!", "not "),
    ("a === b", "RWP011", "===", "=="),
    ("a <> b", "RWP011", "<>", "!="),
    ("a ≤ b", "RWP011", "≤", "<="),
    ("a => b", "RWP011", "=>", ">="),
    ("a / b", "RWP011", "/", "//"),
    ("a is b", "RWP011", "is", "=="),
    ("a is not b", "RWP011", "is not", "!="),
    ("a mod b", "RWP011", "mod", "%"),
    ("Wolf == a", "RWP012", "Wolf", "wolf"),
    ("a.bigWolf", "RWP012", "bigWolf", "big_wolf"),
    ("WOLF", "RWP012", "WOLF", "wolf"),
    ("True", "RWP012", "True", "true"),
    ("None", "RWP012", "None", "none"),
    ("größe > 3", "RWP004", "ö", None),
    ("2nd", "RWP001", "2nd", None),
    ("a > 1.5", "RWP001", "1.5", None),
    ("a ? b : c", "RWP014", "?", None),
    ("if a: b", "RWP014", "if", None),
    ("a; b", "RWP015", ";", None),
    ("a == not b and c", "RWP017", "not b", "(not b)"),
    ("1 + not b", "RWP017", "not b", "(not b)"),
    ("any(q in x where a if b else c)", "RWP017", "a if b else c", "(a if b else c)"),
    ("first(q in x by -a if b else c default d)", "RWP017", "-a if b else c", "(-a if b else c)"),
    ("to == 3", "RWP020", "to", None),
    ("any(by in hand)", "RWP020", "by", None),
    ("a == b in c", "RWP021", "in", None),
    ("a < b > c", "RWP021", ">", None),
    ("a != b == c", "RWP021", "!=", None),
    ("99999999999999999999", "RWP022", "99999999999999999999", None),
    ("c.name == 'goat'", "RWP023", "'goat'", '"goat"'),
    ("(a + b", "RWP026", "(", None),
    ("f(a, b", "RWP026", "(", None),
    ("f(a]", "RWP026", "(", None),
    ("a + b)", "RWP027", ")", None),
    ("a]", "RWP027", "]", None),
    ("a @ b", "RWP004", "@", None),
    ("a # b", None, "", None),
    ("a#b", "RWP004", "#", None),
    ("a b", "RWP001", "b", None),
    ("f(,a)", "RWP001", ",", None),
    ("()", "RWP001", ")", None),
    ("a, b", "RWP001", ",", None),
    ("0..5..9", "RWP001", "..", None),
    ("a + where", "RWP001", "where", None),
    ("a +", "RWP002", "", None),
    ("a if b", "RWP002", "", None),
    ("", "RWP024", "", None),
    ("# nothing", "RWP024", "# nothing", None),
]  # fmt: skip

STATEMENTS = [
    ("  x.y = 3", "RWP013", "x.y", None),
    ("  c.value += 3", "RWP013", "c.value", None),
    ("  x == 3", "RWP011", "==", "="),
    ("  x := 3", "RWP011", ":=", "="),
    ("  x++", "RWP011", "++", None),
    ("  x--", "RWP011", "--", None),
    ("  x *= 2", "RWP011", "*=", None),
    ("  if a: b()\n  else if c: d()", "RWP011", "else if", "elif"),
    ("  if a = b: c()", "RWP007", "=", "=="),
    ("  x = a = b", "RWP007", "=", "=="),
    ("  x = 1; y = 2", "RWP015", ";", None),
    ("  x = a\n    + b", "RWP016", "+", None),
    ("  x = a +\n    b", "RWP016", "b", None),
    ("  x = a\n  and b", "RWP016", "and", None),
    ("  for = 3", "RWP020", "for", None),
    ("  let to = 3", "RWP020", "to", None),
    ("  x = (a\n  y = 3\n  z = 4", "RWP026", "(", None),
    ("  x = 1\n   y = 2", "RWP003", "y", None),
    ("  if a:\n      x = 1\n    y = 2", "RWP003", "    y", None),
    ("  if a:\n  x = 1", "RWP002", "", None),
    ("  if a\n    x = 1", "RWP002", "", None),
    ("  x =", "RWP002", "", None),
    ("  end", "RWP002", "", None),
    ("\tx = 1", "RWP003", "\tx", None),
    ("  move c hand", "RWP001", "hand", None),
    ("  x += 1 y = 2", "RWP001", "y", None),
    ("  else: pass", "RWP001", "else", None),
]


def told(text: str, parse: object, style: Style) -> list[tuple[str, str, object]]:
    _, problems = read(parse, text, style)
    return [(problem.code, problem.span.text, problem.facts.get("replacement")) for problem in problems]


@pytest.mark.parametrize(("text", "code", "at", "replacement"), EXPRESSIONS)
def test_in_expressions(text: str, code: str | None, at: str, replacement: str | None) -> None:
    assert told(text, parse_expression, "plain") == ([] if code is None else [(code, at, replacement)])


@pytest.mark.parametrize(("text", "code", "at", "replacement"), STATEMENTS)
def test_in_statements(text: str, code: str, at: str, replacement: str | None) -> None:
    assert told("\n" + text, parse_statements, "literal") == [(code, at, replacement)]


@pytest.mark.parametrize(
    ("text", "parse", "code", "at"),
    [
        ("x = 1\n  y = 2", parse_statements, "RWP016", "y"),
        ("if a: b()", parse_statements, "RWP028", "if"),
        ("for p in players: b()", parse_statements, "RWP028", "for"),
        ("c of hand", parse_binders, "RWP001", "of"),
        ("c = hand", parse_binders, "RWP001", "="),
        ("c in hand, where x", parse_binders, "RWP020", "where"),
        ("c in hand where", parse_binders, "RWP002", ""),
        ("q t", parse_names, "RWP001", "t"),
        ("0-3", parse_type, "RWP001", "-"),
        ("Player", parse_type, "RWP012", "Player"),
        ("player or nothing", parse_type, "RWP001", "nothing"),
    ],
)
def test_elsewhere(text: str, parse: object, code: str, at: str) -> None:
    assert [found[:2] for found in told(text, parse, "plain")] == [(code, at)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("all(p in players where x[p] == 0)", "`all(x[p] == 0 for p in players)`"),
        ("any(x[p] == 0 for p in players)", "`any(p in players where x[p] == 0)`"),
        ("any(x == 0 for p in players where y)", "`any(p in players where y and x == 0)`"),
        ("first(c for c in hand)", "`first(c in hand)`"),
        ("count(hand[p])", "`count(c in hand[p])`"),
        ("max(p in players)", "`max(… for p in players)`"),
    ],
)
def test_the_right_form_is_shown(text: str, form: str) -> None:
    _, problems = read(parse_expression, text)
    assert [problem.facts["form"] for problem in problems] == [form]


@pytest.mark.parametrize(
    ("text", "parse", "expected"),
    [
        ("a +", parse_expression, "a value"),
        ("a if b", parse_expression, "`else`"),
        ("a b", parse_expression, "an operator or the end"),
        ("c of hand", parse_binders, "`in` or `,`"),
        ("move c hand", parse_statements, "`to` or an operator"),
        ("player or", parse_type, "`none`"),
        ("max(a)", parse_expression, "`,` or `for`"),
    ],
)
def test_what_was_expected_is_said_in_words(text: str, parse: object, expected: str) -> None:
    _, problems = read(parse, text)
    assert [problem.facts["expected"] for problem in problems] == [expected]


def test_indentation_is_told_as_the_file_has_it() -> None:
    _, problems = read(parse_statements, "\n  if a:\n      x = 1\n    y = 2", "literal")
    assert [(problem.facts["found"], problem.facts["expected"]) for problem in problems] == [(4, "6 or 2")]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "a" + ")" * 5000,
        "(" * 5000,
        "not " * 5000 + "a",
        "-" * 5000 + "a",
        "+".join(["a"] * 5000),
        "a.b" + ".c" * 5000,
        "f(" * 50 + "a" + ")" * 50 + "[b" * 60 + "]" * 60,
        "a if b else " * 3000 + "c",
    ],
)
def test_deep_nesting_is_a_problem_never_an_exhausted_stack(text: str) -> None:
    _, problems = read(parse_expression, text)
    assert [problem.code for problem in problems] == ["RWP018"]


def test_deep_suites_are_a_problem() -> None:
    text = "".join(f"\n{' ' * depth}if a:" for depth in range(1, 200)) + "\n" + " " * 200 + "pass"
    _, problems = read(parse_statements, text, "literal")
    assert [problem.code for problem in problems] == ["RWP018"]


def test_a_long_chain_of_or_is_not_deep() -> None:
    _, problems = read(parse_expression, " or ".join(["a"] * 60))
    assert problems == []


def test_escapes_are_refused_where_they_stand() -> None:
    _, problems = read(parse_expression, r"c.name == \"goat\"", "quoted")
    assert [(problem.code, problem.span.text, problem.facts["text"]) for problem in problems] == [("RWP006", r"\"", r"\"")]


def test_problems_carry_their_trail_and_can_be_explained() -> None:
    for text, code, _, _ in EXPRESSIONS:
        _, problems = read(parse_expression, text)
        for problem in problems:
            assert problem.trail == ("phases", "key")
            diagnostic = explain(problem)
            assert diagnostic.code == code
            assert "…" not in diagnostic.headline
