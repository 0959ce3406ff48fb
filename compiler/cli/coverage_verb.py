"""Says for each clause of a rulebook which rules carry it out, where in the engine, how often in play, and which scenarios show it; and the reverse.

A clause whose text changed since it was cited is stale: `rulebook.lock`, renewed by --accept, remembers what each clause said.

Example: rulewright coverage specs/my_game --games 1000
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from compiler.checks.coverage.cover import Coverage, Shown, cover
from compiler.checks.coverage.lock import NAME, lock_of, lock_text
from compiler.checks.coverage.page import coverage_page
from compiler.checks.coverage.report import coverage_json, coverage_text, unaccounted
from compiler.checks.play.counting import count_games, cut_off
from compiler.checks.play.probes import with_probes
from compiler.cli.again import again
from compiler.cli.examined import builder
from compiler.cli.finding import BackendOption, SeedOption, SetOption, SpecArgument, VariantOption, compile_or_leave, find_spec, settings_of, unusable
from compiler.cli.locked import lock_in
from compiler.diagnostics import Problems
from compiler.driver import Compilation, emit
from compiler.emit.write import write_files
from compiler.load import load_scenarios
from compiler.scenarios import run_file, scenario_files
from compiler.scenarios.scenario import scalars
from runtime.engine import load_source


class Format(StrEnum):
    text = "text"
    json = "json"
    html = "html"


def coverage(
    spec: SpecArgument,
    games: Annotated[int, typer.Option("--games", min=0, help="Random games in which firing rules are counted; 0: none.")] = 1000,
    format: Annotated[Format, typer.Option("--format", help="How it is written; --json is --format json.")] = Format.text,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Write it there.")] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Renew the lock: every clause has been read again, and what cites it is right.")] = False,
    seed: SeedOption = 0,
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
) -> None:
    compilation = compile_or_leave(spec, variant, settings, plain=format is Format.json)
    folder = _folder(find_spec(spec))
    typed = compilation.typed
    assert typed is not None
    if typed.parsed.tree.rulebook is None:
        unusable(f"{spec} has no rulebook; name it in the spec: `rulebook: rulebook.md`")
    if accept:
        write_files({folder / NAME: lock_text(lock_of(typed, lock_in(folder)))})
    command = again("coverage", folder, variant=variant, settings=settings or [], games=games, seed=seed or None)
    found = covered(compilation, folder, command=command, games=games, settings=settings_of(settings), seed=seed, backend=backend)
    text = {Format.text: coverage_text, Format.json: coverage_json, Format.html: coverage_page}[format](found)
    if to is None:
        typer.echo(text, nl=False)
    else:
        write_files({to: text})
        typer.echo(f"{to}: written", err=True)
    stale = any(clause.changed for clause in found.clauses)
    raise typer.Exit(1 if stale or unaccounted(found) else 0)


def covered(
    compilation: Compilation,
    folder: Path,
    *,
    command: str,
    games: int,
    settings: Mapping[str, str] | None = None,
    seed: int = 0,
    backend: str | None = None,
) -> Coverage:
    """The coverage of a compiled game, counted in so many games."""
    typed, game = compilation.typed, compilation.game
    assert typed is not None and game is not None
    ((name, text),) = emit(game).items()
    source_map = load_source(text, name, backend="python").facts["SOURCE_MAP"]
    played = None
    if games:
        probed = with_probes(typed)
        made = builder(backend)(probed.typed, cut_off)
        if made is not None:
            played = probed, count_games(made.game, probed, games=games, seed=seed)
    shown = scenarios_by_clause(folder, typed.parsed.tree.variants, settings or {})
    return cover(typed, command=command, engine=name, source_map=source_map, scenarios=shown, lock=lock_in(folder), played=played)


def scenarios_by_clause(folder: Path, variants: Sequence[str], settings: Mapping[str, str]) -> dict[str, list[Shown]]:
    """The scenarios that cite each clause and hold under these variants, by files in order of name; without variants, those of the base, and those
    that are played under a variant (a smaller board, say) with its name."""
    found: dict[str, list[Shown]] = {}
    for file in scenario_files(folder):
        own = () if variants else _variants_of(file)
        under = f", under {' and '.join(own)}" if own else ""
        for result in run_file(folder, file, Problems(), variants=own or variants, settings=settings):
            for cite in result.scenario.cite if result.passed else ():
                found.setdefault(cite.text, []).append(Shown(file=file.name, name=result.scenario.name + under))
    return found


def _variants_of(file: Path) -> tuple[str, ...]:
    """What a file of scenarios says it is played under."""
    root = load_scenarios(file, Problems())
    return tuple(item.text for item in scalars(root.get("variants"))) if root is not None else ()


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent
