"""The two sides of a comparison: a spec, with variants, as it is now or as it was in a revision.

    my_game+short                   a game with variants laid over it
    HEAD~3:specs/my_game            a game as a revision of the repository has it
    specs/my_game/variants/x.yaml   the game with this variant
"""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import typer
from msgspec import Struct
from msgspec.structs import replace

from compiler.cli.finding import find_spec, show_errors, unusable
from compiler.driver import Compilation, compile_game
from compiler.emit.write import write_whole


class Side(Struct, frozen=True, kw_only=True):
    """Where a spec is found, and what is laid over it; `revision` empty: in the files as they are."""

    path: str
    revision: str = ""
    variants: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return "+".join((f"{self.revision}:{self.path}" if self.revision else self.path, *self.variants))


def side_of(text: str) -> Side:
    """A side as it is written on the command line."""
    if Path(text).exists():
        return _of_variant_file(Side(path=text))
    head, *variants = text.split("+")
    revision, colon, path = head.partition(":")
    side = Side(path=path, revision=revision) if colon and not Path(head).exists() else Side(path=head)
    return replace(_of_variant_file(side), variants=(*_of_variant_file(side).variants, *variants))


def compiled(side: Side, settings: Mapping[str, str]) -> Compilation:
    """The side compiled; ends the run where there is no engine."""
    if not side.revision:
        compilation = compile_game(find_spec(side.path), variants=side.variants, settings=settings)
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = _fetched(side, Path(folder))
            compilation = compile_game(path, variants=side.variants, settings=settings, root=Path(folder))
    if not compilation.sound:
        show_errors(compilation)
        raise typer.Exit(1)
    return compilation


def _of_variant_file(side: Side) -> Side:
    path = PurePosixPath(side.path)
    if path.parent.name != "variants" or path.suffix != ".yaml":
        return side
    return replace(side, path=str(path.parent.parent), variants=(path.stem,))


def _fetched(side: Side, folder: Path) -> Path:
    """The game's folder as it was in a revision, written below `folder`."""
    game = PurePosixPath(side.path)
    if game.suffix != ".yaml" and "/" not in side.path and not Path(side.path).exists():
        game = PurePosixPath("specs") / game
    home = game.parent if game.suffix == ".yaml" else game
    files = _git("ls-tree", "-r", "--name-only", side.revision, "--", f"{home}/").decode().splitlines()
    if not files:
        unusable(f"revision {side.revision} has no {home}")
    for file in files:
        try:
            write_whole(folder / file, _git("show", f"{side.revision}:./{file}").decode())
        except UnicodeDecodeError:
            continue
    return folder / game


def _git(*arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        unusable(f"git cannot be run: {error}")
    if done.returncode:
        unusable(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
