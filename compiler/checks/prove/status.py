"""Whether a table's gap or overlap was met in games: added to what was found by going through its cases."""

from collections.abc import Mapping

from compiler.bind.nouns import typed as t
from compiler.checks.evaluate import Unknown, holds
from compiler.checks.play.counting import Counted, Made, cases_met, players_of
from compiler.checks.play.probes import Probed
from compiler.checks.play.replay import fired, never, replayed
from compiler.diagnostics.problem import Problem, Problems

TABLE_CODES = frozenset({"RWC010", "RWC011"})


def add_statuses(typed: t.TypedSpec, problems: Problems, probed: Probed, made: Made, counted: Counted) -> None:
    """Every finding about a table says whether games met it, with the line that leads there."""
    for problem in list(problems):
        if problem.code in TABLE_CODES:
            table = next(table for table in typed.tables if table.name == problem.facts["name"])
            status = _gap(table, made, counted) if problem.code == "RWC010" else _overlap(table, probed, made, counted)
            problems.discard(problem)
            problems.add(Problem(code=problem.code, span=problem.span, facts={**problem.facts, "status": status}))


def _gap(table: t.ResolutionTable, made: Made, counted: Counted) -> str:
    for met in counted.faults:
        rule = made.ir.rules[met.rule - 1]
        if rule.kind == "table" and rule.path == f"resolution.{table.name}":
            return f"found in play: {replayed(made.game, number=met.game, seed=counted.seed, stop=never).told()}"
    return _absent(counted)


def _overlap(table: t.ResolutionTable, probed: Probed, made: Made, counted: Counted) -> str:
    if all(cases.table != table.name for cases in probed.cases):
        return "possible by types"
    for name, values, _, number in cases_met(probed, counted):
        if name != table.name:
            continue
        case = {local.number: value for (local, _), value in zip(table.reads, values, strict=True)}
        if _rows(table, case, players_of(made.game, number)) > 1:
            cases = next(each for each in probed.cases if each.table == name)
            place = cases.first + _place(cases.reads, values)
            line = replayed(made.game, number=number, seed=counted.seed, stop=fired(made.game, probed.met, place))
            return f"found in play: {line.told()}"
    return _absent(counted)


def _rows(table: t.ResolutionTable, case: Mapping[int, int], players: int) -> int:
    try:
        return sum(holds(row.when, case, players) for row in table.rows)
    except Unknown:
        return 0


def _place(reads: tuple[tuple[str, int, int], ...], values: tuple[int, ...]) -> int:
    place = 0
    for (_, low, count), value in zip(reads, values, strict=True):
        place = place * count + value - low
    return place


def _absent(counted: Counted) -> str:
    return f"possible by types, not reached in {counted.games:,} random games"
