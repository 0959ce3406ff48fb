"""Writes an engine for each spec, and each combination of variants declared in pyproject.toml, into generated/, whole or not at all.

What nothing has changed of since it was made is left as it is. With --check every engine is made, and it is only said which are stale;
with --variant or --set just that engine is made.

Example: rulewright build specs/my_game --to engines
"""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from compiler.builds import BadBuilds, Builds, declared_builds, variants_of
from compiler.cli.finding import SetOption, VariantOption, find_specs, settings_of, unusable
from compiler.cli.made import Marks
from compiler.cli.printing import print_diagnostics
from compiler.diagnostics import Diagnostic, exit_code
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
    asked = [
        (path, tuple(combination))
        for path in find_specs(specs or [])
        for combination in ([chosen] if chosen or values else builds.of((path if path.is_dir() else path.parent).resolve().name))
    ]
    marks = Marks(to)
    files: dict[Path, str | None] = {}
    made: list[tuple[Path, tuple[str, ...], list[Path]]] = []
    shown: set[Diagnostic] = set()
    worst = 0
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("compile", total=len(asked))
        for path, combination in asked:
            bar.update(task, description=" ".join([path.resolve().name, *combination]))
            known = () if check else marks.current(path, combination, values)
            files.update(dict.fromkeys(known))
            if not known:
                compilation = compile_game(path, variants=combination, settings=values)
                found = [item for item in compilation.diagnostics if item.severity in ("error", "warning")]
                print_diagnostics([item for item in found if item not in shown], sys.stderr)
                shown.update(found)
                if compilation.game is None:
                    worst = max(worst, 1, exit_code(found))
                else:
                    texts = {to / name: text for name, text in emit(compilation.game).items()}
                    files.update(texts)
                    made.extend([] if found else [(path, combination, list(texts))])
            bar.advance(task)
    if check:
        worst = max(worst, _report_stale({path: text for path, text in files.items() if text is not None}, to, everything=not specs))
    else:
        _write(files)
        for path, combination, written in made:
            marks.keep(path, combination, values, written)
    raise typer.Exit(worst)


def _declared() -> Builds:
    try:
        return declared_builds(Path())
    except BadBuilds as error:
        unusable(str(error))


def _write(files: dict[Path, str | None]) -> None:
    """None is the text of a file that is known to be up to date."""
    try:
        changed = write_files({path: text for path, text in files.items() if text is not None})
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
