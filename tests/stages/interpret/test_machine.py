"""The flow: stops, loops, exits, chance in both modes, stages, sealed choices, faults, the horizon."""

import pytest

from compiler.interpret import InternalError, Interpreter, evaluate, evaluate_claim
from compiler.interpret.play.chance import below, seeded
from compiler.interpret.play.position import before_play, stand
from compiler.ir import exprs as x
from compiler.ir.actions import Condition
from compiler.ir.flow import Branch, Decide, Draw, Exit, Run, Sealed
from compiler.ir.game import GameIR, Stand
from compiler.ir.stmts import Collect, Demand, Finish, For, If, Leave, Let, Stmt, Store, While
from tests.stages.interpret.hand_made import (
    Table,
    action,
    add,
    binder,
    block,
    chance,
    chance_stage,
    decision,
    digit,
    game,
    number,
    range_of,
    stage,
    store,
)  # fmt: skip


def counter(horizon: int = 0, limit: int = 5) -> GameIR:
    """Seats add 1 to 3 in turn to a sum; who reaches the limit wins. 0 setup, 1 decide, 2 turn passes, 3 over."""
    sum_, n = x.Load("sum"), x.Local("n")
    reached = x.Compare(">=", x.Load("sum"), number(limit))
    take = action(
        "take",
        stage(digit("n", 1, 3), conditions=[Condition(condition=x.Compare("<=", x.Binary("+", sum_, n), number(limit)), rule=2)], rule=1),
        do=(add("sum", n), If(reached, (Finish("win", x.Load("turn")),))),
    )
    return game(
        Run(block=(store("sum", 1),), next=1),
        Decide(decision=0, after=2),
        Run(block=(store("turn", x.Binary("-", number(1), x.Load("turn"))),), next=1, step=True),
        blocks=[block("sum", carrier=range_of(0, limit)), block("turn", carrier=range_of(0, 1))],
        actions=[take], decisions=[decision(0, actor=x.Load("turn"))], horizon=horizon,
    )  # fmt: skip


def test_a_game_of_counting() -> None:
    table = Table(counter())
    assert (table["sum"], table["step"], table["actor"], table.legal()) == (1, 1, 0, [0, 1, 2])
    table.apply(2)
    assert (table["sum"], table["turn"], table["actor"], table["decisions"], table.legal()) == (4, 1, 1, 1, [0])
    assert [table.refusal(code) for code in (0, 1, 2, 3, -1)] == [0, 2, 2, 21, 21]
    assert table.returns() == [0, 0]
    table.apply(0)
    assert (table["sum"], table["step"], table["actor"], table["verdict"], table["winner"]) == (5, 3, -4, 1, 1)
    assert (table.player(), table.legal(), table.refusal(0), table.returns()) == (-4, [], 21, [-1, 1])


def test_the_horizon_cuts_at_the_next_decision() -> None:
    table = Table(counter(horizon=2, limit=9))
    table.apply(0, 0)
    assert (table["sum"], table["turn"], table["truncated"], table["verdict"], table.player()) == (3, 0, 1, 0, -4)
    ended = Table(counter(horizon=2))
    ended.apply(2, 0)
    assert (ended["truncated"], ended["verdict"]) == (0, 1), "a game that ends with the last decision is not cut off"


def test_playouts_add_up() -> None:
    """Every game of `counter` has 2 to 4 decisions, and somebody wins it."""
    engine = Table(counter()).engine
    whole, parts = [0] * (8 + 12), [0] * (8 + 12)
    for sums in (whole, parts):
        sums[5] = -1
    s, out = [0] * engine.VECTOR_SIZE, [0] * 10
    assert engine.playouts(s, out, 2, 5, 0, 60, whole) == 0
    for first in (0, 20, 40):
        engine.playouts(s, out, 2, 5, first, 20, parts)
    assert whole == parts
    games, decisions, squares, options, longest, shortest, truncated, faults = whole[:8]
    assert (games, truncated, faults, longest, shortest) == (60, 0, 0, 4, 2)
    assert 2 * games <= decisions <= 4 * games and decisions**2 <= squares * games and options >= decisions
    sole, shared, returns, squared, scores, _ = (whole[8 + at] + whole[14 + at] for at in range(6))
    assert (sole, shared, returns, squared, scores) == (60, 0, 0, 120, 0)


