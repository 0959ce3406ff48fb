"""Walks along a few directions are written out natively, and give what CPython gives."""

from array import array
from itertools import product

import pytest

from runtime.native import compile_module
from runtime.native.compile import read
from runtime.native.statements import UNROLLED
from runtime.native.translate import translate

SOURCE = '''
from typing import Final

Vec = list[int]

ENDS: Final[tuple[int, ...]] = (0, 3, 3, 5, 9, 9)
CELLS: Final[tuple[int, ...]] = (4, 1, 7, 2, 6, 0, 3, 5, 8)


def run(s: Vec, d: int) -> int:
    number: int = 0
    for at in range(ENDS[d], ENDS[d + 1]):
        if s[CELLS[at]] != s[9]:
            break
        number += d + 1
    return number


def main(s: Vec) -> int:
    best: int = 0
    for d in range({rounds}):
        if run(s, d) == 2:
            continue
        if run(s, d) > best:
            best = run(s, d)
        if best > 5:
            return -d
    return best
'''


@pytest.mark.parametrize(("rounds", "is_written_out"), [("2", False), ("4", True), ("3, -1, -1", True), ("1, 4", True), ("5", False)])
def test_a_few_rounds_with_a_walk_in_each(rounds: str, is_written_out: bool) -> None:
    source = SOURCE.replace("{rounds}", rounds)
    module, entries = read(source, "walks.py", ["main"], {}, frozenset(), {})
    assert (UNROLLED in translate(module, entries, (), checked=False, ranges={})[0]) == is_written_out
    assert UNROLLED not in translate(module, entries, (), checked=True, ranges={})[0]
    slow: dict[str, object] = {}
    exec(source, slow)
    fast = compile_module(source, "walks.py", entries=["main"], min_lengths={"s": 10}, cache=False)
    found = set()
    for cells in product((0, 1), repeat=10):
        value = slow["main"](list(cells))  # type: ignore[operator]
        assert fast.main(array("q", cells)) == value
        found.add(value)
    assert len(found) > 2
