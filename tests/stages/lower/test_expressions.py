"""Values on a bare position: each claim below is a fact about grids, seats or lists that anybody can check on paper."""

import pytest

from compiler.ir import exprs as x
from compiler.ir.walk import walk
from tests.stages.lower.lowered import HEAD, Play, false_claims, lowered

WAIT = "phases:\n  pick:\n    for: p in players\n    choose: n in 1..2\n    do: win p\n"
FIELD = """
boards:
  field: {shape: square, width: 5, height: 4, links: both, regions: {pen: [a1, c2, e4, b3]}}
"""
OTHERS = {
    "a ring closes": "path: {shape: ring, length: 6}",
    "hexagons": "comb: {shape: hex, outline: rhombus, width: 4, height: 4}",
    "graphs of sites": "web: {shape: graph, links: [[u, v], [v, w], [w, x]]}",
}
TRUE = {
    "steps": "step(a1, north) == a2 and step(a1, west) == none and step(d4, northeast) == none and step(b2, southeast) == c1",
    "two steps": "step(a1, north, 2) == a3 and step(a1, northeast, 3) == d4 and step(a1, north, 4) == none",
    "any number of steps": "all(step(a1, east, n) == at(field, n, 0) for n in 0..5)",
    "steps from none": "step(step(e4, north), south) == none and step(step(a1, north), east) == b2",
    "rays": "count(q in ray(a1, north)) == 3 and count(q in ray(a1, northeast)) == 3 and count(q in ray(a1, east, 2)) == 2",
    "coordinates": "at(field, 2, 1) == c2 and at(field, 2, 1).x == 2 and at(field, 2, 1).y == 1",
    "cells off the board": "at(field, 4, 3) == e4 and at(field, 5, 0) == none and at(field, 0, -1) == none",
    "neighbours": "count(q in neighbours(a1)) == 3 and count(q in neighbours(c2)) == 8 and adjacent(c2, d3) and not adjacent(c2, e2)",
    "none has no neighbours": "not adjacent(step(a1, west), a1) and not adjacent(a1, step(a1, west)) and not adjacent(a1, a1)",
    "lines": "count(l in lines(field, 4)) == 8 + 5 + 4 and count(l in rows(field)) == 4 and count(l in columns(field)) == 5",
    "sites of lines": "all(count(q in l) == 4 for l in columns(field)) and all(all(q.y == item(l, 0).y for q in l) for l in rows(field))",
    "lines between": "count(q in line(a1, d4)) == 3 and count(q in line(c3, c3)) == 0 and first(q in line(a1, e1)) == b1",
    "regions": "count(q in pen) == 4 and c2 in pen and a2 not in pen and item(pen, 2) == e4",
    "opposites": "opposite(north) == south and all(opposite(opposite(d)) == d for d in directions(field)) and count(d in axes(field)) == 4",
    "right angles": "perpendicular(north, east) and not perpendicular(north, northeast)",
    "a ring closes": "count(q in neighbours(item(path, 0))) == 2 and count(q in path) == 6 and adjacent(item(path, 0), item(path, 5))",
    "hexagons": "max(count(q in neighbours(r)) for r in comb) == 6 and sum(count(q in neighbours(r)) for r in comb) == 2 * 33",
    "graphs of sites": "count(q in neighbours(v)) == 2 and adjacent(u, v) and not adjacent(u, w)",
    "seats": "left_of(seat(1)) == seat(0) and other(seat(0)) == seat(1) and count(p in seats_after(seat(0))) == 1",
    "folds": "sum(n for n in 1..4) == 10 and max(n % 3 for n in 1..4) == 2 and largest(2, n * n for n in -3..2) == 4 and min(n for n in 3..9) == 3",
    "first": "first(n in 1..9 where n * n > 20) == 5 and first(n in 1..9 by -(n % 5)) == 4 and first(n in 1..9 where n > 9 default 0) == 0",
    "walks": "count(n in 1..9 while n < 4) == 3 and count(n in 1..9 while n < 7 where n % 2 == 0) == 3",
    "several names": "count(a, b in 1..3 where a < b) == 3 and any(a in 1..3, b in a..3 where a * b == 9)",
    "nothing at all": "count(n in 3..2) == 0 and all(false for n in 3..2) and not any(n in 3..2)",
    "floor": "-7 // 2 == -4 and -7 % 2 == 1 and abs(-7) == 7",
    "logic": "(1 if none == none else 0) == 1 and not (false or false) and (true == (2 > 1))",
}


