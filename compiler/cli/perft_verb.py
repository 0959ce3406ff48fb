"""Counts sequences of moves from the start, depth by depth, as a check against known numbers. Chance outcomes are each followed.

Consecutive decisions of one seat are one move; with --decisions each counts by itself.

Example: rulewright perft specs/my_game --depth 5
"""

import json
import time
from typing import Annotated

import typer

from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import BackendOption, PlayersOption, SetOption, SpecArgument, VariantOption, engine_or_leave, unusable
from runtime.perft import divide
from runtime.perft import perft as count


def perft(
    spec: SpecArgument,
    depth: Annotated[int, typer.Option("--depth", min=1, help="Moves ahead.")] = 4,
    split: Annotated[bool, typer.Option("--divide", help="The deepest count by first move.")] = False,
    decisions: Annotated[bool, typer.Option("--decisions", help="Count decisions instead of moves.")] = False,
    players: PlayersOption = None,
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
    format: FormatOption = Format.text,
) -> None:
    game = engine_or_leave(spec, variant, settings, backend, plain=format is Format.json)
    try:
        state = game.new_initial_state(players, explicit_chance=True)
    except ValueError as error:
        unusable(str(error))
    first = list(divide(state, depth, by_decision=decisions)) if split else []
    if format is Format.json:
        levels = [{"depth": level, "sequences": count(state, level, by_decision=decisions)} for level in range(1, depth + 1)]
        moves = [{"move": text, "sequences": number} for text, number in first]
        typer.echo(json.dumps({"game": game.full_name, "spec_hash": game.spec_hash, "players": state.players, "levels": levels, "divide": moves}))
        return
    for text, number in first:
        typer.echo(f"{text}: {number}")
    for level in range(1, depth + 1):
        begun = time.perf_counter()
        number = count(state, level, by_decision=decisions)
        typer.echo(f"{level:3} {number:,} ({time.perf_counter() - begun:.2f} s)")
