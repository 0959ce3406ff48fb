"""Ranks the open points of a rulebook by what they change: each reading is compiled and played against the default from the same seeds.

Example: rulewright ambiguities specs/my_game --games 10000 --players 4
"""

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from compiler.bind.nouns.typed import TypedSpec
from compiler.builds import variants_of
from compiler.checks.points.compare import compared, sampled
from compiler.checks.points.ranking import Apart, Ranked, Ranking, ranking_json, ranking_page, ranking_text
from compiler.checks.values import other_readings
from compiler.cli.again import again
from compiler.cli.finding import (
    BackendOption,
    SeedOption,
    SetOption,
    SpecArgument,
    VariantOption,
    compile_or_leave,
    find_spec,
    settings_of,
    unusable,
)
from compiler.cli.printing import console
from compiler.diff.play import PlayDifference, differences_in_play
from compiler.driver import Compilation, compile_game, emit
from compiler.emit.write import write_files
from runtime import Game
from runtime.engine import choose_backend, load_source


class Format(StrEnum):
    text = "text"
    json = "json"
    markdown = "markdown"


def ambiguities(
    spec: SpecArgument,
    games: Annotated[int, typer.Option("--games", min=2, help="Pairs of games for each reading.")] = 10_000,
    players: Annotated[int | None, typer.Option("--players", min=1, help="Seats at the table; the most the game allows if not said.")] = None,
    seed: SeedOption = 0,
    positions: Annotated[int, typer.Option("--positions", min=0, help="Positions looked through for the smallest that differs.")] = 400,
    format: Annotated[Format, typer.Option("--format", help="How it is written; --json is --format json.")] = Format.text,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Write it there.")] = None,
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
) -> None:
    compilation = compile_or_leave(spec, variant, settings, plain=format is Format.json)
    typed = compilation.typed
    assert typed is not None
    path = find_spec(spec)
    folder = path if path.is_dir() else path.parent
    base = _loaded(compilation, backend)
    count = players or base.max_players
    try:
        base.check_players(count)
    except ValueError as error:
        unusable(str(error))
    readings = list(_readings(typed))
    ranked: list[Ranked] = []
    failed: list[tuple[str, str, str]] = []
    samples = sampled(base, players=count, games=games, seed=seed)
    with Progress(console=console(sys.stderr), disable=not sys.stderr.isatty(), transient=True) as bar:
        for point, option, default, reading in bar.track(readings, description="readings"):
            given = {**settings_of(settings), option: reading}
            other = compile_game(path, variants=variants_of(variant), settings=given)
            if other.game is None:
                failed.append((point, option, reading))
                continue
            game = _loaded(other, backend)
            found = compared(option, reading, samples, sampled(game, players=count, games=games, seed=seed))
            apart = _apart(base, game, count, positions, seed)
            ranked.append(Ranked(point=point, question=_question(typed, point), default=default, compared=found, apart=apart))
    ranked.sort(key=lambda each: each.compared.weight, reverse=True)
    ranking = Ranking(
        game=base.full_name,
        title=base.title,
        command=again(
            "ambiguities", folder, variant=variant, settings=settings or [], games=games, players=count, seed=seed or None, positions=positions
        ),
        players=count,
        games=games,
        seed=seed,
        ranked=tuple(ranked),
        assumed=tuple((note.number.clause, note.reason) for note in typed.parsed.assumptions),
        failed=tuple(failed),
    )
    text = {Format.text: ranking_text, Format.json: ranking_json, Format.markdown: ranking_page}[format](ranking)
    if to is None:
        typer.echo(text, nl=False)
    else:
        write_files({to: text})
        typer.echo(f"{to}: written", err=True)
    raise typer.Exit(1 if failed else 0)


def _readings(typed: TypedSpec) -> list[tuple[str, str, str, str]]:
    """Point, option, default and other reading, in the order of the points."""
    chosen = {option.name.text: option.value.text for option in typed.parsed.options}
    book = typed.parsed.tree.rulebook
    order = [point.number for point in (book.open_points if book is not None else ())]
    found = [
        (cite.clause, option.name, chosen[option.name], reading)
        for option in typed.options
        for cite in option.settles
        for reading in other_readings(typed, option)
    ]
    return sorted(found, key=lambda each: order.index(each[0]) if each[0] in order else len(order))


def _question(typed: TypedSpec, number: str) -> str:
    book = typed.parsed.tree.rulebook
    return next((point.text for point in (book.open_points if book is not None else ()) if point.number == number), "")


def _loaded(compilation: Compilation, backend: str | None) -> Game:
    assert compilation.game is not None
    ((name, text),) = emit(compilation.game).items()
    return load_source(text, name, backend=choose_backend(backend))  # type: ignore[arg-type]


def _apart(one: Game, other: Game, players: int, positions: int, seed: int) -> Apart | None:
    """The smallest position in which the readings allow different moves or let somebody else move; where there is none, the smallest in
    which anything differs."""
    if not positions:
        return None
    found = differences_in_play(one, other, players=players, names={}, positions=positions, games=max(2, positions // 50), seed=seed).differences
    best = _first(found, ("legal", "turn", "over", "chance")) or _first(found, ("fault", "position", "returns", "scores"))
    if best is None:
        return None
    return Apart(kind=best.kind, what=best.what, default=best.before, other=best.after, moves=best.moves, position=best.position)


def _first(found: Sequence[PlayDifference], kinds: tuple[str, ...]) -> PlayDifference | None:
    fitting = [each for each in found if each.kind in kinds]
    return min(fitting, key=lambda each: len(each.moves)) if fitting else None
