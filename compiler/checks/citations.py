"""Citations: every cited clause exists, every clause is cited or has a reason, every open point is settled.

In: the parsed spec with its rulebook. Found by walking all of it: whatever may say `cite`, wherever it stands.
"""

from collections.abc import Iterator

from msgspec import Struct

from compiler.bind.nouns.typed import TypedSpec
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.diagnostics.suggest import near_names
from compiler.ir.game import GameIR
from compiler.load.tree import Rulebook
from compiler.parse.spec import Cite, Note, OptionSpec, ParsedSpec

ABOUT_FILES = frozenset({"RWL001", "RWL002", "RWL003", "RWL013", "RWL015", "RWL044"})
"""codes after which the rulebook may be missing because it could not be had, or its key is misspelt"""


def check_citations(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    parsed = typed.parsed
    rulebook = parsed.tree.rulebook
    cites = list(cites_of(parsed))
    if rulebook is None:
        if cites and not any(problem.code in ABOUT_FILES and not problem.trail for problem in problems):
            problems.add(Problem(code="RWC038", span=cites[0].span))
        return
    _clauses_exist(parsed, rulebook, cites, problems)
    _clauses_accounted_for(parsed, rulebook, cites, problems)
    _points_settled(parsed, rulebook, problems)


def cites_of(value: object) -> Iterator[Cite]:
    """Every citation in a part of a parsed spec, in written order; what `settles`, `assumptions` and `not_modelled` name is none."""
    if isinstance(value, Cite):
        yield value
    elif isinstance(value, Note):
        return
    elif isinstance(value, OptionSpec):
        yield from value.cite
    elif isinstance(value, tuple):
        for item in value:
            yield from cites_of(item)
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            if field not in ("tree", "span", "supersedes"):
                yield from cites_of(getattr(value, field))


def superseded(parsed: ParsedSpec) -> set[str]:
    """Clauses of the base that the overlays replace: nobody need cite them."""
    return {old.clause for old, _ in parsed.supersedes}


def foreign_chapters(parsed: ParsedSpec) -> set[str]:
    """Chapters of variants that are not laid over this spec."""
    present = set(parsed.tree.variants)
    return {chapter.text for chapter, variant in parsed.chapters if variant.text not in present}


def _clauses_exist(parsed: ParsedSpec, rulebook: Rulebook, cites: list[Cite], problems: Problems) -> None:
    known = [clause.number for clause in rulebook.clauses]
    named = [*cites, *(note.number for note in parsed.not_modelled), *(new for _, new in parsed.supersedes)]
    for cite in named:
        if cite.clause not in known:
            facts: dict[str, Fact] = {"number": cite.clause, "near": tuple(near_names(cite.clause, known))}
            problems.add(Problem(code="RWC001", span=cite.span, facts=facts))


def _clauses_accounted_for(parsed: ParsedSpec, rulebook: Rulebook, cites: list[Cite], problems: Problems) -> None:
    cited = {cite.clause: cite.span for cite in reversed(cites)}
    skipped = {note.number.clause: note.number.span for note in parsed.not_modelled}
    absent, replaced = foreign_chapters(parsed), superseded(parsed)
    for clause in rulebook.clauses:
        number = clause.number
        if number in cited and number in skipped:
            problems.add(Problem(code="RWC006", span=skipped[number], facts={"number": number, "first": cited[number]}))
        if number not in cited and number not in skipped and number not in replaced and number.split(".")[0] not in absent:
            problems.add(Problem(code="RWC002", span=clause.span, facts={"number": number}))


def _points_settled(parsed: ParsedSpec, rulebook: Rulebook, problems: Problems) -> None:
    known = {point.number for point in rulebook.open_points}
    settled: dict[str, Cite] = {}
    for cite, by_option in _settlements(parsed):
        if cite.clause not in known:
            facts: dict[str, Fact] = {"number": cite.clause, "near": tuple(near_names(cite.clause, sorted(known)))}
            problems.add(Problem(code="RWC004", span=cite.span, facts=facts))
        elif cite.clause in settled and not by_option:
            problems.add(Problem(code="RWC005", span=cite.span, facts={"number": cite.clause, "first": settled[cite.clause].span}))
        settled.setdefault(cite.clause, cite)
    for option in parsed.options:
        if option.settles and option.low is None and len(option.values) < 2:
            problems.add(Problem(code="RWC040", span=option.settles[0].span, facts={"number": option.settles[0].clause}))
    absent = foreign_chapters(parsed)
    for point in rulebook.open_points:
        if point.number not in settled and not (point.clauses and all(number.split(".")[0] in absent for number in point.clauses)):
            problems.add(Problem(code="RWC003", span=point.span, facts={"number": point.number}))


def _settlements(parsed: ParsedSpec) -> Iterator[tuple[Cite, bool]]:
    """What settles an open point, and whether it is an option (several options may share one)."""
    for option in parsed.options:
        for cite in option.settles:
            yield cite, True
    for note in parsed.assumptions:
        yield note.number, False
