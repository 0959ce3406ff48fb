"""The type every expression gets, worked out by hand from the small spec: 2..4 players, a field of 4 x 3, 20 cards, 3 tomes."""

import pytest

from compiler.bind.nouns import typed
from compiler.bind.types.lattice import show
from tests.stages.bind.bound import expression

P = "player p, player o, card c, site(field) q, 0..9 n, 1..3 m, direction(field) d, colour k, land g"


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("n + m", "1..12"),
        ("n - m", "-3..8"),
        ("n * m", "0..27"),
        ("n // m", "0..9"),
        ("n % m", "0..2"),
        ("-n", "-9..0"),
        ("abs(n - m)", "0..8"),
        ("min(n, m)", "0..3"),
        ("max(n, m, 2)", "2..9"),
        ("player_count", "2..4"),
        ("player_count * size", "6..36"),
        ("size", "3..9"),
        ("ordinal(q)", "0..11"),
        ("ordinal(k)", "0..1"),
        ("q.x", "0..3"),
        ("q.y", "0..2"),
        ("d.x", "-1..1"),
        ("c.value", "0..9"),
        ("distance_left(p, o)", "0..3"),
        ("count(x in players)", "2..4"),
        ("count(x in players where points[x] > 0)", "0..4"),
        ("count(x in field)", "12"),
        ("count(x in card)", "10..20"),
        ("count(x in hand[p])", "0..2"),
        ("count(x in pen)", "3"),
        ("count(x in 1..n)", "0..9"),
        ("count(x in neighbours(q))", "3..8"),
        ("count(x in ray(q, d))", "0..3"),
        ("size(hand[p])", "0..2"),
        ("size(sack)", "0..3"),
        ("sum(points[x] for x in players)", "0..396"),
        ("sum(x.value for x in hand[p])", "0..18"),
        ("max(points[x] for x in players)", "0..99"),
        ("max(x.value for x in hand[p] default -1)", "-1..9"),
        ("largest(1, points[x] for x in players)", "0..99"),
        ("1 if hit else n", "0..9"),
        ("first(x in 3..7 where x > n default 0)", "0..7"),
        ("item(pen, 1).x", "0..3"),
    ],
)
def test_numbers(text: str, type: str) -> None:
    assert show(expression(text, "-9999..9999", P).type) == type


@pytest.mark.parametrize(
    ("text", "type", "result"),
    [
        ("step(q, d)", "site(field) or none", "site(field) or none"),
        ("at(field, 2, n)", "site(field) or none", "site(field) or none"),
        ("at(field, 3, 2)", "site(field)", "site(field)"),
        ("at(field, q.x, q.y)", "site(field)", "site(field)"),
        ("stone[q]", "player or none", "player or none"),
        ("held[q]", "card or none", "card or none"),
        ("first(x in players)", "player", "player"),
        ("first(x in players default none)", "player or none", "player or none"),
        ("p if hit else none", "player or none", "player or none"),
        ("opposite(d)", "direction(field)", "direction(field)"),
        ("north if hit else d", "direction(field)", "direction(field)"),
        ("c.owner", "player", "player"),
        ("c.suit", "colour", "colour"),
        ("c.suit if hit else g", "land", "land"),
        ("c.edge[m - 1] if m <= 2 else none", "land or none", "land or none"),
        ("item(deck, n)", "card", "card"),
        ("top(deck)", "card", "card"),
        ("only(hand[p])", "card", "card"),
        ("next(p)", "player", "player"),
        ("next(k)", "colour", "colour"),
        ("other(k)", "colour", "colour"),
        ("other(hit)", "bool", "bool"),
        ("red if hit else village", "land", "land"),
    ],
)
def test_values(text: str, type: str, result: str) -> None:
    assert show(expression(text, result, P).type) == type


@pytest.mark.parametrize(
    "text",
    [
        "hit", "strict", "not strict and hit", "way == left", "q in pen", "c in hand[p]", "k in (red, blue)", "n in 2..4",
        "ground[q] == red", "ground[q] == none", "red == ground[q]", "d == north", "q == a1", "q in (a1, c3)", "heading != d",
        "1 <= n < 9", "any(x in players, y in players where x != y)", "all(stone[x] == none for x in field)",
        "perpendicular(d, north)", "adjacent(q, step(q, d))", "c.name == \"king\"", "stone[q] == p", "playing(p)",
        "(way == left) == hit", "any(t in step(q, d) where stone[t] == none)", "any(l in lines(field, 3) where q in l)",
        "any(h in homes where q in h)", "hit == yes", "c in box", "p in seats_from(o)", "any(x in kinds(hand[p]))",
    ],
)  # fmt: skip
def test_conditions(text: str) -> None:
    assert show(expression(text, "bool", P).type) == "bool"


def test_an_option_keeps_its_name_and_its_whole_type() -> None:
    found = expression("size", "0..9")
    assert isinstance(found, typed.Const)
    assert (found.option, found.value, show(found.type)) == ("size", 5, "3..9")


def test_a_chain_is_a_conjunction_of_comparisons() -> None:
    found = expression("0 <= n < m", "bool", P)
    assert isinstance(found, typed.Logic) and found.operator == "and"
    assert [item.operator for item in found.items] == ["<=", "<"]  # type: ignore[union-attr]


def test_a_text_field_is_asked_for_at_compile_time() -> None:
    found = expression('c.name == "king"', "bool", P)
    assert isinstance(found, typed.TextCompare)
    assert found.pieces == (4, 9, 14, 19)


def test_values_of_the_expected_type_come_first() -> None:
    """`right` is a value of an option and of an enum; the other side decides, and their numbers differ."""
    option, enum = expression("way != right", "bool"), expression("s == ahead or s == right", "bool", "sense s")
    assert isinstance(option, typed.Compare) and isinstance(enum, typed.Logic)
    last = enum.items[1]
    assert isinstance(last, typed.Compare)
    assert (show(option.right.type), show(last.right.type)) == ("way", "sense")
