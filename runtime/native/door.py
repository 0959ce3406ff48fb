"""The public calls of the room, kept light: what only the cold path needs is imported when it is needed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import TYPE_CHECKING, Final

from runtime.native import cache as kept
from runtime.native.load import NativeModule, load
from runtime.native.machine import NativeUnavailable, processor

if TYPE_CHECKING:
    from runtime.native.violations import Violation

NO_LENGTHS: Final[Mapping[str, int]] = {}
NO_LISTS: Final[Mapping[str, str]] = {}
NO_RANGES: Final[Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {}


def available() -> str | None:
    """None where native code can be made, otherwise the reason why it cannot."""
    try:
        processor()
    except NativeUnavailable as error:
        return str(error)
    return None


def validate(source: str, filename: str) -> list[Violation]:
    """The violations of the subset in a file, in line order; empty where `compile_module` accepts it."""
    from runtime.native import subset

    return subset.validate(source, filename)


def compile_module(
    source: str,
    filename: str,
    *,
    entries: Sequence[str],
    checked: bool = False,
    min_lengths: Mapping[str, int] = NO_LENGTHS,
    release_gil: AbstractSet[str] = frozenset(),
    lists: Mapping[str, str] = NO_LISTS,
    ranges: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]] = NO_RANGES,
    cache: bool | str | os.PathLike[str] = True,
) -> NativeModule:
    """The entries of a file as native functions.

    A parameter annotated `Vec` takes any writable C-contiguous int64 buffer of at least `min_lengths` items, where a key is the
    parameter's name or `function.parameter`. Functions in `release_gil` let other threads run meanwhile. `lists` names further entries by the
    function they call: they give back as a list the first items of its last vector, as many as it returns. With `checked`, an index outside
    its vector or table, a value outside int64, a division by zero, a negative shift, or a value stored into a slot outside its range raises
    NativeCheckError; `ranges` gives lowest and highest values of a vector parameter's slots, by the parameter's name.
    `cache` is a folder, True for the user's, False for none.

    Raises NativeUnavailable where there is no llvmlite for this machine, SubsetError (a ValueError) for a file outside the subset.
    """
    here = processor()
    folder = kept.default_folder() if cache is True else None if cache is False else os.fspath(cache)
    if folder is not None and not kept.is_ours(folder):
        folder = None
    options = (tuple(entries), checked, sorted(min_lengths.items()), sorted(release_gil), sorted(lists.items()), sorted(ranges.items()) if checked else ())
    key = kept.key_of(source, *here, translator_fingerprint(), repr(options))
    artifact = kept.load(folder, key) if folder is not None else None
    if artifact is None:
        from runtime.native.compile import build

        artifact = build(source, filename, entries=entries, checked=checked, min_lengths=min_lengths, release_gil=release_gil, lists=lists, ranges=ranges)
        if folder is not None:
            kept.store(folder, key, artifact)
    return load(artifact, filename, checked=checked)


@cache
def translator_fingerprint() -> str:
    """A digest of this room's own files: another translator never meets object code of this one."""
    folder = os.path.dirname(__file__)
    parts: list[str] = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                parts.append(file.read())
    return kept.key_of(*parts)
