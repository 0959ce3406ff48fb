"""The tree of play: who decides, what is chosen, drawn, left, asked; tables, interrupts and the result."""

import pytest

from compiler.bind.nouns import typed
from compiler.bind.play.leaving import all_steps
from tests.stages.bind.bound import bind, codes, good, small


def phases(text: str, more: str = "") -> str:
    return small(more + "phases:\n" + "\n".join("  " + line for line in text.splitlines()) + "\n")


def step(text: str, path: str, more: str = "") -> typed.Step:
    spec = good(phases(text, more))
    return next(found for found in all_steps(spec) if " ".join(found.path) == path)


def test_the_innermost_loop_over_players_decides() -> None:
    text = "round:\n  for: o in players\n  steps:\n    turn:\n      for: p in players\n      choose: n in 1..3\n      do: pass"
    found = step(text, "phases round turn")
    assert isinstance(found.body, typed.Decision) and isinstance(found.body.who, typed.LocalRef)
    assert found.body.who.local.name == "p"
    assert found.loop is not None and found.body.who.local == found.loop.local


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("go:\n  choose: n in 1..3\n  do: pass", "nobody-decides"),
        ("go:\n  for: d in directions(field)\n  choose: n in 1..3\n  do: pass", "nobody-decides"),
        ("go:\n  who: hit\n  choose: n in 1..3\n  do: pass", "expected-type"),
        ("go:\n  who: leader\n  choose: n in 1..3\n  do: pass", "may-be-none"),
        ("go:\n  together: d in directions(field)\n  choose: n in 1..3\n  do: pass", "expected-type"),
        ("go:\n  together: p in players\n  choose: n in 1..3\n  do: end go", "end-in-sealed"),
        ("go:\n  for: p in players\n  choose: n in 1..3 by n\n  do: pass", "useless-by"),
        ("go:\n  for: p in players\n  choose: n in hit\n  do: pass", "not-a-domain"),
        ("go:\n  for: p in players\n  choose: n in 1..3\n  code: m\n  do: pass", "unknown-reference"),
        ("go:\n  for: p in players\n  choose: n in 1..3\n  secret: m\n  do: pass", "unknown-reference"),
        ("go:\n  for: p in players\n  choose: n in 1..3\n  require: before(before(hit))\n  do: pass", "before-outside"),
        ("go:\n  for: p in players\n  choose: n in 1..3\n  where: before(hit)\n  do: pass", "before-outside"),
        ("go:\n  for: p in players\n  choose: c in card, q in field, r in field, n in 0..99\n  do: pass", "wide-action"),
        ("go:\n  for: p in players\n  choose: n in 0..9999999999\n  do: pass", "unbounded-choice"),
        ("go:\n  for: p in players\n  choose: n in 1..3\n  prefer: chief\n  do: pass", "not-a-number"),
        ("go:\n  for: p in players\n  choose: p in players\n  do: pass", "shadows"),
        ("go:\n  when: points\n  do: pass", "index-count"),
        ("go:\n  repeat: hit\n  do: pass", "not-a-number"),
        ("go:\n  do: end other\nother:\n  do: pass", "not-inside"),
        ("go:\n  draw: c in deck\n  do: hit = true", "draw-seen-by-whom"),
        ("go:\n  draw: n in 1..3\n  seen_by: chief\n  do: hit = true", "expected-type"),
        ("go:\n  shuffle: hand[chief]", "bad-zone"),
        ("go:\n  roll: n in 1..6\n  weight: hit\n  do: pass", "not-a-number"),
        ("go:\n  roll: n in 1..6\n  weight: n - 2\n  do: pass", "may-be-outside"),
        ("go: {resolve: trick}", "unknown-reference"),
        ("go: {use: deal()}", "unknown-reference"),
        ("go:\n  for: p in players\n  actions:\n    a: {where: can(b), do: pass}\n    b: {where: can(a), do: pass}", "recursion"),
        ("go:\n  for: p in players\n  actions:\n    a:\n      require: can(a)\n      do: hit = true", "recursion"),
    ],
)
def test_mistakes_in_steps(text: str, slug: str) -> None:
    assert codes(phases(text)) == [slug]


def test_end_leaves_the_innermost_node_of_its_name() -> None:
    text = "turn:\n  repeat: 3\n  steps:\n    turn:\n      while: hit\n      steps:\n        act:\n          do: end turn"
    found = step(text, "phases turn turn act")
    assert isinstance(found.body, typed.Automatic)
    [end] = found.body.do
    assert isinstance(end, typed.End) and end.target == "phases turn turn"


def test_an_effect_may_end_only_what_is_under_way_wherever_it_is_called() -> None:
    effects = "effects:\n  stop(): end round\n  twice(): stop()\n"
    good(phases("round:\n  repeat: 2\n  steps:\n    act:\n      do: twice()", effects))
    assert codes(phases("round:\n  repeat: 2\n  steps:\n    act:\n      do: hit = true\nafter:\n  do: twice()", effects)) == ["not-inside"]
    sealed = "round:\n  repeat: 2\n  steps:\n    act:\n      together: p in players\n      choose: n in 1..3\n      do: twice()"
    assert codes(phases(sealed, effects)) == ["end-in-sealed"]


def test_can_may_look_at_a_sibling() -> None:
    text = "go:\n  for: p in players\n  actions:\n    a: {where: hit, do: pass}\n    b: {where: not can(a), do: pass}"
    found = step(text, "phases go")
    assert isinstance(found.body, typed.Decision)
    where = found.body.actions[1].where
    assert isinstance(where, typed.Not) and isinstance(where.operand, typed.Can)
    assert (where.operand.leaf, where.operand.action) == (("phases", "go"), "a")


