"""Chance steps: weights that add up, outcomes in any order, several stages, nothing to draw; drawn inside and applied from outside."""

from typing import Any

import pytest
from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.actions import Chance, ChanceStage, Digit
from compiler.ir.flow import Decide, Draw, Over, Run
from compiler.ir.layout import Carrier
from tests.stages.emit.small import DOC, FEW, Lockstep, machine

FACE = Carrier(name="1..6", low=1, high=6)
COIN = Carrier(name="coin", low=0, high=FEW - 1)
RULE = 9


def die(local: str) -> Digit:
    return Digit(local=local, carrier=FACE, size=6)


def drawn(
    *binders: x.Binder, digits: tuple[Digit, ...] | None = None, where: x.Cond | None = None, weight: x.Expr | None = None, base: int = 0
) -> ChanceStage:
    chosen = tuple(die(binder.local) for binder in binders) if digits is None else digits
    size = 1
    for digit in chosen:
        size *= digit.size
    return ChanceStage(binders=binders, where=where, weight=weight, digits=chosen, base=base, size=size)


def faces(local: str) -> x.Binder:
    return x.Binder(local, x.Numbers(x.Const(1), x.Const(6)))


def chance(*stages: ChanceStage, do: st.Block, otherwise: st.Block | None = None, **changes: Any) -> Chance:
    made = Chance(
        name="throw", path="phases.throw", kind="roll", stream="dice", stages=stages, do=do, otherwise=otherwise, rule=RULE, seen_by="all", seat=None,
        zone="", instance=None, say=None, doc=DOC,
    )  # fmt: skip
    return replace(made, **changes)


def play(made: Chance, *, explicit: int = 1, seed: int = 1, init: st.Block = ()) -> Lockstep:
    """Throw, then one plain decision, and again."""
    game = machine([()], chances=(made,), flow=(Draw(chance=0, after=1), Decide(decision=0, after=0), Over()), init=init)
    codes = sum(stage.size for stage in made.stages)
    return Lockstep(replace(game, num_outcomes=codes, max_outcomes=codes), seed=seed, explicit=explicit, junk=55)


def outcomes(game: Lockstep) -> tuple[list[int], list[int]]:
    codes = game.legal()
    engine, vector = game.games[1], game.vectors[1]
    out, weights = engine.blank(100), engine.blank(100)
    count = engine.engine.chance_outcomes(vector, out, weights)
    assert list(out[:count]) == codes
    return codes, list(weights[:count])


SUM = (st.Store("total", x.Const(0), x.Binary("+", x.Binary("*", x.Local("a"), x.Const(10)), x.Local("b"))),)


def test_two_dice_are_36_outcomes() -> None:
    game = play(chance(drawn(faces("a"), faces("b")), do=SUM))
    assert outcomes(game) == (list(range(36)), [1] * 36)
    game.apply(8)
    assert game.slot("total") == 23


def test_where_and_weight() -> None:
    """Only a < b, weighed by b - a - 1: pairs side by side weigh nothing."""
    stage = drawn(
        faces("a"), faces("b"), where=x.Compare("<", x.Local("a"), x.Local("b")),
        weight=x.Binary("-", x.Binary("-", x.Local("b"), x.Local("a")), x.Const(1)),
    )  # fmt: skip
    codes, weights = outcomes(play(chance(stage, do=SUM)))
    pairs = [(a, b) for a in range(1, 7) for b in range(a + 2, 7)]
    assert codes == [6 * (a - 1) + b - 1 for a, b in pairs]
    assert weights == [b - a - 1 for a, b in pairs]


