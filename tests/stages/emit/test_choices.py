"""Choices of every shape: stages, trials that look back, what is preferred, names that no digit holds, forced and outside actions, sealed ones.

Expected codes are worked out beside each test; the interpreter answers the same questions on the same game.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from compiler.emit.play import trials
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.actions import ActionIR, Condition, Decision, Digit, Stage
from compiler.ir.flow import Over, Run, Sealed
from compiler.ir.layout import Block, Carrier
from tests.stages.emit.small import DOC, NUMBER, PLAYERS, RULES, Lockstep, machine, plain_action

TO_FOUR = Carrier(name="0..4", low=0, high=4)
FIVE = x.Numbers(x.Const(0), x.Const(4))


def digit(local: str, size: int = 5) -> Digit:
    return Digit(local=local, carrier=TO_FOUR, size=size)


def stage(
    *binders: x.Binder, base: int = 0, where: tuple[x.Cond, ...] = (), digits: tuple[Digit, ...] | None = None, ascending: bool = True, rule: int = 3
) -> Stage:
    chosen = tuple(digit(binder.local) for binder in binders) if digits is None else digits
    size = 1
    for one in chosen:
        size *= one.size
    conditions = tuple(Condition(condition=condition, rule=10 + at) for at, condition in enumerate(where))
    return Stage(binders=binders, conditions=conditions, digits=chosen, base=base, size=size, rule=rule, ascending=ascending)


def action(
    *stages: Stage,
    name: str = "choose",
    do: st.Block = (),
    require: tuple[x.Cond, ...] = (),
    prefer: tuple[x.Expr, ...] = (),
    trial: bool = False,
    **changes: Any,
) -> ActionIR:
    made = replace(
        plain_action(0, do), name=name, stages=stages, choices=tuple(one for each in stages for one in each.digits),
        require=tuple(Condition(condition=condition, rule=20 + at) for at, condition in enumerate(require)),
        prefer=prefer, prefer_trial=trial, prefer_rule=25,
    )  # fmt: skip
    return replace(made, **changes)


def local(name: str) -> x.Local:
    return x.Local(name)


def row(index: x.Expr) -> x.Load:
    return x.Load("row", index)


def set_row(*values: int) -> st.Block:
    return tuple(st.Store("row", x.Const(at), x.Const(value)) for at, value in enumerate(values))


def play(*actions: ActionIR, **changes: Any) -> Lockstep:
    return Lockstep(machine(actions, **changes), junk=99)


# ---- stages


def test_a_stage_offers_what_can_be_completed() -> None:
    """a, then b with a + b == 6: a can be 2, 3, 4."""
    second = stage(x.Binder("b", FIVE), base=5, where=(x.Compare("==", x.Binary("+", local("a"), local("b")), x.Const(6)),), rule=4)
    both = action(
        stage(x.Binder("a", FIVE)), second, do=(st.Store("total", x.Const(0), x.Binary("+", x.Binary("*", local("a"), x.Const(10)), local("b"))),)
    )
    game = play(both)
    assert game.legal() == [2, 3, 4]
    # No b goes with 1: the rule of the first b that fails is told.
    assert game.refusal(1) == 10
    assert game.refusal(7) == 2
    assert game.apply(4) == 0
    assert [game.slot("staged", at) for at in range(3)] == [1, 1, 4]
    assert game.legal() == [7]
    assert game.refusal(6) == 10
    assert game.refusal(4) == 2
    assert game.apply(7) == 0
    assert game.slot("total") == 42
    assert game.slot("staged") == 0
    assert game.slot("decisions") == 2


def test_three_stages() -> None:
    """a < b < c."""
    stages = (
        stage(x.Binder("a", FIVE)),
        stage(x.Binder("b", FIVE), base=5, where=(x.Compare("<", local("a"), local("b")),)),
        stage(x.Binder("c", FIVE), base=10, where=(x.Compare("<", local("b"), local("c")),)),
    )
    game = play(action(*stages, do=(st.Store("total", x.Const(0), x.Binary("+", x.Binary("*", local("a"), x.Const(10)), local("c"))),)))
    assert game.legal() == [0, 1, 2]
    game.apply(1)
    assert game.legal() == [7, 8]
    game.apply(8)
    assert game.legal() == [14]
    game.apply(14)
    assert game.slot("total") == 14


# ---- trials


@pytest.fixture(params=["journal", "copy"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to take a trial back."""
    if request.param == "copy":
        monkeypatch.setattr(trials, "MOST_NOTES", 0)
    return str(request.param)


