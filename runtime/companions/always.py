"""Code of the runtime that runs beside an engine's own, as fast as it: compiled natively in one piece with the emitted file.

A companion is a function of the engine subset that uses the engine's functions by name (`runtime.engine_names` has their signatures). Its text
is put behind the emitted file's, so that lines of the file keep their numbers.
"""

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from runtime.contract import Engine
from runtime.retelling import runtime_retell

COMPANIONS: Final = (runtime_retell,)
NAMES: Final = tuple(function.__name__ for function in COMPANIONS)


@cache
def text() -> str:
    """What is put behind an emitted file."""
    return "".join(f"\n\n{inspect.getsource(function)}" for function in COMPANIONS)


def beside(functions: Engine, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The companions of an engine that is no file."""
    names = {name: getattr(functions, name) for name in ("actor", "apply", "chance_outcomes", "legal_actions", "observe", "refusal", "seen_action")}
    space: dict[str, Any] = {**names, "Vec": list[int], "OBSERVATION_SIZE": facts["OBSERVATION_SIZE"]}
    exec(compile(text(), "<companions>", "exec"), space)
    return {name: space[name] for name in NAMES}
