"""Pieces: how rows, lists, copies and players make them, and what they are called."""

import pytest

from compiler.bind.geometry.grids import HEX_TURNS, SQUARE_TURNS
from compiler.bind.geometry.shapes import cells_of, images
from compiler.bind.nouns.symbols import ComponentSymbol
from compiler.bind.nouns.types import NO_VALUE
from tests.stages.bind.bound import HEAD, codes, good, small


def component(text: str, more: str = "", players: str = "2") -> ComponentSymbol:
    lines = "\n".join("    " + line for line in text.splitlines())
    return good(f"{HEAD}players: {players}\n{more}components:\n  c:\n{lines}\n").components[0]


def values(symbol: ComponentSymbol, field: str) -> list[int]:
    found = symbol.field(field)
    assert found is not None
    return [value[0] for value in found.values]


SUITS = "enums: {suit: [clubs, hearts]}\n"


def test_lists_and_ranges_multiply_in_written_order() -> None:
    symbol = component("fields: {rank: 2..14, suit: suit}\nrows:\n  - {rank: 2..4, suit: [clubs, hearts]}", SUITS)
    assert list(zip(values(symbol, "rank"), values(symbol, "suit"), strict=True)) == [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)]


def test_copies_stand_together() -> None:
    symbol = component("fields: {rank: 0..9}\nrows:\n  - {rank: 1, copies: 3}\n  - {rank: 7}\ncopies: 2")
    assert values(symbol, "rank") == [1] * 6 + [7] * 2
    assert symbol.row_of == (0,) * 6 + (1,) * 2


def test_pieces_of_each_player_come_seat_by_seat() -> None:
    symbol = component("each: player\nfields: {rank: 0..9}\nrows:\n  - {rank: [4, 5]}", players="2..3")
    assert (symbol.count, symbol.per_seat) == (6, 2)
    assert values(symbol, "rank") == [4, 5, 4, 5, 4, 5]


def test_a_component_without_fields_has_copies() -> None:
    symbol = component("each: player\ncopies: 5")
    assert (symbol.count, symbol.per_seat) == (10, 5)
    assert symbol.names[:2] == ("c 1", "c 2")


def test_texts_fill_the_pattern() -> None:
    spec = good(small())
    card = spec.components[0]
    assert card.names[:5] == ("red 1", "blue 1", "red 2", "blue 2", "red 9")
    assert card.count == 20 and card.per_seat == 5


def test_array_fields() -> None:
    symbol = component(
        "fields:\n  pair: {per: 0..1, type: 0..9}\n  open: {per: [0..1, 0..2], type: bool}\n"
        "rows:\n  - {pair: [3, 4], open: 0-1 1-2}\n  - {pair: [5, 6]}"
    )
    pair, opened = symbol.field("pair"), symbol.field("open")
    assert pair is not None and opened is not None
    assert pair.values == ((3, 4), (5, 6))
    assert opened.values == ((0, 1, 0, 0, 0, 1), (0,) * 6)


def test_faces_of_tiles() -> None:
    text = (
        f"{HEAD}players: 2\nenums: {{land: [wood, road]}}\nboards: {{table: {{shape: plane, of: tile, cells: square}}}}\n"
        "components:\n  tile:\n    faces: [front, back]\n    lies_on: table\n"
        "    fields: {kind: {per: [face, 0..1], type: land or none}, edge: {per: [face, side], type: 0..1}}\n"
        "    rows:\n      - {kind.front: road wood, edge.front: 0 1 0 1, kind.back: wood}\n"
    )
    tile = good(text).components[0]
    kind, edge = tile.field("kind"), tile.field("edge")
    assert kind is not None and edge is not None
    assert kind.values == ((1, 0, 0, NO_VALUE),)
    assert edge.values == ((0, 1, 0, 1, 0, 0, 0, 0),)


def test_a_footprint_starts_at_its_first_covered_cell() -> None:
    assert cells_of("##\n#.") == ((0, 0), (0, 1), (1, 1))
    assert cells_of(".#\n##\n") == ((0, 0), (1, 0), (1, 1))
    assert cells_of(".#\n#.") == ((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("drawing", "count"),
    [("#", 1), ("##", 2), ("##\n##", 1), ("##\n#.", 4), ("###\n#..", 8), ("###\n.#.", 4), ("##.\n.##", 4), (".##\n##.\n.#.", 8), ("####", 2)],
)
def test_polyominoes_have_as_many_orientations_as_is_known(drawing: str, count: int) -> None:
    cells = cells_of(drawing)
    found = images(cells, SQUARE_TURNS)
    assert len(found) == count and found[0] == cells
    assert all(image[0] == (0, 0) and image == tuple(sorted(image, key=lambda cell: (cell[1], cell[0]))) for image in found)


@pytest.mark.parametrize(("cells", "count"), [(((0, 0),), 1), (((0, 0), (1, 0)), 3), (((0, 0), (1, 0), (0, 1)), 2), (((0, 0), (1, 0), (2, 0)), 3)])
def test_polyhexes_have_as_many_orientations_as_is_known(cells: tuple[tuple[int, int], ...], count: int) -> None:
    assert len(images(cells, HEX_TURNS)) == count


@pytest.mark.parametrize(
    ("row", "slug"),
    [
        ("{rank: 17, suit: clubs}", "bad-cell"),
        ("{rank: 3, suit: spades}", "bad-cell"),
        ("{rank: 3}", "row-lacks-field"),
        ("{rank: 3, suit: clubs, colour: red}", "unknown-field"),
        ("{rank: 3..20, suit: clubs}", "bad-cell"),
        ("{rank: 3, suit: clubs, pair: [1]}", "row-length"),
        ("{rank: 3, suit: clubs, pair: [1, 2, 3]}", "row-length"),
    ],
)
def test_mistakes_in_rows(row: str, slug: str) -> None:
    fields = "{rank: 0..14, suit: suit, pair: {per: 0..1, type: 0..9}}"
    text = f"{HEAD}players: 2\n{SUITS}components:\n  c:\n    fields: {fields}\n    rows:\n      - {row}\n"
    assert codes(text) == [slug]


def test_a_drawing_needs_a_covered_cell() -> None:
    assert codes(f'{HEAD}players: 2\ncomponents:\n  c:\n    fields: {{shape: footprint}}\n    rows:\n      - shape: ".."\n') == ["bad-footprint"]


@pytest.mark.parametrize(
    "text",
    [
        "components:\n  c: {copies: 999999}\n",
        "components:\n  c:\n    fields: {a: 0..99999, b: 0..99999}\n    rows:\n      - {a: 0..9999, b: 0..9999}\n",
        "components:\n  c:\n    fields: {a: 0..999999999}\n    rows:\n      - {a: 0..999999999}\n",
        "components:\n  c:\n    fields: {a: {per: [0..9999, 0..9999], type: bool}}\n    rows:\n      - {a: 1-1}\n",
        "components:\n  c: {copies: 9}\nzones:\n  z: {of: c, per: 0..999999999}\n",
        "state:\n  s: {per: [0..99999, 0..99999], type: bool}\n",
        "state:\n  s: {per: n in 0..9999999999 where n > 3, type: bool}\n",
    ],
)
def test_what_would_never_fit_is_refused_at_once(text: str) -> None:
    assert codes(f"{HEAD}players: 2\n{text}") == ["too-many"]
