"""Makes a new game folder that compiles and plays at once: a small game to change into your own.

Example: rulewright init specs/my_game
"""

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from compiler.cli.finding import unusable
from runtime.files import write_whole


def init(folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that does not exist yet; its name is the game's.")]) -> None:
    name = folder.name
    if not name.isidentifier() or name != name.lower():
        unusable(f"{name!r} cannot be a game's name: lower-case letters, digits and _, a letter first")
    if folder.exists():
        unusable(f"{folder} exists already; nothing was changed")
    source = files("compiler.cli") / "new_game"
    try:
        for file in ("game.yaml", "rulebook.md", "scenarios/first.yaml"):
            text = (source / file).read_text(encoding="utf-8").replace("new_game", name).replace("New game", name.replace("_", " ").capitalize())
            write_whole(folder / file, text)
            typer.echo(f"{folder / file}: written")
    except OSError as error:
        unusable(f"cannot write: {error}")
    typer.echo(f"next: rulewright check {folder}; rulewright test {folder}; rulewright play {folder}")