DOUBLE = (st.Store("row", local("a"), x.Binary("*", row(local("a")), x.Const(2))), st.Store("total", x.Const(0), x.Const(1)))


def test_require_is_judged_after_the_effects(kind: str) -> None:
    """Doubling row[a] must leave it at 6 or more: of 5, 1, 3, 2, 8 these are places 0, 2, 4."""
    game = play(action(stage(x.Binder("a", FIVE)), do=DOUBLE, require=(x.Compare(">=", row(local("a")), x.Const(6)),)), init=set_row(5, 1, 3, 2, 8))
    assert game.legal() == [0, 2, 4]
    assert [game.refusal(code) for code in range(5)] == [0, 20, 0, 20, 0]
    game.apply(2)
    assert game.slot("row", 2) == 6
    assert game.slot("total") == 1


def test_before_looks_behind_the_effects(kind: str) -> None:
    """After row[a] *= 2: some place b has grown by 3 or more since; the place depends on a name bound inside."""
    grown = x.Compare(">=", x.Binary("-", row(local("b")), x.Old(row(local("b")))), x.Const(3))
    untouched = x.Compare("==", x.Old(x.Load("total")), x.Const(0))
    double = action(stage(x.Binder("a", FIVE)), do=DOUBLE, require=(x.Search("any", (x.Binder("b", FIVE),), grown), untouched))
    game = play(double, action(stage(base=5), name="wait"), init=set_row(5, 1, 3, 2, 8))
    assert game.legal() == [0, 2, 4, 5]
    assert game.refusal(1) == 20
    game.apply(0)
    assert game.legal() == [5]
    assert game.refusal(0) == 21


def test_a_slot_written_twice_is_taken_back_whole(kind: str) -> None:
    twice = (st.Store("row", x.Const(0), x.Const(7)), st.Store("row", x.Const(0), x.Binary("+", row(x.Const(0)), local("a"))))
    seen = (x.Compare("==", row(x.Const(0)), x.Const(9)), x.Compare("==", x.Old(x.Choose(x.Bool(True), row(x.Const(0)), x.Const(0))), x.Const(4)))
    game = play(action(stage(x.Binder("a", FIVE)), do=twice, require=seen), init=set_row(4, 0, 0, 0, 0))
    assert game.legal() == [2]
    assert game.slot("row", 0) == 4


def test_pieces_moved_in_a_trial_are_put_back(kind: str) -> None:
    """A coin moved to the bottom of a pile must not become the second; coins 0, 1, 2 lie there from the bottom."""
    fill = tuple(st.MovePiece("coin", x.Const(piece), "coin_pile", x.Const(0), False, 5) for piece in range(3))
    move = (st.MovePiece("coin", local("a"), "coin_pile", x.Const(0), True, 5),)
    bottom = x.Compare("==", x.ZoneItem("coin_pile", x.Const(0), x.Const(1), False, 6), x.Const(0))
    game = play(action(stage(x.Binder("a", FIVE)), do=move, require=(bottom,)), init=fill)
    # Moving 0 leaves 0 1 2, moving 1 gives 1 0 2, 2 gives 2 0 1, 3 and 4 come below 0.
    assert game.legal() == [1, 2, 3, 4]
    game.apply(3)
    assert [game.slot("coin_pile items", at) for at in range(5)] == [3, 0, 1, 2, -1]


