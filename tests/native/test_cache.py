"""Compiled modules on disk: found again, never trusted when damaged, never in the way when the folder cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.native import compile_module
from runtime.native import door as door_module
from runtime.native.cache import Artifact, default_folder, is_ours, key_of, load, store

ROOT = Path(__file__).resolve().parents[2]
TEXT = "def f(x: int) -> int:\n    return x * 3\n"
ARTIFACT = Artifact(b"code" * 100, (("f", "f(x, /)"),), ((3, "index", "s"),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "cache"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def tripled(folder: Path | str) -> int:
    return compile_module(TEXT, "f.py", entries=["f"], cache=folder).f(14) or 0


def refuse_to_build(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(*_: object, **__: object) -> Artifact:
        raise AssertionError("compiled again")

    monkeypatch.setattr("runtime.native.compile.build", build)


def test_a_missing_folder_is_made_and_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tripled(folder) == 42
    assert len(files(folder)) == 1
    refuse_to_build(monkeypatch)
    assert tripled(folder) == 42


def test_checked_code_from_the_cache_still_names_its_lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        module = compile_module(TEXT, "f.py", entries=["f"], checked=True, cache=folder)
        with pytest.raises(Exception, match=r"f\.py:2: 4611686018427387904 \* 3 does not fit int64"):
            module.f(2**62)
        refuse_to_build(monkeypatch)


@pytest.mark.parametrize("change", ["source", "checked", "entries", "min_lengths", "release_gil", "cpu", "llvmlite", "translator"])
def test_whatever_changes_the_code_changes_the_key(change: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT + "def g(x: int) -> int:\n    return x\n"
    compile_module(text, "f.py", entries=["f"], cache=folder)
    options: dict[str, object] = {"entries": ["f"]}
    match change:
        case "source":
            text += "\n"
        case "checked":
            options["checked"] = True
        case "entries":
            options["entries"] = ["f", "g"]
        case "min_lengths":
            options["min_lengths"] = {"s": 1}
        case "release_gil":
            options["release_gil"] = {"f"}
        case "cpu" | "llvmlite":
            other = door_module.processor()._replace(**{change: "other"})
            monkeypatch.setattr(door_module, "processor", lambda: other)
        case "translator":
            monkeypatch.setattr(door_module, "translator_fingerprint", lambda: "other")
    compile_module(text, "f.py", cache=folder, **options)  # type: ignore[arg-type]
    assert len(files(folder)) == 2


def test_the_file_name_does_not(folder: Path) -> None:
    for name in ("f.py", "elsewhere/g.py"):
        compile_module(TEXT, name, entries=["f"], cache=folder)
    assert len(files(folder)) == 1


def test_no_cache_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    assert compile_module(TEXT, "f.py", entries=["f"], cache=False).f(2) == 6
    assert not folder.exists()


@pytest.mark.parametrize("below", ["", "below", "below/further"])
def test_a_folder_that_cannot_be_made_is_no_harm(tmp_path: Path, below: str) -> None:
    """A path through a regular file can be neither read nor written, whoever runs the tests."""
    (tmp_path / "file").write_text("no folder")
    for _ in range(2):
        assert tripled(tmp_path / "file" / below if below else tmp_path / "file") == 42
    assert files(tmp_path) == ["file"]


@pytest.mark.parametrize("folder_name", ["/proc/nowhere", "with\0null", "\udcff/x"])
def test_odd_folders_are_no_harm(folder_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a relative name leads there
    assert tripled(folder_name) == 42


def test_a_folder_that_refuses_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr("runtime.native.cache.os.replace", refuse)
    assert tripled(folder) == 42
    assert files(folder) == []  # nothing half-written stays


@pytest.mark.parametrize("damage", ["empty", "half", "one byte", "one bit", "longer", "text", "other key", "folder"])
def test_damaged_files_are_compiled_again(folder: Path, damage: str) -> None:
    assert tripled(folder) == 42
    path = folder / files(folder)[0]
    data = path.read_bytes()
    match damage:
        case "empty":
            path.write_bytes(b"")
        case "half":
            path.write_bytes(data[: len(data) // 2])
        case "one byte":
            path.write_bytes(data[:-1])
        case "one bit":
            path.write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
        case "longer":
            path.write_bytes(data + b"\0")
        case "text":
            path.write_text("rubbish")
        case "other key":
            key = key_of("other")
            store(str(folder), key, ARTIFACT)
            path.write_bytes((folder / f"{key}.rwn").read_bytes())
        case "folder":
            path.unlink()
            path.mkdir()
    assert load(str(folder), path.name.removesuffix(".rwn")) is None
    assert tripled(folder) == 42
    if damage != "folder":
        assert path.read_bytes() == data
    assert not [name for name in files(folder) if name.endswith(".new")]


def test_a_damaged_file_is_told_at_every_length(tmp_path: Path) -> None:
    key = key_of("x")
    assert store(str(tmp_path), key, ARTIFACT)
    path = tmp_path / f"{key}.rwn"
    data = path.read_bytes()
    assert load(str(tmp_path), key) == ARTIFACT
    for length in range(len(data)):
        path.write_bytes(data[:length])
        assert load(str(tmp_path), key) is None


def test_two_processes_at_once(folder: Path) -> None:
    """Many processes compile and store one module at the same moment, and each gets its answer."""
    program = (
        "import sys; from runtime.native import compile_module\n"
        "for k in range(6):\n"
        "    text = f'def f(x: int) -> int:\\n    return x * 3 + {k}\\n'\n"
        "    assert compile_module(text, 'f.py', entries=['f'], cache=sys.argv[1]).f(14) == 42 + k\n"
    )
    started = [subprocess.Popen([sys.executable, "-c", program, str(folder)], cwd=ROOT) for _ in range(3)]
    assert [process.wait(60) for process in started] == [0, 0, 0]
    assert len(files(folder)) == 6
    assert all(name.endswith(".rwn") for name in files(folder))


def test_the_folder_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.native.cache.MOST_FILES", 10)
    for k in range(25):
        assert store(str(tmp_path), key_of(str(k)), ARTIFACT)
        os.utime(tmp_path / f"{key_of(str(k))}.rwn", ns=(k, k))
    assert len(files(tmp_path)) <= 10
    assert load(str(tmp_path), key_of("24")) == ARTIFACT
    assert load(str(tmp_path), key_of("0")) is None


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert default_folder() == str(tmp_path / ".cache" / "rulewright")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_folder() == str(tmp_path / "xdg" / "rulewright")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "mine"))
    assert default_folder() == str(tmp_path / "mine")


def test_a_warm_start_imports_nothing_heavy(folder: Path) -> None:
    """With the module in the cache, neither the parser nor the translator is wanted, nor anything llvmlite does not itself import."""
    program = (
        "import sys\n"
        "from runtime.native.door import compile_module\n"
        f"module = compile_module({TEXT!r}, 'f.py', entries=['f'], cache=sys.argv[1])\n"
        "assert module.f(14) == 42\n"
        "print(*sorted(sys.modules))\n"
    )
    # The package `runtime` itself is left out of account: an empty stand-in takes its place.
    shell = f"import sys, types; p = types.ModuleType('runtime'); p.__path__ = [{str(ROOT / 'runtime')!r}]; sys.modules['runtime'] = p\n"
    for _ in range(2):
        shown = subprocess.run([sys.executable, "-c", shell + program, str(folder)], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(shown.stdout.split())
    assert not loaded & {"ast", "dataclasses", "inspect", "numpy", "runtime.native.compile", "runtime.native.subset", "runtime.native.translate"}


def test_without_llvmlite_there_is_a_reason(tmp_path: Path) -> None:
    (tmp_path / "llvmlite").mkdir()
    (tmp_path / "llvmlite" / "__init__.py").write_text("raise ImportError('not here')")
    program = (
        "import runtime.native as native\n"
        "assert 'llvmlite cannot be imported: not here' in native.available()\n"
        "assert native.validate('x = 1\\n', 'x.py') == []\n"
        "try:\n"
        "    native.compile_module('x = 1\\n', 'x.py', entries=[], cache=False)\n"
        "except native.NativeUnavailable as error:\n"
        "    print(error)\n"
    )
    search = os.pathsep.join((str(tmp_path), str(ROOT)))
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": search}, check=False, cwd=tmp_path
    )
    assert shown.stdout == "llvmlite cannot be imported: not here\n", shown.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="modes of folders are Unix's")
@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(mode: int, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(mode)
    with pytest.warns(RuntimeWarning, match="written to by others"):
        assert not is_ours(str(folder))
    assert not is_ours(str(folder)), "and it is said once"
    folder.chmod(0o755)
    assert is_ours(str(folder))
    assert is_ours(str(tmp_path / "not there yet"))
