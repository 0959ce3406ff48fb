"""Coverage as text for a terminal, and as plain data.

The text names what is missing first: clauses without a rule, rules without a clause, what never fired, what no scenario shows, what is stale.
"""

import json
from collections.abc import Iterator
from typing import Any

from compiler.checks.coverage.cover import ClauseCover, Coverage, Lines, RuleCover

VERSION = 1
WIDTH = 60


def coverage_text(cover: Coverage) -> str:
    return "\n".join(_text(cover)) + "\n"


def coverage_json(cover: Coverage) -> str:
    data: dict[str, Any] = {
        "version": VERSION,
        "game": cover.game,
        "command": cover.command,
        "engine": cover.engine,
        "games": cover.games,
        "seed": cover.seed,
        "clauses": [_clause_data(clause) for clause in cover.clauses],
        "points": [
            {
                "number": point.number,
                "clauses": list(point.clauses),
                "options": [{"name": name, "value": value, "readings": list(readings)} for name, value, readings in point.options],
                "assumption": point.reason or None,
                "of_a_variant": point.absent,
            }
            for point in cover.points
        ],
        "rules": [_rule_data(rule) for rule in cover.rules],
        "unclaimed": [rule.path for rule in cover.unclaimed],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def unaccounted(cover: Coverage) -> tuple[str, ...]:
    """The numbers of clauses that nothing speaks for."""
    return tuple(clause.number for clause in cover.clauses if clause.state == "no rule")


def lines_text(cover: Coverage, rule: RuleCover) -> str:
    """`wild.py:114-115, 130`, or empty."""
    return f"{cover.engine}:{_ranges(rule.lines)}" if rule.lines else ""


def fired_text(rule: RuleCover) -> str:
    return "in force" if rule.fired is None else "never" if rule.fired == 0 else f"{rule.fired:,} times"


def totals(cover: Coverage) -> tuple[tuple[str, int], ...]:
    """Clauses by state, those that occur."""
    states = [clause.state for clause in cover.clauses]
    return tuple((state, states.count(state)) for state in dict.fromkeys(states))


def _text(cover: Coverage) -> Iterator[str]:
    yield f"{cover.title}: {len(cover.clauses)} clauses, {len(cover.points)} open points, {len(cover.rules)} rules; {cover.games:,} random games"
    yield "  " + ", ".join(f"{count} {state}" for state, count in totals(cover))
    for clause in cover.clauses:
        yield ""
        yield from _clause_lines(cover, clause)
    yield ""
    yield "open points"
    for point in cover.points:
        for name, value, readings in point.options:
            yield f"  {point.number:6} {name} = {value} (of {', '.join(readings)})"
        if point.reason:
            yield f"  {point.number:6} assumed: {point.reason}"
        if not point.options and not point.reason:
            yield f"  {point.number:6} {'of a variant' if point.absent else 'NOT SETTLED'}"
    yield from _short_list("rules that no clause speaks for", [f"{rule.path} ({rule.span.place})" for rule in cover.unclaimed])
    yield from _short_list("clauses without a rule", list(unaccounted(cover)))
    yield from _short_list("clauses without a scenario", [clause.number for clause in cover.clauses if clause.rules and not clause.scenarios])
    yield from _short_list("clauses whose rules never fired", [clause.number for clause in cover.clauses if clause.state == "never fired"])
    yield from _short_list("clauses whose text changed since they were cited", [clause.number for clause in cover.clauses if clause.changed])
    yield from _short_list("clauses cited anew, not accepted yet", [clause.number for clause in cover.clauses if clause.fresh])
    if not cover.locked:
        yield ""
        yield "no rulebook.lock: changes of clauses are not noticed; make one with --accept"


def _short_list(title: str, items: list[str]) -> Iterator[str]:
    if items:
        yield ""
        yield f"{title}: {len(items)}"
        yield from (f"  {item}" for item in items)


def _clause_lines(cover: Coverage, clause: ClauseCover) -> Iterator[str]:
    text = clause.text if len(clause.text) <= WIDTH else clause.text[: WIDTH - 1] + "…"
    marks: list[str] = [clause.state] if clause.state != "covered" else []
    marks += ["TEXT CHANGED"] if clause.changed else []
    yield f"{clause.number}  {text}" + (f"  [{', '.join(marks)}]" if marks else "")
    if clause.reason:
        yield f"    not modelled: {clause.reason}"
    for rule in clause.rules:
        where = lines_text(cover, rule)
        around = f" (in {rule.whole})" if rule.whole else ""
        yield f"    {rule.path} ({rule.kind}), {fired_text(rule)}" + (f", {where}{around}" if where else "")
    for shown in clause.scenarios:
        yield f"    shown by {shown.file}: {shown.name}"


def _clause_data(clause: ClauseCover) -> dict[str, Any]:
    return {
        "number": clause.number,
        "text": clause.text,
        "place": clause.span.place,
        "state": clause.state,
        "reason": clause.reason or None,
        "rules": [rule.path for rule in clause.rules],
        "scenarios": [{"file": shown.file, "name": shown.name} for shown in clause.scenarios],
        "changed": clause.changed,
        "not_accepted": clause.fresh,
    }


def _rule_data(rule: RuleCover) -> dict[str, Any]:
    return {
        "path": rule.path,
        "kind": rule.kind,
        "clauses": list(rule.clauses),
        "place": rule.span.place,
        "lines": [list(stretch) for stretch in rule.lines],
        "lines_of": rule.whole or rule.path,
        "fired": rule.fired,
    }


def _ranges(lines: Lines) -> str:
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in lines)
