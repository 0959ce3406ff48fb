"""Operators at their edges: expected values are Python's, computed by Python itself, or written out where Python leaves int64."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable

import pytest

from runtime.native import NativeModule, compile_module

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
EDGES = (0, 1, -1, 2, -2, 3, -3, 7, 8, 62, 63, 64, -63, -64, 100, 2**31, -(2**31), 2**32, INT64_MAX, INT64_MAX - 1, INT64_MIN, INT64_MIN + 1)
OPERATORS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "floordiv": operator.floordiv, "mod": operator.mod,
    "and_": operator.and_, "or_": operator.or_, "xor": operator.xor, "lshift": operator.lshift, "rshift": operator.rshift,
}  # fmt: skip
SIGNS = dict(zip(OPERATORS, ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"), strict=True))


def lines() -> str:
    text = ""
    for name, sign in SIGNS.items():
        text += f"def {name}(x: int, y: int) -> int:\n    return x {sign} y\n"
        for k, edge in enumerate(EDGES):
            text += f"def {name}{k}(x: int) -> int:\n    return x {sign} {edge}\n"
    return text


@pytest.fixture(scope="module")
def fast() -> NativeModule:
    names = [f"{name}{k}" for name in SIGNS for k in ("", *range(len(EDGES)))]
    return compile_module(lines(), "arithmetic.py", entries=names, cache=False)


@pytest.mark.parametrize("name", OPERATORS)
def test_every_pair_of_edges(fast: NativeModule, name: str) -> None:
    compared = 0
    for x in EDGES:
        for k, y in enumerate(EDGES):
            found = getattr(fast, name)(x, y), getattr(fast, f"{name}{k}")(x)
            if (y < 0 and "shift" in name) or (y == 0 and name in ("floordiv", "mod")):
                assert all(isinstance(value, int) for value in found)
                continue
            # A shift by more than 64 only makes the number longer, or leaves 0.
            exact = OPERATORS[name](x, min(y, 64) if "shift" in name else y)
            if INT64_MIN <= exact <= INT64_MAX:
                assert found == (exact, exact), (x, y)
                compared += 1
    assert compared > len(EDGES) * 5


def test_what_python_cannot_say_in_int64_is_still_defined(fast: NativeModule) -> None:
    assert fast.floordiv(5, 0) == fast.mod(5, 0) == fast.floordiv(INT64_MIN, 0) == 0
    assert fast.floordiv(INT64_MIN, -1) == INT64_MIN
    assert fast.mod(INT64_MIN, -1) == 0
    assert fast.add(INT64_MAX, 1) == INT64_MIN


TEXT = """Vec = list[int]
TABLE: tuple[int, ...] = (300, -300, 9223372036854775807)
SMALL = (1, -128, 127)
MIDDLE = (1, -32768, 32767)
WIDE = (1, -2147483648, 2147483647)
def count(x: int) -> int:
    return x.bit_count()
def length(x: int) -> int:
    return x.bit_length()
def lowest(x: int) -> int:
    return (x & -x).bit_length() - 1
def least(x: int, y: int, z: int) -> int:
    return min(x, y, z) * 1000 + max(x, y)
def size(x: int) -> int:
    return abs(x)
def inverse(x: int) -> int:
    return ~x ^ -x
def both(x: int, y: int) -> int:
    return x and y
def either(x: int, y: int) -> int:
    return x or y
def truth(x: int, y: int) -> bool:
    return x < y
def loose(x: int) -> bool:
    return x
def chain(s: Vec, x: int) -> bool:
    return 0 <= step(s) < x != 5
def step(s: Vec) -> int:
    s[0] += 1
    return s[0]
def last(n: int, m: int, k: int) -> int:
    i: int = 77
    t: int = 0
    for i in range(n, m, k):
        t += 1
        i = 1000
        if t == 20:
            break
    return i * 100 + t
def after(n: int) -> int:
    i: int = 77
    for i in range(n):
        pass
    return i
def once(s: Vec, n: int) -> int:
    t: int = 0
    for i in range(n):
        n = 2
        t += i
    s[step(s)] += 10
    return t
def order(s: Vec) -> int:
    s[0] += step(s) * 10
    return s[0]
def tables(x: int) -> int:
    return TABLE[x] + 3 * SMALL[x] + 5 * MIDDLE[x] + 7 * WIDE[x]
