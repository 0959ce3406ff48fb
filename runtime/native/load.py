"""Object code to functions Python can call.

In: an artifact. Out: a `NativeModule` whose attributes are the entries. A function keeps the machine code it runs in memory, so it may
outlive the module it came from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from runtime.native.cache import Artifact
from runtime.native.faults import Site, raise_fault
from runtime.native.machine import Loaded
from runtime.native.python_api import METH_FASTCALL, MethodDefinition, fill_table, make_function, symbol

NativeFunction = Callable[..., "int | list[int] | None"]


class Owner:
    """What must live as long as any function of a module: the code, the definitions CPython points at, the raiser of faults."""

    __slots__ = ("code", "definitions", "raiser")

    def __init__(self, code: Loaded, definitions: list[MethodDefinition], raiser: Callable[[int, int, int], object]) -> None:
        self.code: Final = code
        self.definitions: Final = definitions
        self.raiser: Final = raiser


class NativeModule:
    """The entries of one compiled file as attributes, each a builtin function; `filename` is the file, `checked` how it was compiled."""

    def __init__(self, filename: str, *, checked: bool, functions: dict[str, NativeFunction]) -> None:
        self.filename: Final = filename
        self.checked: Final = checked
        self.functions: Final = functions
        self.__dict__.update(functions)

    def __getattr__(self, name: str) -> NativeFunction:
        raise AttributeError(f"{self.filename} has no native entry {name!r}")

    def __repr__(self) -> str:
        return f"<native {self.filename}: {', '.join(self.functions)}>"


def load(artifact: Artifact, filename: str, *, checked: bool) -> NativeModule:
    """Loads object code into this process."""
    code = Loaded(artifact.code)
    sites = tuple(Site(*site) for site in artifact.sites)  # type: ignore[arg-type]
    raiser = partial(raise_fault, filename, sites)
    fill_table(code.variable("api"), raiser)
    definitions = [
        MethodDefinition(name.encode(), code.function(symbol(number)), METH_FASTCALL, doc.encode())
        for number, (name, doc) in enumerate(artifact.entries)
    ]
    owner = Owner(code, definitions, raiser)
    functions = {name: make_function(definition, owner) for (name, _), definition in zip(artifact.entries, definitions, strict=True)}
    return NativeModule(filename, checked=checked, functions=functions)