@pytest.mark.parametrize("name", TRUE)
def test_facts(name: str) -> None:
    claim = TRUE[name]
    boards = f"\nboards:\n  {OTHERS[name]}\n" if name in OTHERS else FIELD
    assert false_claims(f"{boards}{WAIT}claims:\n  - that: {claim!r}\n".replace("'", '"')) == []


@pytest.mark.parametrize(
    "claim",
    [
        "all(straight(q, r) == count(s in field where on_way(q, s, r)) for q in field, r in field where aligned(q, r))",
        "all(any(d in directions(field) where any(s in ray(q, d) where s == r)) == (aligned(q, r) and q != r) for q in field, r in field)",
        "all((at(field, q.x, q.y) == q) for q in field)",
        "all(step(q, d, 2) == step(step(q, d), d) for q in field, d in directions(field))",
        "all(count(r in field where adjacent(q, r)) == count(d in directions(field) where step(q, d) != none) for q in field)",
    ],
)
def test_ways_of_saying_the_same(claim: str) -> None:
    """Tables and formulas agree with what they stand for, for all sites."""
    text = f"""{FIELD}
define:
  aligned(site(field) q, site(field) r) -> bool: q.x == r.x or q.y == r.y or abs(q.x - r.x) == abs(q.y - r.y)
  straight(site(field) q, site(field) r) -> 0..5: count(s in line(q, r))
  on_way(site(field) q, site(field) s, site(field) r) -> bool: |
    s != q and aligned(q, s) and aligned(s, r)
    and min(q.x, r.x) <= s.x and s.x <= max(q.x, r.x) and min(q.y, r.y) <= s.y and s.y <= max(q.y, r.y)
    and (q.x == r.x or q.y == r.y or abs(q.x - s.x) == abs(q.y - s.y))
{WAIT}claims:
  - that: "{claim}"
"""
    assert false_claims(text) == []


def test_lines_between_where_a_board_has_holes() -> None:
    """A gap ends a way: a1 and d1 are not in line when b1 is missing."""
    text = """
boards:
  field: {shape: square, width: 4, height: 2, holes: [b1]}
state:
  n: {type: 0..9}
phases:
  count:
    do: n = count(q in line(%s, %s))
  pick:
    for: p in players
    choose: n2 in 1..2
    do: win p
"""
    assert Play(lowered(text % ("a2", "d2"))).slot("n") == 3
    assert Play(lowered(text % ("a1", "d1"))).rule == "item"


def test_sites_out_of_line_are_a_fault() -> None:
    board = "boards:\n  field: {shape: square, width: 4, height: 4, links: both}\n"
    text = board + "state:\n  n: {type: 0..9}\nphases:\n  go:\n    do: n = count(q in line(a1, b3))\n"
    assert Play(lowered(text)).rule == "item"


def test_pieces() -> None:
    head = HEAD + "players: 2..3\n"
    text = """
enums:
  suit: [red, blue]
components:
  card:
    each: player
    fields: {value: 0..9, suit: suit, name: text, edge: {per: 0..1, type: 0..9}}
    rows:
      - {value: 1..2, suit: [red, blue], name: plain, edge: [4, 7]}
      - {value: 9, suit: red, name: king, edge: [0, 3]}
zones:
  hand: {of: card, per: player}
""" + WAIT + """
claims:
  - that: count(c in card) == 5 * player_count
  - that: all(count(c in card where c.owner == p) == 5 for p in players)
  - that: sum(c.value for c in card) == player_count * (1 + 1 + 2 + 2 + 9)
  - that: count(c in card where c.name == "king") == player_count
  - that: all(c.edge[0] + c.edge[1] == (3 if c.value == 9 else 11) for c in card)
  - that: count(c in box) == 5 * player_count and size(hand[seat(0)]) == 0
"""  # fmt: skip
    for players in (2, 3):
        assert false_claims(text, players=players, head=head) == []


def test_constants_leave_nothing_to_compute() -> None:
    """An option decides a branch before the game is made; the other branch is not in it."""
    text = "options:\n  fast: {is: yes, in: [yes, no]}\nstate:\n  n: {type: 0..99}\n  m: {type: 0..9}\nphases:\n  a: {do: n = 3 if fast else 7 * m}\n"
    game = lowered(text)
    assert Play(game).slot("n") == 3
    assert not [part for node in game.flow for part in walk(node) if isinstance(part, x.Choose | x.Load)]


def test_narrowing_is_tested_in_every_build() -> None:
    text = "state:\n  n: {type: 0..9, start: 7}\nphases:\n  a:\n    repeat: 2\n    do: n += 2\n"
    play = Play(lowered(text))
    assert play.rule == "narrow" and play.slot("n") == 9