def test_number_counts_the_node_around() -> None:
    text = "round:\n  repeat: 7\n  steps:\n    act:\n      do: left_over = number(round)"
    found = step(text, "phases round act")
    assert isinstance(found.body, typed.Automatic)
    [assign] = found.body.do
    assert isinstance(assign, typed.Assign) and isinstance(assign.value, typed.Builtin)
    assert (assign.value.step, assign.value.type.low, assign.value.type.high) == (("phases", "round"), 1, 7)  # type: ignore[union-attr]


def test_who_sees_a_draw_follows_from_where_it_goes() -> None:
    drawn = step("go:\n  draw: c in deck\n  do: move c to hand[chief]", "phases go")
    rolled = step("go:\n  roll: n in 1..6\n  do: pass", "phases go")
    told = step("go:\n  roll: n in 1..6\n  seen_by: chief\n  do: pass", "phases go")
    for found in (drawn, rolled, told):
        assert isinstance(found.body, typed.Chance)
    assert drawn.body.seen_zone is not None and drawn.body.seen_zone.zone is not None  # type: ignore[union-attr]
    assert rolled.body.seen_by_all and not told.body.seen_by_all  # type: ignore[union-attr]
    assert told.body.seen_by is not None  # type: ignore[union-attr]


TABLE = """resolution:
  trick:
    reads: {w: left_over, b: hit}
    given: w < 10
    hit: unique
    rows:
      calm: {when: w == 0, do: pass}
      wild: {when: "w > 0 and {more}", do: hit = true}
phases:
  judge: {resolve: trick}
"""


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("b", []),
        ("w < size * player_count", []),
        ("max(w, 3) > 3", []),
        ("hit", ["reads-more"]),
        ("any(c in deck)", ["reads-more"]),
        ("w", ["not-a-condition"]),
    ],
)
def test_rows_ask_only_for_what_the_table_reads(more: str, found: list[str]) -> None:
    assert codes(small(TABLE.replace("{more}", more))) == found


def test_a_table_may_give_a_value() -> None:
    head = "resolution:\n  worth:\n    reads: {w: left_over}\n    hit: first\n    gives: 0..9\n    rows:\n"
    rows = head + "      low: {when: w < 3, gives: 1}\n      high: {when: w >= 3, gives: w}\n"
    spec = good(small(rows + "define:\n  double() -> 0..20: 2 * worth()\n"))
    high = spec.tables[0].rows[1].gives
    assert isinstance(high, typed.Narrow) and not high.said
    product = spec.defines[0].body
    assert isinstance(product, typed.Binary) and isinstance(product.right, typed.Call) and product.right.kind == "table"
    assert codes(small(rows.replace("gives: w}", "do: pass}"))) == ["row-without-value"]


INTERRUPT = """phases:
  turn:
    for: p in players
    choose: n in 1..3
    do: pass
interrupts:
  now:
    after: {after}
    ask: s in players where {asked}
    offers:
      show:
        choose: c in hand[s]
        do: move c to box
"""


@pytest.mark.parametrize(
    ("after", "asked", "found"),
    [
        ("phases.turn", "points[s] > 0", []),
        ("phases.tern", "points[s] > 0", ["unknown-step"]),
        ("phases.turn", "any(c in hand[s])", ["asks-secret"]),
        ("phases.turn", "armed(s)", ["asks-secret"]),
    ],
)
def test_interrupts(after: str, asked: str, found: list[str]) -> None:
    armed = "define:\n  armed(player p) -> bool: any(c in hand[p])\n"
    assert codes(small(armed + INTERRUPT.replace("{after}", after).replace("{asked}", asked))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("score: points[p]\n  rank: score, -points[p]", []),
        ("rank: hit, points[p]", []),
        ("rank: points[q]", ["unknown-name"]),
        ("rank: chief", ["not-a-number"]),
        ("score: points[sure(leader)]", ["sure-in-result"]),
        ("returns: score\n  rank: points[p]", ["no-score"]),
        ("rank:\n    - score\n    - for: k in 2..4\n      by: k * points[p]\n  score: points[p]", []),
    ],
)
def test_results(text: str, found: list[str]) -> None:
    assert codes(small(f"result:\n  {text}\n")) == found


def test_without_keys_the_score_ranks() -> None:
    result = good(small("result:\n  score: points[p] + 1\n")).result
    assert result is not None and [key.value for key in result.rank] == [result.score]


def test_claims_may_be_false_but_not_meaningless() -> None:
    assert codes(small("claims:\n  - that: count(c in card) == 77\n")) == []
    assert codes(small("claims:\n  - that: count(c in card) == chief\n")) == ["never-equal"]


def test_sequences_take_arguments() -> None:
    text = "sequences:\n  deal(player p, 0..9 n):\n    repeat: n\n    draw: c in deck\n    do: move c to hand[p]\n"
    spec = good(phases("start: {use: \"deal(chief, 3)\"}", text))
    assert spec.sequences[0].step.path == ("sequences", "deal")
    assert codes(phases("start: {use: \"deal(chief, 33)\"}", text)) == ["outside-its-type"]
    assert codes(phases("start: {use: \"deal(chief)\"}", text)) == ["argument-count"]


def test_sequences_never_lead_back() -> None:
    text = "sequences:\n  one():\n    steps:\n      go: {use: two()}\n  two():\n    steps:\n      go: {use: one()}\n"
    assert codes(phases("start: {use: one()}", text)) == ["recursion"]


def test_two_steps_of_one_name_in_two_places_are_two() -> None:
    spec, problems = bind(phases("a:\n  steps:\n    go: {do: pass}\nb:\n  steps:\n    go: {do: pass}"))
    assert spec is not None and not list(problems)
    assert [found.path for found in all_steps(spec)] == [("phases", "a"), ("phases", "a", "go"), ("phases", "b"), ("phases", "b", "go")]
