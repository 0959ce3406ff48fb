"""Running scenario files: each file's game compiled with its options, its conditions bound like the spec's own, every scenario played.

In: a game folder and scenario files. Out: a result for each scenario, and problems of files that cannot be read. The command and pytest call the same function.
"""


from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind import bind_spec
from compiler.bind.nouns.typed import TypedSpec
from compiler.diagnostics import explain_all
from compiler.diagnostics.problem import Problem, Problems
from compiler.load import load_scenarios, load_spec
from compiler.load.clauses import meant
from compiler.load.tree import Scalar
from compiler.lower import lower_spec
from compiler.parse import parse_spec
from compiler.parse.ast import Number
from compiler.parse.snippets import parse_expression
from compiler.parse.spec import ParsedSpec, StatementOfFact
from compiler.scenarios.built import Built, build
from compiler.scenarios.play import Failure, Probes, play_scenario
from compiler.scenarios.scenario import Scenario, ScenarioFile, read_scenarios


class ScenarioResult(Struct, frozen=True, kw_only=True):
    """One scenario played: nothing in `failures` means it holds. `unmeant` says why it is not for these variants, and was not played."""

    file: str
    scenario: Scenario
    failures: tuple[Failure, ...] = ()
    unmeant: str = ""

    @property
    def passed(self) -> bool:
        return not self.failures and not self.unmeant


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a game folder, in order of name."""
    return sorted((folder / "scenarios").glob("*.yaml"))


def run_file(
    folder: Path, file: Path, problems: Problems, *, variants: Sequence[str] = (), settings: Mapping[str, str] | None = None
) -> list[ScenarioResult]:
    """Plays the scenarios of a file; what keeps the file from being played at all is a problem.

    With `variants` those that are meant for them: of the base and of these variants, for a number of players that they allow, and not said to be
    otherwise `not_under` one of them.
    """
    root = load_scenarios(file, problems)
    read = read_scenarios(root, problems) if root is not None else None
    if read is None:
        return []
    others = [name for name in read.variants if variants and name not in variants]
    if others:
        return [ScenarioResult(file=str(file), scenario=each, unmeant=f"it is of the variant {others[0]}") for each in read.scenarios]
    own = Problems()
    seats = _least_players(folder, read) if variants else None
    own_variants, read = read.variants, _with(read, variants, settings or {})
    if seats is not None:
        read = replace(read, scenarios=tuple(replace(each, players=each.players or seats) for each in read.scenarios))
    ready = _compile(folder, read, own, own_variants, bounded=bool(variants))
    for problem in own:
        problems.add(problem)
    if ready is None:
        return []
    built, probes, scenarios = ready
    return [
        ScenarioResult(file=str(file), scenario=each, failures=() if why else tuple(play_scenario(built, each, probes)), unmeant=why)
        for each, why in scenarios
    ]


def _unmeant(scenario: Scenario, parsed: ParsedSpec, variants: Sequence[str], *, bounded: bool) -> str:
    """Why a scenario says nothing about these variants; empty where it does."""
    for name, reason in scenario.not_under:
        if name in variants:
            return f"not under {name}: {reason}"
    low, high = parsed.players_low, parsed.players_high
    if bounded and scenario.players is not None and isinstance(low, Number) and isinstance(high, Number):
        return "" if low.value <= scenario.players <= high.value else f"it is for {scenario.players} players"
    return ""


def _least_players(folder: Path, read: ScenarioFile) -> int | None:
    """How many play where a scenario does not say: the least of the game that its file is of."""
    problems = Problems()
    tree = load_spec(folder, variants=read.variants, settings=dict(read.options), problems=problems)
    parsed = parse_spec(tree, problems) if tree is not None else None
    return parsed.players_low.value if parsed is not None and isinstance(parsed.players_low, Number) else None


def _with(read: ScenarioFile, variants: Sequence[str], settings: Mapping[str, str]) -> ScenarioFile:
    options = dict(read.options) | dict(settings)
    return replace(read, variants=tuple(dict.fromkeys((*read.variants, *variants))), options=tuple(options.items()))


Judged: TypeAlias = tuple[Scenario, str]
"""a scenario, and why it is not meant for the variants; empty where it is"""


def _compile(
    folder: Path, read: ScenarioFile, problems: Problems, variants: tuple[str, ...], *, bounded: bool
) -> tuple[Built, Probes, list[Judged]] | None:
    """The engine with the file's options, the file's conditions in it by number, and its scenarios, their clauses by the names they have here."""
    tree = load_spec(folder, variants=read.variants, settings=dict(read.options), problems=problems)
    parsed = parse_spec(tree, problems) if tree is not None else None
    if parsed is None or _errors(problems):
        return None
    if parsed.game.text != read.game.text:
        problems.add(Problem(code="RWR025", span=read.game.span, facts={"why": f"these are scenarios of `{read.game.text}`, not of `{parsed.game.text}`"}))
        return None
    read = _named(parsed, read, variants)
    judged = [(scenario, _unmeant(scenario, parsed, read.variants, bounded=bounded)) for scenario in read.scenarios]
    read = replace(read, scenarios=tuple(scenario for scenario, why in judged if not why))
    _cites_exist(parsed, read, problems)
    texts = [text for scenario in read.scenarios for text in _conditions(scenario)]
    facts = tuple(StatementOfFact(that=parse_expression(text, problems), cite=(), span=text.span) for text in texts)
    typed: TypedSpec | None = bind_spec(replace(parsed, claims=facts), problems, seats_by_number=True)
    if typed is None or _errors(problems):
        return None
    ir = lower_spec(typed, problems)
    if ir is None:
        return None
    places = [(text.span.start, text.span.end) for text in texts]
    return build(ir), {place: number for number, place in enumerate(places)}, judged


def _named(parsed: ParsedSpec, read: ScenarioFile, variants: tuple[str, ...]) -> ScenarioFile:
    """Clauses by their full numbers: those of the file's own variants come first, and one that is superseded is its successor."""
    book = parsed.tree.rulebook
    if book is None:
        return read
    later = dict(parsed.tree.successors)

    def named(clauses: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
        numbers = [meant(clause.text.strip(), variants, book) for clause in clauses]
        return tuple(replace(clause, text=later.get(number, number)) for clause, number in zip(clauses, numbers, strict=True))

    scenarios = tuple(
        replace(each, cite=named(each.cite), illegal=tuple((action, named(clauses)) for action, clauses in each.illegal))
        for each in read.scenarios
    )
    return replace(read, scenarios=scenarios)


def _conditions(scenario: Scenario) -> list[Scalar]:
    return [*(text for move in scenario.play for text in move.conditions), *scenario.expect]


def _cites_exist(parsed: ParsedSpec, read: ScenarioFile, problems: Problems) -> None:
    if parsed.tree.rulebook is None:
        return
    known = {clause.number for clause in parsed.tree.rulebook.clauses}
    for scenario in read.scenarios:
        for cite in (*scenario.cite, *(clause for _, clauses in scenario.illegal for clause in clauses)):
            if cite.text not in known:
                problems.add(Problem(code="RWC001", span=cite.span, facts={"number": cite.text}))


def _errors(problems: Problems) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in explain_all(problems))