def test_a_playout_by_hand() -> None:
    """The agents' stream of the seed, below(number of legal actions), again and again."""
    table = Table(counter(limit=9), seed=3)
    low, high = seeded(11, 2)
    total, decisions = 1, 0
    while total < 9:
        drawn, low, high = below(low, high, min(3, 9 - total))
        total, decisions = total + drawn + 1, decisions + 1
    assert table.engine.playout_from(table.s, [0] * 10, 11) == decisions
    assert (table["sum"], table["winner"]) == (9, (decisions - 1) % 2)


# ---- exits, branches, loops


def test_leave_goes_to_the_exit_and_stops_the_effects() -> None:
    table = Table(
        game(
            Run(block=(store("a", 1), Leave("round"), store("a", 2)), next=3, exits=(Exit(name="turn", node=3), Exit(name="round", node=1))),
            Branch(condition=x.Compare("==", x.Load("a"), number(1)), yes=2, no=3),
            Run(block=(store("b", 5), Finish("lose", number(1)), store("b", 6)), next=3),
            blocks=[block("a"), block("b")],
        )
    )
    assert (table["a"], table["b"], table["verdict"], table["winner"], table.returns()) == (1, 5, 2, 1, [1, -1])


def test_a_circle_without_a_stop_is_the_spin_fault() -> None:
    table = Table(game(Branch(condition=x.Bool(True), yes=0, no=1)))
    assert (table.fault, table["fault"], table.player(), table.engine.actor(table.s)) == (20, 20, -4, -4)


def test_loops_fix_their_members_and_ask_where_anew() -> None:
    """marks 3 1 2: by mark the order is 1, 2, 0; place 1 rubs out 2's mark, so 2 is skipped; the rise of 0's mark changes nothing."""
    mark = x.Load("mark", x.Local("i"))
    loop = For(
        binder("i", 0, 2, where=x.Compare(">", mark, number(0))),
        mark,
        (
            add("trail", x.Binary("+", x.Binary("*", x.Load("trail"), number(9)), x.Binary("+", x.Local("i"), number(1)))),
            If(x.Compare("==", x.Local("i"), number(1)), (store("mark", 0, 2), store("mark", 8, 0))),
        ),
        False,
        3,
    )
    marks = (store("mark", 3, 0), store("mark", 1, 1), store("mark", 2, 2))
    table = Table(game(Run(block=(*marks, loop), next=1), blocks=[block("mark", 3), block("trail")]))
    assert table["trail"] == 21, "10 * 2 + 1: places 1 and 0"
    assert table["mark"] == [8, 1, 0]


def test_collect_orders_and_leaves_the_rest() -> None:
    collect = Collect(binder("i", 0, 3, where=x.Compare("!=", x.Local("i"), number(2))), x.Binary("-", number(0), x.Local("i")), "list", "count")
    table = Table(game(Run(block=(store("list", 7, 3), collect), next=1), blocks=[block("list", 4), block("count")]))
    assert (table["list"], table["count"]) == ([3, 1, 0, 7], 3)


def test_while_fails_after_its_limit() -> None:
    def after(limit: int) -> Table:
        loop = While(x.Compare("<", x.Load("a"), number(4)), limit, 6, (Let("b", x.Load("a")), store("a", x.Binary("+", x.Local("b"), number(1)))))
        return Table(game(Run(block=(loop,), next=1), blocks=[block("a")]))

    assert (after(4).fault, after(4)["a"]) == (0, 4)
    assert after(3).fault == 6


# ---- nothing legal


def nothing_legal(**more: object) -> Table:
    never = stage(conditions=[Condition(condition=x.Bool(False), rule=2)], base=0)
    acts = [action("never", never), action("pass", stage(base=1), do=(store("a", 1),))]
    flow = (Decide(decision=0, after=1), Run(block=(add("a", 10),), next=2))
    return Table(game(*flow, blocks=[block("a")], actions=acts, decisions=[decision(0, **more)]))


def test_nothing_legal_is_a_fault_or_otherwise_or_forced() -> None:
    assert nothing_legal().fault == 9
    assert (nothing_legal(otherwise=(store("a", 3),))["a"], nothing_legal(otherwise=(store("a", 3),)).player()) == (13, -4)
    forced = nothing_legal(forced=(1,))
    assert (forced.player(), forced.legal(), forced.refusal(0), forced.refusal(1)) == (0, [1], 2, 0)
    forced.apply(1)
    assert (forced["a"], forced["decisions"]) == (11, 1)


# ---- chance


