"""Native engines: a file in the engine subset, compiled in this process to machine code through llvmlite.

`validate` names what is outside the subset, `compile_module` gives the file's functions back as builtins, `available` says why they
cannot be had here. Importing this room needs no llvmlite, and a module found in the cache is loaded without parsing anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.native.door import available, compile_module, validate
from runtime.native.faults import NativeCheckError
from runtime.native.load import NativeFunction, NativeModule
from runtime.native.machine import NativeUnavailable

if TYPE_CHECKING:
    from runtime.native.compile import SubsetError
    from runtime.native.violations import Violation

__all__ = [
    "NativeCheckError",
    "NativeFunction",
    "NativeModule",
    "NativeUnavailable",
    "SubsetError",
    "Violation",
    "available",
    "compile_module",
    "validate",
]


def __getattr__(name: str) -> object:
    """The names of the cold path, imported when first asked for: they need `ast` and `dataclasses`."""
    if name == "SubsetError":
        from runtime.native.compile import SubsetError

        return SubsetError
    if name == "Violation":
        from runtime.native.violations import Violation

        return Violation
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
