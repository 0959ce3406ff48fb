"""Imports go one way between the rooms of the house, and only nouns are shared."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

NOUNS = {
    "compiler.source", "compiler.source.span", "compiler.diagnostics", "compiler.diagnostics.problem", "compiler.load.tree", "compiler.parse.ast",
    "compiler.parse.spec", "compiler.bind.nouns.symbols", "compiler.bind.nouns.typed", "compiler.bind.nouns.types", "compiler.bind.nouns.boxes",
}  # fmt: skip

MAY_IMPORT = {
    "source": set(),
    "diagnostics": {"source"},
    "load": {"source", "diagnostics"},
    "parse": {"source", "diagnostics", "load"},
    "bind": {"source", "diagnostics", "load", "parse"},
    "ir": {"source"},
    "lower": {"source", "diagnostics", "load", "parse", "bind", "ir"},
    "passes": {"source", "ir"},
    "interpret": {"source", "ir"},
    "emit": {"source", "ir"},
    "checks": {"source", "diagnostics", "load", "parse", "bind", "ir", "interpret"},
    "scenarios": {"source", "diagnostics", "load", "parse", "bind", "ir", "lower", "passes", "interpret", "emit", "checks"},
    "format": {"source", "diagnostics", "load"},
    "diff": {"source", "load", "ir"},
    "web": {"source", "load"},
}
"""For each room of compiler/ the rooms it may know; `driver.py` and `cli/` may know all, nobody may know them."""

WITH_RUNTIME = {"cli", "scenarios", "checks", "diff", "web"}
"""Rooms of compiler/ that may import runtime/."""

DOORS = {
    "scenarios": {"compiler.load", "compiler.parse", "compiler.bind", "compiler.lower", "compiler.passes", "compiler.interpret", "compiler.emit"},
    "checks": {"compiler.interpret"},
    "format": {"compiler.load"},
    "diff": {"compiler.load"},
}
"""Verbs that a room may call in another, through its door or a file of it: scenario expressions are parsed, bound, lowered and evaluated like a spec's."""


STAGES = ("bind", "lower", "interpret", "emit")

FLOORS = ("nouns", "geometry", "types", "expressions", "things", "builtins", "play")
"""The rooms inside each of these stages, wherever it has the subject, each standing on those before it; a stage's own files stand on them all."""


def files_of(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for name in node.names:
                yield node.lineno, _module(node.module or "", name.name)


def _module(package: str, name: str) -> str:
    """`from compiler.parse import ast` imports compiler.parse.ast; `from compiler.parse.ast import Name` the same."""
    inner = ROOT / package.replace(".", "/") / name
    return f"{package}.{name}" if inner.with_suffix(".py").is_file() or inner.is_dir() else package


def breaches(path: Path, text_imports: Iterator[tuple[int, str]]) -> Iterator[str]:
    """What a file of compiler/ imports although its room may not."""
    parts = path.relative_to(ROOT / "compiler").parts
    room = parts[0] if len(parts) > 1 else ""
    for line, name in text_imports:
        top, _, rest = name.partition(".")
        if top == "runtime" and room and room not in WITH_RUNTIME:
            yield f"{path.name}:{line} {room} imports {name}"
        if top != "compiler" or not room or room == "cli":
            continue
        other = rest.split(".")[0]
        if other == room:
            continue
        if other in ("cli", "driver", "") or other not in MAY_IMPORT[room]:
            yield f"{path.name}:{line} {room} imports {name}"
            continue
        noun = name in NOUNS or other in ("ir", "source", "diagnostics")
        if not noun and not any(name == door or name.startswith(door + ".") for door in DOORS.get(room, ())):
            yield f"{path.name}:{line} {room} imports {name}, which is no noun"


def climbs(path: Path, text_imports: Iterator[tuple[int, str]]) -> Iterator[str]:
    """What a file of a stage imports from a room that stands above its own."""
    stage, *inner = path.relative_to(ROOT / "compiler").parts
    if stage not in STAGES:
        return
    for line, name in text_imports:
        top, _, rest = name.partition(f"compiler.{stage}")
        if top == "" and rest[:1] == "." and _floor(rest[1:].split(".")) > _floor(inner):
            yield f"{path.relative_to(ROOT)}:{line} imports {name}"


def _floor(inside: Sequence[str]) -> int:
    return FLOORS.index(inside[0]) if inside[0] in FLOORS else len(FLOORS)


def test_no_import_runs_back_up_between_the_rooms_of_a_stage() -> None:
    found = [climb for path in files_of("compiler") for climb in climbs(path, imports_of(path))]
    assert found == []


def test_the_stages_have_no_rooms_but_these() -> None:
    for stage in STAGES:
        rooms = {path.parent.name for path in (ROOT / "compiler" / stage).glob("*/*.py")}
        assert rooms <= set(FLOORS), stage


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("bind/expressions/x.py", "compiler.bind.things.boards"),
        ("bind/things/x.py", "compiler.bind.builtins.builtins"),
        ("lower/types/x.py", "compiler.lower.expressions.domains"),
        ("lower/play/x.py", "compiler.lower.layout"),
        ("interpret/nouns/x.py", "compiler.interpret.play.choices"),
        ("emit/things/x.py", "compiler.emit.play"),
    ],
)
def test_an_import_that_climbs_is_found(file: str, line: str) -> None:
    assert list(climbs(ROOT / "compiler" / file, iter([(1, line)])))


