"""Counts sequences of moves from the start, depth by depth, as a check against known numbers. Chance outcomes are each followed.

Consecutive decisions of one seat are one move; with --decisions each counts by itself.

Example: rulewright perft specs/my_game --depth 5
"""

import time
from typing import Annotated

import typer

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
) -> None:
    game = engine_or_leave(spec, variant, settings, backend)
    try:
        state = game.new_initial_state(players, explicit_chance=True)
    except ValueError as error:
        unusable(str(error))
    if split:
        for text, number in divide(state, depth, by_decision=decisions):
            typer.echo(f"{text}: {number}")
    for level in range(1, depth + 1):
        begun = time.perf_counter()
        number = count(state, level, by_decision=decisions)
        typer.echo(f"{level:3} {number:,} ({time.perf_counter() - begun:.2f} s)")
