"""Boards against numbers that are known from elsewhere."""

import pytest

from compiler.bind.nouns.symbols import BoardSymbol
from tests.stages.bind.bound import HEAD, bind, codes, good

LINES_OF_THREE = "any(l in lines(b, 3) where all(mark[q] for q in l))"


def board(text: str, asks: str = "true") -> BoardSymbol:
    lines = "\n".join("    " + line for line in text.splitlines())
    spec = f"{HEAD}players: 2\nboards:\n  b:\n{lines}\nstate:\n  mark: {{per: site(b), type: bool}}\ndefine:\n  asked() -> bool: {asks}\n"
    return good(spec).boards[0]


def steps(symbol: BoardSymbol, site: str) -> dict[str, str]:
    """Where each direction leads from a site."""
    at = symbol.sites.index(site)
    rows = zip(symbol.directions, symbol.steps, strict=True)
    return {direction: symbol.sites[step[at]] for direction, step in rows if step[at] != -1}


def test_sites_run_row_by_row_from_a1() -> None:
    symbol = board("shape: square\nwidth: 3\nheight: 2")
    assert symbol.sites == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert symbol.directions == ("north", "east", "south", "west")
    assert steps(symbol, "b1") == {"north": "b2", "east": "c1", "west": "a1"}
    assert [symbol.directions[d] for d in symbol.opposite] == ["south", "west", "north", "east"]
    assert [symbol.directions[d] for d in symbol.axes] == ["north", "east"]


def test_columns_go_on_after_z() -> None:
    symbol = board("shape: square\nwidth: 28\nheight: 1")
    assert symbol.sites[25:] == ("z1", "aa1", "ab1")


def test_directions_run_clockwise_from_the_north() -> None:
    names = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
    symbol = board("shape: square\nwidth: 3\nheight: 3\nlinks: both")
    assert symbol.directions == names
    assert steps(symbol, "b2") == dict(zip(names, ("b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"), strict=True))


def test_tic_tac_toe_has_eight_lines() -> None:
    symbol = board("shape: square\nwidth: 3\nheight: 3\nlinks: both", LINES_OF_THREE)
    lines = dict(symbol.line_sets)["lines 3"]
    assert len(lines) == 8
    assert len({frozenset(symbol.lines[line]) for line in lines}) == 8


def test_connect_four_has_sixty_nine_lines_of_four() -> None:
    symbol = board("shape: square\nwidth: 7\nheight: 6\nlinks: both", "any(l in lines(b, 4) where all(mark[q] for q in l))")
    assert len(dict(symbol.line_sets)["lines 4"]) == 69


def test_a_chessboard_has_336_knight_moves() -> None:
    symbol = board("shape: square\nwidth: 8\nheight: 8\nlinks: knight")
    assert sum(len(near) for near in symbol.neighbours) == 336


def test_diagonal_links_keep_to_one_colour() -> None:
    symbol = board("shape: square\nwidth: 8\nheight: 8\nlinks: diagonal")
    colour = [(x + y) % 2 for x, y in zip(symbol.x, symbol.y, strict=True)]
    assert all(colour[site] == colour[near] for site, all_near in enumerate(symbol.neighbours) for near in all_near)


def test_a_wrapped_board_is_a_torus() -> None:
    symbol = board("shape: square\nwidth: 4\nheight: 3\nwrap: both")
    assert all(len(near) == 4 for near in symbol.neighbours)
    assert steps(symbol, "a1") == {"north": "a2", "east": "b1", "south": "a3", "west": "d1"}


def test_holes_are_no_sites() -> None:
    symbol = board("shape: square\nwidth: 3\nheight: 3\nholes: [b2]")
    assert "b2" not in symbol.sites and len(symbol.sites) == 8
    assert steps(symbol, "a2") == {"north": "a3", "south": "a1"}


@pytest.mark.parametrize("side", [1, 2, 4])
def test_hexagons(side: int) -> None:
    symbol = board(f"shape: hex\noutline: hexagon\nside: {side}")
    assert len(symbol.sites) == 3 * side * (side - 1) + 1
    inner = 3 * (side - 1) * (side - 2) + 1 if side > 1 else 0
    assert sum(len(near) == 6 for near in symbol.neighbours) == inner