def test_a_trial_may_end_the_game_and_nothing_happens(kind: str) -> None:
    win = (st.If(x.Compare("==", local("a"), x.Const(3)), (st.Finish("win", x.Const(1)),)), st.Store("total", x.Const(0), x.Const(5)))
    game = play(action(stage(x.Binder("a", FIVE)), do=win, require=(x.Compare("==", x.Load("total"), x.Const(0)),)))
    assert game.legal() == [3]
    assert game.slot("verdict") == 0
    game.apply(3)
    assert (game.slot("verdict"), game.slot("winner"), game.slot("step")) == (1, 1, 2)


def test_procedures_are_tried_too(kind: str) -> None:
    """An effect that calls another; the second stops the first."""
    inner = st.ProcedureIR(
        name="inner",
        parameters=(st.Parameter(name="n", low=0, high=4),),
        body=(st.Store("total", x.Const(0), local("n")), st.Finish("end", None)),
        doc=DOC,
    )
    do = (st.Invoke("inner", (local("a"),)), st.Store("total", x.Const(0), x.Const(50)))
    game = play(action(stage(x.Binder("a", FIVE)), do=do, require=(x.Compare("<", x.Load("total"), x.Const(2)),)), procedures=(inner,))
    assert game.legal() == [0, 1]


# ---- what is preferred


def test_only_the_best_of_the_pool_stay() -> None:
    """`longest` offers row[a]; `short` competes with 3; a third action does not compete at all."""
    longest = action(stage(x.Binder("a", FIVE)), name="longest", prefer=(row(local("a")),))
    short = action(stage(base=5), name="short", prefer=(x.Const(3),))
    free = action(stage(base=6), name="free")
    game = play(longest, short, free, init=set_row(1, 3, 2, 3, 0))
    assert game.legal() == [1, 3, 5, 6]
    assert [game.refusal(code) for code in (0, 1, 5, 6)] == [25, 0, 0, 0]


def test_keys_are_compared_in_order_and_missing_ones_count_0() -> None:
    two = action(stage(x.Binder("a", FIVE)), name="two", prefer=(x.Const(1), x.Binary("-", x.Const(2), local("a"))))
    one = action(stage(base=5), name="one", prefer=(x.Const(1),))
    # Second keys 2, 1, 0, -1, -2; `one` has 0.
    assert play(two, one).legal() == [0]
    assert play(replace(two, prefer=(x.Const(1), x.Binary("-", x.Const(0), local("a")))), one).legal() == [0, 5]


def test_preferring_after_a_trial(kind: str) -> None:
    """What `row[a] *= 2` makes of it, less what it was: the growth is row[a] itself."""
    growth = x.Binary("-", row(local("a")), x.Old(row(local("a"))))
    game = play(
        action(stage(x.Binder("a", FIVE)), do=DOUBLE, prefer=(growth,), trial=True, require=(x.Compare("<", row(local("a")), x.Const(16)),)),
        init=set_row(5, 1, 3, 5, 8),
    )
    assert game.legal() == [0, 3]
    assert [game.refusal(code) for code in range(5)] == [0, 25, 25, 0, 20]


def test_a_stage_is_preferred_for_its_best_completion() -> None:
    """Best are the pairs with the greatest a * b among a + b == 4: (2, 2)."""
    second = stage(x.Binder("b", FIVE), base=5, where=(x.Compare("==", x.Binary("+", local("a"), local("b")), x.Const(4)),))
    game = play(action(stage(x.Binder("a", FIVE)), second, prefer=(x.Binary("*", local("a"), local("b")),)))
    assert game.legal() == [2]
    assert game.refusal(1) == 25
    game.apply(2)
    assert game.legal() == [7]


# ---- codes


def test_codes_may_leave_names_out_and_come_in_any_order() -> None:
    """b walks 4 … 0, only b is in the code, a is the first with row[a] == b."""
    binders = (x.Binder("b", x.Listed(tuple(x.Const(at) for at in (4, 3, 2, 1, 0)))), x.Binder("a", FIVE))
    found = stage(*binders, where=(x.Compare("==", row(local("a")), local("b")),), digits=(digit("b"),), ascending=False)
    game = play(action(found, do=(st.Store("total", x.Const(0), x.Binary("+", x.Const(10), local("a"))),)), init=set_row(3, 1, 1, 0, 3))
    assert game.legal() == [0, 1, 3]
    assert game.refusal(2) == 10
    game.apply(1)
    assert game.slot("total") == 11
    game.apply(3)
    assert game.slot("total") == 10


