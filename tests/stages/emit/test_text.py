"""Text: brackets no more than needed, names that collide with nothing, lines within the page, constants that read back."""

import ast
import keyword
import re
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as some

from compiler.emit.expressions.expressions import spell
from compiler.emit.expressions.expressions import test as told
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.lines import WIDTH, wrap
from compiler.emit.nouns.literals import lines_of, literal
from compiler.emit.nouns.names import Names
from compiler.emit.nouns.plan import Plan
from compiler.ir import exprs as x
from tests.stages.emit.small import machine

PLAN = Plan.of(machine([()]))


def body() -> Body:
    return Body.of(PLAN, "tried", section="rules", locals=("a", "b", "c"))


# ---- expressions

NUMBERS = some.recursive(
    some.sampled_from([x.Local("a"), x.Local("b"), x.Local("c"), x.Const(2), x.Const(-3), x.Const(0)]),
    lambda inner: some.one_of(
        some.builds(x.Binary, some.sampled_from(["+", "-", "*", "//", "%", "&", "|", "min", "max"]), inner, inner),
        some.builds(x.Abs, inner),
        some.builds(lambda left, right, one, two: x.Choose(x.Compare("<", left, right), one, two), inner, inner, inner, inner),
        some.builds(lambda left, right: x.AsInt(x.Or((x.Compare("==", left, right), x.Not(x.Compare("<", left, right))))), inner, inner),
    ),
    max_leaves=12,
)
CONDITIONS = some.recursive(
    some.builds(x.Compare, some.sampled_from(["==", "!=", "<", "<=", ">", ">="]), NUMBERS, NUMBERS),
    lambda inner: some.one_of(
        some.builds(x.And, some.tuples(inner, inner)), some.builds(x.Or, some.tuples(inner, inner)), some.builds(x.Not, inner),
    ),
    max_leaves=6,
)  # fmt: skip

OPERATORS = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, "//": ast.FloorDiv, "%": ast.Mod, "&": ast.BitAnd, "|": ast.BitOr}


def meaning(node: x.Expr | x.Cond, values: dict[str, int]) -> int:
    """What a node is worth, straight from its docstring."""
    match node:
        case x.Const(value):
            return value
        case x.Local(name):
            return values[name]
        case x.Binary(operator, left, right):
            one, two = meaning(left, values), meaning(right, values)
            return {
                "+": lambda: one + two, "-": lambda: one - two, "*": lambda: one * two, "//": lambda: one // two, "%": lambda: one % two,
                "&": lambda: one & two, "|": lambda: one | two, "min": lambda: min(one, two), "max": lambda: max(one, two),
            }[operator]()  # fmt: skip
        case x.Abs(operand):
            return abs(meaning(operand, values))
        case x.Choose(condition, value, other):
            return meaning(value if meaning(condition, values) else other, values)
        case x.AsInt(condition):
            return int(bool(meaning(condition, values)))
        case x.Compare(operator, left, right):
            one, two = meaning(left, values), meaning(right, values)
            return {"==": one == two, "!=": one != two, "<": one < two, "<=": one <= two, ">": one > two, ">=": one >= two}[operator]
        case x.And(items):
            return all(meaning(item, values) for item in items)
        case x.Or(items):
            return any(meaning(item, values) for item in items)
        case x.Not(operand):
            return not meaning(operand, values)
        case _:
            raise AssertionError(node)


def worth(node: x.Expr | x.Cond, values: dict[str, int]) -> object:
    try:
        return int(meaning(node, values))
    except ZeroDivisionError:
        return "division by zero"


def run(text: str, values: dict[str, int]) -> object:
    try:
        return int(eval(text, {}, dict(values)))
    except ZeroDivisionError:
        return "division by zero"


VALUES = some.fixed_dictionaries({name: some.integers(-9, 9) for name in "abc"})


@settings(max_examples=150, deadline=None)
@given(NUMBERS, VALUES)
def test_numbers_mean_what_they_say(node: x.Expr, values: dict[str, int]) -> None:
    assert run(spell(body(), node), values) == worth(node, values)


@settings(max_examples=100, deadline=None)
@given(CONDITIONS, VALUES)
def test_conditions_mean_what_they_say(node: x.Cond, values: dict[str, int]) -> None:
    assert run(told(body(), node), values) == worth(node, values)


