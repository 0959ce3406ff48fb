"""From the text of an engine file to object code: parse, validate, translate, optimize. The cold path.

In: source, and what its entries need. Out: an `Artifact` that `load` turns into functions and `cache` keeps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from runtime.native.cache import Artifact
from runtime.native.machine import object_code
from runtime.native.shape import Function, Module, Ranges, read_module
from runtime.native.subset import validate, violations_in
from runtime.native.translate import translate
from runtime.native.violations import Violation
from runtime.native.wrap import Entry, wrappers


class SubsetError(ValueError):
    """A file handed to the native backend is outside the subset; `violations` says where."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("\n".join(str(violation) for violation in violations))
        self.violations = tuple(violations)


def build(
    source: str,
    filename: str,
    *,
    entries: Sequence[str],
    checked: bool,
    min_lengths: Mapping[str, int],
    release_gil: AbstractSet[str],
    lists: Mapping[str, str],
    ranges: Ranges,
) -> Artifact:
    """Compiles a file; SubsetError if it is outside the subset, ValueError if an option names something the file does not have."""
    try:
        module, chosen = read(source, filename, entries, min_lengths, release_gil, lists)
        text, sites = translate(module, chosen, wrappers(chosen, checked=checked), checked=checked, ranges=ranges)
    except RecursionError:
        nesting = Violation(filename=filename, line=1, construct="nesting", message="the file nests too deeply to be translated")
        raise SubsetError([nesting]) from None
    code = object_code(text, "checked" if checked else "fast")
    return Artifact(code, tuple((entry.name, doc_of(entry)) for entry in chosen), tuple((site.line, site.kind, site.name) for site in sites))


def read(
    source: str, filename: str, entries: Sequence[str], min_lengths: Mapping[str, int], release_gil: AbstractSet[str], lists: Mapping[str, str]
) -> tuple[Module, list[Entry]]:
    """The shape of a file inside the subset, and what its entries need."""
    try:
        tree = ast.parse(source, filename)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise SubsetError(validate(source, filename)) from None
    module = read_module(tree)
    violations = violations_in(tree, module, filename)
    if violations:
        raise SubsetError(violations)
    refuse_unknown(filename, release_gil, set(entries))
    listing = [entry_of(module, name, calls, min_lengths, release_gil, lists=True) for name, calls in lists.items()]
    return module, [*(entry_of(module, name, name, min_lengths, release_gil) for name in entries), *listing]


def entry_of(
    module: Module, name: str, calls: str, min_lengths: Mapping[str, int], release_gil: AbstractSet[str], *, lists: bool = False
) -> Entry:
    function = module.functions.get(calls)
    if function is None:
        raise ValueError(f"the file has no function {calls}")
    if lists and (function.returns != "int" or not any(parameter.kind == "vector" for parameter in function.parameters)):
        raise ValueError(f"{calls} does not say how many items of a vector it has written")
    return Entry(
        name=name,
        calls=calls,
        parameters=function.parameters,
        returns=function.returns,
        min_lengths=tuple(fewest(function, parameter.name, min_lengths) for parameter in function.parameters),
        release_gil=name in release_gil,
        lists=lists,
    )


def fewest(function: Function, parameter: str, min_lengths: Mapping[str, int]) -> int:
    """The fewest items of a vector: `function.parameter` says it for one function, `parameter` for all."""
    return min_lengths.get(f"{function.name}.{parameter}", min_lengths.get(parameter, 0))


def refuse_unknown(filename: str, names: Iterable[str], known: AbstractSet[str]) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{filename}: {name} is no entry")


def doc_of(entry: Entry) -> str:
    """A docstring from which `inspect.signature` reads the parameters."""
    names = [parameter.name for parameter in entry.parameters]
    if entry.lists:
        del names[max(k for k, parameter in enumerate(entry.parameters) if parameter.kind == "vector")]
    shown = ", ".join((*names, "/")) if names else ""
    return f"{entry.name}({shown})\n--\n\nCompiled from the function {entry.calls} of the engine file."