def test_values_of_a_list_and_none_have_places_in_codes() -> None:
    listed = Digit(local="v", carrier=Carrier(name="list", low=0, high=9), size=3, values=(7, 2, 9))
    maybe = Digit(local="m", carrier=Carrier(name="site or none", low=-1, high=2, optional=True), size=4)
    binders = (x.Binder("v", x.Listed((x.Const(7), x.Const(2), x.Const(9)))), x.Binder("m", x.Numbers(x.Const(-1), x.Const(2))))
    do = (st.Store("total", x.Const(0), x.Binary("+", x.Binary("*", local("v"), x.Const(10)), local("m"))),)
    game = play(action(stage(*binders, digits=(listed, maybe), ascending=False), do=do))
    assert game.legal() == list(range(12))
    game.apply(7)
    assert game.slot("total") == 2 * 10 - 1
    game.apply(8)
    assert game.slot("total") == 90
    for engine in game.games:
        out = [0, 0]
        assert engine.engine.decode(7, out) == 0
        assert out == [2, -1]


# ---- nothing legal


def flow(decision: Decision, **changes: Any) -> dict[str, Any]:
    return {"decisions": (replace(decision, **changes),)}


DECISION = machine([()]).decisions[0]
NEVER = (x.Compare("<", x.Load("total"), x.Const(0)),)


def test_forced_actions_are_offered_where_nothing_else_is_legal() -> None:
    choose = action(stage(x.Binder("a", FIVE), where=(x.Compare("<", local("a"), x.Load("total")),)), do=(st.Store("total", x.Const(0), x.Const(0)),))
    wait = action(stage(base=5), name="wait", do=(st.Store("total", x.Const(0), x.Const(2)),))
    game = play(choose, wait, **flow(DECISION, actions=(0,), forced=(1,)))
    assert game.legal() == [5]
    assert [game.refusal(code) for code in (0, 5)] == [10, 0]
    game.apply(5)
    assert game.legal() == [0, 1]
    assert [game.refusal(code) for code in (1, 2, 5)] == [0, 10, 2]
    game.apply(1)
    assert game.legal() == [5]


def test_otherwise_runs_where_nothing_is_legal_and_may_end_the_game() -> None:
    choose = action(stage(x.Binder("a", FIVE), where=NEVER))
    game = play(choose, **flow(DECISION, otherwise=(st.Finish("lose", x.Const(2)),)))
    assert game.legal() == []
    assert (game.slot("actor"), game.slot("verdict"), game.slot("winner")) == (-4, 2, 2)


def test_having_no_choice_is_a_fault_without_otherwise() -> None:
    assert play(action(stage(x.Binder("a", FIVE), where=NEVER))).fault == RULES


def test_outside_actions_are_no_choices_but_may_be_applied() -> None:
    clock = action(stage(base=5), name="clock", do=(st.Store("total", x.Const(0), x.Const(1)),), outside=True)
    game = play(action(stage(x.Binder("a", FIVE))), clock)
    assert game.legal() == [0, 1, 2, 3, 4]
    assert game.refusal(5) == 0
    for engine, vector in zip(game.games, game.vectors, strict=True):
        out = engine.blank(9)
        assert engine.engine.legal_outside(vector, out) == 1
        assert out[0] == 5
    game.apply(5)
    assert game.slot("total") == 1


def test_can_asks_whether_another_action_has_a_choice() -> None:
    jump = action(stage(x.Binder("a", FIVE), where=(x.Compare("==", row(local("a")), x.Const(1)),)), name="jump", do=set_row(0, 0, 0, 0, 0))
    step = action(stage(base=5, where=(x.Not(x.CanAct(0)),)), name="step")
    game = play(jump, step, init=set_row(0, 1, 0, 1, 0))
    assert game.legal() == [1, 3]
    game.apply(1)
    assert game.legal() == [5]


