"""Resolution tables decide every case, and a `unique` one each case once.

A table's rows ask only for its `reads`, options and `player_count`, so all its cases can be gone through: every value of every read that `given`
admits, for every player count. The first case that no row decides, or that two rows of a `unique` table share, is shown; a row that never holds is
dead. A table of more than MOST cases is left to proof by solver.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from compiler.bind.nouns.boxes import Stretch, intervals
from compiler.bind.nouns.symbols import CiteRef
from compiler.bind.nouns.typed import ResolutionTable, Row, TypedSpec
from compiler.bind.nouns.types import NO_VALUE, Type
from compiler.checks.evaluate import Unknown, meaning
from compiler.checks.values import text_of, values_of
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.ir.game import GameIR

MOST: Final = 200_000

Values = tuple[int, ...]

Case = dict[int, int]
"""A value for each read, by its local's number."""


def check_tables(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    for table in typed.tables:
        try:
            _check(typed, table, problems)
        except Unknown:
            continue


def cases(typed: TypedSpec, table: ResolutionTable) -> Iterator[tuple[int, Case]]:
    """Player count and reads of every case that `given` admits, smallest first. Raises Unknown if there are more than MOST."""
    ranges = [_values(typed, local.type) for local, _ in table.reads]
    size = typed.players_high - typed.players_low + 1
    for values in ranges:
        size *= len(values)
    if size > MOST:
        raise Unknown
    given = None if table.given is None else meaning(table.given)
    for players in range(typed.players_low, typed.players_high + 1):
        for chosen in sorted(product(*ranges), key=_nearness):
            case = {local.number: value for (local, _), value in zip(table.reads, chosen, strict=True)}
            if given is None or given(case, players):
                yield players, case


def _nearness(values: Values) -> tuple[int, Values]:
    """Small cases come first, those with none last."""
    return sum(abs(value) for value in values), values


def _check(typed: TypedSpec, table: ResolutionTable, problems: Problems) -> None:
    """Each row is asked only about the cases that it may hold for, by the stretches of single reads that it names."""
    admitted = [(players, tuple(case.values())) for players, case in cases(typed, table)]
    holding: dict[tuple[int, Values], list[int]] = {each: [] for each in admitted}
    ranges = [_values(typed, local.type) for local, _ in table.reads]
    for number, row in enumerate(table.rows):
        for each in _held(typed, table, row, ranges, admitted, holding):
            holding[each].append(number)
    held = [0] * len(table.rows)
    gap = overlap = False
    decides = table.otherwise is not None or table.otherwise_gives is not None or table.impossible
    for players, values in admitted:
        found = holding[players, values]
        case = {local.number: value for (local, _), value in zip(table.reads, values, strict=True)}
        for index in found[:1] if table.hit == "first" else found:
            held[index] += 1
        if not found and not decides and not gap and table.hit != "each":
            gap = True
            problems.add(Problem(code="RWC010", span=table.span, facts=_gap(typed, table, players, case)))
        if len(found) > 1 and table.hit == "unique" and not overlap:
            overlap = True
            first, second = table.rows[found[0]], table.rows[found[1]]
            facts: dict[str, Fact] = {
                "name": table.name,
                "example": _told(typed, table, players, case),
                "row": second.name,
                "other": first.name,
                "first": first.when.span,
                "clauses": cited(second.cite),
                "others": cited(first.cite),
            }
            problems.add(Problem(code="RWC011", span=second.when.span, facts=facts))
    for row, count in zip(table.rows, held, strict=True):
        if not count:
            problems.add(Problem(code="RWC012", span=row.when.span, facts={"row": row.name, "name": table.name}))


def _held(
    typed: TypedSpec, table: ResolutionTable, row: Row, ranges: list[Values], admitted: list[tuple[int, Values]], known: Mapping[tuple[int, Values], object]
) -> Iterator[tuple[int, Values]]:
    """The admitted cases for which a row holds."""
    box = intervals(row.when)
    if box is None:
        condition = meaning(row.when)
        for players, values in admitted:
            if condition({local.number: value for (local, _), value in zip(table.reads, values, strict=True)}, players):
                yield players, values
        return
    kept = [_within(values, box.get(local.number)) for (local, _), values in zip(table.reads, ranges, strict=True)]
    for players in range(typed.players_low, typed.players_high + 1):
        for values in product(*kept):
            if (players, values) in known:
                yield players, values


def _within(values: Values, stretches: tuple[Stretch, ...] | None) -> Values:
    """The values in these stretches. None is no number: only a stretch of its own has it."""
    if stretches is None:
        return values
    first = int(values[:1] == (NO_VALUE,))
    found = [NO_VALUE] if first and (NO_VALUE, NO_VALUE) in stretches else []
    for low, high in stretches:
        found.extend(values[max(first, bisect_left(values, low)) : bisect_right(values, high)])
    return tuple(found)


def _gap(typed: TypedSpec, table: ResolutionTable, players: int, case: Case) -> dict[str, Fact]:
    return {"name": table.name, "example": _told(typed, table, players, case), "clauses": cited(table.cite)}


def cited(cite: tuple[CiteRef, ...]) -> str | None:
    """The clauses, or None where there are none."""
    return ", ".join(dict.fromkeys(each.clause for each in cite)) or None


def _told(typed: TypedSpec, table: ResolutionTable, players: int, case: Case) -> str:
    """A case in the game's words: `w = 0, d = 2 with 2 players`."""
    parts = [f"{local.name} = {text_of(typed, local.type, case[local.number])}" for local, _ in table.reads]
    return (", ".join(parts) or "any case") + f" with {players} players"


def _values(typed: TypedSpec, type: Type) -> tuple[int, ...]:
    found = values_of(typed, type)
    if found is None:
        raise Unknown
    return found