def test_bindings_of_one_code_add_up_and_the_first_is_meant() -> None:
    """The code is the sum's last face: a + b == c. Ways to throw 2..6 with two dice are 1..5; b walks down, so the first has the greatest b."""
    down = x.Binder("b", x.Listed(tuple(x.Const(face) for face in (6, 5, 4, 3, 2, 1))))
    only = x.Binder("c", x.Numbers(x.Const(1), x.Const(6)))
    stage = drawn(faces("a"), down, only, digits=(die("c"),), where=x.Compare("==", x.Binary("+", x.Local("a"), x.Local("b")), x.Local("c")))
    game = play(chance(stage, do=SUM))
    assert outcomes(game) == ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])
    game.apply(4)
    assert game.slot("total") == 14


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("which", ["plain", "weighed", "merged", "coins"])
def test_drawing_inside_is_the_same_as_outside(which: str, seed: int) -> None:
    """Positions agree with the interpreter's, which draws by the contract's streams."""
    stages = {
        "plain": drawn(faces("a"), faces("b")),
        "weighed": drawn(faces("a"), faces("b"), weight=x.Binary("*", x.Local("a"), x.Local("b"))),
        "merged": drawn(faces("b"), faces("a"), digits=(die("a"),), where=x.Compare("<=", x.Local("b"), x.Local("a"))),
        "coins": drawn(x.Binder("a", x.Pieces("coin_bag", x.Const(0))), digits=(Digit(local="a", carrier=COIN, size=FEW),)),
    }
    fill = tuple(st.MovePiece("coin", x.Const(piece), "coin_bag", x.Const(0), False, 3) for piece in (1, 2, 4, 6))
    do = SUM if which != "coins" else (st.Store("total", x.Const(0), x.Local("a")), st.MovePiece("coin", x.Local("a"), "", x.Const(0), False, 3))
    game = play(chance(stages[which], do=do, otherwise=()), explicit=0, seed=seed, init=fill if which == "coins" else ())
    for _ in range(6):
        assert game.apply(0) == 0


def test_stages_of_a_draw_depend_on_each_other() -> None:
    """Two coins from a bag of three without replacement, then nothing is left to draw: the bag had one more draw than coins."""
    digit = {name: Digit(local=name, carrier=COIN, size=FEW) for name in "abc"}
    bag = x.Pieces("coin_bag", x.Const(0))
    stages = [
        drawn(x.Binder("a", bag), digits=(digit["a"],)),
        drawn(x.Binder("b", bag), digits=(digit["b"],), base=FEW, where=x.Compare("!=", x.Local("b"), x.Local("a"))),
        drawn(
            x.Binder("c", bag), digits=(digit["c"],), base=2 * FEW,
            where=x.And((x.Compare("!=", x.Local("c"), x.Local("a")), x.Compare("<", x.Local("c"), x.Local("b")))),
        ),
    ]  # fmt: skip
    fill = tuple(st.MovePiece("coin", x.Const(piece), "coin_bag", x.Const(0), False, 3) for piece in (0, 3, 5))
    made = chance(*stages, do=SUM, otherwise=(st.Store("total", x.Const(0), x.Const(-1)),))
    game = play(made, init=fill)
    assert game.legal() == [0, 3, 5]
    assert game.refusal(1) == RULE
    assert game.refusal(FEW) == 2
    game.apply(5)
    assert game.legal() == [FEW, FEW + 3]
    game.apply(FEW + 3)
    assert game.legal() == [2 * FEW]
    game.apply(2 * FEW)
    assert game.slot("total") == 53
    again = play(made, init=fill)
    again.apply(3)
    again.apply(FEW)
    assert again.slot("total") == -1
    assert again.slot("staged") == 0
    for seed in range(8):
        inside = play(made, explicit=0, seed=seed, init=fill)
        assert inside.slot("total") in (-1, 53, 35, 30, 3, 50, 5)


def test_no_outcome_without_otherwise_is_a_fault() -> None:
    never = drawn(faces("a"), where=x.Compare(">", x.Local("a"), x.Const(6)))
    assert play(chance(never, do=())).fault == RULE
    assert play(chance(never, do=()), explicit=0).fault == RULE


def test_an_outcome_may_end_the_game() -> None:
    end = (st.If(x.Compare("==", x.Local("a"), x.Const(6)), (st.Finish("win", x.Const(2)),)),)
    game = play(chance(drawn(faces("a")), do=end))
    game.apply(4)
    assert game.slot("actor") == 0
    game.apply(0)
    game.apply(5)
    assert (game.slot("actor"), game.slot("winner")) == (-4, 2)


def test_what_a_seat_sees_of_an_outcome() -> None:
    """Seat 1 sees the throw, the others see that there was one."""
    made = chance(drawn(faces("a")), do=(), seen_by="seat", seat=x.Const(1))
    game = play(made)
    for engine, vector in zip(game.games, game.vectors, strict=True):
        assert [engine.engine.seen_action(vector, seat, 3) for seat in range(3)] == [-2, 3, -2]


def test_the_flow_goes_on_at_a_run() -> None:
    made = chance(drawn(faces("a")), do=())
    game = Lockstep(
        machine(
            [()], chances=(made,), flow=(Draw(chance=0, after=1), Run(block=(st.Store("total", x.Const(0), x.Const(8)),), next=2), Over()), over=2
        ),
        explicit=1,
    )
    game.apply(0)
    assert (game.slot("total"), game.slot("actor")) == (8, -4)
