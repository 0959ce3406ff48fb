"""The only reader of the disk: a path becomes a `SourceFile`, or a problem.

Paths are shown relative to where the user works (`root`, by default the current directory) when they lie below it, with `/` on every
system; text is kept exactly as it stands, line ends and byte-order mark included.
"""

import os
from pathlib import Path

from msgspec import Struct

from compiler.diagnostics.problem import Problem, Problems
from compiler.load.characters import amiss_in, name_of
from compiler.source import SourceFile, Span

LARGEST = 4 * 1024 * 1024
"""bytes; a longer file is no spec"""


class Folder(Struct, frozen=True, kw_only=True):
    """A game's folder and the place that shown paths start from."""

    path: Path
    root: Path

    def shown(self, path: Path) -> str:
        return shown(path, self.root)


def game_folder(path: Path, root: Path | None) -> tuple[Folder, Path]:
    """The folder and the main file of a game, given either."""
    file = path / "game.yaml" if path.is_dir() else path
    return Folder(path=file.parent, root=root or Path.cwd()), file


def shown(path: Path, root: Path) -> str:
    """The path as people see it: relative below the root, else as given."""
    full, base = os.path.abspath(path), os.path.abspath(root)
    if full == base or full.startswith(base.rstrip(os.sep) + os.sep):
        return Path(os.path.relpath(full, base)).as_posix()
    return path.as_posix()


def read(path: Path, root: Path, problems: Problems, *, asked: Span | None = None, expected: str | None = None, within: Path | None = None) -> SourceFile | None:
    """The text of a file. A problem is put where the file was asked for, if that is known, else at the file itself. Of devices and pipes nothing is
    read; `within`: nor of what lies outside this folder, by whatever links it is reached."""
    name = shown(path, root)
    place = asked or Span(file=SourceFile(path=name, text=""), start=0, end=0)
    try:
        if not path.exists():
            problems.add(Problem(code="RWL001", span=place, facts={"path": name, "expected": expected}))
            return None
        if path.is_dir():
            _unreadable(name, "it is a folder", place, problems)
            return None
        if not path.is_file():
            _unreadable(name, "it is no file but a device, a pipe or a socket", place, problems)
            return None
        if within is not None and not path.resolve().is_relative_to(within.resolve()):
            _unreadable(name, f"it leads out of the game's folder, to {path.resolve()}", place, problems)
            return None
        size = path.stat().st_size
        if size > LARGEST:
            _unreadable(name, f"it has {size} bytes, more than {LARGEST}", place, problems)
            return None
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        _unreadable(name, getattr(error, "strerror", None) or "the path has no meaning here", place, problems)
        return None
    return decode(data, name, problems)


def decode(data: bytes, name: str, problems: Problems) -> SourceFile | None:
    """UTF-8 bytes as text; the first byte that is none is a problem in the file."""
    try:
        file = SourceFile(path=name, text=data.decode("utf-8"))
    except UnicodeDecodeError as error:
        file = SourceFile(path=name, text=data.decode("utf-8", errors="replace"))
        start = len(data[: error.start].decode("utf-8"))
        problems.add(
            Problem(
                code="RWL002",
                span=Span(file=file, start=start, end=start + 1),
                facts={"path": name, "byte": f"0x{data[error.start]:02x}", "encoding": _encoding(data)},
            )
        )
        return None
    amiss = amiss_in(file)
    if amiss is not None:
        problems.add(Problem(code="RWL044", span=amiss, facts={"character": name_of(amiss.text)}))
        return None
    return file


def _encoding(data: bytes) -> str:
    """What the bytes of a text that is no UTF-8 probably are."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[1:2] == b"\0" or data[:1] == b"\0":
        return "UTF-16"
    if b"\0" in data:
        return "no text at all"
    return "Windows-1252 or another encoding of one byte a character"


def listed(folder: Path, suffix: str) -> tuple[str, ...]:
    """The stems of the files of a folder with this suffix, sorted; empty when there is no such folder."""
    try:
        return tuple(sorted(entry.stem for entry in folder.iterdir() if entry.suffix == suffix and entry.is_file()))
    except OSError:
        return ()


def _unreadable(name: str, why: str, place: Span, problems: Problems) -> None:
    problems.add(Problem(code="RWL003", span=place, facts={"path": name, "why": why.lower()}))