def dice(**more: object) -> GameIR:
    """A roll of 1..3, where n weighs n * n - 1 (0, 3, 8), added to a sum, twice."""
    n = x.Local("n")
    roll = chance(chance_stage(digit("n", 1, 3), weight=x.Binary("-", x.Binary("*", n, n), number(1))), do=(add("sum", n), add("rolls", 1)))
    return game(
        Draw(chance=0, after=1), Branch(condition=x.Compare("<", x.Load("rolls"), number(2)), yes=0, no=2), blocks=[block("sum"), block("rolls")],
        chances=[roll], **more,
    )  # fmt: skip


def test_outcomes_and_weights() -> None:
    table = Table(dice(), explicit=1)
    assert (table.player(), table["actor"], table.outcomes(), table.legal()) == (-1, -1, [(1, 3), (2, 8)], [])
    assert [table.refusal(code) for code in (0, 1, 2, 3)] == [8, 0, 0, 21]
    table.apply(1, 2)
    assert (table["sum"], table["rolls"], table.player(), table["decisions"]) == (2 + 3, 2, -4, 0)


@pytest.mark.parametrize("seed", range(6))
def test_chance_inside_is_below_the_sum_of_weights(seed: int) -> None:
    low, high = seeded(seed, 1)
    first, low, high = below(low, high, 11)
    second, low, high = below(low, high, 11)
    table = Table(dice(), seed=seed)
    assert table["sum"] == sum(2 if drawn < 3 else 3 for drawn in (first, second))
    assert (table["dice_low"], table["dice_high"]) == (low, high)
    assert (table["deal_low"], table["deal_high"]) == seeded(seed, 0)


def test_two_stages_of_a_draw_are_held_and_released() -> None:
    """Two different of 0..2: the second stage leaves out the first."""
    a, b = x.Local("a"), x.Local("b")
    pair = chance(
        chance_stage(digit("a", 0, 2)), chance_stage(digit("b", 0, 2), base=3, where=x.Compare("!=", a, b)),
        do=(store("sum", x.Binary("+", x.Binary("*", number(10), a), b)),), stream="deal",
    )  # fmt: skip
    made = game(Draw(chance=0, after=1), blocks=[block("sum"), block("staged", 4, section="register")], chances=[pair])
    table = Table(made, explicit=1)
    table.apply(2)
    assert (table["staged"], table.outcomes(), table.player(), table["sum"]) == ([1, 1, 2, 0], [(3, 1), (4, 1)], -1, 0)
    table.apply(4)
    assert (table["staged"], table["sum"], table.player()) == ([0, 0, 0, 0], 21, -4)

    low, high = seeded(4, 0)
    first, low, high = below(low, high, 3)
    second, low, high = below(low, high, 2)
    drawn = Table(made, seed=4)
    assert drawn["sum"] == 10 * first + [one for one in range(3) if one != first][second]
    assert drawn["staged"] == [0, 0, 0, 0]


@pytest.mark.parametrize("explicit", [0, 1])
def test_no_outcome_is_otherwise_or_a_fault(explicit: int) -> None:
    def drawing(**more: object) -> Table:
        roll = chance(chance_stage(digit("n", 0, 1), where=x.Bool(False)), do=(store("a", 1),), **more)
        return Table(game(Draw(chance=0, after=1), blocks=[block("a")], chances=[roll]), explicit=explicit)

    assert drawing().fault == 8
    assert (drawing(otherwise=(store("a", 2),))["a"], drawing(otherwise=(store("a", 2),)).fault) == (2, 0)


# ---- sealed choices


def sealed(high: tuple[int, int], **more: object) -> Table:
    """Each seat names 0..its high at once; the sum counts, in base 10 by order (1, 0). A high below 0 leaves nothing to name."""
    seat, n = x.Local("seat"), x.Local("n")
    digits = stage(digit("n", 0, 3), conditions=[Condition(condition=x.Compare("<=", n, x.Load("high", seat)), rule=3)])
    name = action("name", digits, do=(store("sum", x.Binary("+", x.Binary("*", x.Load("sum"), number(10)), n)), store("high", -1, seat)))
    return Table(
        game(
            Run(block=(store("high", high[0], 0), store("high", high[1], 1), store("seal_order", 1, 0), store("seal_count", 2)), next=1),
            Sealed(decision=0, after=2, skip=3),
            Run(block=(add("sum", 1000),), next=3),
            blocks=[
                block("sum"), block("high", 2), block("pending", 2, start=(-1, -1), seen="owner", owners=(0, 1), section="register"),
                block("seal_order", 2, section="register"), block("seal_count", section="register"),
            ],
            actions=[name], decisions=[decision(0, sealed="seat", **more)],
        )
    )  # fmt: skip


