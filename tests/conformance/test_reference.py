"""The reference of tests/reference, which shares nothing with the compiler behind binding, in lockstep with the engines.

Whose turn, the legal choices by name, chance with its weights, effects on every variable and zone, refusals, faults, results, and what each seat sees."""

import ast
from pathlib import Path

import pytest

from runtime.engine import Backend
from tests.conformance.beside import lockstep
from tests.games import GAMES, Options, compilation, engine, player_counts

REFERENCE = Path(__file__).resolve().parents[1] / "reference"
SLOW = {"go": 5, "hive": 1, "havannah": 3, "y": 4, "chess": 6, "shogi": 6, "xiangqi": 6, "wolves_and_sheep": 2, "flock": 8, "predators": 8}
"""Choices of games whose graphs take the reference long."""
SMALL: dict[str, Options] = {"go": (("size", "5"),)}
VARIANTS = (
    ("flock", ("largest_flock", "small")),
    ("goofspiel", ("hidden_bids",)),
    ("predators", ("hexagonal", "small")),
    ("predators", ("slanting",)),
    ("wild_farm", ("short_night", "three_wolves")),
    ("wolves_and_sheep", ("grube_ryby", "two_players")),
    ("wolves_and_sheep", ("time_limit",)),
)
CASES = [(name, players) for name in GAMES for players in sorted({player_counts(name)[0], player_counts(name)[-1]})]


@pytest.mark.parametrize(("name", "players"), CASES, ids=[f"{name}-{players}" for name, players in CASES])
def test_every_game_is_played_alike(name: str, players: int, long: bool) -> None:
    options = SMALL.get(name, ())
    for seed, backend in enumerate[Backend](("python", "native")):
        game = engine(name, backend, (), options, backend == "native")
        lockstep(compilation(name, (), options).typed, game, players, seed, SLOW.get(name, 14) * (40 if long else 1))


@pytest.mark.parametrize(("name", "variants"), VARIANTS, ids=["+".join((name, *variants)) for name, variants in VARIANTS])
def test_every_variant_is_played_alike(name: str, variants: tuple[str, ...], long: bool) -> None:
    game = engine(name, "python", variants)
    lockstep(compilation(name, variants).typed, game, game.min_players, 1, SLOW.get(name, 14) * (20 if long else 1))


def test_it_shares_nothing_with_what_it_judges() -> None:
    """Only the nouns of binding and parsing are known to it, and it stays small enough to be read."""
    allowed = ("compiler.bind.nouns", "compiler.parse", "compiler.parse.spec", "tests.reference")
    lines = 0
    for file in sorted(REFERENCE.glob("*.py")):
        text = file.read_text(encoding="utf-8")
        lines += len(text.splitlines())
        for node in ast.walk(ast.parse(text)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert not name.startswith(("compiler", "runtime", "tests")) or name.startswith(allowed), f"{file.name} imports {name}"
    assert lines <= 2_500
