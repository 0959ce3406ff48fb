"""Running scenario files: each file's game compiled with its options, its conditions bound like the spec's own, every scenario played.

In: a game folder and scenario files. Out: a result for each scenario, and problems of files that cannot be read. The command and pytest call the same function.
"""


from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind import bind_spec
from compiler.bind.nouns.typed import TypedSpec
from compiler.diagnostics import explain_all
from compiler.diagnostics.problem import Problem, Problems
from compiler.load import load_scenarios, load_spec
from compiler.load.tree import Scalar
from compiler.lower import lower_spec
from compiler.parse import parse_spec
from compiler.parse.snippets import parse_expression
from compiler.parse.spec import ParsedSpec, StatementOfFact
from compiler.scenarios.built import Built, build
from compiler.scenarios.play import Failure, Probes, play_scenario
from compiler.scenarios.scenario import Scenario, ScenarioFile, read_scenarios


class ScenarioResult(Struct, frozen=True, kw_only=True):
    """One scenario played: nothing in `failures` means it holds."""

    file: str
    scenario: Scenario
    failures: tuple[Failure, ...]


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a game folder, in order of name."""
    return sorted((folder / "scenarios").glob("*.yaml"))


def run_file(
    folder: Path, file: Path, problems: Problems, *, variants: Sequence[str] = (), settings: Mapping[str, str] | None = None
) -> list[ScenarioResult]:
    """Plays every scenario of a file; what keeps the file from being played at all is a problem. Further variants and settings are laid over its own."""
    root = load_scenarios(file, problems)
    read = read_scenarios(root, problems) if root is not None else None
    if read is None:
        return []
    own = Problems()
    ready = _compile(folder, _with(read, variants, settings or {}), own)
    for problem in own:
        problems.add(problem)
    if ready is None:
        return []
    built, probes = ready
    return [ScenarioResult(file=str(file), scenario=scenario, failures=tuple(play_scenario(built, scenario, probes))) for scenario in read.scenarios]


def _with(read: ScenarioFile, variants: Sequence[str], settings: Mapping[str, str]) -> ScenarioFile:
    options = dict(read.options) | dict(settings)
    return replace(read, variants=tuple(dict.fromkeys((*read.variants, *variants))), options=tuple(options.items()))


def _compile(folder: Path, read: ScenarioFile, problems: Problems) -> tuple[Built, Probes] | None:
    """The engine with the file's options, and the file's conditions in it by number."""
    tree = load_spec(folder, variants=read.variants, settings=dict(read.options), problems=problems)
    parsed = parse_spec(tree, problems) if tree is not None else None
    if parsed is None or _errors(problems):
        return None
    if parsed.game.text != read.game.text:
        problems.add(Problem(code="RWR025", span=read.game.span, facts={"why": f"these are scenarios of `{read.game.text}`, not of `{parsed.game.text}`"}))
        return None
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
    return build(ir), {place: number for number, place in enumerate(places)}


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
