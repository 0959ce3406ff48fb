"""Says what is wrong with specs: every finding with its code, place and help. One spec's mistakes never hide another's.

Example: rulewright check specs/my_game --format concise
"""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from compiler.builds import variants_of
from compiler.cli.completing import games
from compiler.cli.finding import SetOption, VariantOption, find_specs, settings_of
from compiler.cli.further import Asked, go_further
from compiler.cli.printing import coloured
from compiler.diagnostics import Diagnostic, concise_text, exit_code, human_text, json_text, sarif_text
from compiler.driver import compile_game
from compiler.load import variant_names


class Format(StrEnum):
    human = "human"
    concise = "concise"
    json = "json"
    sarif = "sarif"


def check(
    specs: Annotated[list[str] | None, typer.Argument(metavar="[SPEC]...", autocompletion=games, help="Game folders or names; all of specs/ if none.")] = None,
    format: Annotated[Format, typer.Option("--format", help="How findings are written; --json is --format json.")] = Format.human,
    variant: VariantOption = "",
    settings: SetOption = None,
    play: Annotated[bool, typer.Option("--play", help="Also play: random games, and all positions of a small game.")] = False,
    prove: Annotated[bool, typer.Option("--prove", help="Also prove: tables, conditions, ranges, readings, by solver.")] = False,
    games: Annotated[int, typer.Option("--games", min=1, help="Random games at most, for --play, --prove and --without.")] = 1_000,
    positions: Annotated[int, typer.Option("--positions", min=1, help="Positions looked at, at most, for --play.")] = 40_000,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="Seconds of play at most, for each spec; it is said when they end it early.")] = 20.0,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="OP-N|TABLE.ROW", help="What is undecided without this; may be repeated.")
    ] = None,
    book: Annotated[bool, typer.Option("--book", help="Also ask what the rulebook leaves to be decided, clause by clause, and who answers.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again on every save, until Ctrl-C.")] = False,
) -> None:
    paths = find_specs(specs or [])
    chosen, values = variants_of(variant), settings_of(settings)

    asked = Asked(
        play=play, prove=prove, games=games, positions=positions, seconds=seconds, without=tuple(without or ()), book=book, variants=chosen,
        settings=values,
    )  # fmt: skip

    def once() -> int:
        found: list[Diagnostic] = []
        done: dict[str, list[str]] = {}
        laid = 0
        for path in paths:
            compilation = compile_game(path, variants=chosen, settings=values)
            done[str(path)] = go_further(path, compilation, asked)
            found.extend(compilation.diagnostics)
            if not chosen and compilation.sound:
                names = variant_names(path)
                laid += len(names)
                found.extend(_of_variants(path, names, values, compilation.diagnostics))
        typer.echo(_written(found, format, done), nl=False, color=coloured(sys.stdout))
        if format is Format.human:
            for name, lines in done.items():
                for line in lines:
                    typer.echo(f"{name}: {line}")
            errors = sum(item.severity == "error" for item in found)
            warnings = sum(item.severity == "warning" for item in found)
            each = f", each of {laid} variants too" if laid > 1 else ", its variant too" if laid else ""
            typer.echo(f"{len(paths)} checked{each}: {errors} errors, {warnings} warnings")
        return exit_code(found)

    if not watch:
        raise typer.Exit(once())
    seen: dict[Path, float] = {}
    while True:
        now = _stamps(paths)
        if now != seen:
            seen = now
            typer.echo(f"-- {time.strftime('%H:%M:%S')}")
            once()
        time.sleep(0.2)


def _of_variants(path: Path, names: Sequence[str], settings: Mapping[str, str], base: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """What is wrong with a sound game under one of its variants, and not without it."""
    known = {(item.code, item.span.place, item.headline) for item in base}
    for name in names:
        for item in compile_game(path, variants=(name,), settings=settings).diagnostics:
            if item.severity != "hint" and (item.code, item.span.place, item.headline) not in known:
                known.add((item.code, item.span.place, item.headline))
                yield replace(item, notes=(*item.notes, f"under the variant `{name}`"))


def _written(found: list[Diagnostic], format: Format, done: dict[str, list[str]]) -> str:
    match format:
        case Format.human:
            return human_text(found, colour=coloured(sys.stdout))
        case Format.concise:
            return concise_text(found)
        case Format.json:
            return json_text(found, examined=done)
        case Format.sarif:
            return sarif_text(found, examined=done)


def _stamps(paths: list[Path]) -> dict[Path, float]:
    """When each file of the specs was last written."""
    folders = {path if path.is_dir() else path.parent for path in paths}
    stamps: dict[Path, float] = {}
    for folder in sorted(folders):
        for file in sorted(folder.rglob("*")):
            try:
                stamps[file] = file.stat().st_mtime
            except OSError:
                continue
    return stamps
