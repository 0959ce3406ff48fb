"""Writing files: whole or not at all.

`write_files` gives the paths that changed, `stale` those that would.
"""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


def stale(files: Mapping[Path, str]) -> list[Path]:
    """The files that are missing or have another text, in the order given."""
    return [path for path, text in files.items() if not _has(path, text)]


def write_files(files: Mapping[Path, str]) -> list[Path]:
    """Writes the files whose text is another; which ones. Raises OSError, and then no file is half written."""
    changed = stale(files)
    for path in changed:
        write_whole(path, files[path])
    return changed


def write_whole(path: Path, text: str) -> None:
    """Writes beside the target, then puts the file in its place in one step. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _has(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False
