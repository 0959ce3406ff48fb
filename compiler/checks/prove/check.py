"""`check --prove`: z3 about tables, conditions, ranges and readings, and what games say of what it could not refute.

In: a typed spec, and the games that were counted. Out: problems, each proved or with a smallest case and whether it was met, and lines that
say what was shown."""

from collections.abc import Iterator

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.play.counting import Counted, Made
from compiler.checks.play.replay import Line, never, replayed
from compiler.checks.prove.conditions import Asked, Leaving, check_conditions
from compiler.checks.prove.readings import check_readings
from compiler.checks.prove.tables import TableProof, check_tables_by_proof
from compiler.diagnostics.problem import Fact, Problem, Problems


class Proofs(Struct, frozen=True, kw_only=True):
    tables: tuple[TableProof, ...]
    asked: Asked
    readings: dict[str, tuple[tuple[str, str], ...]]

    def told(self) -> Iterator[str]:
        """Lines for people."""
        for table in self.tables:
            once = " exactly once" if table.disjoint else ""
            if table.complete is None:
                yield f"table `{table.name}`: not decided in time"
            elif table.proved:
                yield f"table `{table.name}`: proved that every case is decided{once}, and no row is in vain"
        asked = self.asked
        yield f"{asked.either + asked.decided} conditions judged: {asked.either} can go either way, {asked.decided} cannot"
        ranges = asked.ranges_proved + asked.ranges_open
        yield f"{ranges} values that are checked in play: {asked.ranges_proved} proved to fit, {asked.ranges_open} not"
        if asked.unanswered or asked.skipped:
            yield f"{asked.unanswered} questions not answered in time, {asked.skipped} too large to ask"


def check_proofs(typed: t.TypedSpec, problems: Problems, played: tuple[Made, Counted] | None) -> Proofs:
    tables = check_tables_by_proof(typed, problems)
    asked, leaving = check_conditions(typed, problems)
    readings = check_readings(typed, problems)
    for each in leaving:
        problems.add(_leaving(each, played))
    return Proofs(tables=tables, asked=asked, readings=readings)


def _leaving(found: Leaving, played: tuple[Made, Counted] | None) -> Problem:
    """What left its range in a game is a rule that fails; what did not, a hint."""
    facts: dict[str, Fact] = {
        "range": found.range,
        "text": " ".join(found.span.text.split())[:80],
        "subject": found.path,
        "clauses": ", ".join(found.clauses) or None,
    }
    line = _met(found, played) if played is not None else None
    if line is not None:
        return Problem(code="RWC056", span=found.span, facts=facts | {"why": f"a value leaves {found.range}", "status": f"found in play: {line.told()}"})
    status = "possible by types" + (f", not reached in {played[1].games:,} random games" if played is not None else "")
    return Problem(code="RWC050", span=found.span, facts=facts | {"example": found.witness or None, "status": status})


def _met(found: Leaving, played: tuple[Made, Counted]) -> Line | None:
    """The line of play in which the value left its range."""
    made, counted = played
    for met in counted.faults:
        rule = made.ir.rules[met.rule - 1]
        if rule.kind == "narrow" and rule.span is not None and _within(found, rule.span.file.path, rule.span.start, rule.span.end):
            return replayed(made.game, number=met.game, seed=counted.seed, stop=never)
    return None


def _within(found: Leaving, file: str, start: int, end: int) -> bool:
    span = found.span
    return span.file.path == file and span.start < end and start < span.end
