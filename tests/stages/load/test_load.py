"""Loading game folders: every draft, every shipped spec, and files that cannot be had."""

import os
import shutil
from pathlib import Path

import pytest

from compiler.diagnostics import Problems, exit_code, explain_all
from compiler.load import load_scenarios, load_spec, variant_names
from tests.stages.load.looking import found, scalar

ROOT = Path(__file__).resolve().parents[3]
SPECS = ROOT / "specs"
GAMES = tuple(sorted(file.parent.name for file in SPECS.glob("*/game.yaml")))
DESIGN = ROOT.parent / "shared" / "design"
DRAFTS = DESIGN / "drafts"
RULEBOOKS = DESIGN.parent / "rulebooks"
WHOLE = ("wild_farm", "predators", "flock", "wolves_and_sheep")
CLASSICS = tuple(sorted(path.stem for path in (DRAFTS / "classics").glob("*.yaml")))
OVERLAYS = ("grube_ryby", "two_players", "time_limit")

needs_drafts = pytest.mark.skipif(not DRAFTS.is_dir(), reason="the design drafts are not beside this checkout")


def laid_out(name: str, folder: Path) -> Path:
    """A draft as a game folder."""
    game = folder / name
    flat = DRAFTS / f"{name}.yaml"
    shutil.copytree(DRAFTS / "tables", game / "tables")
    shutil.copy(flat if flat.exists() else DRAFTS / "classics" / f"{name}.yaml", game / "game.yaml")
    if (RULEBOOKS / f"{name}.md").exists():
        shutil.copy(RULEBOOKS / f"{name}.md", game / "rulebook.md")
    if name == "wolves_and_sheep":
        (game / "variants").mkdir()
        for overlay in OVERLAYS:
            text = (DRAFTS / f"{overlay}.yaml").read_text(encoding="utf-8")  # the draft leaves out the window in one path
            (game / "variants" / f"{overlay}.yaml").write_text(text.replace("interrupts.series:", "interrupts.any_moment.series:"), encoding="utf-8")
    return game


@needs_drafts
@pytest.mark.parametrize("name", WHOLE + CLASSICS)
def test_every_draft_loads(name: str, tmp_path: Path) -> None:
    problems = Problems()
    tree = load_spec(laid_out(name, tmp_path), problems=problems)
    assert found(problems) == []
    assert tree is not None
    assert scalar(tree.root, "game").text == name
    assert (tree.rulebook is not None) == (name in WHOLE)


@needs_drafts
@pytest.mark.parametrize("variants", [*((name,) for name in OVERLAYS), OVERLAYS, tuple(reversed(OVERLAYS))])
def test_every_draft_overlay_loads(variants: tuple[str, ...], tmp_path: Path) -> None:
    problems = Problems()
    tree = load_spec(laid_out("wolves_and_sheep", tmp_path), variants=variants, problems=problems)
    assert found(problems) == []
    assert tree is not None
    assert tree.variants == tuple(sorted(variants))  # laid over the base in an order of their own, whichever way they were asked for
    if "grube_ryby" in variants:
        assert [path for path, _ in tree.tables] == ["tables/tiles.csv", "tables/ponds.csv"]
        assert [len(table.rows) for _, table in tree.tables] == [12, 6]
    if "two_players" in variants:
        assert scalar(tree.root, "options", "flocks", "is").text == "2"
        assert scalar(tree.root, "options", "flocks", "is").span.file.path.endswith("two_players.yaml")


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_spec_loads(name: str) -> None:
    problems = Problems()
    assert load_spec(SPECS / name, problems=problems) is not None
    assert found(problems) == []
    for variant in variant_names(SPECS / name):
        problems = Problems()
        assert load_spec(SPECS / name, variants=(variant,), problems=problems) is not None
        assert found(problems) == []


@pytest.mark.parametrize("path", sorted(SPECS.glob("*/scenarios/*.yaml")), ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_shipped_scenario_loads(path: Path) -> None:
    problems = Problems()
    assert load_scenarios(path, problems) is not None
    assert found(problems) == []


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


MINIMAL = "language: 1\ngame: g\nplayers: 2\nrulebook: rulebook.md\ncomponents:\n  card: {fields: {v: 0..9}, table: tables/cards.csv}\n"


def test_a_folder_or_its_file(tmp_path: Path) -> None:
    write(tmp_path, game_dot_yaml=MINIMAL, rulebook_dot_md="- **1.1** One.\n", tables__cards_dot_csv="v\n3\n")
    for path in (tmp_path, tmp_path / "game.yaml"):
        problems = Problems()
        tree = load_spec(path, problems=problems, root=tmp_path)
        assert found(problems) == []
        assert tree is not None and tree.rulebook is not None
        assert tree.rulebook.clauses[0].span.place == "rulebook.md:1:5"
        table = tree.table("tables/cards.csv")
        assert table is not None
        assert table.rows[0].cells[0][1].span.place == "tables/cards.csv:2:1"
        assert tree.root.span.file.path == "game.yaml"


def test_paths_are_shown_from_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, specs__g__game_dot_yaml="language: 1\ngame: g\nplayers: 2\nzoned: {}\n")
    monkeypatch.chdir(tmp_path)
    problems = Problems()
    load_spec(tmp_path / "specs" / "g", problems=problems)
    assert [item.span.place for item in explain_all(problems)] == ["specs/g/game.yaml:4:1"]


def test_what_is_missing_is_reported_where_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, game_dot_yaml=MINIMAL)
    problems = Problems()
    assert load_spec(tmp_path, problems=problems, root=tmp_path) is not None
    assert [(it.code, it.span.text) for it in explain_all(problems)] == [("RWL001", "rulebook.md"), ("RWL001", "tables/cards.csv")]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("game.yaml", b"language: 1\ngame: \xff\n", ("RWL002", 2, 7)),
        ("game.yaml", "language: 1\ngame: é".encode("utf-16"), ("RWL002", 1, 1)),
        ("game.yaml", b"x" * (4 * 1024 * 1024 + 1), ("RWL003", 1, 1)),
    ],
)
def test_bytes_that_are_no_spec(name: str, content: bytes, expected: tuple[str, int, int], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    problems = Problems()
    assert load_spec(tmp_path, problems=problems) is None
    (diagnostic,) = explain_all(problems)
    at = diagnostic.span.position
    assert (diagnostic.code, at.line, at.column) == expected
    assert exit_code([diagnostic]) == 2


def test_folders_and_nothing_at_all(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").mkdir()
    for path, code in ((tmp_path, "RWL003"), (tmp_path / "absent", "RWL001"), (tmp_path / "nul\0", "RWL001")):
        problems = Problems()
        assert load_spec(path, problems=problems) is None
        assert [problem.code for problem in problems] == [code], path


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that may not be read")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    write(tmp_path, game_dot_yaml=MINIMAL)
    (tmp_path / "game.yaml").chmod(0)
    problems = Problems()
    assert load_spec(tmp_path, problems=problems) is None
    assert [problem.code for problem in problems] == ["RWL003"]


@pytest.mark.parametrize("named", ["../secret.md", "/etc/passwd"])
def test_files_outside_the_folder_are_not_read(named: str, tmp_path: Path) -> None:
    write(tmp_path, game_dot_yaml=f"language: 1\ngame: g\nplayers: 2\nrulebook: {named}\n")
    problems = Problems()
    tree = load_spec(tmp_path, problems=problems)
    assert tree is not None and tree.rulebook is None
    assert [(problem.code, problem.span.text) for problem in problems] == [("RWL003", named)]