@settings(max_examples=100, deadline=None)
@given(some.one_of(NUMBERS, CONDITIONS))
def test_every_bracket_is_needed(node: x.Expr | x.Cond) -> None:
    """Without any one pair of brackets the text means something else, or nothing. Around an `or` within `and` they only would not be."""
    text = spell(body(), node) if not isinstance(node, x.Compare | x.And | x.Or | x.Not) else told(body(), node)
    before = ast.dump(ast.parse(text))
    for start, end in bare_brackets(text):
        shorter = text[:start] + text[start + 1 : end] + text[end + 1 :]
        try:
            after = ast.dump(ast.parse(shorter))
        except SyntaxError:
            continue
        assert after != before, f"{text} needs no brackets at {start}"


def bare_brackets(text: str) -> list[tuple[int, int]]:
    """Brackets that are no call."""
    found, open_at = [], []
    for at, character in enumerate(text):
        if character == "(":
            open_at.append(at)
        elif character == ")":
            start = open_at.pop()
            if not re.search(r"(abs|min|max)$", text[:start]):
                found.append((start, at))
    return found


def test_a_sum_times_a_number() -> None:
    assert spell(body(), x.Binary("*", x.Binary("+", x.Local("a"), x.Const(1)), x.Local("b"))) == "(a + 1) * b"
    assert spell(body(), x.Binary("-", x.Local("a"), x.Binary("-", x.Local("b"), x.Local("c")))) == "a - (b - c)"
    assert spell(body(), x.Binary("+", x.Local("a"), x.Binary("+", x.Local("b"), x.Local("c")))) == "a + b + c"
    assert told(body(), x.Not(x.Compare("<", x.Local("a"), x.Const(3)))) == "a >= 3"
    assert told(body(), x.Compare("<", x.Const(3), x.Local("a"))) == "a > 3"


# ---- names


@given(some.lists(some.text(alphabet="abclsO_ 1pieénif", min_size=1, max_size=6), max_size=12))
def test_names_are_names_and_each_is_taken_once(wanted: list[str]) -> None:
    names = Names.of(frozenset({"p"}))
    claimed = [names.claim(name) for name in wanted] + [names.claim_constant(name) for name in wanted]
    assert len(set(claimed)) == len(claimed)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in claimed)
    assert "p" not in claimed


def test_names_of_the_author_stay_where_they_can() -> None:
    names = Names.of(frozenset({"p", "free"}))
    assert names.claim_author("free") == "free"
    assert names.claim_author("class") == "class_"
    assert names.claim_author("legal_actions") == "legal_actions_2"
    assert names.claim("p") == "p_2"
    # A local gives way to a function of the same name, and to the vector.
    assert names.local("free", {"s"}) == "free_"
    assert names.local("s", {"s"}) == "s_"
    assert names.local("min", set()) == "min_"


# ---- lines


@settings(max_examples=100, deadline=None)
@given(
    CONDITIONS,
    some.sampled_from(["return {}", "if {}:", "held: bool = {}", "s[POINTS + p] = {}", "while {}:"]),
    some.integers(0, 6),
    some.integers(30, 70),
)
def test_broken_lines_mean_the_same(node: x.Cond, frame: str, depth: int, width: int) -> None:
    line = frame.format(told(body(), node))
    broken = wrap(line, 4 * depth, width)
    assert all(text.startswith(" " * 4 * depth) for text in broken)
    assert in_function(text[4 * depth :] for text in broken) == in_function([line])


def in_function(lines: Iterable[str]) -> str:
    """The tree of lines as a function's body; a header gets a block."""
    body = list(lines)
    block = ["    pass"] if body[-1].endswith(":") else []
    return ast.dump(ast.parse("\n".join(["def f():", *(f"    {line}" for line in (*body, *block))])))


def test_a_line_is_broken_before_its_loosest_operator() -> None:
    assert wrap("return first(s) and second(s) or third(s)", 4, 30) == [
        "    return (",
        "        first(s) and second(s)",
        "        or third(s)",
        "    )",
    ]
    assert wrap("short", 4, 30) == ["    short"]


# ---- constants

PLAIN = some.recursive(
    some.one_of(some.integers(-10, 10**12), some.text(max_size=200), some.none()),
    lambda inner: some.lists(inner, max_size=8).map(tuple),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(PLAIN)
def test_constants_read_back(value: object) -> None:
    assert ast.literal_eval(literal(value)) == value
    lines = lines_of(value, before="X = ")
    (assignment,) = ast.parse("\n".join(lines)).body
    assert isinstance(assignment, ast.Assign)
    assert ast.literal_eval(assignment.value) == value
    if isinstance(value, tuple) and all(isinstance(item, int) for item in value):
        assert all(len(line) <= WIDTH for line in lines)
