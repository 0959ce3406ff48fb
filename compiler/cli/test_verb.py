"""Plays the worked examples of specs. A failure shows the expectation, what was found, the clauses and the position.

With --variant the examples of the base and of these variants are played with all of them laid over: does the variant keep what they show? Those
of other variants, for another number of players, or said not to be so under one of them are counted as not meant for it.

Example: rulewright test specs/my_game --variant short
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from compiler.builds import variants_of
from compiler.cli.completing import games
from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import SetOption, VariantOption, find_specs, settings_of, unusable
from compiler.cli.printing import print_diagnostics
from compiler.diagnostics import Diagnostic, exit_code, explain_all, json_text
from compiler.diagnostics.json import as_data
from compiler.diagnostics.problem import Problems
from compiler.scenarios import ScenarioResult, run_file, scenario_files


def test(
    specs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SPEC]...", autocompletion=games, help="Game folders or names, or files of scenarios; all of specs/ if none."),
    ] = None,
    scenarios: Annotated[Path | None, typer.Option("--scenarios", metavar="FILE", help="This file only, for one spec.")] = None,
    variant: VariantOption = "",
    settings: SetOption = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the scenarios that hold, too.")] = False,
    format: FormatOption = Format.text,
) -> None:
    files = [Path(name) for name in specs or () if Path(name).is_file() and Path(name).parent.name == "scenarios"]
    named = [name for name in specs or () if Path(name) not in files]
    folders = [path if path.is_dir() else path.parent for path in (find_specs(named) if named or not files else [])]
    if scenarios is not None and len(folders) != 1:
        unusable("--scenarios goes with one spec")
    chosen, values = variants_of(variant), settings_of(settings)
    plain = format is Format.json
    passed = failed = unmeant = worst = 0
    found: list[Diagnostic] = []
    told: list[dict[str, object]] = []
    played = [(folder, file) for folder in folders for file in ([scenarios] if scenarios is not None else scenario_files(folder))]
    for folder, file in [*played, *((file.parent.parent, file) for file in files)]:
        problems = Problems()
        results = run_file(folder, file, problems, variants=chosen, settings=values)
        diagnostics = explain_all(problems)
        code = exit_code(diagnostics)
        worst = max(worst, code)
        found.extend(diagnostics)
        if not plain:
            print_diagnostics(diagnostics, sys.stderr)
        if code and all(not result.failures for result in results):
            failed += 1
            if not plain:
                typer.echo(f"FAILED  {file}: it cannot be played as it is")
        for result in results:
            failed += bool(result.failures)
            passed += result.passed
            unmeant += bool(result.unmeant)
            if plain:
                told.append(_plain(result))
            else:
                _report(result, verbose=verbose)
    if plain:
        figures = {"passed": passed, "failed": failed, "unmeant": unmeant, "scenarios": told}
        typer.echo(json_text(found, further=figures), nl=False)
        raise typer.Exit(max(worst, 1 if failed else 0))
    typer.echo(f"{passed} passed, {failed} failed" + (f", {unmeant} not meant for {variant}" if unmeant else ""))
    raise typer.Exit(max(worst, 1 if failed else 0))


def _report(result: ScenarioResult, *, verbose: bool) -> None:
    cites = ", ".join(cite.text for cite in result.scenario.cite)
    head = f"{result.file}: {result.scenario.name}" + (f" [{cites}]" if cites else "")
    if not result.failures:
        if verbose:
            typer.echo(f"unmeant {head}: {result.unmeant}" if result.unmeant else f"passed  {head}")
        return
    typer.echo(f"FAILED  {head}")
    for failure in result.failures:
        print_diagnostics(explain_all([failure.problem]), sys.stdout)
        if failure.position:
            typer.echo("the position:\n" + "\n".join(f"  {line}" for line in failure.position.splitlines()))


def _plain(result: ScenarioResult) -> dict[str, object]:
    failures = [{"diagnostics": as_data(explain_all([failure.problem])), "position": failure.position} for failure in result.failures]
    return {
        "file": result.file,
        "name": result.scenario.name,
        "cite": [cite.text for cite in result.scenario.cite],
        "result": "failed" if failures else "unmeant" if result.unmeant else "passed",
        "unmeant": result.unmeant,
        "failures": failures,
    }
