"""Which spec is meant: a folder, a `game.yaml`, or a game's name; and its compilation, with its problems shown.

The verbs that need an engine get it from here, so that all of them read the same arguments the same way.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeAlias

import typer

from compiler.builds import variants_of
from compiler.cli.completing import games, variants
from compiler.cli.printing import print_diagnostics
from compiler.driver import Compilation, compile_game, emit

if TYPE_CHECKING:
    from runtime import Game

SpecArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="SPEC", autocompletion=games, help="A game folder, a game.yaml, or a name in specs/; to play, also a built engine.")
]
VariantOption: TypeAlias = Annotated[str, typer.Option("--variant", metavar="A,B", autocompletion=variants, help="Overlays to lay over the base, in order.")]
SetOption: TypeAlias = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Another value for an option; repeatable.")]
PlayersOption: TypeAlias = Annotated[int | None, typer.Option("--players", min=1, help="Seats at the table; the least the game allows if not said.")]
SeedOption: TypeAlias = Annotated[int, typer.Option("--seed", help="Equal seeds and choices, equal games.")]
BackendOption: TypeAlias = Annotated[str | None, typer.Option("--backend", help="python, native or auto.")]


def find_spec(name: str) -> Path:
    """The folder or file meant; ends the run with code 2 where there is none."""
    path = Path(name)
    if path.suffix == ".py":
        unusable(f"{name} is an engine, not a spec: play, simulate, replay and perft take one")
    if path.exists():
        return path
    inside = Path("specs") / name
    if inside.is_dir():
        return inside
    from compiler.diagnostics.suggest import near_names

    known = sorted(folder.parent.name for folder in Path("specs").glob("*/game.yaml"))
    near = near_names(name, known)
    hint = f"; did you mean {near[0]}?" if near else f": specs/ holds {', '.join(known)}" if known else ""
    unusable(f"no spec {name!r}{hint}")


def find_specs(names: Sequence[str]) -> list[Path]:
    """The specs named, or all in specs/."""
    if names:
        return [find_spec(name) for name in names]
    found = sorted(file.parent for file in Path("specs").glob("*/game.yaml"))
    if not found:
        unusable("no specs/ folder with games here; name a spec, or make one with `rulewright init`")
    return found


def settings_of(pairs: Sequence[str] | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in pairs or ():
        option, equals, value = pair.partition("=")
        if not equals or not option or not value:
            unusable(f"--set {pair}: write it as OPTION=VALUE")
        found[option.strip()] = value.strip()
    return found


def compile_or_leave(spec: str, variant: str = "", settings: Sequence[str] | None = None, *, plain: bool = False) -> Compilation:
    """Compiles; shows what is wrong, and ends the run where there is no engine. `plain`: it is shown as JSON, on standard output."""
    compilation = compile_game(find_spec(spec), variants=variants_of(variant), settings=settings_of(settings))
    if not compilation.sound:
        from compiler.diagnostics import exit_code

        show_errors(compilation, plain=plain)
        raise typer.Exit(max(1, exit_code(compilation.diagnostics)))
    return compilation


def show_errors(compilation: Compilation, *, plain: bool = False) -> None:
    errors = [item for item in compilation.diagnostics if item.severity == "error"]
    if plain:
        from compiler.diagnostics import json_text

        typer.echo(json_text(errors), nl=False)
    else:
        print_diagnostics(errors, sys.stderr)


def engine_or_leave(
    spec: str, variant: str = "", settings: Sequence[str] | None = None, backend: str | None = None, *, checked: bool = False, plain: bool = False
) -> "Game":
    """The game of a spec, emitted and loaded; or of an engine's file."""
    if is_engine(spec):
        return engine_file(spec, variant, settings, backend, checked)
    return engine_of(compile_or_leave(spec, variant, settings, plain=plain), backend, checked)


def engine_of(compilation: Compilation, backend: str | None = None, checked: bool = False) -> "Game":
    from runtime import BadEngine
    from runtime.engine import choose_backend, load_source

    assert compilation.game is not None
    ((name, text),) = emit(compilation.game).items()
    try:
        return load_source(text, f"generated/{name}", backend=choose_backend(backend), checked=checked)  # type: ignore[arg-type]
    except BadEngine as error:
        unusable(str(error))


def is_engine(name: str) -> bool:
    """Whether an argument names a built engine rather than a spec."""
    return Path(name).suffix == ".py"


def engine_file(name: str, variant: str = "", settings: Sequence[str] | None = None, backend: str | None = None, checked: bool = False) -> "Game":
    """The game of a built engine; its variant and options were settled when it was built."""
    from runtime import BadEngine
    from runtime.engine import choose_backend, load

    if variant or settings:
        unusable("an engine is built already: --variant and --set go with a spec")
    try:
        return load(name, backend=choose_backend(backend), checked=checked)  # type: ignore[arg-type]
    except BadEngine as error:
        unusable(str(error))


def unusable(text: str) -> NoReturn:
    """Ends the run: the input cannot be used."""
    typer.echo(f"rulewright: {text}", err=True)
    raise typer.Exit(2)
