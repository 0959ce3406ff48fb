"""Two compiled specs compared: everything `rulewright diff` tells, as data."""

from msgspec import Struct

from compiler.diff import (
    Change,
    Effect,
    PlayDifference,
    but_for_names,
    changed_clauses,
    changed_parts,
    differences_in_play,
    effects,
    names_changed,
    same_game,
)
from compiler.driver import Compilation, emit
from runtime import Game
from runtime.engine import choose_backend, load_source


class Comparison(Struct, frozen=True, kw_only=True):
    """`same`: they play alike but for names, so play and numbers were not looked at."""

    same: bool
    names: dict[str, str]
    parts: tuple[Change, ...]
    clauses: tuple[Change, ...]
    play: tuple[PlayDifference, ...] = ()
    effects: tuple[Effect, ...] = ()
    positions: int = 0
    playouts: int = 0
    games: int = 0
    """of each, for the least and the greatest number of players"""
    players: tuple[int, ...] = ()
    """the numbers of players looked at"""


def compare(
    before: Compilation, after: Compilation, *, players: int | None, positions: int, playouts: int, games: int, seed: int, backend: str | None
) -> Comparison:  # fmt: skip
    """Raises BadEngine, and ValueError for a number of players that is not for both."""
    assert before.tree is not None and before.game is not None and after.tree is not None and after.game is not None
    names = names_changed(before.tree, after.tree)
    clauses = tuple(changed_clauses(before.tree.rulebook, after.tree.rulebook))
    same = same_game(before.game, after.game)
    parts = changed_parts(before.tree, after.tree, names)
    if same:
        return Comparison(same=True, names=names, parts=tuple(but_for_names(parts)), clauses=clauses)
    one, other = (_engine(compilation, backend) for compilation in (before, after))
    counts = _counts(one, other, players)
    ends = sorted({*counts[:1], *counts[-1:]})
    found = [differences_in_play(one, other, players=count, names=names, positions=positions, games=playouts, seed=seed) for count in counts]
    return Comparison(
        same=False,
        names=names,
        parts=tuple(parts),
        clauses=clauses,
        play=_smallest([difference for each in found for difference in each.differences]),
        effects=tuple(effect for count in ends for effect in effects(one, other, players=count, games=games, seed=seed)),
        positions=sum(each.positions for each in found),
        playouts=playouts * len(counts),
        games=games,
        players=counts,
    )


def _engine(compilation: Compilation, backend: str | None) -> Game:
    assert compilation.game is not None
    ((name, text),) = emit(compilation.game).items()
    return load_source(text, f"generated/{name}", backend=choose_backend(backend))  # type: ignore[arg-type]


def _counts(one: Game, other: Game, players: int | None) -> tuple[int, ...]:
    if players is not None:
        return (one.check_players(players) and other.check_players(players),)
    return tuple(range(max(one.min_players, other.min_players), min(one.max_players, other.max_players) + 1))


def _smallest(found: list[PlayDifference]) -> tuple[PlayDifference, ...]:
    """Of those that tell the same at several numbers of players, the one with the fewest moves."""
    best: dict[tuple[str, str, bool], PlayDifference] = {}
    for difference in sorted(found, key=lambda each: (len(each.moves), each.players, each.moves)):
        best.setdefault((difference.kind, difference.what, difference.kind == "legal" and not difference.before), difference)
    return tuple(best.values())
