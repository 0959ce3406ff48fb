"""Modules of the engine subset that are compiled together with an engine: loops over whole games that neither return to Python at each step nor know the game.

    functions = companion(game, "batching")     # a NativeModule, or the same text under CPython where the game runs there

A companion is a file of this folder. It calls the functions of the contract and reads the module's constants as if they were its own (for type checkers
it imports them from `runtime.engine_names`); the two texts are joined and run as one. Names with a double underscore are the companion's, since no emitted
name has one. Vectors may be passed on from an item on, `rows[at:]`, which under CPython is a view because callers pass memoryviews.
"""

import ast
import types
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime import native
from runtime.errors import BadEngine

if TYPE_CHECKING:
    from runtime.game import Game


@cache
def companion(game: "Game", name: str) -> Any:
    """The companion's functions, each as an attribute. Native ones let other threads run. Raises BadEngine for a game without a module's text."""
    if not game.source:
        raise BadEngine(f"{game.full_name} runs on {game.backend}: no engine text that {name} could run with")
    own, entries = _text(name)
    joined = f"{game.source}\n\n{own}"
    if game.backend == "native":
        return native.compile_module(joined, f"{game.filename}+{name}", entries=entries, checked=game.checked, release_gil=set(entries))
    module = types.ModuleType(f"{Path(game.filename).stem}__{name}")
    exec(compile(joined, f"{game.filename}+{name}", "exec"), module.__dict__)
    return module


@cache
def _text(name: str) -> tuple[str, tuple[str, ...]]:
    """The text of a companion without docstring and imports, and the names of the functions that none of it calls: those are for callers."""
    text = (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)][1:]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    functions = tuple(node.name for node in body if isinstance(node, ast.FunctionDef) and node.name not in called)
    return text[_offset(text, body[0].lineno) :], functions


def _offset(text: str, line: int) -> int:
    return sum(len(each) for each in text.splitlines(keepends=True)[: line - 1])