# ---- sealed choices


def sealed(*actions: ActionIR, otherwise: st.Block | None = None, init: st.Block = ()) -> Lockstep:
    """Seats 0..2 choose at once; then everybody again."""
    base = machine(actions)
    last = base.layout.blocks[-1]
    extra = []
    at = last.offset + last.length
    for name, length in (("pending", PLAYERS), ("seal_order", PLAYERS), ("seal_count", 1)):
        extra.append(
            Block(name=name, offset=at, length=length, section="register", carrier=NUMBER, start=(-1,) * length if name == "pending" else ())
        )
        at += length
    blocks = tuple(replace(block, section="register") if block.section == "derived" else block for block in base.layout.blocks)
    layout = replace(base.layout, blocks=(*blocks, *extra), shown=at, kept=at, size=at)
    decision = replace(base.decisions[0], sealed="p", otherwise=otherwise)
    fill = (st.Collect(x.Binder("q", x.Seats(x.Const(1), x.Load("players"))), None, "seal_order", "seal_count"),)
    nodes = (Run(block=fill, next=1), Sealed(decision=0, after=0, skip=2), Over())
    return Lockstep(replace(base, layout=layout, decisions=(decision,), flow=nodes, init=init), junk=99)


def test_sealed_choices_are_read_on_the_opening_position() -> None:
    """Each takes the first place whose row is its number a; the first to act empties the row, the others still get their places."""
    binders = (x.Binder("a", FIVE), x.Binder("b", FIVE))
    chosen = stage(*binders, where=(x.Compare("==", row(local("b")), local("a")),), digits=(digit("a"),), ascending=False)
    do = (*set_row(0, 0, 0, 0, 0), st.Store("heap", local("p"), local("b")))
    game = sealed(action(chosen, do=do), init=set_row(4, 3, 2, 1, 1))
    assert [game.slot("pending", seat) for seat in range(3)] == [-2, -2, -2]
    assert game.slot("actor") == 1
    assert game.legal() == [1, 2, 3, 4]
    game.apply(4)
    assert game.slot("actor") == 2
    game.apply(1)
    assert game.slot("actor") == 0
    game.apply(2)
    assert [game.slot("heap", seat) for seat in range(3)] == [2, 0, 3]
    assert game.legal() == [0]


def test_a_seat_without_a_choice_is_not_asked() -> None:
    """Seat 1 may not choose; its `otherwise` runs in its place, and when nobody can choose all of them run at once."""
    chosen = stage(x.Binder("a", FIVE), where=(x.Compare("!=", local("p"), x.Const(1)), x.Compare("==", x.Load("total"), x.Const(0))))
    otherwise = (
        st.Store("heap", local("p"), x.Const(9)),
        st.If(x.Compare(">", x.Load("total"), x.Const(0)), (st.Finish("win", local("p")),)),
    )
    game = sealed(action(chosen, do=(st.Store("total", x.Const(0), x.Const(1)), st.Store("heap", local("p"), local("a")))), otherwise=otherwise)
    assert [game.slot("pending", seat) for seat in range(3)] == [-2, -3, -2]
    assert game.slot("actor") == 2
    game.apply(3)
    game.apply(4)
    # Order 1, 2, 0; then all are without a choice, and seat 1 wins first.
    assert [game.slot("heap", seat) for seat in range(3)] == [4, 9, 3]
    assert (game.slot("verdict"), game.slot("winner"), game.slot("actor")) == (1, 1, -4)
    assert game.slot("seal_count") == 0


def test_the_horizon_cuts_at_a_decision() -> None:
    game = play(action(stage(x.Binder("a", FIVE))), horizon=2)
    game.apply(0)
    game.apply(1)
    assert game.legal() == []
    assert (game.slot("truncated"), game.slot("actor")) == (1, -4)
