"""Goes through a recorded match, action by action, and says where it first differs from what the rules do.

Example: rulewright replay match.json --to 12
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import BackendOption, SetOption, VariantOption, compile_or_leave, engine_file, engine_of, is_engine, unusable
from compiler.cli.table import tell_account
from compiler.interpret.play.views import Look
from runtime import BadRecord, Game, State
from runtime.board import draw_boards
from runtime.files import write_whole
from runtime.record import Record, load_record
from runtime.record import replay as go_through


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[int | None, typer.Option("--to", min=0, metavar="N", help="Stop after entry N and show the position.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw the position as a picture, nothing hidden.")] = None,
    spec: Annotated[str, typer.Option("--spec", help="The spec, if it is not specs/ and the record's game; or a built engine.")] = "",
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
    format: FormatOption = Format.text,
) -> None:
    try:
        record = load_record(file)
    except BadRecord as error:
        unusable(str(error))
    look, plain = None, format is Format.json
    if is_engine(spec):
        game = engine_file(spec, variant, settings, backend)
    else:
        compilation = compile_or_leave(spec or record.game, variant or record.variant.replace("+", ","), settings, plain=plain)
        assert compilation.game is not None
        game, look = engine_of(compilation, backend), Look(compilation.game)
    told: list[dict[str, object]] = []
    state, wrong = _gone_through(record, game, to, None if plain else typer.echo, told)
    if plain and state is not None:
        over = state.is_terminal()
        figures = {"version": 1, "game": game.full_name, "spec_hash": game.spec_hash, "entries": told, "differs": wrong or None}
        typer.echo(json.dumps(figures | {"over": over, "returns": state.returns() if over else None}, ensure_ascii=False))
    if wrong or state is None:
        if not plain or state is None:
            typer.echo(f"rulewright: {file}: {wrong}", err=True)
        raise typer.Exit(2 if state is None else 1)
    if svg is not None:
        _draw(svg, state)
    if plain:
        return
    for line in draw_boards(game, list(state.vector[: game.kept])):
        typer.echo(line)
    typer.echo(str(state))
    if state.is_terminal():
        if look is not None:
            tell_account(look, list(state.vector))
        shares = ", ".join(f"{game.words.seat(seat)} {value:+d}" for seat, value in enumerate(state.returns()))
        typer.echo(f"over: returns {shares}")


def _gone_through(
    record: Record, game: Game, to: int | None, say: Callable[[str], None] | None, told: list[dict[str, object]]
) -> tuple[State | None, str]:
    """Where the record leads, each entry in words, and where it differs from the rules; no state where it cannot begin."""
    state: State | None = None
    words = ""
    try:
        for number, state in enumerate(go_through(record, game, to=to)):
            if number:
                entry = record.entries[number - 1]
                told.append({"number": number, "seat": entry.seat, "action": entry.action, "text": entry.text, "say": words})
                if say is not None:
                    say(f"{number:4}  {words}")
            words = _words(state, record.entries[number].action) if number < len(record.entries) else ""
    except BadRecord as error:
        return state, str(error)
    return state, ""


def _words(state: State, action: int) -> str:
    """What an entry says that is about to be done, nothing hidden; nothing where it cannot be done."""
    if state.is_terminal() or state.why_illegal(action) is not None:
        return ""
    return state.say(action)


def _draw(file: Path, state: State) -> None:
    try:
        write_whole(file, state.svg())
    except OSError as error:
        unusable(f"cannot write: {error}")
    typer.echo(f"{file}: written", err=True)
