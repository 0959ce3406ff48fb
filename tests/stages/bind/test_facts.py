"""What conditions prove, and what makes it uncertain again. Each text stands in the small spec."""

import pytest

from compiler.bind.expressions.reading import walk
from compiler.bind.nouns import typed
from tests.stages.bind.bound import codes, defining, doing, expression, good, small

P = "player p, card c, site(field) q, 0..9 n, direction(field) d"

PROVEN = [
    "spot[c] != none and stone[spot[c]] == none",
    "spot[c] == none or stone[spot[c]] == none",
    "not (spot[c] == none or hit) and stone[spot[c]] == p",
    "stone[spot[c]] == p if spot[c] != none else hit",
    "hit if spot[c] == none else stone[spot[c]] == p",
    "any(x in card where spot[x] != none and stone[spot[x]] == p)",
    "all(stone[spot[x]] == p for x in card where spot[x] != none)",
    "spot[c] in pen and stone[spot[c]] == p",
    "spot[c] == q and stone[spot[c]] == p",
    "held[q] != none and held[q].value > 3",
    "held[q] != none and held[q].owner == p",
    "step(q, d) != none and stone[step(q, d)] == p",
    "any(t in step(q, d) where stone[t] == p)",
    "first(x in card default none) != none and first(x in card default none).value == 1",
    "n < 2 and c.edge[n] == forest",
    "n in 0..1 and c.edge[n] == forest",
    "(n == 0 or n == 1) and c.edge[n] == forest",
    "n <= 1 < 3 and c.edge[n] == forest",
    "n != 0 and 9 // n > 2",
    "n > 0 and 9 % n == 0",
    "any(k in 0..n where 9 // (n - k + 1) > 1)",
    "any(k in n..9 where 9 // (k - n + 1) > 1)",
    "points[p] > 97 and n > 3 and 100 // (points[p] - 97) == n",
    "ground[q] in (red, blue) and count_of[ground[q]] == 0",
    "leader != none and points[leader] > 0",
    "sure(spot[c]) != q and stone[spot[c] if spot[c] != none else q] == p",
    "stone[sure(spot[c])] == p",
    "c.edge[sure(n)] == forest",
]


@pytest.mark.parametrize("text", PROVEN)
def test_conditions_prove_what_follows(text: str) -> None:
    found = expression(text, "bool", P)
    assert not [part for part in walk(found) if isinstance(part, typed.Narrow) and not part.said]


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("stone[spot[c]] == none", ["may-be-none"]),
        ("spot[c] != none or stone[spot[c]] == none", ["may-be-none"]),
        ("spot[c] == none and stone[spot[c]] == none", ["may-be-none"]),
        ("stone[spot[c]] == p and spot[c] != none", ["may-be-none"]),
        ("any(x in card where spot[x] != none) and stone[spot[c]] == p", ["may-be-none"]),
        ("held[q].value > 3", ["may-be-none"]),
        ("stone[step(q, d)] == p", ["may-be-none"]),
        ("points[leader] > 0", ["may-be-none"]),
        ("c.edge[n] == forest", ["may-be-outside"]),
        ("n < 3 and c.edge[n] == forest", ["may-be-outside"]),
        ("n > 1 and c.edge[n] == forest", ["outside-its-type"]),
        ("9 // n > 2", ["divisor"]),
        ("n >= 0 and 9 // n > 2", ["divisor"]),
        ("count_of[ground[q]] == 0", ["may-be-none"]),
        ("ground[q] != none and count_of[ground[q]] == 0", ["may-be-outside"]),
    ],
)
def test_what_is_not_proven_is_refused(text: str, slugs: list[str]) -> None:
    assert codes(small(defining(text, "bool", P))) == slugs


def test_results_and_assignments_narrow_by_themselves() -> None:
    spec = good(small(defining("points[p] + 1", "0..99", "player p")))
    body = spec.defines[0].body
    assert isinstance(body, typed.Narrow) and not body.said
    step = good(doing("points[chief] += 1\nchief = sure(leader)\nleader = chief")).phases[0]
    assert isinstance(step.body, typed.Automatic)
    added, promised, plain = (statement.value for statement in step.body.do)  # type: ignore[union-attr]
    assert isinstance(added, typed.Narrow) and not added.said
    assert isinstance(promised, typed.Narrow) and promised.said
    assert isinstance(plain, typed.StateRef)