def test_rooms_import_only_what_stands_before_them() -> None:
    found = [breach for path in files_of("compiler") for breach in breaches(path, imports_of(path))]
    assert found == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("source/x.py", "compiler.load.tree"),
        ("parse/x.py", "compiler.bind.nouns.typed"),
        ("bind/x.py", "compiler.lower"),
        ("ir/x.py", "compiler.bind.nouns.types"),
        ("emit/x.py", "compiler.lower.layout"),
        ("bind/x.py", "compiler.parse.snippets"),
        ("lower/x.py", "runtime.state"),
        ("load/x.py", "compiler.driver"),
        ("checks/x.py", "compiler.cli"),
    ],
)
def test_a_backward_import_is_found(file: str, line: str) -> None:
    assert list(breaches(ROOT / "compiler" / file, iter([(1, line)])))


def test_the_runtime_never_imports_the_compiler() -> None:
    found = [f"{path.name}:{line}" for path in files_of("runtime") for line, name in imports_of(path) if name.split(".")[0] == "compiler"]
    assert found == []


def test_only_adapters_import_other_peoples_environments() -> None:
    foreign = {"pyspiel", "open_spiel", "pettingzoo", "gymnasium", "ray"}
    found = [
        f"{path.name}:{line} {name}"
        for folder in ("compiler", "runtime")
        for path in files_of(folder)
        if "adapters" not in path.parts
        for line, name in imports_of(path)
        if name.split(".")[0] in foreign
    ]
    assert found == []


def test_generated_engines_import_only_typing() -> None:
    found = {name for path in files_of("generated") for _, name in imports_of(path)}
    assert found <= {"typing"}


def test_only_three_places_of_the_compiler_touch_the_disk() -> None:
    """`read_text`, `write_text` and the like stand in cli/, load/files.py and emit/write.py alone, and where the linker wants files."""
    calls = {"read_text", "write_text", "read_bytes", "write_bytes", "mkdir", "unlink"}
    found: list[str] = []
    for path in files_of("compiler"):
        where = path.relative_to(ROOT / "compiler").as_posix()
        if where.startswith("cli/") or where in ("load/files.py", "emit/write.py", "web/wasm.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
                if name in calls and not (isinstance(node.func, ast.Attribute) and _is_package_data(node.func)):
                    found.append(f"{where}:{node.lineno} {name}")
    assert found == []


def _is_package_data(function: ast.Attribute) -> bool:
    """`files("compiler.x").joinpath(…).read_text()` reads the package's own data."""
    return any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "files" for node in ast.walk(function.value))
