"""A build makes what is stale and nothing else, and is never fooled."""

from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from compiler.cli import build_verb, made
from compiler.driver import compile_game


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    for name in ("stones", "pebbles"):
        (tmp_path / "specs" / name).mkdir(parents=True)
        (tmp_path / "specs" / name / "game.yaml").write_text(plain(name), encoding="utf-8")
    return tmp_path


def plain(name: str) -> str:
    return f"language: 1\ngame: {name}\nplayers: 2\nphases:\n  play: {{do: pass}}\n"


@pytest.fixture
def built(author: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Builds all, and says which specs were compiled for it."""
    asked: list[str] = []

    def noted(path: Path, **more: object) -> object:
        asked.append(path.name)
        return compile_game(path, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(build_verb, "compile_game", noted)

    def build() -> list[str]:
        asked.clear()
        with pytest.raises(typer.Exit) as ended:
            build_verb.build()
        assert ended.value.exit_code == 0
        return list(asked)

    return build


def test_nothing_is_made_twice(built: Callable[[], list[str]]) -> None:
    assert built() == ["pebbles", "stones"]
    assert built() == []


def test_a_changed_spec_is_made_again_and_no_other(built: Callable[[], list[str]], author: Path) -> None:
    built()
    (author / "specs/stones/rulebook.md").write_text("# Stones\n", encoding="utf-8")
    assert built() == ["stones"]
    assert built() == []


@pytest.mark.parametrize("text", [None, "x = 1\n"])
def test_an_engine_that_is_gone_or_edited_is_made_again(built: Callable[[], list[str]], author: Path, text: str | None) -> None:
    built()
    engine = author / "generated/stones.py"
    whole = engine.read_text(encoding="utf-8")
    engine.unlink() if text is None else engine.write_text(text, encoding="utf-8")
    assert built() == ["stones"]
    assert engine.read_text(encoding="utf-8") == whole


def test_another_compiler_makes_everything_again(built: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    built()
    monkeypatch.setattr(made, "_compiler", lambda: "another")
    assert built() == ["pebbles", "stones"]


@pytest.mark.parametrize("damage", ["", "{}", "[]", "\0", '{"source": 3, "files": 4}'])
def test_a_damaged_mark_is_no_harm(built: Callable[[], list[str]], author: Path, damage: str) -> None:
    built()
    for mark in (author / "cache/made").iterdir():
        mark.write_text(damage, encoding="utf-8")
    assert built() == ["pebbles", "stones"]
    assert built() == []


def test_without_a_place_for_marks_everything_is_made(built: Callable[[], list[str]], author: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (author / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(author / "file"))
    assert built() == ["pebbles", "stones"]
    assert built() == ["pebbles", "stones"]
