"""Plays many random games and says how they went: results by seat, length, branching, speed. Ctrl-C stops it with what it has.

Example: rulewright simulate specs/my_game --players 4 --games 10000
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import BackendOption, PlayersOption, SeedOption, SetOption, SpecArgument, VariantOption, engine_or_leave, unusable
from compiler.cli.printing import console
from runtime import Game
from runtime.playouts import Estimate, Seat, Summary, player_variable
from runtime.playouts import simulate as run


def simulate(
    spec: SpecArgument,
    games: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 1000,
    players: PlayersOption = None,
    seed: SeedOption = 0,
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="Native engines only; all cores if not said.")] = None,
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="VARIABLE", help="Also results by what this variable of players is at the end.")
    ] = None,
    format: FormatOption = Format.text,
) -> None:
    game = engine_or_leave(spec, variant, settings, backend, plain=format is Format.json)
    try:
        game.check_players(players)
        if by is not None:
            player_variable(game, by)
    except ValueError as error:
        unusable(str(error))
    with Progress(console=console(sys.stderr), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("games", total=games)
        summary = run(game, players=players, games=games, seed=seed, threads=threads, by=by, progress=lambda done: bar.update(task, completed=done))
    if format is Format.json:
        typer.echo(json.dumps({"game": game.full_name, "spec_hash": game.spec_hash, "backend": game.backend, "seed": seed} | asdict(summary)))
    else:
        _show(summary, game, by or "")
    if summary.interrupted:
        raise typer.Exit(130)
    if summary.faults:
        fault = game.fault(summary.last_fault)
        typer.echo(f"{summary.faults} games stopped by a fault of the spec, the last: {fault}", err=True)
        raise typer.Exit(1)


def _show(summary: Summary, game: Game, by: str) -> None:
    cut = f", {summary.truncated} cut by the horizon" if summary.truncated else ""
    early = " (interrupted)" if summary.interrupted else ""
    typer.echo(f"{game.title}: {summary.games} random games of {summary.players} players{early}{cut}")
    typer.echo(f"length {_estimate(summary.length)} decisions, {summary.shortest} to {summary.longest}; branching {summary.branching:.1f}")
    typer.echo(f"several first in {summary.ties:.1%} of games")
    _table("seat", {game.words.seat(number): seat for number, seat in enumerate(summary.seats)})
    if summary.groups:
        _table(by, {f"{group.value} ({group.count:,})": group.results for group in summary.groups})
    typer.echo(f"{summary.games_per_second:,.0f} games and {summary.decisions_per_second:,.0f} decisions a second ({game.backend})")


def _table(head: str, rows: Mapping[str, Seat]) -> None:
    table = Table(head, "first", "alone", "returns", "score", title=f"by {head}, with 95 % intervals", title_justify="left")
    for name, row in rows.items():
        table.add_row(name, _share(row.first), _share(row.sole), _estimate(row.returns), _estimate(row.score))
    console(sys.stdout).print(table)


def _share(estimate: Estimate) -> str:
    return f"{estimate.mean:.1%} ± {estimate.margin:.1%}"


def _estimate(estimate: Estimate) -> str:
    return f"{estimate.mean:.2f} ± {estimate.margin:.2f}"
