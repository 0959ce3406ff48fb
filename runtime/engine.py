"""Loading engines: a name, a path, a module or source text becomes a `Game`.

    game = load("my_game")                       # generated/my_game.py, the fastest backend there is
    game = load("elsewhere/nim.py", backend="python")
    state = game.new_initial_state(players=2, seed=7)

Backends: `python` runs the file under CPython, `native` compiles it to machine code, `auto` (the default, or what `RULEWRIGHT_BACKEND` says)
takes native where it can and falls back to python with one warning. All give equal vectors.
"""

import os
import types
import warnings
import zlib
from array import array
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, cast

from runtime import native
from runtime.checked import ranges_of
from runtime.companions import always
from runtime.contract import CONTRACT, FACTS, OPTIONAL_FACTS, SEAT_SUMS, SUMS, Engine, Vec, perft_room
from runtime.errors import BadEngine
from runtime.game import Game

Backend: TypeAlias = Literal["auto", "python", "native"]
BACKENDS: Final[tuple[Backend, ...]] = ("auto", "python", "native")

FUNCTIONS: Final = (
    "init", "current_player", "actor", "legal_actions", "legal_outside", "apply", "chance_outcomes", "reseed", "returns", "scores",
    "truncated", "observe", "seen_action", "refusal", "attempt", "broken", "decode", "decode_outcome", "say", "playouts", "playout_from", "perft",
)  # fmt: skip
"""Every function of the contract that each engine has."""

SPOKEN: Final = "say_outcome"
"""What engines have besides whose outcomes have texts (`OUTCOME_SAYS`)."""

LISTED: Final = 2**15
"""Codes that native code lists in room on its own stack; games with more are listed by way of a vector."""

_warned: set[str] = set()


def load(where: str | Path, *, backend: Backend | None = None, checked: bool = False) -> Game:
    """The game of an engine, by path of its file or by its name in the engine folders.

    Names are looked up in the folders of `RULEWRIGHT_ENGINES` (separated as PATH is) and then in `generated/` here. Raises BadEngine.
    """
    path = Path(where)
    if path.suffix != ".py":
        path = _find(str(where))
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadEngine(f"cannot read the engine {path}: {error}") from error
    return load_source(source, str(path), backend=backend, checked=checked)


def load_source(source: str, filename: str, *, backend: Backend | None = None, checked: bool = False) -> Game:
    """The game of an emitted module given as text. Raises BadEngine."""
    wanted = choose_backend(backend)
    module = types.ModuleType(Path(filename).stem)
    module.__file__ = filename
    try:
        exec(compile(source, filename, "exec"), module.__dict__)
    except Exception as error:
        raise BadEngine(f"{filename} does not run: {error}") from error
    constants = facts_of(module.__dict__, filename)
    exec(compile(always.text(), "<companions>", "exec"), module.__dict__)
    if wanted != "python":
        functions = _native(source, filename, constants, checked=checked, insist=wanted == "native")
        if functions is not None:
            listing: Callable[[Vec], list[int]] | None = getattr(functions, "list_actions", None)
            return Game(functions, constants, backend="native", blank=_blank_array, filename=filename, checked=checked, source=source, listing=listing)
    return Game(cast(Engine, module), constants, backend="python", blank=_blank_list, filename=filename, checked=checked, source=source)


@cache
def unpacked(packed: bytes, filename: str, backend: str, checked: bool) -> Game:
    """The game that was pickled. A game that ran natively runs so here too, if that can be; else under CPython, with equal vectors."""
    chosen: Backend = "python" if backend == "python" else "auto"
    return load_source(zlib.decompress(packed).decode(), filename, backend=chosen, checked=checked)


def from_functions(functions: Engine, constants: Mapping[str, Any], backend: str) -> Game:
    """The game of anything that offers the contract's functions (the interpreter, for one)."""
    return Game(functions, constants, backend=backend, blank=_blank_list, filename="")


def choose_backend(backend: Backend | None) -> Backend:
    """The parameter, else `RULEWRIGHT_BACKEND`, else `auto`. Raises BadEngine for an unknown name."""
    wanted = backend or os.environ.get("RULEWRIGHT_BACKEND") or "auto"
    for name in BACKENDS:
        if wanted == name:
            return name
    raise BadEngine(f"unknown backend {wanted!r}: one of {', '.join(BACKENDS)}")