FOR_ALL = "for c in card:\n  "
STATEMENTS_PROVEN = [
    "if leader != none: points[leader] = 3",
    "if leader == none: chief = seat(0)\nelse: points[leader] = 3",
    "if leader == none:\n  leader = seat(1)\npoints[chief] = 1",
    "leader = chief\npoints[leader] = 1",
    "if leader == none: end game\npoints[leader] = 3",
    "if leader == none: leader = chief\npoints[leader] = 3",
    "for x in card where spot[x] != none: stone[spot[x]] = x.owner",
    "let t = leader if leader != none else chief\npoints[t] = 2",
    "if leader != none:\n  hit = true\n  points[leader] = 3",
    "for x in card where spot[x] != none:\n  stone[spot[x]] = none\n  spot[x] = none",
]


@pytest.mark.parametrize("text", STATEMENTS_PROVEN)
def test_facts_live_on_in_statements(text: str) -> None:
    good(doing(text))


EFFECT = "effects:\n  forgetful(): leader = none\n"


@pytest.mark.parametrize(
    "text",
    [
        "if leader != none:\n  leader = none\n  points[leader] = 3",
        "if leader != none:\n  forgetful()\n  points[leader] = 3",
        "if leader != none: hit = true\npoints[leader] = 3",
        "for x in card where spot[x] != none:\n  spot[x] = none\n  stone[spot[x]] = none",
        "if spot[item(deck, 0)] != none:\n  move item(deck, 0) to box\n  stone[spot[item(deck, 0)]] = none",
        "if held[a1] != none:\n  spot[item(deck, 0)] = none\n  chief = held[a1].owner",
    ],
)
def test_facts_die_when_what_they_read_is_written(text: str) -> None:
    assert codes(doing(text, EFFECT)) == ["may-be-none"]


def test_a_loop_forgets_what_its_body_writes() -> None:
    text = "if leader != none:\n  for x in 0..3:\n    points[leader] = x\n    leader = none"
    assert codes(doing(text)) == ["may-be-none"]
    assert codes(doing("if leader != none:\n  while hit limit 3:\n    points[leader] = 2\n    leader = none")) == ["may-be-none"]


def test_a_bound_that_is_rewritten_proves_nothing() -> None:
    """The range is fixed when the loop begins, so its end may be another number by the second pass."""
    text = "for k in 0..left_over:\n  points[item(players, left_over - k)] = 1\n  left_over = 0"
    assert codes(doing(text)) == []
    state = "state:\n  tally: {per: 0..12, type: bool}\n  most: {type: 0..12}\n"
    steps = "phases:\n  act:\n    do: |\n      for k in 0..most:\n        tally[most - k] = true\n"
    assert codes("language: 1\ngame: g\ntitle: t\nplayers: 2\n" + state + steps + "        most = 0\n") == ["may-be-outside"]


def actions(lines: str) -> str:
    return small("phases:\n  turn:\n    for: p in players\n" + "\n".join("    " + line for line in lines.splitlines()) + "\n")


def test_facts_of_choices_hold_when_effects_begin() -> None:
    good(actions("choose: c in card where spot[c] != none\ndo: stone[spot[c]] = p"))
    good(actions("choose: c in card\nwhere: spot[c] != none\ndo: stone[spot[c]] = p"))
    good(actions("when: leader != none\ndo: points[leader] = 3"))
    good(small("phases:\n  turn:\n    for: c in card where spot[c] != none\n    do: stone[spot[c]] = none\n"))


def test_below_a_composite_only_loop_variables_are_sure() -> None:
    text = "when: leader != none\nsteps:\n  first:\n    do: leader = none\n  second:\n    do: points[leader] = 3"
    assert codes(actions(text)) == ["may-be-none"]
    good(small("phases:\n  turn:\n    for: d in directions(field) where d != north\n    steps:\n      go:\n        do: heading = d\n"))


def test_sealed_effects_run_on_a_later_position() -> None:
    text = "phases:\n  turn:\n    together: p in players\n    choose: c in card where spot[c] != none\n    do: stone[spot[c]] = p\n"
    assert codes(small(text)) == ["may-be-none"]


def test_a_trial_is_judged_after_the_effects() -> None:
    good(actions("choose: c in card where spot[c] != none\nrequire: before(stone[spot[c]]) == none\ndo: spot[c] = none"))
    text = "choose: c in card where spot[c] != none\nrequire: stone[spot[c]] == none\ndo: spot[c] = none"
    assert codes(actions(text)) == ["may-be-none"]
    good(actions("choose: c in card where spot[c] != none\nrequire: stone[spot[c]] == none\ndo: hit = true"))
