"""The lock of a game folder, from the disk."""

from pathlib import Path

from compiler.checks.coverage.lock import NAME, Lock, read_lock
from compiler.diagnostics.problem import Problems
from compiler.load.files import read


def lock_in(folder: Path) -> Lock | None:
    """The lock of a game folder, if it has one that can be read."""
    source = read(folder / NAME, folder, Problems(), within=folder)
    return read_lock(source.text) if source is not None else None
