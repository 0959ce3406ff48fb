"""Which engines are known to be up to date, so that a build makes only the others.

A mark says what an engine was made from (the compiler's own files, every file of the game's folder, variants and option values) and what was
made. It is kept with the compiled modules, outside the project; where it is missing, damaged or cannot be written, the engine is made again.
"""

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from compiler.emit.write import write_whole
from runtime.native.cache import default_folder

COMPILER = Path(__file__).resolve().parents[1]


class Marks:
    """The marks of engines written to one folder."""

    def __init__(self, to: Path) -> None:
        self.to = to
        home = default_folder()
        self.folder = Path(home) / "made" if home is not None else None

    def current(self, path: Path, variants: Sequence[str], settings: Mapping[str, str]) -> tuple[Path, ...]:
        """The files made from this spec, where nothing that they are made from has changed since, nor they themselves; else none."""
        mark = self._mark(path, variants, settings)
        try:
            kept = json.loads(mark.read_text(encoding="utf-8")) if mark is not None else {}
            files = {self.to / name: digest for name, digest in kept["files"].items()}
            whole = kept["source"] == _source(path) and all(_digest([file]) == digest for file, digest in files.items())
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return ()
        return tuple(files) if whole else ()

    def keep(self, path: Path, variants: Sequence[str], settings: Mapping[str, str], files: Iterable[Path]) -> None:
        """Marks files that were just written."""
        mark = self._mark(path, variants, settings)
        if mark is not None:
            with contextlib.suppress(OSError):
                write_whole(mark, json.dumps({"source": _source(path), "files": {file.name: _digest([file]) for file in files}}))

    def _mark(self, path: Path, variants: Sequence[str], settings: Mapping[str, str]) -> Path | None:
        asked = [str(self.to.resolve()), str(path.resolve()), *variants, *(f"{name}={value}" for name, value in sorted(settings.items()))]
        return self.folder / (hashlib.sha256("\n".join(asked).encode("utf-8", "surrogatepass")).hexdigest() + ".json") if self.folder is not None else None


def _source(path: Path) -> str:
    folder = path if path.is_dir() else path.parent
    return f"{_compiler()} {_digest(sorted(file for file in folder.rglob('*') if file.is_file()))} {path}"


@cache
def _compiler() -> str:
    files = (file for file in COMPILER.rglob("*") if file.suffix in (".py", ".lark", ".j2", ".json", ".yaml"))
    return _digest(sorted(files)) + f" {sys.version_info[:2]}"


def _digest(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(f"{file.name} {file.stat().st_size}\n".encode("utf-8", "surrogatepass") + file.read_bytes())
    return found.hexdigest()
