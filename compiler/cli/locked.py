"""The lock of a game folder, from the disk."""

from pathlib import Path

from compiler.checks.coverage.lock import NAME, Lock, read_lock


def lock_in(folder: Path) -> Lock | None:
    """The lock of a game folder, if it has one that can be read."""
    try:
        text = (folder / NAME).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return read_lock(text)
