"""Says what differs between two specs: in components, phases, rules and clauses; in play, with the smallest position found that shows it; and
in what it comes to (length, who wins, draws). Other names alone are no difference.

A and B are specs, with variants joined by `+`, and maybe as a revision has them (`HEAD:specs/my_game`). Without B, A is compared with itself
under --variant and --set, and a revision with the files as they are. Ends with 1 where play differs.

Example: rulewright diff my_game my_game+short
"""

import json
from typing import Annotated

import typer
from msgspec import to_builtins
from msgspec.structs import replace

from compiler.builds import variants_of
from compiler.cli.comparison import Comparison, compare
from compiler.cli.diff_text import lines
from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import BackendOption, SeedOption, SetOption, VariantOption, settings_of, unusable
from compiler.cli.sides import compiled, side_of
from runtime import BadEngine


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="The spec before.")],
    b: Annotated[str | None, typer.Argument(metavar="[B]", help="The spec after.")] = None,
    players: Annotated[int | None, typer.Option("--players", min=1, help="For so many only; else for all numbers that both allow.")] = None,
    positions: Annotated[int, typer.Option("--positions", min=1, help="Nearest positions compared, for each number of players.")] = 1000,
    playouts: Annotated[int, typer.Option("--playouts", min=0, help="Random games in which positions are compared.")] = 40,
    games: Annotated[int, typer.Option("--games", min=1, help="Random games of each from which the numbers are taken.")] = 2000,
    seed: SeedOption = 0,
    variant: VariantOption = "",
    settings: SetOption = None,
    backend: BackendOption = None,
    format: FormatOption = Format.text,
) -> None:
    values = settings_of(settings)
    before = side_of(a)
    after = side_of(b) if b is not None else replace(before, revision="")
    after = replace(after, variants=(*after.variants, *variants_of(variant)))
    if before == after and not values:
        unusable("nothing to compare: name a second spec, --variant or --set")
    name = after.name + "".join(f" {option}={value}" for option, value in values.items())
    try:
        found = compare(
            compiled(before, {}), compiled(after, values),
            players=players, positions=positions, playouts=playouts, games=games, seed=seed, backend=backend,
        )  # fmt: skip
    except (BadEngine, ValueError) as error:
        unusable(str(error))
    if format is Format.json:
        typer.echo(json.dumps({"version": 1, "before": before.name, "after": name} | _plain(found), ensure_ascii=False))
    else:
        for line in lines(before.name, name, found):
            typer.echo(line)
    raise typer.Exit(0 if found.same else 1)


def _plain(found: Comparison) -> dict[str, object]:
    made: dict[str, object] = to_builtins(found)
    return made | {"effects": [to_builtins(effect) | {"shows": effect.shows} for effect in found.effects]}
