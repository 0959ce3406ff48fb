"""Checked runs: every index and every declared range is tested, and what fails is named by rule, spec line and values.

Under CPython the vector itself does the testing; natively the compiled code does, with the same ranges. A violation is a mistake of the compiler or of
the engine, never of a player: a fault of the *spec* is a `Fault`, in every build.
"""

import traceback
from collections.abc import Mapping
from typing import Any, SupportsIndex, TypeAlias

from runtime.errors import EngineMistake

Ranges: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Lowest and highest value of each kept slot."""


def ranges_of(facts: Mapping[str, Any]) -> Ranges:
    """The declared range of each slot of a position, from the layout's blocks; 0, at which every slot rests before the game, is always in."""
    low, high = [0] * facts["KEPT"], [0] * facts["KEPT"]
    for _, offset, length, _, carrier, _, _ in facts["BLOCKS"]:
        _, lowest, highest, *_ = facts["CARRIERS"][carrier]
        for slot in range(offset, min(offset + length, facts["KEPT"])):
            low[slot], high[slot] = min(lowest, 0), max(highest, 0)
    return tuple(low), tuple(high)


class OutOfRange(Exception):
    """A value was stored that its slot cannot hold."""

    def __init__(self, slot: int, value: int) -> None:
        super().__init__(f"{value} is outside the range of slot {slot}")
        self.slot = slot
        self.value = value


class CheckedList(list[int]):
    """A vector under CPython that refuses indexes outside it and values outside a slot's range."""

    __slots__ = ("ranges",)

    def __init__(self, items: list[int], ranges: Ranges) -> None:
        super().__init__(items)
        self.ranges = ranges

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        if isinstance(index, slice):
            return CheckedList(super().__getitem__(index), self.ranges)
        if index.__index__() < 0:
            raise IndexError(f"index {index} is outside the vector")
        return super().__getitem__(index)

    def __setitem__(self, index: SupportsIndex | slice, value: Any) -> None:
        if not isinstance(index, slice):
            slot = index.__index__()
            if slot < 0:
                raise IndexError(f"index {slot} is outside the vector")
            if slot < len(self.ranges[0]) and not self.ranges[0][slot] <= value <= self.ranges[1][slot]:
                raise OutOfRange(slot, value)
        super().__setitem__(index, value)


def blame(error: Exception, facts: Mapping[str, Any], filename: str) -> EngineMistake:
    """What went wrong in an engine, at the spec's line: by the innermost line of the emitted file that was running."""
    line: int = getattr(error, "line", 0)
    if not line:
        inside = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == filename]
        line = (inside[-1] or 0) if inside else 0
    row = next((row for row in reversed(facts["SOURCE_MAP"]) if row[0] <= line <= row[1]), None)
    what = str(error).removeprefix(f"{filename}:{line}: ")
    slot = error.slot if isinstance(error, OutOfRange) else error.values[1] if getattr(error, "kind", "") == "range" else -1  # type: ignore[attr-defined]
    value = error.value if isinstance(error, OutOfRange) else error.values[0] if slot >= 0 else 0  # type: ignore[attr-defined]
    if slot >= 0:
        what = _in_words(facts, slot, value)
    path, place = (row[3], row[2]) if row is not None else ("", "")
    return EngineMistake(what=what, path=path, place=place, line=line, filename=filename)


def _in_words(facts: Mapping[str, Any], slot: int, value: int) -> str:
    """`points[1] = 1000 is outside 0..999`"""
    for name, offset, length, _, carrier, _, _ in facts["BLOCKS"]:
        if offset <= slot < offset + length:
            _, low, high, optional, _, _ = facts["CARRIERS"][carrier]
            at = f"[{slot - offset}]" if length > 1 else ""
            return f"{name}{at} = {value} is outside {low}..{high}{' or none' if optional else ''}"
    return f"slot {slot} = {value}"
