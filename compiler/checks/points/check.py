"""`check --without OP-6`: what is undecided when the reading, or the row, that settles a point is taken away."""

import time
from collections.abc import Callable, Mapping, Sequence

from compiler.bind.nouns import typed as t
from compiler.checks.play.counting import Build, cut_off
from compiler.checks.play.probes import with_probes
from compiler.checks.points.lockstep import Side, Tally, side_by_side
from compiler.checks.points.without import Undecided, told, undecided
from compiler.checks.values import other_readings
from compiler.diagnostics.problem import Fact, Problem, Problems

SEEN_OFTEN = 5
"""A case met so often without a difference is taken for decided, if types alone speak against it."""


def check_without(
    typed: t.TypedSpec,
    what: str,
    problems: Problems,
    *,
    build: Build,
    read: Callable[[Mapping[str, str]], t.TypedSpec | None],
    games: int,
    seconds: float,
    seed: int = 0,
) -> list[str] | None:
    """Adds a problem for each place; lines for people. None where the spec has no such open point, option or row."""
    found = undecided(typed, what)
    if found is None:
        return None
    if not found:
        reason = next((note.reason for note in typed.parsed.assumptions if note.number.clause == what), "")
        return (
            [f"{what} is settled by an assumption ({reason}): no row and no reading depends on it"]
            if reason
            else [f"without {what} nothing is undecided"]
        )
    tally = None
    if "." not in what:
        options = [option.name for option in typed.options if option.name == what or any(cite.clause == what for cite in option.settles)]
        tally = _played(typed, options, build, read, games, seconds, seed)
    lines = []
    for each in found:
        if tally is not None and each.table and not each.exact:
            each.dropped([key for key in each.cases if _seems_decided(tally, each.table, key)])
        if each.cases or not each.table:
            problems.add(_problem(typed, each, tally))
            lines.append(f"without {what} nothing decides {told(typed, each)} ({each.path})")
    return lines or [f"without {what} nothing is undecided"]


def _played(
    typed: t.TypedSpec,
    options: Sequence[str],
    build: Build,
    read: Callable[[Mapping[str, str]], t.TypedSpec | None],
    games: int,
    seconds: float,
    seed: int,
) -> Tally | None:
    until = time.monotonic() + seconds
    mine = _side(typed, build)
    if mine is None:
        return None
    tally = Tally()
    readings = [(option.name, reading) for option in typed.options if option.name in options for reading in other_readings(typed, option)]
    for name, reading in readings:
        changed = read({name: reading})
        other = _side(changed, build) if changed is not None else None
        if other is not None:
            tally.add(side_by_side(mine, other, games=games, seed=seed, until=max(until, time.monotonic() + seconds / 4)))
    return tally


def _side(typed: t.TypedSpec, build: Build) -> Side | None:
    probed = with_probes(typed)
    made = build(probed.typed, cut_off)
    return Side(made.game, probed) if made is not None else None


def _seems_decided(tally: Tally, table: str, key: tuple[int, ...]) -> bool:
    return not tally.parted.get((table, key)) and tally.passed.get((table, key), 0) >= SEEN_OFTEN


def _problem(typed: t.TypedSpec, found: Undecided, tally: Tally | None) -> Problem:
    book = typed.parsed.tree.rulebook
    point = next((point for point in (book.open_points if book is not None else ()) if point.number == found.point), None)
    facts: dict[str, Fact] = {
        "point": found.point,
        "example": told(typed, found),
        "name": f"`{found.path}`",
        "first": found.settled if found.settled != found.span else None,
        "clauses": ", ".join(point.clauses) or None if point is not None else None,
        "status": _status(found, tally),
        "subject": found.path,
    }
    return Problem(code="RWC047", span=found.span, facts=facts)


def _status(found: Undecided, tally: Tally | None) -> str | None:
    if tally is None:
        return "proved: only this row decides these cases" if found.cases else None
    met = [key for key in found.cases if tally.parted.get((found.table, key))]
    if met:
        line = tally.lines[found.table, met[0]]
        rest = f", the others possible by types and not met in {tally.games:,} games" if len(met) < len(found.cases) else ""
        return f"found in play for {len(met)} of {len(found.cases)}{rest}; first: {line.told()}"
    if found.cases:
        return f"possible by types, not met in {tally.games:,} random games"
    return f"the readings parted in {tally.different:,} of {tally.games:,} random games"
