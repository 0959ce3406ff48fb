"""Writes an engine for each spec, and each combination of variants declared in pyproject.toml, into generated/, whole or not at all.

What nothing has changed of since it was made is left as it is. With --check every engine is made, and it is only said which are stale;
with --variant or --set just that engine is made.

Example: rulewright build specs/my_game --to engines
"""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from compiler.builds import BadBuilds, Builds, declared_builds, variants_of
from compiler.cli.completing import games
from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import SetOption, VariantOption, find_specs, settings_of, unusable
from compiler.cli.made import Marks
from compiler.cli.printing import console, print_diagnostics
from compiler.diagnostics import Diagnostic, exit_code, json_text
from compiler.driver import compile_game, emit
from compiler.emit.write import write_files


def build(
    specs: Annotated[list[str] | None, typer.Argument(metavar="[SPEC]...", autocompletion=games, help="Game folders or names; all of specs/ if none.")] = None,
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where engines are written.")] = Path("generated"),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a file is missing, different, or left over.")] = False,
    variant: VariantOption = "",
    settings: SetOption = None,
    format: FormatOption = Format.text,
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
    shown: dict[Diagnostic, None] = {}
    plain = format is Format.json
    worst = 0
    with Progress(console=console(sys.stderr), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("compile", total=len(asked))
        for path, combination in asked:
            bar.update(task, description=" ".join([path.resolve().name, *combination]))
            known = () if check else marks.current(path, combination, values)
            files.update(dict.fromkeys(known))
            if not known:
                compilation = compile_game(path, variants=combination, settings=values)
                found = [item for item in compilation.diagnostics if item.severity in ("error", "warning")]
                if not plain:
                    print_diagnostics([item for item in found if item not in shown], sys.stderr)
                shown.update(dict.fromkeys(found))
                if compilation.game is None:
                    worst = max(worst, 1, exit_code(found))
                else:
                    texts = {to / name: text for name, text in emit(compilation.game).items()}
                    files.update(texts)
                    made.extend([] if found else [(path, combination, list(texts))])
            bar.advance(task)
    if check:
        states = _compared({path: text for path, text in files.items() if text is not None}, to, everything=not specs)
        worst = max(worst, 0 if all(state == "same" for state in states.values()) else 1)
    else:
        states = _written(files)
        for path, combination, written in made:
            marks.keep(path, combination, values, written)
    if plain:
        engines = [{"file": str(path), "state": state} for path, state in states.items()]
        typer.echo(json_text(shown, further={"engines": engines}), nl=False)
    elif check:
        _tell_stale(states)
    else:
        for path, state in states.items():
            typer.echo(f"{path}: {state}")
    raise typer.Exit(worst)


def _declared() -> Builds:
    try:
        return declared_builds(Path())
    except BadBuilds as error:
        unusable(str(error))


def _written(files: dict[Path, str | None]) -> dict[Path, str]:
    """Which files were written and which are unchanged; None is the text of a file that is known to be up to date."""
    try:
        changed = write_files({path: text for path, text in files.items() if text is not None})
    except OSError as error:
        unusable(f"cannot write: {error}")
    return {path: "written" if path in changed else "unchanged" for path in files}


LEFT_OVER = "no spec makes it"


def _compared(files: dict[Path, str], to: Path, *, everything: bool) -> dict[Path, str]:
    """How each file stands: `same`, `differs`, `missing` or left over."""
    states = {path: "same" if _same(path, text) else "differs" if path.is_file() else "missing" for path, text in files.items()}
    left = [path for path in sorted(to.glob("*.py")) if path not in files] if everything else []
    return states | dict.fromkeys(left, LEFT_OVER)


def _tell_stale(states: dict[Path, str]) -> None:
    stale = {path: state for path, state in states.items() if state != "same"}
    for path, state in stale.items():
        typer.echo(f"{path}: {state}")
    made = sum(state != LEFT_OVER for state in states.values())
    typer.echo(f"{made} engines: {len(stale)} stale" + ("; run `rulewright build`" if stale else ""))


def _same(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