def facts_of(names: Mapping[str, Any], filename: str) -> dict[str, Any]:
    """The contract's constants among a module's names. Raises BadEngine if some are missing or of another contract."""
    missing = [name for name in (*FACTS, *FUNCTIONS) if name not in names]
    if missing:
        raise BadEngine(f"{filename} is no engine: it lacks {', '.join(missing[:3])}{' …' if len(missing) > 3 else ''}")
    if names["CONTRACT"] != CONTRACT:
        raise BadEngine(f"{filename} keeps contract {names['CONTRACT']}, this runtime {CONTRACT}: build it again")
    return {name: names[name] for name in (*FACTS, *OPTIONAL_FACTS) if name in names}


def functions_of(constants: Mapping[str, Any]) -> tuple[str, ...]:
    """The functions of the contract that an engine with these constants has."""
    return (*FUNCTIONS, SPOKEN) if "OUTCOME_SAYS" in constants else FUNCTIONS


def engine_files() -> list[Path]:
    """Modules in the engine folders, by name; of two with one name the first found."""
    found: dict[str, Path] = {}
    for folder in _folders():
        for path in folder.glob("*.py"):
            found.setdefault(path.stem, path)
    return [found[name] for name in sorted(found)]


def _folders() -> list[Path]:
    return [Path(folder) for folder in (*os.environ.get("RULEWRIGHT_ENGINES", "").split(os.pathsep), "generated") if folder]


def _find(name: str) -> Path:
    for folder in _folders():
        path = folder / f"{name}.py"
        if path.is_file():
            return path
    known = [path.stem for path in engine_files()]
    raise BadEngine(f"no engine {name!r}" + (f": there are {', '.join(known)}" if known else ": nothing is built here"))


def _native(source: str, filename: str, constants: Mapping[str, Any], *, checked: bool, insist: bool) -> Engine | None:
    reason = native.available()
    if reason is None:
        try:
            module = native.compile_module(
                source + always.text(),
                filename,
                entries=(*functions_of(constants), *always.NAMES),
                checked=checked,
                min_lengths=_lengths(constants),
                release_gil={"playouts", "playout_from", "perft"},
                lists={"list_actions": "legal_actions"} if constants["MAX_ACTIONS"] <= LISTED else {},
                ranges={"s": ranges_of(constants)} if checked else {},
            )
            return cast(Engine, module)
        except native.NativeUnavailable as error:
            reason = str(error)
    if insist:
        raise BadEngine(f"no native backend: {reason}")
    if reason not in _warned:
        _warned.add(reason)
        warnings.warn(f"native engines are not available ({reason}); running under CPython", RuntimeWarning, stacklevel=4)
    return None


def _lengths(constants: Mapping[str, Any]) -> dict[str, int]:
    """The least length of each buffer, by parameter or by function and parameter."""
    seats = constants["PLAYERS"][1]
    actions, outcomes = max(1, constants["MAX_ACTIONS"]), max(1, constants["MAX_OUTCOMES"])
    widest = max((len(row[-1]) for row in (*constants["CHOICES"], *constants["OUTCOMES"])), default=0)
    holes = max((len(parts) for parts in (*constants["SAYS"], *constants.get("OUTCOME_SAYS", ())) if parts), default=0)
    return {
        "s": constants["VECTOR_SIZE"],
        "sums": len(SUMS) + len(SEAT_SUMS) * seats,
        "legal_actions.out": actions,
        "legal_outside.out": actions,
        "chance_outcomes.out": outcomes,
        "chance_outcomes.weights": outcomes,
        "returns.out": seats,
        "scores.out": seats,
        "observe.out": constants["OBSERVATION_SIZE"],
        "decode.out": widest,
        "decode_outcome.out": widest,
        "say.out": holes,
        "say_outcome.out": holes,
        "perft.out": max(actions, outcomes),
        "perft.weights": outcomes,
        "perft.frames": perft_room(constants),
        "playouts.out": max(actions, outcomes, 2 * seats),
        "playout_from.out": max(actions, outcomes, 2 * seats),
    }


def _blank_list(size: int) -> Vec:
    return [0] * size


def _blank_array(size: int) -> Vec:
    return array("q", bytes(8 * size))


Blank: TypeAlias = Callable[[int], Vec]
