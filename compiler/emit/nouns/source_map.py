"""From lines of an emitted module back to the spec: for each function, and each stretch of one that says more, its place and path.

In: the lines of a module and the functions in it. Out: (first line, last line, place, path), in line order, stretches inside functions after them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from compiler.emit.nouns.plan import Function

Entry: TypeAlias = tuple[int, int, str, str]
PhysicalLine: TypeAlias = tuple[str, str, str]
"""A line's text, the path and the place it comes from, each maybe empty."""


def source_map(text: str, functions: Sequence[tuple[Function, Sequence[PhysicalLine]]]) -> tuple[Entry, ...]:
    """`functions` with their lines as printed, signature and docstring included."""
    starts = {line: number for number, line in enumerate(text.split("\n"), 1) if line.startswith("def ")}
    entries = [entry for function, lines in functions for entry in _entries(starts, function, lines)]
    return tuple(sorted(entries, key=lambda entry: (entry[0], -entry[1])))


def _entries(starts: dict[str, int], function: Function, lines: Sequence[PhysicalLine]) -> Iterator[Entry]:
    first = starts[lines[0][0]]
    if function.path:
        yield first, first + len(lines) - 1, function.place, function.path
    at = first
    for (path, place), run in groupby(lines, key=lambda line: line[1:]):
        length = len(list(run))
        if path:
            yield at, at + length - 1, place, path
        at += length
