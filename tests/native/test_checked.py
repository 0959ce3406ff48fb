"""Checked code stops at the first line that goes wrong, says what and with which numbers, and cannot be made to crash."""

from __future__ import annotations

import sys
from array import array

import pytest

from runtime.native import NativeCheckError, NativeModule, compile_module

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
TEXT = """Vec = list[int]
TABLE = (1, 2, 3)
EMPTY = ()
def item(s: Vec, x: int) -> int:
    return s[x]
def put(s: Vec, x: int) -> None:
    s[1] = 5
    s[x] = 7
def row(x: int) -> int:
    return TABLE[x]
def never(x: int) -> int:
    return EMPTY[x]
def deep(s: Vec, o: Vec, x: int) -> int:
    o[0] = 1
    t: int = item(o, x)
    o[0] = 2
    return t
def add(x: int, y: int) -> int:
    return x + y
def sub(x: int, y: int) -> int:
    return x - y
def mul(x: int, y: int) -> int:
    return x * y
def div(x: int, y: int) -> int:
    return x // y
def mod(x: int, y: int) -> int:
    return x % y
def left(x: int, y: int) -> int:
    return x << y
def right(x: int, y: int) -> int:
    return x >> y
def neg(x: int) -> int:
    return -x
def size(x: int) -> int:
    return abs(x)
def step(x: int) -> int:
    for i in range(0, 3, x):
        pass
    return 0
def late(x: int) -> int:
    if x:
        y: int = 4
    return y
def sure(x: int) -> int:
    if x:
        y: int = 4
    else:
        y = 5
    while True:
        z: int = y
        if z:
            break
    return y + z
"""
NAMES = tuple(line.split()[1].split("(")[0] for line in TEXT.splitlines() if line.startswith("def "))
LINES = TEXT.splitlines()


@pytest.fixture(scope="module")
def checked() -> NativeModule:
    return compile_module(TEXT, "checked.py", entries=NAMES, checked=True, cache=False)


def refused(function: object, *arguments: object) -> NativeCheckError:
    assert callable(function)
    with pytest.raises(NativeCheckError) as caught:
        function(*arguments)
    assert caught.value.filename == "checked.py"
    return caught.value


@pytest.mark.parametrize("index", [3, 4, -1, -3, INT64_MAX, INT64_MIN])
def test_an_index_outside(checked: NativeModule, index: int) -> None:
    s = array("q", [1, 2, 3])
    error = refused(checked.item, s, index)
    assert (error.kind, error.name, error.values, LINES[error.line - 1].strip()) == ("index", "s", (index, 3), "return s[x]")
    assert str(error) == f"checked.py:5: index {index} is outside s, which has 3 items"
    assert refused(checked.row, index).name == "TABLE"
    assert refused(checked.never, index).values == (index, 0)
    refused(checked.put, s, index)
    assert list(s) == [1, 5, 3]  # the lines before it ran, it did not
    s.append(4)  # the buffer was given back


def test_an_index_inside(checked: NativeModule) -> None:
    assert [checked.item(array("q", [1, 2, 3]), x) for x in range(3)] == [1, 2, 3]
    assert [checked.row(x) for x in range(3)] == [1, 2, 3]


def test_a_fault_leaves_the_callers_too(checked: NativeModule) -> None:
    s, o = array("q", [0] * 9), array("q", [0, 0])
    error = refused(checked.deep, s, o, 5)
    assert (error.line, error.name, error.values) == (5, "s", (5, 2))  # the callee's own name, the caller's buffer
    assert list(o) == [1, 0]


@pytest.mark.parametrize(
    ("name", "arguments", "kind", "sign"),
    [
        ("add", (INT64_MAX, 1), "overflow", "+"),
        ("add", (INT64_MIN, -1), "overflow", "+"),
        ("sub", (INT64_MIN, 1), "overflow", "-"),
        ("sub", (0, INT64_MIN), "overflow", "-"),
        ("mul", (2**32, 2**31), "overflow", "*"),
        ("mul", (INT64_MIN, -1), "overflow", "*"),
        ("div", (INT64_MIN, -1), "overflow", "//"),
        ("div", (1, 0), "division", "//"),
        ("mod", (1, 0), "division", "%"),
        ("left", (1, 63), "overflow", "<<"),
        ("left", (1, 64), "overflow", "<<"),
        ("left", (1, INT64_MAX), "overflow", "<<"),
        ("left", (2**62, 1), "overflow", "<<"),
        ("left", (1, -1), "shift", "<<"),
        ("right", (1, -1), "shift", ">>"),
        ("right", (1, INT64_MIN), "shift", ">>"),
        ("neg", (INT64_MIN,), "overflow", "neg"),
        ("size", (INT64_MIN,), "overflow", "abs"),
        ("step", (0,), "step", "range"),
        ("late", (0,), "unassigned", "y"),
    ],
)
def test_numbers_that_go_wrong(checked: NativeModule, name: str, arguments: tuple[int, ...], kind: str, sign: str) -> None:
    error = refused(getattr(checked, name), *arguments)
    assert (error.kind, error.name) == (kind, sign)
    start = next(k for k, line in enumerate(LINES) if line.startswith(f"def {name}("))
    assert start + 1 < error.line <= start + 5
    if kind not in ("step", "unassigned"):
        assert error.values[: len(arguments)] == arguments
        assert str(arguments[0]) in str(error)


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("add", (INT64_MAX, 0), INT64_MAX),
        ("sub", (-1, INT64_MIN), INT64_MAX),
        ("mul", (2**31, -(2**32)), INT64_MIN),
        ("mod", (INT64_MIN, -1), 0),
        ("left", (-1, 63), INT64_MIN),
        ("left", (0, INT64_MAX), 0),
        ("left", (2**61, 1), 2**62),
        ("right", (-5, INT64_MAX), -1),
        ("right", (5, 64), 0),
        ("neg", (INT64_MAX,), -INT64_MAX),
        ("step", (-1,), 0),
        ("late", (1,), 4),
        ("sure", (1,), 8),
        ("sure", (0,), 10),
    ],
)
def test_numbers_that_just_fit(checked: NativeModule, name: str, arguments: tuple[int, ...], value: int) -> None:
    assert getattr(checked, name)(*arguments) == value


def test_faults_hold_on_to_nothing(checked: NativeModule) -> None:
    s = array("q", [1, 2, 3])
    before = sys.getrefcount(s)
    for _ in range(1000):
        try:
            checked.item(s, 9)
        except NativeCheckError:
            pass
        else:
            raise AssertionError("index 9 was accepted")
    assert sys.getrefcount(s) == before
    s.append(4)
