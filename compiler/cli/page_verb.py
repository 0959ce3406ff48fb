"""Writes a game as one HTML file to be played in a browser: no server, no network, bots and rulebook included.

With --variants the first page offers variants, alone and together; with --set given twice for an option, its values.

Example: rulewright page specs/my_game --variants quick,heaps --to my_game.html
"""

from itertools import combinations, product
from pathlib import Path
from typing import Annotated

import typer

from compiler.builds import Combination, variants_of
from compiler.cli.finding import SetOption, SpecArgument, find_spec, show_errors, unusable
from compiler.driver import Compilation, compile_game, emit
from compiler.web.page import Build
from compiler.web.page import page as page_of
from compiler.web.wasm import WebUnavailable, available
from runtime.engine import load_source
from runtime.files import write_whole

MOST: int = 32
"""Builds of one page."""


def page(
    spec: SpecArgument,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Where the page is written; GAME.html if not said.")] = None,
    variants: Annotated[str, typer.Option("--variants", metavar="A,B", help="Variants that the first page offers.")] = "",
    settings: SetOption = None,
) -> None:
    reason = available()
    if reason is not None:
        unusable(reason)
    path = find_spec(spec)
    names, values = variants_of(variants), _values(settings)
    builds = _builds(path, names, values)
    game = builds[0].facts["GAME"]
    file = to or Path(f"{game}.html")
    offered = [name for name in names if any(name in build.parts for build in builds)]
    try:
        text = page_of(
            builds,
            variants=[(name, name.replace("_", " ")) for name in offered],
            options=[(name, given) for name, given in values.items() if len(given) > 1],
        )
        write_whole(file, text)
    except WebUnavailable as error:
        unusable(str(error))
    except OSError as error:
        unusable(f"cannot write: {error}")
    typer.echo(f"{file}: {len(text.encode()) / 1000:.0f} KB, {len(builds)} {'build' if len(builds) == 1 else 'builds'} of {builds[0].facts['TITLE']}")


def _values(settings: list[str] | None) -> dict[str, tuple[str, ...]]:
    """Option values by option; several where it was given several times."""
    found: dict[str, tuple[str, ...]] = {}
    for pair in settings or ():
        option, equals, value = pair.partition("=")
        if not equals or not option.strip() or not value.strip():
            unusable(f"--set {pair}: write it as OPTION=VALUE")
        found[option.strip()] = (*found.get(option.strip(), ()), value.strip())
    return found


def _builds(path: Path, names: Combination, values: dict[str, tuple[str, ...]]) -> list[Build]:
    """The base game and all combinations of variants, with all option values; those that do not go together are left out and named."""
    chosen = [subset for size in range(len(names) + 1) for subset in combinations(names, size)]
    settings = [dict(zip(values, given, strict=True)) for given in product(*values.values())]
    if len(chosen) * len(settings) > MOST:
        unusable(f"{len(chosen) * len(settings)} builds would be too many for one page: at most {MOST}")
    builds: list[Build] = []
    for subset in chosen:
        for setting in settings:
            compilation = compile_game(path, variants=subset, settings=setting)
            if compilation.game is None:
                if len(subset) < 2:
                    show_errors(compilation)
                    raise typer.Exit(1)
                typer.echo(f"left out: {' and '.join(subset)} do not go together", err=True)
                break
            builds.append(_build(compilation, subset, {name: value for name, value in setting.items() if len(values[name]) > 1}))
    return builds


def _build(compilation: Compilation, subset: Combination, setting: dict[str, str]) -> Build:
    assert compilation.game is not None and compilation.tree is not None and compilation.parsed is not None
    ((name, text),) = emit(compilation.game).items()
    facts = load_source(text, name, backend="python").facts
    readings = {point: f"{option.replace('_', ' ')} is {value.replace('_', ' ')}" for option, value, _, settles in facts["OPTIONS"] for point in settles}
    return Build(
        parts=(*subset, *(f"{option}={value}" for option, value in setting.items())),
        source=text,
        facts=facts,
        about=compilation.parsed.about,
        rulebook=compilation.tree.rulebook,
        readings=readings,
    )
