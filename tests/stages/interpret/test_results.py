"""Places and returns, worked out from the definition: n seats, k of them first."""

from typing import Literal

import pytest

from compiler.ir import exprs as x
from compiler.ir.flow import Decide, Run
from compiler.ir.game import RankKey, ResultIR
from compiler.ir.stmts import Finish
from tests.stages.interpret.hand_made import DOC, Table, action, binder, block, decision, game, number, stage, store

P = x.Local("p")
POINTS = x.Load("points", P)


def judged(
    points: tuple[int, ...], returns: Literal["win_loss", "place", "score"], *, rank: tuple[RankKey, ...] = (RankKey(binder=None, value=POINTS),),
    verdict: Finish | None = None,
) -> Table:  # fmt: skip
    block_ = tuple(store("points", value, at) for at, value in enumerate(points)) + ((verdict,) if verdict is not None else ())
    made = game(
        Run(block=block_, next=1), Decide(decision=0, after=2), players_high=4, blocks=[block("points", 4)], actions=[action("go", stage())],
        decisions=[decision(0)], result=ResultIR(score=POINTS, rank=rank, returns=returns, doc=DOC),
    )  # fmt: skip
    return Table(made, players=len(points))


@pytest.mark.parametrize(
    ("points", "win_loss", "place"),
    [
        ((5, 3), [1, -1], [1, -1]),
        ((4, 4), [0, 0], [0, 0]),
        ((7, 2, 7, 5), [2, -2, 2, -2], [2, -3, 2, -1]),
        ((1, 2, 3), [-1, -1, 2], [-2, 0, 2]),
        ((0, 0, 0, -1), [1, 1, 1, -3], [1, 1, 1, -3]),
    ],
)
def test_returns(points: tuple[int, ...], win_loss: list[int], place: list[int]) -> None:
    assert judged(points, "win_loss").returns() == win_loss
    assert judged(points, "place").returns() == place
    assert judged(points, "score").returns() == list(points)
    out = [9] * len(points)
    table = judged(points, "win_loss")
    table.engine.scores(table.s, out)
    assert out == list(points)


def test_a_verdict_comes_before_the_ranks() -> None:
    assert judged((1, 5, 3), "place", verdict=Finish("win", number(0))).returns() == [2, 0, -2]
    assert judged((1, 5, 3), "place", verdict=Finish("lose", number(1))).returns() == [0, -2, 2]
    assert judged((1, 5, 3), "win_loss", verdict=Finish("end", None)).returns() == [-1, 2, -1]


def test_keys_are_compared_one_after_the_other_and_families_spread() -> None:
    """By (points // 3), then by the remainders of points by 2 and by 3."""
    third = RankKey(binder=None, value=x.Binary("//", POINTS, number(3)))
    family = RankKey(binder=binder("k", 2, 3), value=x.Binary("%", POINTS, x.Local("k")))
    assert judged((3, 4, 5), "place", rank=(third,)).returns() == [0, 0, 0]
    assert judged((3, 4, 5), "place", rank=(third, family)).returns() == [0, -2, 2], "(1, 1, 0), (1, 0, 1), (1, 1, 2)"
