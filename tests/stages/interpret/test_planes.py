"""Tables without edges: where pieces may be laid, and how the places are named."""

from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play.meanings import program_of
from compiler.interpret.things.planes import places
from compiler.ir import exprs as x
from compiler.ir.flow import Decide
from compiler.ir.game import GameIR, PlaneIR
from compiler.ir.layout import Carrier, Component, Zone
from compiler.ir.stmts import LayPiece
from tests.stages.interpret.hand_made import Table, action, binder, block, decision, digit, game, range_of, stage

TILES = Carrier(name="tile", low=0, high=3, component="tile")
TILE = Component(name="tile", count=4, each_player=False, per_seat=0, where="where", kinds=(0, 1, 2, 3), carrier=TILES, rows=(0, 1, 2, 3))
LAID = Zone(
    name="laid", component="tile", order="set", instances=1, first=1, capacity=4, holds=None, seen="all", owners=(-1,), axes=(),
    members="members(laid)", words=1,
)  # fmt: skip
PLANE = PlaneIR(name="table", component="tile", zone="laid", x="x", y="y", directions=4)


def laying() -> GameIR:
    """One action: lay a tile that is not laid at an open place; code = 17 tile + site."""
    free = x.Compare("==", x.Load("where", x.Local("t")), x.Const(0))
    places_ = x.Binder(local="q", domain=x.Places("table"))
    lay = action(
        "lay", stage(digit("t", 0, 3), digit("q", 0, 16), binders=(binder("t", 0, 3, where=free), places_)),
        do=(LayPiece("table", x.Local("t"), x.Local("q")),),
    )  # fmt: skip
    return game(
        Decide(decision=0, after=0), actions=[lay], decisions=[decision(0)], planes=[PLANE], zones=(LAID,), components=(TILE,),
        blocks=[block("where", 4, range_of(0, 1), section="zone"), block("x", 4), block("y", 4)],
        derived=[block("members(laid)", section="derived")],
    )  # fmt: skip


def open_places(table: Table) -> list[int]:
    return list(places(Frame(program_of(table.game, True), table.s, {}), "table"))


def test_places_are_named_by_the_lowest_piece_beside_them() -> None:
    """Sides are north, east, south, west. 2 at the origin, which is (4, 4); 0 east of it; 3 north of 0; the cell north of 2 then lies beside 2 and 3."""
    table = Table(laying())
    assert open_places(table) == [16]
    assert table.legal() == [17 * tile + 16 for tile in range(4)]
    table.apply(17 * 2 + 16)
    assert open_places(table) == [8, 9, 10, 11]
    table.apply(17 * 0 + 9)
    assert (table["x"], table["y"]) == ([5, 0, 4, 0], [4, 0, 4, 0])
    assert open_places(table) == [0, 1, 2, 8, 10, 11]
    table.apply(17 * 3 + 0)
    assert (table["x"], table["y"]) == ([5, 0, 4, 5], [4, 0, 4, 5])
    assert open_places(table) == [1, 2, 8, 10, 11, 12, 13], "3's west is 2's north and named so"
    table.apply(17 * 1 + 8)
    assert open_places(table) == [1, 2, 4, 7, 10, 11, 12, 13], "1 at (4, 5): its south and east are covered"
