"""Expressions are read as the grammar's precedence says; the expected trees are written by hand, in brackets."""

import pytest

from compiler.parse import ast, parse_expression, parse_expressions
from tests.grammar.reading import read


def shape(node: object) -> str:
    """A tree with every grouping made visible: `(or a (and b c))`."""
    match node:
        case ast.Number(value=value):
            return str(value)
        case ast.Truth(value=value):
            return str(value).lower()
        case ast.Nothing():
            return "none"
        case ast.Text(value=text):
            return f"'{text}'"
        case ast.Name(text=text):
            return text
        case ast.Call(name=name, arguments=arguments):
            return f"({' '.join(['call', name.text, *map(shape, arguments)])})"
        case ast.Field(base=base, name=name):
            return f"(. {shape(base)} {name.text})"
        case ast.Index(base=base, arguments=arguments):
            return f"({' '.join(['at', shape(base), *map(shape, arguments)])})"
        case ast.SetOf(items=items):
            return f"(set {' '.join(map(shape, items))})"
        case ast.Range(low=low, high=high):
            return f"(.. {shape(low)} {shape(high)})"
        case ast.Unary(operator=operator, operand=operand):
            return f"({operator} {shape(operand)})"
        case ast.Binary(operator=operator, left=left, right=right):
            return f"({operator} {shape(left)} {shape(right)})"
        case ast.Logic(operator=operator, items=items):
            return f"({operator} {' '.join(map(shape, items))})"
        case ast.Compare(operands=operands, comparators=comparators):
            parts = [shape(operands[0])]
            for comparator, operand in zip(comparators, operands[1:], strict=True):
                parts += [comparator, shape(operand)]
            return f"[{' '.join(parts)}]"
        case ast.IfElse(value=value, condition=condition, other=other):
            return f"(if {shape(condition)} {shape(value)} {shape(other)})"
        case ast.Search(kind=kind, binders=binders, default=default) | ast.Fold(kind=kind, binders=binders, default=default):
            body = [shape(node.body)] if isinstance(node, ast.Fold) else []
            return f"({' '.join([kind, *body, *map(shape, binders), *([] if default is None else ['/', shape(default)])])})"
        case ast.FoldValues(kind=kind, values=values):
            return f"({kind} {' '.join(map(shape, values))})"
        case ast.Largest(rank=rank, body=body, binders=binders):
            return f"(largest {shape(rank)} {' '.join([shape(body), *map(shape, binders)])})"
        case ast.Binder(names=names, domain=domain, keep=keep, where=where, by=by):
            clauses = [("while", keep), ("where", where), ("by", by)]
            said = "".join(f" {word} {shape(clause)}" for word, clause in clauses if clause is not None)
            return f"<{','.join(name.text for name in names)} in {shape(domain)}{said}>"
        case _:
            raise AssertionError(node)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a or b and c", "(or a (and b c))"),
        ("(a or b) and c", "(and (or a b) c)"),
        ("a or b or c", "(or a b c)"),
        ("a or (b or c)", "(or a b c)"),
        ("not a and b", "(and (not a) b)"),
        ("not a == b", "(not [a == b])"),
        ("a == b or c", "(or [a == b] c)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a - (b - c)", "(- a (- b c))"),
        ("a + b * c", "(+ a (* b c))"),
        ("a // b % c", "(% (// a b) c)"),
        ("-a * b", "(* (- a) b)"),
        ("- -a", "(- (- a))"),
        ("--a", "(- (- a))"),
        ("-a.x", "(- (. a x))"),
        ("a.x[p].y", "(. (at (. a x) p) y)"),
        ("pit[p, 3]", "(at pit p 3)"),
        ("0..reach - 1", "(.. 0 (- reach 1))"),
        ("n in 1..6", "[n in (.. 1 6)]"),
        ("n not in (a, b)", "[n not in (set a b)]"),
        ("0 <= x < 9", "[0 <= x < 9]"),
        ("a if b else c if d else e", "(if b a (if d c e))"),
        ("(a if b else c) if d else e", "(if d (if b a c) e)"),
        ("a if b or c else d", "(if (or b c) a d)"),
        ("c.to", "(. c to)"),
        ("c.where.in", "(. (. c where) in)"),
        ("f()", "(call f)"),
        ("f(a, g(b))", "(call f a (call g b))"),
        ('c.name == "thin sheep"', "[(. c name) == 'thin sheep']"),
        ("true and false or none", "(or (and true false) none)"),
        ("any(c in field)", "(any <c in field>)"),
        ("any (c in field)", "(any <c in field>)"),
        ("count(a, b in sheep where a != b)", "(count <a,b in sheep where [a != b]>)"),
        ("first(p in players where q by -x[p] default none)", "(first <p in players where q by (- (at x p))> / none)"),
        ("count(c in ray(q, d) while disc[c] == p)", "(count <c in (call ray q d) while [(at disc c) == p]>)"),
        ("any(l in lines, c in l)", "(any <l in lines> <c in l>)"),
        ("all(x == 0 for p in players)", "(all [x == 0] <p in players>)"),
        ("sum(a if b else c for p in q)", "(sum (if b a c) <p in q>)"),
        ("max(a for p in q where r default 0)", "(max a <p in q where r> / 0)"),
        ("min(a, b, c)", "(min a b c)"),
        ("largest(2, x[p] for p in players)", "(largest 2 (at x p) <p in players>)"),
        ("limit + default", "(+ limit default)"),
        ("any + count.first[all]", "(+ any (at (. count first) all))"),
        ("orb or andy", "(or orb andy)"),
        ("notable and innate", "(and notable innate)"),
        ("(a)", "a"),
        ("((a + b)) * c", "(* (+ a b) c)"),
    ],
)
def test_reads(text: str, expected: str) -> None:
    found, problems = read(parse_expression, text)
    assert not problems
    assert shape(found) == expected


def test_line_breaks_and_comments_count_for_nothing() -> None:
    found, problems = read(parse_expression, "\n  a\n    and b   # why\n\n  # more\n  or\n c\n  # last", "literal")
    assert not problems
    assert shape(found) == "(or (and a b) c)"


def test_a_plain_value_may_fill_several_lines() -> None:
    found, problems = read(parse_expression, "a +\n    b")
    assert not problems
    assert shape(found) == "(+ a b)"


def test_windows_line_ends() -> None:
    found, problems = read(parse_expression, "\r\n  a\r\n  + b\r\n", "literal")
    assert not problems
    assert shape(found) == "(+ a b)"


def test_several_expressions() -> None:
    found, problems = read(parse_expressions, "points[p], -used[p]")
    assert not problems
    assert isinstance(found, tuple)
    assert [shape(each) for each in found] == ["(at points p)", "(- (at used p))"]


def test_a_number_sign_inside_a_string_is_no_comment() -> None:
    found, problems = read(parse_expression, 'c.name == "a # b"')
    assert not problems
    assert shape(found) == "[(. c name) == 'a # b']"


def test_the_greatest_number() -> None:
    found, problems = read(parse_expression, str(2**62))
    assert not problems
    assert shape(found) == str(2**62)
    _, problems = read(parse_expression, str(2**62 + 1))
    assert [problem.code for problem in problems] == ["RWP022"]
