"""Passes are checked one by one: the interpreter on the IR as lowered and after each pass says the same of every position."""

import pytest
from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.passes import passes
from tests.conformance.passes import lockstep, lowered, stages
from tests.games import GAMES, compilation, player_counts

SLOW = {"hive": 3, "yacht": 5, "havannah": 4, "chess": 6, "shogi": 5, "xiangqi": 6, "flock": 3, "predators": 6, "wolves_and_sheep": 8, "wild_farm": 12, "hearts": 15}
"""Decisions of games whose positions take the interpreter long."""


@pytest.mark.parametrize("name", GAMES)
def test_every_pass_keeps_what_a_game_means(name: str, long: bool) -> None:
    games = stages(lowered(compilation(name)))
    for seed, players in enumerate(player_counts(name)):
        lockstep(games, players, seed, (SLOW.get(name, 25) * (20 if long else 1)))


def test_a_pass_that_drops_a_condition_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(game):  # type: ignore[no-untyped-def]
        return replace(game, actions=tuple(replace(action, stages=tuple(_bare(stage) for stage in action.stages)) for action in game.actions))

    monkeypatch.setattr("tests.conformance.passes.PASSES", (*passes.PASSES, ("a forgetful pass", forgetful)))
    with pytest.raises(AssertionError, match="the pass `a forgetful pass`"):
        lockstep(stages(lowered(compilation("nim"))), 2, 0, 25)


def _bare(stage):  # type: ignore[no-untyped-def]
    return replace(stage, binders=tuple(replace(binder, where=None if binder.where is None else x.Bool(True)) for binder in stage.binders))
