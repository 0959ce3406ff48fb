"""Legal choices: conditions, trials, preferences, stages, codes, outside events."""

from compiler.ir import exprs as x
from compiler.ir.actions import Condition, Digit, Hole, Say
from compiler.ir.flow import Decide
from compiler.ir.game import GameIR
from compiler.ir.layout import Carrier
from compiler.ir.stmts import If, Leave
from tests.stages.interpret.hand_made import Table, action, add, binder, block, decision, digit, game, number, range_of, stage, store

A, B = x.Local("a"), x.Local("b")


def condition(cond: x.Cond, rule: int) -> Condition:
    return Condition(condition=cond, rule=rule)


def deciding(*actions: object, **more: object) -> GameIR:
    blocks = [block("sum"), block("staged", 4, section="register")]
    numbers = tuple(range(len(actions)))
    return game(Decide(decision=0, after=0), blocks=blocks, actions=actions, decisions=[decision(*numbers)], **more)


def test_codes_are_mixed_radix_last_digit_fastest() -> None:
    direction = Digit(local="b", carrier=Carrier(name="d", low=-1, high=1, optional=True, texts=("up", "down")), size=3)
    values = Digit(local="c", carrier=range_of(0, 9), size=2, values=(7, 4))
    binders = (binder("a", 2, 3), binder("b", -1, 1), x.Binder(local="c", domain=x.Listed((number(7), number(4)))))
    made = deciding(action("go", stage(digit("a", 1, 3), direction, values, base=10, binders=binders)))
    table = Table(made)
    assert table.legal() == list(range(16, 28)), "a = 2 starts at 10 + 1 * 6"
    out = [0, 0, 0]
    assert table.engine.decode(10 + 2 * 6 + 2 * 2 + 1, out) == 0
    assert out == [3, -1, 4], "the last position of an optional digit is none, the list's second value 4"
    assert table.engine.decode(10, out) == 0 and out == [1, 0, 7]
    assert table.engine.decode(28, out) == -1


def test_require_is_judged_on_a_trial_and_before_it() -> None:
    """The sum doubles and grows by a; it must then be at most 12, even, and more than it was by at least 3."""
    do = (store("sum", x.Binary("*", x.Load("sum"), number(2))), add("sum", A), If(x.Compare("==", A, number(0)), (Leave("x"),)))
    grown = x.Binary("-", x.Load("sum"), x.Old(x.Load("sum")))
    require = (
        condition(x.Compare("<=", x.Load("sum"), number(12)), 2),
        condition(x.Compare("==", x.Binary("%", x.Load("sum"), number(2)), number(0)), 3),
        condition(x.Compare(">=", grown, number(3)), 4),
    )
    table = Table(deciding(action("go", stage(digit("a", 0, 9)), do=do, require=require)))
    table.s[table.game.layout.block("sum").offset] = 2
    before = list(table.s)
    assert [table.refusal(code) for code in range(10)] == [4, 3, 0, 3, 0, 3, 0, 3, 0, 2]
    assert table.legal() == [2, 4, 6, 8]
    assert table.s == before


def test_refusal_names_the_first_that_fails() -> None:
    first = stage(
        digit("a", 0, 9),
        binders=(binder("a", 1, 8, where=x.Compare("!=", A, number(5))),),
        conditions=[condition(x.Compare("<", A, number(7)), 2), condition(x.Compare(">", A, number(2)), 3)],
        rule=1,
    )
    go = action("go", first, require=(condition(x.Compare("!=", A, number(4)), 4),), prefer=(A,), prefer_rule=5)
    table = Table(deciding(go))
    assert [table.refusal(code) for code in range(10)] == [1, 3, 3, 5, 4, 1, 0, 2, 2, 1]
    assert table.legal() == [6]


def test_preferences_compete_across_actions_and_leave_the_others() -> None:
    """(a % 3, a) of `take` against (2,) of `step`, which counts as (2, 0): `take` 5 and 8 beat it, 8 is best. `pass` has no preference."""
    take = action("take", stage(digit("a", 0, 9)), prefer=(x.Binary("%", A, number(3)), A), prefer_rule=5)
    step = action("step", stage(base=10), prefer=(number(2),), prefer_rule=6)
    pass_ = action("pass", stage(base=11))
    table = Table(deciding(take, step, pass_))
    assert table.legal() == [8, 11]
    assert (table.refusal(5), table.refusal(10), table.refusal(11)) == (5, 6, 0)


def test_a_preference_over_the_effects() -> None:
    """Keeps what leaves the sum nearest to 5, judged after the effects, but not for more than it was before by 4."""
    far = x.Abs(x.Binary("-", x.Load("sum"), number(5)))
    jump = x.Binary("-", x.Load("sum"), x.Old(x.Load("sum")))
    prefer = (x.Binary("-", number(0), far), x.Binary("-", number(0), jump))
    go = action("go", stage(digit("a", 1, 7)), do=(add("sum", A),), prefer=prefer, prefer_trial=True, prefer_rule=5)
    assert Table(deciding(go)).legal() == [4], "a = 5"
    two = action("go", stage(digit("a", 2, 8), binders=(x.Binder(local="a", domain=x.Listed((number(4), number(6)))),)), do=(add("sum", A),),
                 prefer=prefer, prefer_trial=True, prefer_rule=5)  # fmt: skip
    assert Table(deciding(two)).legal() == [2], "4 and 6 are equally near, 4 is the smaller jump"