def none(s: Vec) -> None:
    if s[0] > 5:
        return
    s[0] = 6
def nobody() -> int:
    return 7
"""
NAMES = (
    "count", "length", "lowest", "least", "size", "inverse", "both", "either", "truth", "loose", "chain", "last", "after", "once", "order",
    "tables", "none", "nobody",
)  # fmt: skip


@pytest.fixture(scope="module", params=[False, True], ids=["fast", "checked"])
def words(request: pytest.FixtureRequest) -> NativeModule:
    return compile_module(TEXT, "words.py", entries=NAMES, checked=request.param, cache=False)


def python() -> dict[str, Callable[..., int]]:
    scope: dict[str, Callable[..., int]] = {}
    exec(TEXT, scope)  # type: ignore[arg-type]
    return scope


@pytest.mark.parametrize("name", ["count", "length", "size", "inverse", "lowest"])
def test_one_operand(words: NativeModule, name: str) -> None:
    for x in EDGES:
        if x == INT64_MIN and name in ("size", "inverse", "lowest"):
            continue  # leaves int64 on the way
        assert getattr(words, name)(x) == python()[name](x), x


def test_the_lowest_bit_of_the_lowest_number() -> None:
    assert compile_module(TEXT, "words.py", entries=["lowest"], cache=False).lowest(INT64_MIN) == 63


def test_values_of_and_and_or(words: NativeModule) -> None:
    for x in (0, 5, -1):
        for y in (0, 7):
            assert words.both(x, y) == (x and y)
            assert words.either(x, y) == (x or y)


def test_least_and_greatest(words: NativeModule) -> None:
    assert words.least(5, 2, 3) == 2005
    assert words.least(-5, 2, -7) == -6998


def test_bools_come_back_as_bools(words: NativeModule) -> None:
    assert words.truth(1, 2) is True
    assert words.truth(2, 1) is False
    assert words.truth(True, 2) is True
    # CPython gives the integer of a function that says bool and returns one; so does the native one.
    assert (words.loose(1), words.loose(0), words.loose(5)) == (1, 0, 5)
    assert words.none(array("q", [1])) is None


def test_the_middle_of_a_chain_is_evaluated_once(words: NativeModule) -> None:
    s = array("q", [3])
    assert words.chain(s, 6) is True
    assert s[0] == 4
    assert words.chain(array("q", [5]), 5) is False
    assert words.chain(array("q", [4]), 6) is True
    assert words.chain(array("q", [-5]), 6) is False


@pytest.mark.parametrize(
    "bounds",
    [
        (0, 5, 1), (5, 0, 1), (3, 3, 1), (5, 0, -1), (0, 5, -1), (0, 10, 3), (0, 9, 3), (10, 0, -3), (INT64_MAX - 2, INT64_MAX, 1),
        (INT64_MAX - 2, INT64_MAX, 2**62), (INT64_MIN, INT64_MAX, INT64_MAX), (INT64_MAX, INT64_MIN, INT64_MIN), (INT64_MIN + 2, INT64_MIN, -1),
        (INT64_MIN, INT64_MAX, 1), (0, 1, INT64_MIN), (-1, 0, INT64_MAX), (INT64_MIN, INT64_MIN + 1, -1),
    ],
)  # fmt: skip
def test_ranges(words: NativeModule, bounds: tuple[int, int, int]) -> None:
    assert words.last(*bounds) == python()["last"](*bounds)


def test_a_loop_keeps_its_last_value_and_its_first_bound(words: NativeModule) -> None:
    assert [words.after(n) for n in (-1, 0, 1, 5)] == [77, 77, 0, 4]
    s = array("q", [0, 0, 0])
    assert words.once(s, 5) == 0 + 1 + 2 + 3 + 4
    assert list(s) == [1, 10, 0]


def test_an_augmented_item_is_read_before_its_right_side(words: NativeModule) -> None:
    assert words.order(array("q", [4])) == 4 + 50


def test_tables_of_every_width(words: NativeModule) -> None:
    assert words.tables(0) == 300 + 3 + 5 + 7
    assert words.tables(1) == -300 - 3 * 128 - 5 * 32768 - 7 * 2147483648


def test_no_parameters(words: NativeModule) -> None:
    assert words.nobody() == 7
