"""What may follow a half-written command: verbs, options, their values, games, codes. A shell asks by the environment, in the way of click.

Only the verb that is meant is imported, so that an answer is quick.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import typer

WORDS: Final = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""where shells tell the line: bash, and the others"""


def complete(verbs: Sequence[tuple[str, str]], load: Callable[[str], typer.Typer]) -> None:
    """Answers the shell, and leaves."""
    line = next((os.environ[name] for name in WORDS if name in os.environ), "").split()
    app = typer.Typer(add_completion=True, rich_markup_mode=None, help="Rulebooks in, engines out.")
    for name, about in verbs:
        function = load(name).registered_commands[0].callback if name in line[1:2] else None
        app.command(name, help=about, short_help=about)(function or _unread)
    app(prog_name="rulewright")


def _unread() -> None:
    """A verb that is not meant."""


def games(incomplete: str) -> list[str]:
    """Games in specs/ by name, for an argument that names a spec."""
    return sorted(file.parent.name for file in Path("specs").glob("*/game.yaml") if file.parent.name.startswith(incomplete))


def codes(incomplete: str) -> list[str]:
    """Codes of diagnostics, and their slugs."""
    from compiler.diagnostics import CODES

    return [name for code in CODES for name in (code.code, code.slug) if name.startswith(incomplete)]


def variants(context: typer.Context, incomplete: str) -> list[str]:
    """Variants of the games that stand on the line, after those that are written already."""
    done, comma, _ = incomplete.rpartition(",")
    given = context.params.get("specs") or [context.params.get("spec") or ""]
    folders = [folder for name in (*given, *context.args) if name for folder in (Path(name), Path("specs") / name)]
    found = {f"{done}{comma}{file.stem}" for folder in folders for file in folder.glob("variants/*.yaml")}
    return sorted(name for name in found if name.startswith(incomplete) and name.rpartition(",")[2] not in done.split(","))
