"""Compiled modules kept on disk between runs.

In: a folder and a key. Out: what `store` put there under that key, or None. The folder may be missing, read-only, a file, or full of
rubbish: then nothing is found and nothing is kept, and no exception leaves this file. A reader never sees half of a file, because a file is
written beside its place and moved there whole; and a damaged one is told by its digest.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import marshal
import os
import sys
import warnings
from typing import Final, NamedTuple

MAGIC: Final = b"rulewright native 1\n"
SUFFIX: Final = ".rwn"
MOST_FILES: Final = 512
counter = itertools.count()
_warned: set[str] = set()


class Artifact(NamedTuple):
    """A compiled module: the object code, (name, doc) of each entry, and (line, kind, name) of each test of checked code."""

    code: bytes
    entries: tuple[tuple[str, str], ...]
    sites: tuple[tuple[int, str, str], ...]


def default_folder() -> str | None:
    """`RULEWRIGHT_CACHE`, else `rulewright` in the user's cache folder; None where there is no home."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return chosen
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return os.path.join(base, "rulewright") if os.path.isabs(base) else None


def is_ours(folder: str) -> bool:
    """Whether nobody else may write into a folder: what lies there is run. One that is not there yet is made so."""
    try:
        found = os.stat(folder)
    except (OSError, ValueError):
        return True
    mine = getattr(os, "geteuid", lambda: found.st_uid)()
    if found.st_uid == mine and not found.st_mode & 0o022:
        return True
    if folder not in _warned:
        _warned.add(folder)
        why = "belongs to somebody else" if found.st_uid != mine else "can be written to by others"
        warnings.warn(f"the cache of native code {folder} {why}: it is not used (chmod go-w, or set RULEWRIGHT_CACHE)", RuntimeWarning, stacklevel=4)
    return False


def key_of(*parts: str) -> str:
    """A name for everything the object code depends on."""
    digest = hashlib.sha256()
    for part in (sys.implementation.cache_tag or "", sys.platform, *parts):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


def load(folder: str, key: str) -> Artifact | None:
    """The artifact stored under a key, if it is there and whole; it counts as used now."""
    try:
        with open(path_of(folder, key), "rb") as file:
            data = file.read()
        with contextlib.suppress(OSError):
            os.utime(file.name)
    except (OSError, ValueError):
        return None
    start = len(MAGIC) + 32
    payload = data[start:]
    if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : start] != seal(key, payload):
        return None
    code, entries, sites = marshal.loads(payload)
    return Artifact(code, entries, sites)


def store(folder: str, key: str, artifact: Artifact) -> bool:
    """Keeps an artifact; says whether it could."""
    payload = marshal.dumps(tuple(artifact))
    path = path_of(folder, key)
    beside = f"{path}.{os.getpid()}.{next(counter)}.new"
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(beside, "xb") as file:
            file.write(MAGIC + seal(key, payload) + payload)
        os.replace(beside, path)
    except (OSError, ValueError):
        remove(beside)
        return False
    drop_oldest(folder)
    return True


def seal(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(key.encode() + payload).digest()


def path_of(folder: str, key: str) -> str:
    return os.path.join(folder, key + SUFFIX)


def remove(path: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.unlink(path)


def drop_oldest(folder: str) -> None:
    """Halves a folder that has grown past its bound, what was used longest ago first; whoever misses one compiles again."""
    try:
        with os.scandir(folder) as listing:
            found = sorted((entry.stat().st_mtime_ns, entry.path) for entry in listing if entry.name.endswith((SUFFIX, ".new")))
    except OSError:
        return
    if len(found) > MOST_FILES:
        for _, path in found[: len(found) - MOST_FILES // 2]:
            remove(path)
