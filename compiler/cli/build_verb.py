"""Writes an engine for each spec, and each combination of variants declared in pyproject.toml, into generated/, whole or not at all.

With --check it only says which are stale; with --variant or --set just that engine is made.

Example: rulewright build specs/my_game --to engines
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from compiler.builds import BadBuilds, Builds, declared_builds, variants_of
from compiler.cli.finding import SetOption, VariantOption, find_specs, settings_of, unusable
from compiler.diagnostics import exit_code, human_text
from compiler.driver import compile_game, emit
from compiler.emit.write import write_files


def build(
    specs: Annotated[list[str] | None, typer.Argument(metavar="[SPEC]...", help="Game folders or names; all of specs/ if none.")] = None,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where engines are written.")] = Path("generated"),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a file is missing, different, or left over.")] = False,
    variant: VariantOption = "",
    settings: SetOption = None,
) -> None:
    chosen, values = variants_of(variant), settings_of(settings)
    builds = Builds() if chosen or values else _declared()
    files: dict[Path, str] = {}
    worst = 0
    for path in find_specs(specs or []):
        for combination in [chosen] if chosen or values else builds.of((path if path.is_dir() else path.parent).resolve().name):
            compilation = compile_game(path, variants=combination, settings=values)
            errors = [item for item in compilation.diagnostics if item.severity == "error"]
            if compilation.game is None:
                sys.stderr.write(human_text(errors, colour=sys.stderr.isatty()))
                worst = max(worst, 1, exit_code(errors))
                continue
            files.update({to / name: text for name, text in emit(compilation.game).items()})
    if check:
        worst = max(worst, _report_stale(files, to, everything=not specs))
    else:
        _write(files)
    raise typer.Exit(worst)


def _declared() -> Builds:
    try:
        return declared_builds(Path())
    except BadBuilds as error:
        unusable(str(error))


def _write(files: dict[Path, str]) -> None:
    try:
        changed = write_files(files)
    except OSError as error:
        unusable(f"cannot write: {error}")
    for path in files:
        typer.echo(f"{path}: {'written' if path in changed else 'unchanged'}")


def _report_stale(files: dict[Path, str], to: Path, *, everything: bool) -> int:
    stale = [f"{path}: {'differs' if path.is_file() else 'missing'}" for path, text in files.items() if not _same(path, text)]
    if everything:
        stale.extend(f"{path}: no spec makes it" for path in sorted(to.glob("*.py")) if path not in files)
    for line in stale:
        typer.echo(line)
    typer.echo(f"{len(files)} engines: {len(stale)} stale" + ("; run `rulewright build`" if stale else ""))
    return 1 if stale else 0


def _same(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
