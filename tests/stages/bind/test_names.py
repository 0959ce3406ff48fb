"""What names mean, and what is said when they mean nothing."""

import pytest

from compiler.diagnostics import explain
from tests.stages.bind.bound import HEAD, bind, codes, defining, doing, good, only, small

P = "player p, card c, site(field) q, 0..9 n, direction(field) d"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("hti", "unknown-name"),
        ("chief == nobody", "unknown-name"),
        ("step(q, d) == held[q]", "never-equal"),
        ("step(q, d) == none", None),
        ("leader == chief", None),
        ("c.suit == forest", "never-equal"),
        ("c.suit == green", "unknown-value"),
        ("q == z9", "unknown-value"),
        ("d == up", "unknown-value"),
        ("c.colour == red", "unknown-field"),
        ("q.z == 1", "unknown-field"),
        ("n.x == 1", "no-fields"),
        ("tride(n)", "unknown-call"),
        ("hit(n)", "not-callable"),
        ("points == 3", "index-count"),
        ("points[p, p] == 3", "index-count"),
        ("hit[p]", "index-count"),
        ("n[p] == 1", "not-indexed"),
        ("c.value[1] == 1", "not-indexed"),
        ("c.edge == forest", "index-count"),
        ("c.edge[0, 1] == forest", "index-count"),
        ("hand == 3", "not-a-value"),
        ("card == c", "not-a-value"),
        ("players == p", "not-a-value"),
        ("hand[p] == c", "not-a-value"),
        ("(n, 2) == n", "not-a-value"),
        ("ray(q, d) == q", "not-a-value"),
        ("left == right", "ambiguous-value"),
        ("any(c in card where hit)", "shadows"),
        ("any(hit in card)", "shadows"),
        ("number(round) == 1", "unknown-step"),
        ("times(board) == 1", "unknown-reference"),
        ("can(fly)", "unknown-step"),
        ("before(hit)", "before-outside"),
        ("any(g in groups(chain))", "unknown-reference"),
        ("any(l in lines(table))", "unknown-reference"),
        ("any(x in chest)", "unknown-name"),
        ("any(x in chest[p])", "unknown-name"),
        ("size(hand) == 1", "index-count"),
        ("size(chest) == 1", "unknown-name"),
        ("only(field) == c", "unknown-reference"),
    ],
)
def test_names_in_expressions(text: str, slug: str | None) -> None:
    assert codes(small(defining(text, "bool", P))) == ([slug] if slug else [])


def test_near_names_are_offered() -> None:
    _, problems = bind(small(defining("hti", "bool")))
    [told] = [explain(problem) for problem in problems]
    assert told.helps[0] == "did you mean `hit`?" and told.span.text == "hti"
    _, problems = bind(small(defining("ground[q] == forrest", "bool", P)))
    [told] = [explain(problem) for problem in problems]
    assert told.helps[0] == "did you mean `forest`?"


def test_the_trail_leads_to_the_place() -> None:
    text = "phases:\n  round:\n    repeat: 3\n    steps:\n      go:\n        for: p in players\n        choose: q in fild\n        do: pass\n"
    _, problems = bind(small(text))
    [problem] = list(problems)
    assert problem.trail == ("phases", "round", "go", "choose")


