"""The validator names line and construct of whatever the translator cannot translate."""

from __future__ import annotations

import pytest

from runtime.native import SubsetError, Violation, compile_module, validate

HEADER = """from typing import Final
Vec = list[int]
SIZE: Final = 4
TABLE: Final = (1, 2, -1)
NAMES = ("north", "south")
NESTED = ((1, 2), (3, 4))
def one(s: Vec, x: int) -> int:
    return s[x]
def none(s: Vec) -> None:
    s[0] = 1
def two(s: Vec, o: Vec) -> int:
    return s[0] + o[0]
"""
FIRST = HEADER.count("\n") + 2


def found(body: str, signature: str = "def f(s: Vec, o: Vec, x: int) -> int:", end: str = "    return 0\n") -> list[tuple[int, str]]:
    """Line, counted from the first of the body, and construct of each violation."""
    text = HEADER + signature + "\n" + "".join(f"    {line}\n" for line in body.splitlines()) + end
    violations = validate(text, "engine.py")
    assert all(violation.filename == "engine.py" and violation.message for violation in violations)
    return [(violation.line - FIRST + 1, violation.construct) for violation in violations]


@pytest.mark.parametrize(
    ("body", "construct"),
    [
        ("x = x / 2", "operator /"),
        ("x **= 2", "operator **"),
        ("x = x @ x", "operator @"),
        ("x = 1.5", "constant 1.5"),
        ("x = 'a'", "a string"),
        ("x = None", "constant None"),
        ("x = ...", "constant Ellipsis"),
        ("x = 9223372036854775808", "integer 9223372036854775808"),
        ("x = -9223372036854775809", "integer -9223372036854775809"),
        ("x = [1]", "List"),
        ("x = (1, 2)", "Tuple"),
        ("x = {1: 2}", "Dict"),
        ("x = f'{x}'", "JoinedStr"),
        ("x = lambda: 1", "Lambda"),
        ("x = sum(s)", "call of sum"),
        ("x = len(s)", "call of len"),
        ("x = max(x)", "max of 1 values"),
        ("x = abs(x, x)", "abs of 2 values"),
        ("x = max(x, key=x)", "keyword argument"),
        ("x = (y := 3)", "NamedExpr"),
        ("x = x is x", "comparison is"),
        ("x = 1 in s", "comparison in"),
        ("x = s", "vector s as a value"),
        ("x = TABLE", "table TABLE as a value"),
        ("x = one", "function one as a value"),
        ("x = NAMES", "name NAMES"),
        ("x = NAMES[0]", "index into NAMES"),
        ("x = NESTED[0][1]", "index into Subscript"),
        ("x = missing", "name missing"),
        ("x = s[0:2]", "Slice"),
        ("x = s[-1]", "index -1"),
        ("x = TABLE[3]", "index 3"),
        ("x = TABLE[-1]", "index -1"),
        ("TABLE[0] = 1", "assignment into TABLE"),
        ("x[0] = 1", "Subscript"),
        ("s = o", "assignment to s"),
        ("x, y = 1, 2", "Tuple"),
        ("s.x = 1", "Attribute"),
        ("x = s.append(1)", "method append"),
        ("x = x.bit_count(1)", "argument of bit_count"),
        ("x = x.real", "Attribute"),
        ("x: float = 1", "annotation float"),
        ("y: Vec = s", "annotation Vec"),
        ("s[0]: int = 1", "annotated item"),
        ("x = one(s)", "1 arguments to one"),
        ("x = one(x, s)", "name x"),
        ("x = one(TABLE, 1)", "name TABLE"),
        ("x = none(s)", "value of none"),
        ("x = two(s, s)", "vector s passed twice"),
        ("x = f(s, o, x)", "recursion of f"),
        ("x + 1", "BinOp"),
        ("'a text'\n'another'", "a string"),
        ("for i in s:\n    pass", "for over name s"),
        ("for i in range(1, 2, 0):\n    pass", "range with step 0"),
        ("for i in range(3):\n    pass\nelse:\n    pass", "else of a loop"),
        ("for s in range(3):\n    pass", "assignment to s"),
        ("for s[0] in range(3):\n    pass", "Subscript"),
        ("while x:\n    x -= 1\nelse:\n    pass", "else of a loop"),
        ("break", "Break"),
        ("continue", "Continue"),
        ("return", "return without a value"),
        ("return None", "return without a value"),
        ("raise ValueError", "Raise"),
        ("assert x", "Assert"),
        ("del x", "Delete"),
        ("import os", "Import"),
        ("global SIZE", "Global"),
        ("with x:\n    pass", "With"),
        ("try:\n    pass\nfinally:\n    pass", "Try"),
        ("def g() -> int:\n    return 1", "FunctionDef"),
        ("class C:\n    pass", "ClassDef"),
        ("match x:\n    case 1:\n        pass", "Match"),
        ("x = [i for i in range(3)]", "ListComp"),
        ("yield x", "Yield"),
        ("x = (lambda: 1)()", "call of Lambda"),
        ("print = 3\nx = print(1)", "call of print"),
        ("range = 3\nfor i in range(3):\n    pass", "for over Call"),
    ],
)
def test_constructs_outside_the_subset(body: str, construct: str) -> None:
    violations = found(f"x += 1\n{body}")
    assert construct in [name for _, name in violations]
    lines = {line for line, name in violations if name == construct}
    assert all(2 <= line <= 1 + len(body.splitlines()) for line in lines) or construct.startswith("recursion")


