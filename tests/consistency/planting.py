"""A case of the corpus: a shipped spec, what is planted in it, how it is examined, and what must be found there.

    about: one line
    game: pig                     # a folder of specs/
    mode: play                    # check, prove, play, or without OP-6
    edits:                        # each text stands once in its file, and is replaced
      - {file: game.yaml, find: "is: 100", put: "is: 10"}
    expect:                       # the findings, all of them; `at` begins the text that is marked
      - RWC056 at banked[p] += total
    also: []                      # what is found besides where there is time for it
    locked: yes                   # with the lock of its rulebook, which else is left out
    positions: 40000              # where a whole game is gone through
    games: 60                     # fewer are enough for most proofs, which ask games only for what they did not refute

A clean twin is the spec as it is shipped, or with the edits under `mended`; nothing at all is found there.
"""

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from compiler.checks.coverage.lock import NAME as LOCK
from compiler.cli.further import Asked, go_further
from compiler.diagnostics import Diagnostic
from compiler.driver import compile_game

ROOT = Path(__file__).resolve().parents[2]
PROOF_GAMES = 4
SECONDS = 600.0
"""a limit that no case comes near: what is looked at is bounded by games and positions"""
CASES = sorted((Path(__file__).resolve().parent / "cases").glob("*.yaml"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    name: str
    about: str
    game: str
    mode: str
    games: int
    positions: int
    edits: tuple[dict[str, str], ...]
    mended: tuple[dict[str, str], ...]
    expect: tuple[str, ...]
    also: tuple[str, ...]
    settings: dict[str, str]
    locked: bool = False


def read(path: Path) -> Case:
    data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return Case(
        name=path.stem,
        about=data["about"],
        game=data["game"],
        mode=data["mode"],
        games=data.get("games", PROOF_GAMES if data["mode"] == "prove" else 60),
        positions=data.get("positions", 800),
        edits=tuple(data["edits"]),
        mended=tuple(data.get("mended", ())),
        expect=tuple(data["expect"]),
        also=tuple(data.get("also", ())),
        settings=data.get("settings", {}),
        locked=data.get("locked", False),
    )


def planted(case: Case, edits: tuple[dict[str, str], ...], folder: Path) -> Path:
    """A copy of the spec with the edits made."""
    copy = folder / case.game
    shutil.copytree(ROOT / "specs" / case.game, copy, ignore=None if case.locked else shutil.ignore_patterns(LOCK))
    for edit in edits:
        file = copy / edit.get("file", "game.yaml")
        text = file.read_text(encoding="utf-8")
        assert text.count(edit["find"]) == 1, f"{case.name}: {edit['find']!r} stands {text.count(edit['find'])} times in {file.name}"
        file.write_text(text.replace(edit["find"], edit["put"]), encoding="utf-8")
    return copy


def examine(case: Case, spec: Path) -> list[Diagnostic]:
    """What `rulewright check` with the case's options finds."""
    mode, _, what = case.mode.partition(" ")
    compilation = compile_game(spec, settings=case.settings)
    asked = Asked(
        play=mode == "play", prove=mode == "prove", without=(what,) if mode == "without" else (), games=case.games, positions=case.positions, seconds=SECONDS,
        settings=case.settings,
    )  # fmt: skip
    lines = go_further(spec, compilation, asked)
    assert not any("stopped by the limit" in line for line in lines), f"too slow, not wrong: {lines}"
    return compilation.diagnostics


@cache
def examined_as_shipped(game: str, mode: str, games: int, positions: int, settings: tuple[tuple[str, str], ...]) -> str:
    """What is told of a shipped spec; many cases share it as their clean twin."""
    as_shipped = Case(
        name="", about="", game=game, mode=mode, games=games, positions=positions, edits=(), mended=(), expect=(), also=(), settings=dict(settings)
    )  # fmt: skip
    return told(examine(as_shipped, ROOT / "specs" / game))


def found(diagnostics: list[Diagnostic]) -> list[str]:
    """`RWC056 at banked[p] += total`, in order."""
    return [f"{each.code} at {' '.join(each.span.text.split())}" for each in diagnostics]


def told(diagnostics: list[Diagnostic]) -> str:
    return "\n".join(f"{each.span.place} {each.code} {each.headline} {each.labels[0].text} {each.notes}" for each in diagnostics)