@pytest.mark.parametrize(
    ("more", "slug"),
    [
        ("define:\n  f() -> bool: true\n  f() -> bool: false\n", "duplicate-key"),
        ("define:\n  f() -> bool: true\n  f(player p) -> bool: false\n", "duplicate-definition"),
        ("define:\n  f() -> bool: true\neffects:\n  f(): pass\n", "duplicate-definition"),
        ("define:\n  count_up(player p, card p) -> bool: true\n", "shadows"),
        ("define:\n  side() -> bool: true\n", "redefines-builtin"),
        ("define:\n  step(player p) -> bool: true\n", "redefines-builtin"),
        ("define:\n  f(colr k) -> bool: true\n", "unknown-type"),
        ("define:\n  f(site(fild) k) -> bool: true\n", "unknown-reference"),
        ("define:\n  f(site k) -> bool: true\n", "unknown-type"),
        ("define:\n  f(9..3 k) -> bool: true\n", "empty-type"),
        ("define:\n  f() -> 0..left_over: 1\n", "not-constant"),
        ("define:\n  a() -> bool: b()\n  b() -> bool: a()\n", "recursion"),
        ("define:\n  a() -> bool: a()\n", "recursion"),
        ("effects:\n  a(): b()\n  b():\n    a()\n", "recursion"),
        ("graphs:\n  g:\n    nodes: card\n    link(a, b): linked(g, a, b)\n", "recursion"),
        ("remember:\n  r: {of: [stones], last: 9}\n", "unknown-reference"),
        ("remember:\n  r: {of: [stone], after: fly, last: 9}\n", "unknown-step"),
    ],
)
def test_declarations(more: str, slug: str) -> None:
    assert codes(small(more)) == [slug]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("enums:\n  a: [x, y]\nstate:\n  x: {type: bool}\n", "value-hides-global"),
        ("options:\n  o: {is: x, in: [x, y]}\nstate:\n  x: {type: bool}\n", "value-hides-global"),
        ("state:\n  p: {type: bool}\n", "reserved"),
        ("state:\n  players: {type: bool}\n", "duplicate-definition"),
        ("state:\n  bool: {type: bool}\n", "redefines-builtin"),
        ("enums:\n  player: [x, y]\n", "redefines-builtin"),
        ("enums:\n  a: [x, x]\n", "duplicate-definition"),
        ("enums:\n  a: [x, y]\n  b: {within: a, are: [z]}\n", "unknown-value"),
        ("enums:\n  b: {within: a, are: [z]}\n", "unknown-reference"),
        ("enums:\n  a: [x, y]\nstate:\n  a: {type: bool}\n", "duplicate-definition"),
        ("options:\n  o: {is: 12, in: 0..9}\n", "option-outside"),
        ("options:\n  o: {is: green, in: [x, y]}\n", "option-outside"),
        ("options:\n  o: {is: 4, in: [1, 3]}\n", "option-outside"),
        ("state:\n  a: {type: text}\n", "unknown-type"),
        ("state:\n  a: {per: bool or none, type: bool}\n", "expected-type"),
        ("state:\n  a: {per: player, type: player, inverse: b}\n  b: {type: bool}\n", "duplicate-definition"),
        ("state:\n  a: {type: player, inverse: b}\n", "inverse"),
        ("zones:\n  z: {of: card}\n", "unknown-reference"),
        ("components:\n  card: {copies: 3}\nzones:\n  z: {of: card, seen: owner}\n", "bad-zone"),
        ("components:\n  card: {copies: 3}\nzones:\n  z: {of: card, holds: many}\n", "unknown-name"),
    ],
)
def test_small_specs(text: str, slug: str) -> None:
    assert codes(f"{HEAD}players: 2\n{text}") == [slug]


def test_a_value_without_expectation_may_belong_to_one_type_only() -> None:
    good(small(defining("village != forest", "bool")))
    assert codes(small(defining("ahead != left", "bool"))) == []
    assert codes(small(defining("left != ahead", "bool"))) == ["ambiguous-value"]


def test_zones_values_and_orders_may_share_words_with_calls() -> None:
    """Callables and values are two namespaces, and so are steps, tables and graphs."""
    text = "define:\n  hit(player p) -> bool: hit and points[p] > 0\ngraphs:\n  stone:\n    nodes: site(field)\n    link(a, b): adjacent(a, b)\n"
    good(small(text + "phases:\n  hit:\n    do: hit = false\n"))


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("chief = seat(0)\nlet chief = seat(1)", "shadows"),
        ("let a = 1\nlet a = 2", "shadows"),
        ("let a = 1\na = 2", "not-assignable"),
        ("size = 4", "not-assignable"),
        ("hand = 4", "not-assignable"),
        ("held[a1] = none", "not-assignable"),
        ("cheif = seat(1)", "unknown-reference"),
        ("tally(3)", "unknown-call"),
        ("step(a1, north)", "definition-as-statement"),
        ("shuffle(deck)", "chance-in-effects"),
        ("end round", "unknown-step"),
        ("move hit to deck", "expected-type"),
        ("move item(deck, 0) to sack", "expected-type"),
        ("move item(deck, 0) to chief", "not-a-place"),
        ("move item(deck, 0) to 3", "not-a-place"),
        ("move item(deck, 0) to hand", "index-count"),
        ("move item(deck, 0) to chest", "unknown-reference"),
        ("move item(deck, 0) to hand[seat(1)] bottom", "bad-zone"),
        ("move all deck to sack", "expected-type"),
        ("win 3", "expected-type"),
        ("win leader", "may-be-none"),
        ("while hit: hit = false", "while-without-limit"),
        ("hit = 3", "expected-type"),
        ("points[chief] = 100", "outside-its-type"),
        ("points[chief] += 100", "outside-its-type"),
        ("points[chief] += 99", None),
        ("hit += 1", "not-a-number"),
        ('let a = "word"', "text-is-not-data"),
        ("for x in 3: hit = true", "not-a-domain"),
    ],
)  # fmt: skip
def test_statements(text: str, slug: str | None) -> None:
    assert codes(doing(text)) == ([slug] if slug else [])


def test_lost_declarations_do_not_cascade() -> None:
    text = "boards:\n  b: {shape: square, width: 3, height: 0, regions: {pen: [a1]}}\nstate:\n  s: {per: site(b), type: bool}\n"
    asks = "define:\n  f() -> bool: any(q in b where s[q]) or any(q in pen where q in b) or any(l in lines(b))\n"
    assert codes(f"{HEAD}players: 2\n{text}{asks}") == ["bad-board"]
    assert only(small(defining("sum(unknown_one + 3 if hit else 2 for x in card) > 1 and hit", "bool")))[0] == "unknown-name"
