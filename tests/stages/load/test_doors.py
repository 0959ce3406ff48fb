"""What a game's folder may lead to: files inside it, and nothing else."""

import os
from pathlib import Path

import pytest

from compiler.cli import app
from compiler.cli.locked import lock_in
from compiler.driver import compile_game

GAME = """language: 1
game: small
players: 2
rulebook: {rulebook}
state:
  heap: {{type: 0..9, start: 9}}
phases:
  play:
    while: heap > 0
    for: p in players
    choose: n in 1..2 where n <= heap
    do: |
      heap -= n
      if heap == 0: win p
"""


def game(folder: Path, rulebook: str = "rulebook.md") -> Path:
    home = folder / "small"
    home.mkdir()
    (home / "game.yaml").write_text(GAME.format(rulebook=rulebook), encoding="utf-8")
    return home


def told(home: Path) -> list[str]:
    return [f"{item.code} {item.headline} {' '.join(label.text for label in item.labels)}" for item in compile_game(home).diagnostics]


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/null", "pipe"])
@pytest.mark.parametrize("name", ["rulebook.md", "game.yaml"])
def test_devices_and_pipes_are_refused_at_once(target: str, name: str, tmp_path: Path) -> None:
    home = game(tmp_path)
    (home / name).unlink(missing_ok=True)
    if target == "pipe":
        os.mkfifo(home / name)
    else:
        (home / name).symlink_to(target)
    assert any(line.startswith("RWL003") and name in line for line in told(home)), told(home)


@pytest.mark.parametrize("name", ["rulebook.md", "game.yaml"])
def test_a_link_out_of_the_folder_is_refused_by_name(name: str, tmp_path: Path) -> None:
    home = game(tmp_path)
    secret = tmp_path / "elsewhere.txt"
    secret.write_text((home / "game.yaml").read_text(encoding="utf-8") if name == "game.yaml" else "# 1 Secret\n\n1.1 Hush.\n", encoding="utf-8")
    (home / name).unlink(missing_ok=True)
    (home / name).symlink_to(secret)
    lines = told(home)
    assert any(line.startswith("RWL003") and name in line for line in lines), lines
    assert not any("Hush" in line for line in lines)


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    home = game(tmp_path)
    (home / "book.md").write_text("# Small\n\n## 1 Play\n\n1.1 Take one or two.\n", encoding="utf-8")
    (home / "rulebook.md").symlink_to(home / "book.md")
    assert not any(line.startswith("RWL003") for line in told(home))


def test_verbs_that_read_more_of_a_folder_stay_inside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`fmt` would lay out what a link leads to, and a lock that is a pipe would never be read to its end."""
    home = game(tmp_path, "book.md")
    (home / "book.md").write_text("# 1 Play\n\n1.1 Take.\n", encoding="utf-8")
    (home / "scenarios").mkdir()
    outside = tmp_path / "outside.yaml"
    outside.write_text("a:   1\n", encoding="utf-8")
    (home / "scenarios" / "linked.yaml").symlink_to(outside)
    os.mkfifo(home / "rulebook.lock")
    assert lock_in(home) is None
    with pytest.raises(SystemExit) as left:
        app.run(["fmt", str(home)])
    assert left.value.code == 2 and "RWL003" in capsys.readouterr().err
    assert outside.read_text(encoding="utf-8") == "a:   1\n" and (home / "scenarios" / "linked.yaml").is_symlink()
