"""The shipped games, compiled once a process and handed to whoever asks: as IR, as text, and as engines of each witness."""

import warnings
from functools import cache
from pathlib import Path

from compiler.driver import Compilation, compile_game, emit
from compiler.interpret import Interpreter
from compiler.ir.game import GameIR
from runtime import Game, from_functions, load_source
from runtime.engine import Backend

ROOT = Path(__file__).resolve().parents[1]
SPECS = ROOT / "specs"
GAMES = tuple(sorted(file.parent.name for file in SPECS.glob("*/game.yaml")))

Options = tuple[tuple[str, str], ...]


@cache
def compilation(name: str, variants: tuple[str, ...] = (), options: Options = ()) -> Compilation:
    return compile_game(SPECS / name, variants=variants, settings=dict(options))


@cache
def ir(name: str, variants: tuple[str, ...] = (), options: Options = ()) -> GameIR:
    made = compilation(name, variants, options)
    assert made.game is not None, "\n".join(f"{item.span.place} {item.code} {item.headline}" for item in made.diagnostics)
    return made.game


@cache
def source(name: str, variants: tuple[str, ...] = (), options: Options = ()) -> str:
    (text,) = emit(ir(name, variants, options)).values()
    return text


@cache
def engine(name: str, backend: Backend = "python", variants: tuple[str, ...] = (), options: Options = (), checked: bool = False) -> Game:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return load_source(source(name, variants, options), f"generated/{name}.py", backend=backend, checked=checked)


@cache
def interpreted(name: str, variants: tuple[str, ...] = (), options: Options = ()) -> Game:
    interpreter = Interpreter(ir(name, variants, options), checked=True)
    return from_functions(interpreter, interpreter.facts, backend="interpreter")


def player_counts(name: str) -> tuple[int, ...]:
    game = ir(name)
    return tuple(range(game.players_low, game.players_high + 1))