@pytest.mark.parametrize(
    ("signature", "construct"),
    [
        ("def f(s: Vec, x) -> int:", "annotation of x"),
        ("def f(s: Vec, x: float) -> int:", "annotation of x"),
        ("def f(s: Vec, x: dict[int, int]) -> int:", "annotation of x"),
        ("def f(s: Vec, x: int = 1) -> int:", "default value"),
        ("def f(s: Vec, *x: int) -> int:", "starred or keyword-only parameter"),
        ("def f(s: Vec, *, x: int) -> int:", "starred or keyword-only parameter"),
        ("def f(s: Vec, s: int) -> int:", "second parameter s"),
        ("def f(s: Vec, x: int):", "result of f"),
        ("def f(s: Vec, x: int) -> str:", "result of f"),
        ("@one\ndef f(s: Vec, x: int) -> int:", "decorator"),
        ("async def f(s: Vec, x: int) -> int:", "AsyncFunctionDef"),
        ("def one(s: Vec, x: int) -> int:", "second definition of one"),
    ],
)
def test_signatures_outside_the_subset(signature: str, construct: str) -> None:
    assert construct in [name for _, name in found("x = 1", signature)]


@pytest.mark.parametrize("line", ["if SIZE:\n    X = 1", "class C:\n    pass", "X, Y = 1, 2", "print(1)", "X: int", "for i in range(3):\n    X = i"])
def test_the_top_level_holds_declarations_only(line: str) -> None:
    violations = validate("'doc'\nimport os\n" + line + "\n", "engine.py")
    assert [violation.line for violation in violations] == [3]


def test_numbers_at_the_top_fit_int64() -> None:
    violations = validate(f"A = {2**63}\nB = {2**63 - 1}\nC = ({-(2**63)}, {2**64})\n", "engine.py")
    assert [(violation.line, violation.construct) for violation in violations] == [(1, f"integer {2**63}"), (3, f"integer {2**64}")]


def test_recursion_through_others_is_named_once() -> None:
    text = "def a(x: int) -> int:\n    return b(x)\ndef b(x: int) -> int:\n    return c(x)\ndef c(x: int) -> int:\n    return b(x)\n"
    assert [(violation.line, violation.construct) for violation in validate(text, "e.py")] == [(3, "recursion of b")]


