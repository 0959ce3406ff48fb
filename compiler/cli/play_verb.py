"""Plays a game in the terminal: people at the first seats, bots at the others. Without a terminal, bots alone.

People choose by number or by text; `?` shows the position, `why TEXT` says why an action is not legal, `undo` takes back, `quit` leaves.
Each person sees only what their seat may know; between two people of one screen it is cleared.

Example: rulewright play specs/my_game --players 4 --bots ismcts:200 --record match.json
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from compiler.cli.finding import (
    BackendOption,
    PlayersOption,
    SetOption,
    SpecArgument,
    VariantOption,
    compile_or_leave,
    engine_file,
    engine_of,
    is_engine,
    unusable,
)
from compiler.cli.table import Quit, Table
from compiler.interpret.play.views import Look
from runtime import BadRecord, Fault, Game, State
from runtime.agents import Agent, make_agent
from runtime.record import Record, load_record, replay


def play(
    spec: SpecArgument,
    players: PlayersOption = None,
    people: Annotated[int | None, typer.Option("--people", min=0, help="How many seats are people's; 1 on a terminal, else 0.")] = None,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B", help="random, greedy, mcts[:N], ismcts[:N]; for the seats in turn.")] = "greedy",
    seed: Annotated[int | None, typer.Option("--seed", help="Equal seeds and choices, equal games; drawn if not said.")] = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help="Keep the match; written after every action.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a recorded match.")] = None,
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
) -> None:
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    game, look, about = _game(spec, variant, settings, backend)
    try:
        notes, state = _begin(game, players, _drawn(seed), resume)
    except (ValueError, BadRecord, Fault) as error:
        unusable(str(error))
    seats = state.players
    persons = min(seats, (1 if terminal else 0) if people is None else people)
    try:
        agents = _agents(bots, persons, seats, notes.seed)
    except ValueError as error:
        unusable(str(error))
    table = Table(game, look, persons=persons)
    keep = record or resume
    if about:
        typer.echo(about)
    typer.echo(f"{game.title}, {seats} players, seed {notes.seed}: " + ", ".join(f"{game.words.seat(seat)} {_who(seat, persons, bots)}" for seat in range(seats)))
    try:
        _play(state, notes, agents, table, keep)
    except Quit:
        typer.echo(f"left; go on with --resume {keep}" if keep else "left")
        return
    except Fault as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    table.result(state)


def _game(spec: str, variant: str, settings: list[str] | None, backend: str | None) -> tuple[Game, Look | None, str]:
    """The engine, how its `view` looks, and what the game is about; of a built engine nothing but itself."""
    if is_engine(spec):
        return engine_file(spec, variant, settings, backend), None, ""
    compilation = compile_or_leave(spec, variant, settings)
    assert compilation.game is not None and compilation.parsed is not None
    return engine_of(compilation, backend), Look(compilation.game), compilation.parsed.about


def _drawn(seed: int | None) -> int:
    if seed is not None:
        return seed
    import secrets

    return secrets.randbelow(1_000_000)


def _begin(game: Game, players: int | None, seed: int, resume: Path | None) -> tuple[Record, State]:
    if resume is None:
        notes = Record.begin(game, players=game.check_players(players), seed=seed)
        return notes, notes.start(game)
    notes = load_record(resume)
    state = notes.start(game)
    for position in replay(notes, game):
        state = position
    return notes, state


def _agents(bots: str, persons: int, seats: int, seed: int) -> list[Agent | None]:
    names = [name.strip() for name in bots.split(",") if name.strip()] or ["random"]
    return [None if seat < persons else make_agent(names[(seat - persons) % len(names)], seed * 31 + seat) for seat in range(seats)]


def _who(seat: int, persons: int, bots: str) -> str:
    names = [name.strip() for name in bots.split(",") if name.strip()] or ["random"]
    return "a person" if seat < persons else names[(seat - persons) % len(names)]


def _play(state: State, notes: Record, agents: list[Agent | None], table: Table, keep: Path | None) -> None:
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.draw_outcome()
        else:
            agent = agents[state.actor()]
            chosen = agent.choose(state) if agent is not None else table.ask(state)
            if chosen is None:
                _take_back(state, notes, agents)
                continue
            action = chosen
        table.tell(state, action)
        notes.add(state, action)
        state.apply_action(action)
        notes.close(state)
        if keep is not None:
            try:
                notes.save(keep)
            except OSError as error:
                unusable(f"cannot write the record: {error}")


def _take_back(state: State, notes: Record, agents: list[Agent | None]) -> None:
    """Back to the latest decision of a person, if there is one."""
    while notes.entries:
        state.undo_action()
        entry = notes.entries.pop()
        if entry.seat >= 0 and agents[entry.seat] is None:
            break