def test_a_sealed_choice_runs_when_all_are_committed() -> None:
    table = sealed((3, 1))
    assert (table.player(), table.engine.actor(table.s), table["pending"], table.legal()) == (-2, 1, [-2, -2], [0, 1])
    assert table.refusal(2) == 3
    table.apply(1)
    assert (table.player(), table.engine.actor(table.s), table["pending"], table.legal(), table["sum"]) == (-2, 0, [-2, 1], [0, 1, 2, 3], 0)
    table.apply(2)
    assert (table["sum"], table["pending"], table["seal_count"], table["decisions"], table.player()) == (1012, [-1, -1], 0, 2, -4)


def test_a_seat_that_cannot_choose_is_not_asked() -> None:
    assert sealed((3, -1)).apply(2) == 9, "what it does instead is not said"
    table = sealed((3, -1), otherwise=(add("sum", x.Binary("+", x.Local("seat"), number(4))),))
    assert (table.engine.actor(table.s), table["pending"]) == (0, [-2, -3])
    table.apply(2)
    assert table["sum"] == 1052, "first seat 1 adds 5, then seat 0 names 2"
    nobody = sealed((-1, -1), otherwise=(add("sum", 1),))
    assert (nobody["sum"], nobody.player(), nobody["decisions"]) == (1002, -4, 0)


def test_nobody_to_ask_is_skipped() -> None:
    table = Table(
        game(
            Sealed(decision=0, after=1, skip=2), Run(block=(store("a", 1),), next=2), decisions=[decision(sealed="seat")],
            blocks=[block("a"), block("pending", 2), block("seal_order", 2), block("seal_count")],
        )
    )  # fmt: skip
    assert (table["a"], table.player()) == (0, -4)


# ---- faults and what is checked


def test_a_fault_stops_and_stays() -> None:
    act = action("go", stage(), do=(store("a", 1), Demand(x.Compare("==", x.Load("a"), number(2)), 4), store("a", 3)))
    table = Table(game(Decide(decision=0, after=1), blocks=[block("a")], actions=[act], decisions=[decision(0)]))
    assert table.apply(0) == 4
    assert (table["fault"], table.player(), table.engine.actor(table.s), table.legal(), table.apply(0)) == (4, -4, -4, [], 4)


def test_a_store_out_of_range_is_the_rule_it_names_or_the_compilers_mistake() -> None:
    def storing(statement: Stmt) -> Table:
        return Table(game(Run(block=(statement,), next=1), blocks=[block("a", carrier=range_of(0, 3))]))

    assert storing(Store("a", number(0), number(4), 0, 3, 5)).fault == 5
    assert storing(Store("a", number(0), number(3), 0, 3, 5)).fault == 0
    with pytest.raises(InternalError):
        storing(store("a", 4))


def test_always_is_asked_after_steps_only() -> None:
    def playing(step: bool) -> Table:
        return Table(
            game(
                Run(block=(store("a", 1),), next=1, step=step), Run(block=(store("a", 0),), next=2, step=True), blocks=[block("a")],
                always=[(x.Compare("==", x.Load("a"), number(0)), 11)],
            )
        )  # fmt: skip

    assert (playing(True).fault, playing(False).fault) == (11, 0)


# ---- standing in the middle of play


def test_positions_before_play_and_with_pieces_put_by_hand() -> None:
    """Setup adds 1, the first phase 10, the second 100; `phases` begins at node 1."""
    flow = [Run(block=(add("a", amount),), next=at + 1) for at, amount in enumerate((1, 10, 100))]
    made = game(*flow, blocks=[block("a")], phases_entry=1)
    s = before_play(made, 2, 7)
    assert evaluate(made, s, x.Load("a")) == 1
    stand(made, s, Stand(path="second", node=2, loops=()), {}, {})
    assert (evaluate(made, s, x.Load("a")), Interpreter(made).current_player(s)) == (101, -4)


def test_claims_are_judged_on_the_bare_position() -> None:
    made = game(Run(block=(store("a", 1),), next=1), blocks=[block("a", start=(7,))])
    assert evaluate_claim(made, x.Compare("==", x.Load("players"), number(3)), 3)
    assert not evaluate_claim(made, x.Compare("==", x.Load("players"), number(3)), 2)
    assert evaluate_claim(made, x.Compare("==", x.Load("a"), number(7)), 2), "start values stand, nothing has run"
    assert not evaluate_claim(made, x.Truth(x.Checked(number(4), 0, 3, 5)), 2), "a fault is no"