def test_the_hex_board() -> None:
    symbol = board("shape: hex\noutline: rhombus\nwidth: 11\nheight: 11")
    assert len(symbol.sites) == 121
    assert sum(len(near) for near in symbol.neighbours) == 2 * 320, "3 n^2 - 4 n + 1 edges join the cells of an n x n hex board"
    assert symbol.directions == ("east", "northeast", "northwest", "west", "southwest", "southeast")
    assert len(symbol.turns) == 12


def test_symmetries_keep_neighbours_neighbours() -> None:
    for shape, count in (("square", 8), ("hex", 12)):
        symbol = board(f"shape: {shape}\nwidth: 5\nheight: 5")
        links = set(zip(symbol.dx, symbol.dy, strict=True))
        assert len(set(symbol.turns)) == count and symbol.turns[0] == (1, 0, 0, 1)
        for a, b, c, d in symbol.turns:
            assert {(a * x + b * y, c * x + d * y) for x, y in links} == links


def test_triangles_have_three_neighbours_inside() -> None:
    symbol = board("shape: triangle\nside: 4")
    assert len(symbol.sites) == 16
    inside = [near for near in symbol.neighbours if len(near) == 3]
    assert len(inside) == 7, "16 cells have 48 edges, 12 of them on the outside, 18 pairs inside; 3 corners have one neighbour, 6 two"
    assert sum(len(near) for near in symbol.neighbours) == 2 * 18


def test_lines_and_rings() -> None:
    line, ring = board("shape: line\nlength: 5"), board("shape: ring\nlength: 5")
    assert sum(len(near) for near in line.neighbours) == 8
    assert all(len(near) == 2 for near in ring.neighbours)
    assert steps(ring, "e1") == {"clockwise": "a1", "counterclockwise": "d1"}


def test_a_graph_board_lists_sites_as_mentioned() -> None:
    symbol = board("shape: graph\nlines:\n  - [c1, a1, b1]\n  - [b1, d1]")
    assert symbol.sites == ("c1", "a1", "b1", "d1")
    assert [sorted(symbol.sites[near] for near in all_near) for all_near in symbol.neighbours] == [["a1"], ["b1", "c1"], ["a1", "d1"], ["b1"]]
    assert [symbol.lines[line] for line in dict(symbol.line_sets)["lines"]] == [(0, 1, 2), (2, 3)]


def test_regions_and_families() -> None:
    text = "shape: square\nwidth: 3\nheight: 3\nregions:\n  pen: [b2, a1]\n  homes: [[a1, a2], [c3]]"
    symbol = board(text, "any(h in homes where a1 in h) and all(mark[q] for q in pen)")
    assert symbol.regions == (("pen", (4, 0)),)
    assert [symbol.lines[line] for line in dict(symbol.line_sets)["homes"]] == [(0, 3), (8,)]


def test_side_is_the_edge_in_a_direction() -> None:
    text = f"{HEAD}players: 2\nboards:\n  b: {{shape: square, width: 3, height: 2}}\nstate:\n  mark: {{per: site(b), type: bool}}\n"
    spec = good(text + "define:\n  edge() -> bool: all(mark[q] for q in side(b, north))\n")
    body = spec.defines[0].body
    assert [item.value for item in body.binders[0].domain.items] == [3, 4, 5]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("shape: square\nwidth: 3", "bad-board"),
        ("shape: square\nwidth: 0\nheight: 3", "bad-board"),
        ("shape: square\nwidth: 3000\nheight: 3000", "bad-board"),
        ("shape: square\nwidth: 3\nheight: 3\nlinks: sideways", "not-one-of"),
        ("shape: square\nwidth: 3\nheight: 3\nholes: [z9]", "no-such-site"),
        ("shape: square\nwidth: 3\nheight: 3\nregions:\n  pen: [a1, d4]", "no-such-site"),
        ("shape: hex\noutline: oval\nside: 3", "not-one-of"),
    ],
)
def test_mistakes_in_boards(text: str, slug: str) -> None:
    lines = "\n".join("    " + line for line in text.splitlines())
    found = codes(f"{HEAD}players: 2\nboards:\n  b:\n{lines}\nstate:\n  mark: {{per: site(b), type: bool}}\n")
    assert found == [slug]


def test_extents_read_options() -> None:
    spec, problems = bind(f"{HEAD}players: 2\noptions:\n  n: {{is: 4, in: 3..9}}\nboards:\n  b: {{shape: square, width: n, height: n}}\n")
    assert spec is not None and not list(problems)
    assert len(spec.boards[0].sites) == 16
