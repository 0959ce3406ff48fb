"""Files are written whole or not at all, and only where they differ."""

import os
from pathlib import Path

import pytest

from compiler.emit.write import stale, write_files, write_whole


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    files = {tmp_path / "a.py": "one\n", tmp_path / "deep" / "b.py": "zwei ü\n"}
    assert stale(files) == list(files)
    assert write_files(files) == list(files)
    assert stale(files) == []
    before = (tmp_path / "a.py").stat().st_mtime_ns
    files[tmp_path / "deep" / "b.py"] = "drei\n"
    assert write_files(files) == [tmp_path / "deep" / "b.py"]
    assert (tmp_path / "a.py").stat().st_mtime_ns == before
    assert (tmp_path / "deep" / "b.py").read_bytes() == b"drei\n"


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.py"
    write_whole(target, "before\n")

    def fails(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="no room"):
        write_whole(target, "after\n")
    assert target.read_text() == "before\n"
    assert list(tmp_path.iterdir()) == [target]
