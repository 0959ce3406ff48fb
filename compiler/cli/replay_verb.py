"""Goes through a recorded match, action by action, and says where it first differs from what the rules do.

Example: rulewright replay match.json --to 12
"""

from pathlib import Path
from typing import Annotated

import typer

from compiler.cli.finding import BackendOption, SetOption, VariantOption, compile_or_leave, engine_file, engine_of, is_engine, unusable
from compiler.cli.table import tell_account
from compiler.interpret.play.views import Look
from runtime import BadRecord
from runtime.board import draw_boards
from runtime.files import write_whole
from runtime.record import load_record
from runtime.record import replay as go_through


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[int | None, typer.Option("--to", min=0, metavar="N", help="Stop after entry N and show the position.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw the position as a picture, nothing hidden.")] = None,
    spec: Annotated[str, typer.Option("--spec", help="The spec, if it is not specs/ and the record's game; or a built engine.")] = "",
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
) -> None:
    try:
        record = load_record(file)
    except BadRecord as error:
        unusable(str(error))
    look = None
    if is_engine(spec):
        game = engine_file(spec, variant, settings, backend)
    else:
        compilation = compile_or_leave(spec or record.game, variant or record.variant.replace("+", ","), settings)
        assert compilation.game is not None
        game, look = engine_of(compilation, backend), Look(compilation.game)
    number = -1
    try:
        for number, state in enumerate(go_through(record, game, to=to)):  # noqa: B007
            if number:
                entry = record.entries[number - 1]
                typer.echo(f"{number:4}  {'chance' if entry.seat == -1 else f'p{entry.seat}'}  {entry.text}")
    except BadRecord as error:
        typer.echo(f"rulewright: {file}: {error}", err=True)
        raise typer.Exit(2 if number < 0 else 1) from error
    for line in draw_boards(game, list(state.vector[: game.kept])):
        typer.echo(line)
    typer.echo(str(state))
    if svg is not None:
        try:
            write_whole(svg, state.svg())
        except OSError as error:
            unusable(f"cannot write: {error}")
        typer.echo(f"{svg}: written")
    if state.is_terminal():
        if look is not None:
            tell_account(look, list(state.vector))
        typer.echo(f"over: returns {state.returns()}")
