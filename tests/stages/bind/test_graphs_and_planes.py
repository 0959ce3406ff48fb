"""Graphs, their groups and totals; footprints; tiles on a plane."""

import pytest

from compiler.bind.nouns import typed
from compiler.bind.nouns.types import NodeType, RangeType, SiteType
from compiler.bind.types.lattice import show
from tests.stages.bind.bound import HEAD, codes, defining, good, small

GRAPHS = """graphs:
  chain:
    nodes: site(field)
    link(a, b): adjacent(a, b) and stone[a] == stone[b]
    totals:
      open: count(n in neighbours(a) where stone[n] == none)
  walk:
    nodes: q in field where stone[q] != none
    along: d in directions(field)
    to: step(q, d)
    directed: yes
  pairs:
    nodes: c in card, n in 0..2
    link(c, n, e, m): c != e and n == m
"""
P = "site(field) q, card c, 0..2 n, group(chain) g, group(pairs) h"


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("size(chain, q)", "1..12"),
        ("count(x in members(chain, q))", "1..12"),
        ("count(x in members(chain, g) where x in pen)", "0..12"),
        ("count(x in groups(chain))", "0..12"),
        ("group(chain, q).open", "0..96"),
        ("g.open", "0..96"),
        ("longest_walk(walk, q, 5)", "0..5"),
        ("longest_walk(walk, q, -3)", "0..0"),
        ("distance(walk, q, a1)", "0..11 or none"),
        ("size(pairs, c, n)", "1..60"),
        ("h.n", "0..2"),
        ("sum(x.n for x in members(pairs, h))", "0..120"),
    ],
)
def test_numbers(text: str, type: str) -> None:
    result = "0..999 or none" if type.endswith("none") else "0..999"
    found = good(small(GRAPHS + defining(text, result, P))).defines[-1].body
    assert show(found.type) == type.replace("0..0", "0")


@pytest.mark.parametrize(
    "text",
    ["linked(walk, q, step(q, north))", "connected(chain, q, none)", "connected(pairs, c, n, c, 1)", "any(x in members(pairs, c, n) where x.c == c)"],
)
def test_conditions(text: str) -> None:
    good(small(GRAPHS + defining(text, "bool", P)))


def test_nodes_of_one_part_are_its_values() -> None:
    spec = good(small(GRAPHS + defining("any(x in members(chain, q) where stone[x] == none)", "bool", P)))
    chain, walk, pairs = spec.graphs
    assert (chain.plain, walk.plain, pairs.plain) == (True, True, False)
    assert [local.name for local in chain.a] == ["a"] and [local.name for local in pairs.a] == ["c", "n"]
    assert chain.total_types == (RangeType(0, 96),)
    found = spec.defines[0].body
    assert isinstance(found, typed.Quantifier) and found.binders[0].domain.element == SiteType("field")
    other = good(small(GRAPHS + defining("any(x in members(pairs, c, n))", "bool", P))).defines[0].body
    assert isinstance(other, typed.Quantifier) and other.binders[0].domain.element == NodeType("pairs")


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("group(walk, q) == g", "one-way-graph"),
        ("members(chain, q) == q", "not-a-value"),
        ("size(chain, c) == 1", "expected-type"),
        ("size(chain, step(q, north)) == 1", "may-be-none"),
        ("size(pairs, c) == 1", "expected-type"),
        ("linked(walk, q) ", "argument-count"),
        ("longest_walk(walk, q) == 1", "argument-count"),
        ("g.closed == 1", "unknown-field"),
        ("connected(chian, q, q)", "unknown-reference"),
    ],
)
def test_mistakes(text: str, slug: str) -> None:
    assert codes(small(GRAPHS + defining(text, "bool", P))) == [slug]


@pytest.mark.parametrize(
    ("graph", "slug"),
    [
        ("nodes: site(field)\n    link(a): hit", "argument-count"),
        ("nodes: site(field)\n    link(a, b): stone[a]", "not-a-condition"),
        ("nodes: q in field\n    along: d in directions(field)\n    to: step(q, d), q", "argument-count"),
        ("nodes: q in field\n    along: d in directions(field)\n    to: d", "expected-type"),
        ("nodes: q in field\n    link(a, b): adjacent(a, b)\n    totals:\n      sum_of: stone[q]", "not-a-number"),
    ],
)
def test_mistakes_in_graphs(graph: str, slug: str) -> None:
    assert codes(small(f"graphs:\n  g:\n    {graph}\n")) == [slug]


PLANE = HEAD + """players: 2
enums: {land: [wood, road]}
boards:
  table: {shape: plane, of: tile, cells: square}
components:
  tile:
    faces: [front, back]
    lies_on: table
    fields: {kind: {per: [face, 0..1], type: land or none}, edge: {per: [face, side], type: 0..1}}
    rows:
      - {kind.front: road wood, copies: 4}
  rock:
    fields: {shape: footprint}
    rows:
      - shape: "##"
zones:
  bag: {of: tile, order: bag}
state:
  lying: {per: tile, type: orientation(tile)}
"""
Q = "tile t, orientation(tile) o, site(table) q, direction(table) d, tile u"


@pytest.mark.parametrize(
    "text",
    [
        "beside(q, d) == none or lying[beside(q, d)] == o",
        "t.kind[o, t.edge[o, d]] == wood",
        "t.kind[front, 0] == t.kind[back, 1]",
        "any(f in face where t.kind[f, 0] == road)",
        "any(p in places(table) where beside(p, north) == t)",
        "t in table and any(x in orientations(t) where x == o)",
        "count(x in table) > 2",
        "q == origin(table)",
        "beside(t, opposite(d)) == u",
    ],
)
def test_planes(text: str) -> None:
    good(PLANE + defining(text, "bool", Q))


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("lying[beside(q, d)] == o", "may-be-none"),
        ("t.kind[d, 0] == wood", "expected-type"),
        ("step(q, d) == q", "bad-board"),
        ("any(x in places(bag))", "unknown-reference"),
        ("ordinal(q) == 1", "keep-the-piece"),
        ("q.x == 1", "no-fields"),
        ("any(x in orientations(q))", "expected-type"),
    ],
)
def test_mistakes_on_planes(text: str, slug: str) -> None:
    assert codes(PLANE + defining(text, "bool", Q)) == [slug]


def test_places_of_a_plane_are_not_kept() -> None:
    assert codes(PLANE + "  last: {type: site(table) or none}\n") == ["keep-the-piece"]
    assert codes(PLANE + "  mark: {per: site(table), type: bool}\n") == ["keep-the-piece"]


def test_tiles_are_laid_on_places() -> None:
    lay = "effects:\n  lay(tile t, site(table) q): move t to table[q]\n"
    [move] = good(PLANE + lay).effects[0].body
    assert isinstance(move, typed.Move) and move.to.choices[0][1].board == "table"
    assert codes(PLANE + lay.replace("table[q]", "table")) == ["index-count"]
