"""Prints what a stage made of a spec: tree, merged, parsed, typed, ir, engine, layout, actions, tiles.

`merged` is the whole spec with its variants laid over it, as YAML; what an overlay or --set gave says where it came from. `tiles` is a picture (SVG) of
everything that is laid on a plane: redirect it to a file.

Example: rulewright show ir specs/my_game
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer
from msgspec import Struct

from compiler.cli.finding import SetOption, SpecArgument, VariantOption, compile_or_leave, unusable
from compiler.driver import Compilation, emit
from compiler.ir.dump import dump
from compiler.load.merged import merged_text
from compiler.lower import tile_sheet
from compiler.source import SourceFile, Span


class Stage(StrEnum):
    tree = "tree"
    merged = "merged"
    parsed = "parsed"
    typed = "typed"
    ir = "ir"
    engine = "engine"
    layout = "layout"
    actions = "actions"
    tiles = "tiles"


def show(
    stage: Annotated[Stage, typer.Argument(metavar="STAGE", help="tree, merged, parsed, typed, ir, engine, layout, actions or tiles.")],
    spec: SpecArgument,
    variant: VariantOption = "",
    settings: SetOption = None,
) -> None:
    compilation = compile_or_leave(spec, variant, settings)
    for line in _lines(compilation, stage):
        typer.echo(line)


def _lines(compilation: Compilation, stage: Stage) -> Iterator[str]:
    game = compilation.game
    assert game is not None
    match stage:
        case Stage.tree:
            yield from outline(compilation.tree)
        case Stage.merged:
            assert compilation.parsed is not None
            yield merged_text(compilation.parsed.tree).rstrip("\n")
        case Stage.parsed:
            yield from outline(compilation.parsed)
        case Stage.typed:
            yield from outline(compilation.typed)
        case Stage.ir:
            yield dump(game)
        case Stage.engine:
            yield from emit(game).values()
        case Stage.layout:
            for block in game.layout.blocks:
                yield f"{block.offset:6} {block.length:5}  {block.section:8}  {block.name}  {block.carrier.name}"
        case Stage.tiles:
            assert compilation.typed is not None
            sheet = tile_sheet(compilation.typed, game.title)
            if sheet is None:
                unusable("nothing here is laid on a plane")
            yield sheet
        case Stage.actions:
            for action in game.actions:
                for stage_number, part in enumerate(action.stages):
                    digits = " x ".join(f"{digit.local}:{digit.size}" for digit in part.digits) or "1"
                    yield f"{part.base:7} {part.size:6}  {game.decisions[action.leaf].path}  {action.name}[{stage_number}]  {digits}"


def outline(value: object, name: str = "", depth: int = 0) -> Iterator[str]:
    """A frozen struct as an indented outline; places are shown as line and column, files left out."""
    head = f"{'  ' * depth}{name + ': ' if name else ''}"
    if isinstance(value, Span):
        yield f"{head}{value.position.line}:{value.position.column}"
    elif isinstance(value, SourceFile):
        yield f"{head}{value.path}"
    elif isinstance(value, Struct):
        yield f"{head}{type(value).__name__}"
        for field in value.__struct_fields__:
            if field not in ("span", "file", "parsed", "tree"):
                yield from outline(getattr(value, field), field, depth + 1)
    elif isinstance(value, tuple) and value and not all(isinstance(item, int | str) for item in value):
        yield f"{head}"
        for item in value:
            yield from outline(item, "-", depth + 1)
    else:
        yield f"{head}{value!r}"
