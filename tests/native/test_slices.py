"""A vector passed on from an item: in Python a view, as a memoryview gives it; compiled, an address."""

from array import array
from typing import Any

import pytest

from runtime.native import NativeCheckError, SubsetError, compile_module

TEXT = """Vec = list[int]
def total(s: Vec, n: int) -> int:
    found: int = 0
    for k in range(n):
        found += s[k]
        s[k] = 0
    return found
def part(s: Vec, first: int, n: int) -> int:
    return total(s[first:], n)
def bounded(s: Vec, first: int, last: int, n: int) -> int:
    return total(s[first:last], n)
def row(rows: Vec, o: Vec, at: int) -> int:
    return both(rows[2 * at : 2 * at + 2], o)
def both(s: Vec, o: Vec) -> int:
    o[0] = s[0] * 10 + s[1]
    return o[0]
"""
ENTRIES = ("part", "bounded", "row")


def python() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(TEXT, names)
    return names


@pytest.mark.parametrize("checked", [False, True])
def test_both_ways_give_the_same(checked: bool) -> None:
    native = compile_module(TEXT, "slices.py", entries=ENTRIES, checked=checked, cache=False)
    for name, arguments, value, left in (
        ("part", (1, 2), 5, [1, 0, 0, 4]), ("part", (4, 0), 0, [1, 2, 3, 4]), ("bounded", (0, 3, 3), 6, [0, 0, 0, 4]),
    ):  # fmt: skip
        for function in (getattr(native, name), python()[name]):
            numbers = array("q", [1, 2, 3, 4])
            assert function(memoryview(numbers), *arguments) == value
            assert numbers.tolist() == left
    assert native.row(array("q", [1, 2, 3, 4]), array("q", [0]), 1) == 34 == python()["row"](memoryview(array("q", [1, 2, 3, 4])), [0], 1)


@pytest.mark.parametrize("arguments", [(-1, 1), (5, 0), (3, 2)])
def test_checked_code_stays_within(arguments: tuple[int, int]) -> None:
    native = compile_module(TEXT, "slices.py", entries=ENTRIES, checked=True, cache=False)
    with pytest.raises(NativeCheckError):
        native.part(array("q", [1, 2, 3, 4]), *arguments)
    with pytest.raises(NativeCheckError):
        native.bounded(array("q", [1, 2, 3, 4]), 1, 2, 2)  # the callee reads past the end of the slice
    with pytest.raises(NativeCheckError):
        native.bounded(array("q", [1, 2, 3, 4]), 0, 5, 0)


@pytest.mark.parametrize("call", ["both(rows[0:2], rows[2:4])", "both(rows[0:4:2], o)", "both(rows[:2], o)", "both(o, rows[-1:])"])
def test_what_is_no_slice_of_the_subset(call: str) -> None:
    with pytest.raises(SubsetError):
        compile_module(TEXT + f"def wrong(rows: Vec, o: Vec) -> int:\n    return {call}\n", "slices.py", entries=("wrong",), cache=False)
