"""Planes: what lies beside what follows from the cells of laid pieces, and turned pieces read turned."""

from random import Random

import pytest

from compiler.ir import exprs as x
from compiler.ir.walk import walk
from tests.stages.lower.lowered import HEAD, Play, false_claims, lowered

TEXT = """
boards:
  table: {shape: plane, of: tile, cells: square}
components:
  tile: {copies: 9}
zones:
  bag: {of: tile, order: bag}
state:
  n: {type: 0..99}
phases:
  lay:
    repeat: 9
    who: seat(0)
    choose: t in tile where t not in table, q in places(table)
    do: move t to table[q]
"""
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def cells(play: Play) -> dict[tuple[int, int], int]:
    """The laid pieces by their cells, counted from the origin, which is at (9, 9): nine pieces reach no farther."""
    where, across, up = play.block("tile.where"), play.block("table.x"), play.block("table.y")
    return {(across[piece] - 9, up[piece] - 9): piece for piece in range(9) if where[piece] == 2}


@pytest.mark.parametrize("seed", range(4))
def test_links_and_surroundings_follow_the_cells(seed: int) -> None:
    play, random = Play(lowered(TEXT)), Random(seed)
    while not play.over:
        play.apply(random.choice(play.legal()))
        laid = cells(play)
        links, around = play.block("table.links"), play.block("table.around")
        for (across, up), piece in laid.items():
            for side, (right, forward) in enumerate(STEPS):
                beside = (across + right, up + forward)
                assert links[4 * piece + side] == laid.get(beside, -1)
                for way, (further, ahead) in enumerate(STEPS):
                    assert around[4 * (4 * piece + side) + way] == laid.get((beside[0] + further, beside[1] + ahead), -1)
    assert len(cells(play)) == 9


def test_the_first_piece_lies_on_the_origin_and_places_are_named_by_the_lowest() -> None:
    play = Play(lowered(TEXT))
    # Sites: 4 a piece, and the origin as number 36; a code is 37 * tile + site.
    assert play.legal() == [37 * tile + 36 for tile in range(9)]
    play.apply(37 * 5 + 36)
    assert cells(play) == {(0, 0): 5}
    assert [code % 37 for code in play.legal() if code // 37 == 0] == [20, 21, 22, 23]
    play.apply(37 * 2 + 4 * 5 + EAST)
    assert cells(play) == {(0, 0): 5, (1, 0): 2}
    # The six open cells: three beside piece 2, and three beside piece 5 that are beside no lower one.
    assert [code % 37 for code in play.legal() if code // 37 == 0] == [8, 9, 10, 20, 22, 23]


@pytest.mark.parametrize("side", range(4))
def test_all_pieces_fit_in_one_row_whichever_way_it_goes(side: int) -> None:
    """The farthest that play can spread."""
    play = Play(lowered(TEXT))
    across, up = STEPS[side]
    for number in range(9):
        play.apply(37 * number + (36 if number == 0 else 4 * (number - 1) + side))
    assert cells(play) == {(across * number, up * number): number for number in range(9)}
    assert play.over


def test_memory_grows_with_the_pieces_not_with_the_square_of_where_they_may_lie() -> None:
    """Of what is copied and of the whole vector, scratch included: equal steps for equally many pieces more, but for whole words of 62 pieces."""
    layouts = [lowered(TEXT.replace("copies: 9", f"copies: {62 * times}")).layout for times in (1, 2, 3, 4)]
    for sizes in ([layout.kept for layout in layouts], [layout.size for layout in layouts]):
        steps = {more - less for less, more in zip(sizes, sizes[1:], strict=False)}
        assert len(steps) == 1 and 0 < steps.pop() < 62 * 40


TURNED = """
enums:
  land: [water, grass]
boards:
  table: {shape: plane, of: tile, cells: square}
components:
  tile:
    faces: [front, back]
    lies_on: table
    fields:
      kind: {per: [face, 0..1], type: land}
      edge: {per: [face, side], type: 0..1}
    rows:
      - {kind.front: water grass, edge.front: 0 1 1 1, kind.back: grass grass, edge.back: 0 0 0 0}
      - {kind.front: grass water, edge.front: 1 0 1 0, kind.back: grass water, edge.back: 1 0 1 0}
phases:
  wait:
    who: seat(0)
    choose: k in 1..2
    do: pass
"""


@pytest.mark.parametrize(
    "claim",
    [
        "all(t.edge[front, north] == (0 if t == first(u in tile) else 1) for t in tile)",
        # The second tile reads the same after half a turn, and its faces are alike: two orientations differ.
        "count(o in orientations(item(tile, 1))) == 2",
        # The first one's front differs in all four turns; its back reads the same in all of them.
        "count(o in orientations(item(tile, 0))) == 5",
        # Turned once clockwise, what was north looks east.
        "all(count(d in directions(table) where t.edge[o, d] == 1) in (0, 2, 3) for t in tile, o in orientations(t))",
        "item(tile, 0).edge[item_of(1), east] == 0 and item(tile, 0).edge[item_of(1), north] == 1",
        "item(tile, 0).kind[item_of(0), 1] == grass and item(tile, 0).kind[item_of(4), 0] == grass",
    ],
)
def test_turned_pieces(claim: str) -> None:
    define = "define:\n  item_of(0..7 n) -> orientation(tile): first(o in orientations(item(tile, 0)) where ordinal(o) == n)\n"
    assert false_claims(f'{define}{TURNED}claims:\n  - that: "{claim}"\n') == []


def test_sites_of_planes_have_texts() -> None:
    game = lowered(TEXT, head=HEAD + "players: 2\n")
    texts = game.actions[0].stages[0].digits[1].carrier.texts
    assert len(texts) == 37 and texts[-1] == "origin" and texts[1].endswith("-east") and len(set(texts)) == 37
    assert any(isinstance(part, x.Places) for part in walk(game.actions[0].stages[0].binders))