def staged() -> GameIR:
    """First a in 0..2, then b in 0..3 with a + b == 3 or b == 0, but a = 1 with b = 0 is forbidden by `require`; codes 0..2 and 3..6."""
    fits = x.Or((x.Compare("==", x.Binary("+", A, B), number(3)), x.Compare("==", B, number(0))))
    second = stage(digit("b", 0, 3), base=3, conditions=[condition(fits, 2)], rule=12)
    first = stage(digit("a", 0, 2), base=0, conditions=[condition(x.Compare("!=", A, number(0)), 3)], rule=11)
    require = (condition(x.Not(x.And((x.Compare("==", A, number(1)), x.Compare("==", B, number(0))))), 4),)
    say = Say(parts=("from ", Hole(value=A, carrier=range_of(0, 2)), " to ", Hole(value=B, carrier=range_of(0, 3))))
    do = (add("sum", x.Binary("+", x.Binary("*", A, number(10)), B)),)
    return deciding(action("go", first, second, do=do, require=require, say=say))


def test_stages_are_held_until_the_last() -> None:
    table = Table(staged())
    assert (table.legal(), table["staged"]) == ([1, 2], [0, 0, 0, 0])
    assert (table.refusal(0), table.refusal(3)) == (3, 21), "the second stage is not offered yet"
    table.apply(1)
    assert (table["staged"], table.legal(), table["sum"], table["decisions"], table.player()) == ([1, 1, 1, 0], [5], 0, 1, 0)
    assert [table.refusal(code) for code in range(1, 7)] == [21, 21, 4, 2, 0, 2]
    out = [0, 0]
    assert (table.engine.say(table.s, 5, out), out) == (2, [1, 2])
    table.apply(5)
    assert (table["staged"], table["sum"], table["decisions"]) == ([0, 0, 0, 0], 12, 2)


def test_a_first_value_is_legal_only_if_it_can_be_completed() -> None:
    """a = 3 has no b: neither a + b == 3 with b >= 1 nor anything else."""
    second = stage(digit("b", 1, 3), base=4, conditions=[condition(x.Compare("==", x.Binary("+", A, B), number(3)), 2)], rule=12)
    table = Table(deciding(action("go", stage(digit("a", 0, 3)), second)))
    assert table.legal() == [0, 1, 2]
    assert table.refusal(3) == 2, "the first b in order, 1, fails a + b == 3"
    nothing = stage(digit("b", 1, 3), base=4, binders=(binder("b", 3, 2),), rule=12)
    other = Table(deciding(action("go", stage(digit("a", 0, 3)), nothing), action("stay", stage(base=9))))
    assert (other.legal(), other.refusal(0)) == ([9], 12)


def test_names_that_are_not_in_the_code_are_found_again() -> None:
    """`code: a` where b is bound as well, b = 9 - a."""
    both = stage(digit("a", 0, 3), binders=(binder("a", 0, 3), x.Binder(local="b", domain=x.One(x.Binary("-", number(9), A)))))
    table = Table(deciding(action("go", both, do=(add("sum", B),))))
    assert table.legal() == [0, 1, 2, 3]
    table.apply(2)
    assert table["sum"] == 7


def test_can_act_looks_one_step_ahead() -> None:
    small = x.Compare("<", x.Load("sum"), number(3))
    grow = action("grow", stage(conditions=[condition(small, 2)]), do=(add("sum", 2),))
    stop = action("stop", stage(base=1, conditions=[condition(x.Not(x.CanAct(0)), 3)]), do=())
    table = Table(deciding(grow, stop))
    assert table.legal() == [0]
    table.apply(0, 0)
    assert (table["sum"], table.legal(), table.refusal(0)) == (4, [1], 2)


def test_outside_events_are_accepted_but_not_offered() -> None:
    go = action("go", stage(digit("a", 0, 1)), stage(digit("b", 0, 1), base=2), do=(add("sum", 1),))
    clock = action("clock", stage(base=4, conditions=[condition(x.Compare("<", x.Load("sum"), number(100)), 2)]), do=(add("sum", 100),), outside=True)
    table = Table(deciding(go, clock))
    out = [0] * 3
    assert (table.legal(), table.engine.legal_outside(table.s, out), out[0], table.refusal(4)) == ([0, 1], 1, 4, 0)
    table.apply(1)
    assert (table["staged"], table.refusal(4), table.legal()) == ([1, 1, 1, 0], 0, [2, 3])
    table.apply(4)
    assert (table["staged"], table["sum"], table["decisions"], table.refusal(4)) == ([0, 0, 0, 0], 100, 2, 2)
    assert table.engine.legal_outside(table.s, out) == 0


def test_a_fault_in_a_condition_stands_in_the_vector() -> None:
    bad = stage(digit("a", 0, 2), conditions=[condition(x.Truth(x.Checked(A, 0, 1, 13)), 2)])
    table = Table(deciding(action("stay", stage(base=9)), action("go", bad)))
    assert table.fault == 0
    assert (table.legal(), table["fault"], table.player()) == ([], 13, -4)