@pytest.mark.parametrize(
    ("body", "is_missing"),
    [
        ("x = 1", True),
        ("if x:\n    return 1", True),
        ("if x:\n    return 1\nelse:\n    return 2", False),
        ("if x:\n    return 1\nelif x == 2:\n    return 2", True),
        ("while True:\n    x += 1", False),
        ("while True:\n    if x:\n        break", True),
        ("while True:\n    while x:\n        break", False),
        ("while x:\n    return 1", True),
        ("for i in range(3):\n    return 1", True),
    ],
)
def test_a_result_on_every_path(body: str, is_missing: bool) -> None:
    assert ("end of f" in [name for _, name in found(body, end="")]) is is_missing


def test_a_file_that_does_not_parse() -> None:
    assert [(v.line, v.construct) for v in validate("x = 1\ndef f(:\n", "e.py")] == [(2, "syntax")]
    assert [v.construct for v in validate("x = '\0'\n", "e.py")] == ["syntax"]
    assert [v.construct for v in validate("x = " + "(" * 5000 + ")" * 5000, "e.py")] in (["nesting"], ["syntax"])


def test_what_an_emitted_file_holds_is_accepted() -> None:
    text = '''"""A module."""
from __future__ import annotations
from collections.abc import MutableSequence
from typing import Final, TypeAlias

Vec: TypeAlias = "MutableSequence[int]"
GAME: Final = "a game"
RULES: Final = {1: ("a", 2), 2: ("b", 3)}
TEXTS: Final = tuple(str(i) for i in range(3))
EMPTY: Final = ()
ONE: Final = (1,)
LOW: Final = -9223372036854775808

def count(s: Vec, flag: bool, /) -> int:
    """Counts."""
    n: int
    n = m = 0
    for i in range(len_of(s), 0, -1):
        if 0 <= s[i] < 5 or not flag and (s[i] & -s[i]).bit_length() - 1 == 2:
            n += ONE[0] if flag else abs(min(i, 2, LOW))
            continue
        pass
    s[n] //= 3
    return n + m

def len_of(s: MutableSequence[int]) -> int:
    return 3

def clear(s: list[int]) -> None:
    if s[0]:
        return None
    while True:
        s[0] = ~s[1]
        break
'''
    assert validate(text, "e.py") == []


def test_many_branches_need_no_deep_recursion() -> None:
    arms = "".join(f"    elif x == {k}:\n        return {k * 3 % 101}\n" for k in range(1, 900))
    text = f"def f(x: int) -> int:\n    if x == 0:\n        return 0\n{arms}    else:\n        return -1\n"
    assert validate(text, "e.py") == []
    module = compile_module(text, "e.py", entries=["f"], cache=False)
    assert [module.f(x) for x in (0, 1, 50, 899, 900)] == [0, 3, 49, 899 * 3 % 101, -1]


def test_compiling_refuses_what_the_validator_refuses() -> None:
    with pytest.raises(SubsetError) as caught:
        compile_module("def f(x: int) -> int:\n    return x ** 2\n", "engine.py", entries=["f"], cache=False)
    assert caught.value.violations == (
        Violation(filename="engine.py", line=2, construct="operator **", message="integers have + - * // % & | ^ << >>"),
    )
    assert "engine.py:2" in str(caught.value)
    with pytest.raises(ValueError, match="no function g"):
        compile_module("def f(x: int) -> int:\n    return x\n", "engine.py", entries=["g"], cache=False)


def test_nesting_too_deep_to_translate_is_no_traceback() -> None:
    for count in (50, 400, 3000):
        text = "def f(x: int) -> int:\n    return " + "-" * count + "x\n"
        try:
            assert compile_module(text, "e.py", entries=["f"], cache=False).f(5) == (5 if count % 2 == 0 else -5)
        except SubsetError as error:
            assert [violation.construct for violation in error.violations] == ["nesting"]
            assert count > 100


def test_names_in_any_script() -> None:
    text = "ΤΑΒ = (1, 2, 3)\ndef größe(ä: int, β: int) -> int:\n    ö: int = ä + β\n    return ö * ΤΑΒ[ö]\n"
    for checked in (False, True):
        module = compile_module(text, "größe.py", entries=["größe"], checked=checked, cache=False)
        assert module.größe(1, 1) == 6
        with pytest.raises(TypeError, match=r"größe\(\) takes exactly 2"):
            module.größe(1)
