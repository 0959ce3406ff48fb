"""Long resolution tables are looked up: which row holds is an entry of a table, or found by search, not asked row by row.

In: a table, its names bound, and what its rows ask. Out: the number of the row that holds (the first, where several do), -1 where none does, as an
expression over the names. Rows that ask for single names go by index where there are few cases, else by halving the stretches of one name after the
other; other rows by halving the rows.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final, TypeVar

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.boxes import Box, Stretch, intervals
from compiler.bind.nouns.types import NO_VALUE
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.simplify import choose, compare, disjunction, minus, plus, times
from compiler.ir.walk import transform, walk
from compiler.lower.nouns.scope import Scope
from compiler.lower.types.carriers import carrier, constant

FEW: Final = 16
"""Tables of no more rows are asked row by row."""

MOST_CASES: Final = 200_000
LEAF: Final = 4
NO_ROW: Final = -1

Region = tuple[tuple[Stretch, ...], ...]
"""For each read its stretches."""


def row_number(scope: Scope, table: t.ResolutionTable, whens: Sequence[x.Cond]) -> x.Expr:
    boxes = [intervals(row.when) for row in table.rows]
    known = [_region(scope, table, box) for box in boxes if box is not None]
    if len(known) < len(boxes):
        return _halved(whens, 0, len(whens), x.Const(NO_ROW))
    cases = prod(carrier(scope.world, local.type).size for local, _ in table.reads)
    if 0 < cases <= MOST_CASES:
        return x.Fetch(scope.world.table(f"{table.name}.row", _indexed(scope, table, known)), case_number(scope, table))
    names = [scope.read(local) for local, _ in table.reads]
    return _searched(names, whens, list(enumerate(known)))


def case_number(scope: Scope, table: t.ResolutionTable) -> x.Expr:
    """The place of the present case in a table of all cases, the last read fastest."""
    index: x.Expr = x.Const(0)
    for local, _ in table.reads:
        made = carrier(scope.world, local.type)
        index = plus(times(index, x.Const(made.size)), minus(scope.read(local), x.Const(made.low)))
    return index


def _region(scope: Scope, table: t.ResolutionTable, box: Box) -> Region:
    """The box within what the reads may be, none as it is in a position."""
    found = []
    for local, _ in table.reads:
        made = carrier(scope.world, local.type)
        stretches = box.get(local.number, ((made.low, made.high),))
        least = made.low + int(made.optional)
        shown = [
            (constant(scope.world, local.type, NO_VALUE),) * 2 if low == high == NO_VALUE else (max(low, least if box.get(local.number) else low), min(high, made.high))
            for low, high in stretches
        ]
        found.append(tuple((low, high) for low, high in shown if low <= high))
    return tuple(found)


def _indexed(scope: Scope, table: t.ResolutionTable, regions: Sequence[Region]) -> tuple[int, ...]:
    sizes = [(made.low, made.size) for made in (carrier(scope.world, local.type) for local, _ in table.reads)]
    rows = [NO_ROW] * prod(size for _, size in sizes)
    for number in reversed(range(len(regions))):
        places = [[value - low for first, last in stretches for value in range(first, last + 1)] for stretches, (low, _) in zip(regions[number], sizes, strict=True)]
        for chosen in product(*places):
            at = 0
            for place, (_, size) in zip(chosen, sizes, strict=True):
                at = at * size + place
            rows[at] = number
    return tuple(rows)


def _searched(names: Sequence[x.Expr], whens: Sequence[x.Cond], rows: list[tuple[int, Region]]) -> x.Expr:
    """Halves what is left of the rows by the middle of one read's stretches; rows that reach over it stay on both sides."""
    if len(rows) > LEAF:
        best: tuple[int, int, int] | None = None
        for at in range(len(names)):
            starts = sorted({low for _, region in rows for low, _ in region[at]})
            if len(starts) < 2:
                continue
            middle = starts[len(starts) // 2]
            worse = max(len(_below(rows, at, middle)), len(_from(rows, at, middle)))
            if best is None or worse < best[0]:
                best = (worse, at, middle)
        if best is not None and best[0] < len(rows):
            _, at, middle = best
            below, above = (_searched(names, whens, side) for side in (_below(rows, at, middle), _from(rows, at, middle)))
            return choose(compare("<", names[at], x.Const(middle)), below, above)
    found: x.Expr = x.Const(NO_ROW)
    for number, _ in reversed(rows):
        found = choose(whens[number], x.Const(number), found)
    return found


def _below(rows: list[tuple[int, Region]], at: int, middle: int) -> list[tuple[int, Region]]:
    return [row for row in rows if any(low < middle for low, _ in row[1][at])]


def _from(rows: list[tuple[int, Region]], at: int, middle: int) -> list[tuple[int, Region]]:
    return [row for row in rows if any(high >= middle for _, high in row[1][at])]


def _halved(whens: Sequence[x.Cond], first: int, last: int, otherwise: x.Expr) -> x.Expr:
    """Any of the first half, or else of the second."""
    if last - first <= LEAF:
        found = otherwise
        for number in reversed(range(first, last)):
            found = choose(whens[number], x.Const(number), found)
        return found
    middle = (first + last) // 2
    some = disjunction(tuple(whens[first:middle]))
    return choose(some, _halved(whens, first, middle, otherwise), _halved(whens, middle, last, otherwise))


Part = TypeVar("Part", x.Expr, s.Block)


def alike(scope: Scope, name: str, parts: Sequence[Part], number: x.Expr) -> Part | None:
    """One part that is each of them by its number, where they differ in constants only; else None."""
    shapes = {repr(transform(part, lambda each: x.Const(0) if isinstance(each, x.Const) else each)) for part in parts}
    if len(shapes) != 1 or any(isinstance(each, s.Let | x.Binder) for each in walk(parts[0])):
        return None
    columns = list(zip(*([each.value for each in walk(part) if isinstance(each, x.Const)] for part in parts), strict=True))
    waiting = iter(enumerate(columns))

    def change(each: object) -> object:
        """Constants come in the order in which they were listed; what is made of them is not gone through again."""
        if not isinstance(each, x.Const):
            return each
        at, values = next(waiting)
        return each if len(set(values)) == 1 else x.Fetch(scope.world.table(f"{name}.{at}" if at else name, tuple(values)), number)

    changed: Part = transform(parts[0], change)
    return changed


def chosen(number: x.Expr, blocks: Sequence[s.Block], first: int, last: int) -> s.Block:
    """The block of a number from first to last - 1, by halving."""
    if last - first == 1:
        return blocks[first]
    middle = (first + last) // 2
    below, above = chosen(number, blocks, first, middle), chosen(number, blocks, middle, last)
    if below == above:
        return below
    return (s.If(compare("<", number, x.Const(middle)), below, above),)


def chosen_value(number: x.Expr, values: Sequence[x.Expr], first: int, last: int) -> x.Expr:
    if last - first == 1:
        return values[first]
    middle = (first + last) // 2
    return choose(compare("<", number, x.Const(middle)), chosen_value(number, values, first, middle), chosen_value(number, values, middle, last))
