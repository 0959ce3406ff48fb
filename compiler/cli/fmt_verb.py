"""Lays out specs, variants and scenarios canonically. Comments and order are kept, and what the files say is unchanged.

With --check nothing is written; the files that would change are named.

Example: rulewright fmt specs/my_game --check
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from compiler.cli.completing import games
from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import find_specs, unusable
from compiler.cli.printing import print_diagnostics
from compiler.diagnostics import Problems, exit_code, explain_all, json_text
from compiler.emit.write import write_whole
from compiler.format import formatted
from compiler.load.files import read


def fmt(
    specs: Annotated[list[str] | None, typer.Argument(metavar="[SPEC]...", autocompletion=games, help="Folders, names or files; all of specs/ if none.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if a file is laid out otherwise.")] = False,
    format: FormatOption = Format.text,
) -> None:
    # What lies outside a game's folder is not its own to change; a file that is named by itself is.
    files = [(file, path if path.is_dir() else None) for path in find_specs(specs or []) for file in _files(path)]
    problems = Problems()
    others: list[str] = []
    for file, folder in files:
        source = read(file, Path.cwd(), problems, within=folder)
        text = formatted(source, problems) if source is not None else None
        if source is None or text is None or text == source.text:
            continue
        others.append(source.path)
        if format is Format.text:
            typer.echo(f"{source.path}: {'is laid out otherwise' if check else 'laid out anew'}")
        if not check:
            _write(file, text)
    diagnostics = explain_all(problems)
    if format is Format.json:
        typer.echo(json_text(diagnostics, further={"files": len(files), "otherwise": others, "written": not check}), nl=False)
    else:
        print_diagnostics(diagnostics, sys.stderr)
        typer.echo(f"{len(files)} files: {len(others)} {'to lay out; run `rulewright fmt`' if check and others else 'changed'}")
    raise typer.Exit(max(exit_code(diagnostics), 1 if check and others else 0))


def _files(path: Path) -> list[Path]:
    """A game's spec, variants and scenarios; a single file is itself."""
    if not path.is_dir():
        return [path]
    return [path / "game.yaml", *sorted(path.glob("variants/*.yaml")), *sorted(path.glob("scenarios/*.yaml"))]


def _write(file: Path, text: str) -> None:
    try:
        write_whole(file, text)
    except OSError as error:
        unusable(f"cannot write: {error}")
