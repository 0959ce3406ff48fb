"""Clauses of an overlay are its own, reach refusals, and are kept by the lock; scenarios are played under the variants they are meant for."""

from pathlib import Path

import pytest

from tests.cli.test_command import run

GAME = """language: 1
game: pile
players: 2..4
rulebook: rulebook.md
state:
  left: {type: 0..10, start: 10, cite: 1.1}
define:
  few(0..9 n) -> bool: n < 9
phases:
  take:
    until: left == 0
    for: p in players
    choose: n in 1..3
    where: n <= left and few(n)
    do: |
      left -= n
      if left == 0: win p
    cite: 1.2
"""
BOOK = "- **1.1** Ten lie there.\n- **1.2** Take one to three.\n- **8.1** Be nice.\n"
SCENARIOS = """game: pile
scenarios:
  - name: never more than there are
    cite: [1.2]
    at: phases.take
    given: {left: 1}
    illegal: {take 2: 1.2}
  - name: three may play
    players: 3
    play: [0: take 1, 1: take 1, 2: take 1]
    expect: left == 7
"""


def variant(name: str, text: str, book: str = "") -> dict[str, str]:
    rulebook = f"rulebook: variants/{name}.md\n" if book else ""
    return {f"variants/{name}.yaml": f"language: 1\nvariant: {name}\nextends: pile\n{rulebook}{text}"} | ({f"variants/{name}.md": book} if book else {})


FILES = (
    {"game.yaml": GAME.replace("cite: 1.2", "cite: [1.2, 8.1]"), "rulebook.md": BOOK, "scenarios/base.yaml": SCENARIOS}
    | variant("pie", "and:\n  phases.take.where: n != 3\ncite:\n  phases.take: 8.1\n", "- **8.1** Never three.\n")
    | variant("few", "set:\n  players: 2\nand:\n  define.few: n != 2\ncite:\n  define.few: 8.1\n", "- **8.1** Never two.\n")
    | variant("two", "set:\n  phases.take.choose: n in 1..2\ncite: {phases.take: 2.1}\nsupersedes: {1.2: 2.1}\n", "- **2.1** One or two.\n")
    | {
        "scenarios/pie.yaml": "game: pile\nvariants: [pie]\nscenarios:\n  - name: no three\n    cite: [8.1]\n    illegal: {take 3: 8.1}\n",
        "scenarios/few.yaml": "game: pile\nvariants: [few]\nscenarios:\n  - name: no two\n    cite: [8.1]\n    illegal: {take 2: 8.1}\n",
        "scenarios/two.yaml": "game: pile\nvariants: [two]\nscenarios:\n  - name: no three\n    cite: [2.1]\n    illegal: {take 3: 2.1}\n",
    }
)


@pytest.fixture
def author(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "specs" / "pile" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def test_two_rulebooks_that_begin_alike_stack(author: Path) -> None:
    done = run("check", "pile", "--variant", "few,pie", cwd=author)
    assert done.returncode == 0, done.stdout + done.stderr
    told = run("coverage", "pile", "--variant", "pie,few", "--games", "0", cwd=author).stdout
    assert "few:8.1  Never two." in told and "pie:8.1  Never three." in told and "\n8.1  Be nice." in told


def test_the_examples_of_a_variant_name_its_clauses(author: Path) -> None:
    done = run("test", "pile", cwd=author)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "5 passed, 0 failed"), done.stdout


@pytest.mark.parametrize(
    ("variants", "told"),
    [
        ("pie", "3 passed, 0 failed, 2 not meant for pie"),
        ("few", "2 passed, 0 failed, 3 not meant for few"),
        ("few,pie", "3 passed, 0 failed, 2 not meant for few,pie"),
        ("two", "3 passed, 0 failed, 2 not meant for two"),
    ],
)
def test_what_is_meant_for_variants_is_played(author: Path, variants: str, told: str) -> None:
    done = run("test", "pile", "--variant", variants, cwd=author)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, told), done.stdout


def test_a_scenario_says_under_what_it_is_not_so(author: Path) -> None:
    file = author / "specs" / "pile" / "scenarios" / "base.yaml"
    file.write_text(SCENARIOS + "  - name: three at once\n    play: [0: take 3]\n    expect: left == 7\n", encoding="utf-8")
    failed = run("test", "pile", "--variant", "pie", cwd=author)
    assert (failed.returncode, failed.stdout.splitlines()[-1]) == (1, "3 passed, 1 failed, 2 not meant for pie")
    file.write_text(file.read_text().replace("three at once\n", "three at once\n    not_under: {pie: no three there}\n"), encoding="utf-8")
    done = run("test", "pile", "--variant", "pie", "-v", cwd=author)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "3 passed, 0 failed, 3 not meant for pie")
    assert "not under pie: no three there" in done.stdout


def test_a_file_of_scenarios_is_played(author: Path) -> None:
    done = run("test", "specs/pile/scenarios/pie.yaml", cwd=author)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 passed, 0 failed")
    (author / "specs" / "pile" / "scenarios" / "pie.yaml").write_text("game: pile\nvariants: [pei]\nscenarios: []\n")
    broken = run("test", "specs/pile/scenarios/pie.yaml", cwd=author)
    assert (broken.returncode, broken.stdout.splitlines()[-1]) == (1, "0 passed, 1 failed")


def test_the_lock_keeps_what_each_overlay_says(author: Path) -> None:
    for variants in ("pie", "few", "", "pie"):
        assert run("coverage", "pile", "--variant", variants, "--accept", "--games", "0", cwd=author).returncode == 0
    lock = (author / "specs" / "pile" / "rulebook.lock").read_text()
    assert all(f'"{number}"' in lock for number in ("1.1", "1.2", "8.1", "few:8.1", "pie:8.1"))
    book = author / "specs" / "pile" / "variants" / "few.md"
    book.write_text("- **8.1** Never just two.\n")
    assert "RWC045" in run("check", "pile", "--variant", "few", cwd=author).stdout
    assert "RWC045" not in run("check", "pile", "--variant", "pie", cwd=author).stdout


def test_coverage_credits_what_holds_under_the_variant_alone(author: Path) -> None:
    told = run("coverage", "pile", "--variant", "pie", "--games", "0", cwd=author).stdout
    assert "shown by pie.yaml: no three" in told and "shown by base.yaml" in told and "few.yaml" not in told
    assert "pie.yaml" not in run("coverage", "pile", "--games", "0", cwd=author).stdout


@pytest.mark.parametrize("path", ["phases.take", "define.few", "state.left", "result.score", "phases.take.where"])
def test_one_spelling_of_paths_for_citing(author: Path, path: str) -> None:
    file = author / "specs" / "pile" / "variants" / "pie.yaml"
    file.write_text(file.read_text().replace("  phases.take: 8.1", f"  {path}: 8.1"), encoding="utf-8")
    done = run("check", "pile", "--variant", "pie", cwd=author)
    assert ("RWL032" in done.stdout) == (path == "result.score"), done.stdout


def test_a_misspelt_path_is_answered(author: Path) -> None:
    file = author / "specs" / "pile" / "variants" / "pie.yaml"
    file.write_text(file.read_text().replace("  phases.take: 8.1", "  phases.tkae: 8.1"), encoding="utf-8")
    assert "did you mean `take`" in run("check", "pile", "--variant", "pie", cwd=author).stdout
