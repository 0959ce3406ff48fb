"""What covers what: clauses, rules, scenarios, lines of the engine, and how often rules fired.

In: a typed spec with its rulebook, what random games counted, the engine's source map, scenarios by clause, the lock. Out: a `Coverage`, plain data
that the text, the JSON and the page are written from.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.citations import foreign_chapters, superseded
from compiler.checks.coverage.firing import firings
from compiler.checks.coverage.lock import Lock, digest
from compiler.checks.play.counting import Counted
from compiler.checks.play.probes import Probed
from compiler.checks.rules import IN_FORCE, Kind, Rule, rules_of
from compiler.checks.unclaimed import unclaimed
from compiler.load.tree import Clause, OpenPoint
from compiler.source import Span

Lines: TypeAlias = tuple[tuple[int, int], ...]
SourceMap: TypeAlias = Sequence[tuple[int, int, str, str]]

State: TypeAlias = Literal["covered", "never fired", "no scenario", "not modelled", "replaced", "of a variant", "no rule"]


class Shown(Struct, frozen=True, kw_only=True):
    """A scenario that cites a clause."""

    file: str
    name: str


class RuleCover(Struct, frozen=True, kw_only=True):
    """`fired`: how often in all games; None for what is in force all the time. `lines` of the emitted engine; `whole` names the rule that they are
    lines of, where this one has none of its own."""

    path: str
    kind: Kind
    clauses: tuple[str, ...]
    span: Span
    lines: Lines
    whole: str
    fired: int | None


class ClauseCover(Struct, frozen=True, kw_only=True):
    """`changed`: the clause's text is another than when it was last accepted; `fresh`: it or a citation of it was never accepted."""

    number: str
    text: str
    section: str
    span: Span
    state: State
    reason: str
    rules: tuple[RuleCover, ...]
    scenarios: tuple[Shown, ...]
    changed: bool
    fresh: bool


class PointCover(Struct, frozen=True, kw_only=True):
    """An open point and what settles it: an option with its value and readings, or a reason; `absent` where it is about a variant that is not
    laid over the spec."""

    number: str
    clauses: tuple[str, ...]
    text: str
    span: Span
    options: tuple[tuple[str, str, tuple[str, ...]], ...]
    reason: str
    absent: bool


class Coverage(Struct, frozen=True, kw_only=True):
    """`unclaimed` are rules that neither cite a clause nor stand in, hold or serve one that does. `command` makes the same again."""

    game: str
    title: str
    command: str
    engine: str
    games: int
    seed: int
    locked: bool
    clauses: tuple[ClauseCover, ...]
    points: tuple[PointCover, ...]
    rules: tuple[RuleCover, ...]
    unclaimed: tuple[RuleCover, ...]


def cover(
    typed: t.TypedSpec,
    *,
    command: str,
    engine: str,
    source_map: SourceMap,
    scenarios: Mapping[str, Sequence[Shown]],
    lock: Lock | None,
    played: tuple[Probed, Counted] | None,
) -> Coverage:
    rules = rules_of(typed)
    fired = firings(typed, rules, *played) if played is not None else {}
    covers = tuple(_rule(rule, source_map, fired) for rule in rules)
    book = typed.parsed.tree.rulebook
    clauses = book.clauses if book is not None else ()
    lone = set(unclaimed(typed, rules))
    return Coverage(
        game=typed.parsed.game.text + (f"+{typed.parsed.variant}" if typed.parsed.variant else ""),
        title=typed.parsed.title or typed.parsed.game.text,
        command=command,
        engine=engine,
        games=played[1].games if played is not None else 0,
        seed=played[1].seed if played is not None else 0,
        locked=lock is not None,
        clauses=tuple(_clause(typed, clause, covers, scenarios, lock, bool(fired)) for clause in clauses),
        points=tuple(_point(typed, point) for point in (book.open_points if book is not None else ())),
        rules=covers,
        unclaimed=tuple(rule for rule in covers if rule.path in lone),
    )


def _rule(rule: Rule, source_map: SourceMap, fired: Mapping[str, int]) -> RuleCover:
    whole, lines = _lines(rule.path, source_map)
    count = None if rule.kind in IN_FORCE else fired.get(rule.path)
    return RuleCover(path=rule.path, kind=rule.kind, clauses=rule.clauses, span=rule.span, lines=lines, whole=whole, fired=count)


def _lines(path: str, source_map: SourceMap) -> tuple[str, Lines]:
    """The lines of the path or, if it was merged into what stands around it, those of the nearest around it."""
    asked = path
    while asked:
        lines = tuple(sorted({(first, last) for first, last, _, named in source_map if named == asked}))
        if lines:
            return "" if asked == path else asked, joined(lines)
        asked = asked.rpartition(".")[0]
    return "", ()


def joined(lines: Lines) -> Lines:
    """Stretches of lines, those inside or right after another taken together."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(lines):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)


def _clause(
    typed: t.TypedSpec, clause: Clause, covers: Sequence[RuleCover], scenarios: Mapping[str, Sequence[Shown]], lock: Lock | None, played: bool
) -> ClauseCover:
    number = clause.number
    rules = tuple(rule for rule in covers if number in rule.clauses)
    shown = tuple(scenarios.get(number, ()))
    reason = next((note.reason for note in typed.parsed.not_modelled if note.number.clause == number), "")
    state: State = "covered"
    if number in superseded(typed.parsed):
        state = "replaced"
    elif number.split(".")[0] in foreign_chapters(typed.parsed):
        state = "of a variant"
    elif reason:
        state = "not modelled"
    elif not rules:
        state = "no rule"
    elif played and all(rule.fired == 0 for rule in rules):
        state = "never fired"
    elif not shown:
        state = "no scenario"
    locked = lock.clauses.get(number) if lock is not None else None
    return ClauseCover(
        number=number,
        text=clause.text,
        section=clause.section,
        span=clause.span,
        state=state,
        reason=reason,
        rules=rules,
        scenarios=shown,
        changed=locked is not None and locked.digest != digest(clause.text),
        fresh=lock is not None and bool(rules) and (locked is None or any(rule.path not in locked.cited_by for rule in rules)),
    )


def _point(typed: t.TypedSpec, point: OpenPoint) -> PointCover:
    settling = [option for option in typed.options if any(cite.clause == point.number for cite in option.settles)]
    chosen = {option.name.text: option.value.text for option in typed.parsed.options}
    reason = next((note.reason for note in typed.parsed.assumptions if note.number.clause == point.number), "")
    options = tuple((option.name, chosen.get(option.name, ""), option.readings) for option in settling)
    chapters, settled = foreign_chapters(typed.parsed), bool(options or reason)
    absent = not settled and bool(point.clauses) and all(number.split(".")[0] in chapters for number in point.clauses)
    return PointCover(
        number=point.number, clauses=point.clauses, text=point.text, span=point.span, options=options, reason=reason, absent=absent
    )  # fmt: skip
