"""Pieces: piles, rows, sets and bags, and what is kept beside where each piece is."""

from typing import Literal

from compiler.interpret import evaluate
from compiler.interpret.expressions.domains import members
from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play.meanings import program_of
from compiler.ir import exprs as x
from compiler.ir.flow import Decide, Run
from compiler.ir.game import GameIR
from compiler.ir.layout import Carrier, Component, Zone
from compiler.ir.stmts import Block, For, Swap
from tests.stages.interpret.hand_made import Table, action, block, decision, game, move, number, range_of, stage

PIECES = Carrier(name="card", low=0, high=63, component="card")
ITEMS = Carrier(name="card or none", low=-1, high=63, optional=True, component="card")
CARD = Component(
    name="card", count=64, each_player=False, per_seat=0, where="where(card)", kinds=(0, 0, 2, *range(3, 64)), carrier=PIECES, rows=tuple(range(64))
)


def zone(name: str, order: Literal["set", "pile", "row", "bag"], first: int, instances: int = 1, **more: object) -> Zone:
    ordered = order in ("pile", "row")
    made: dict[str, object] = {"holds": None, "seen": "all", "owners": (), "axes": (), "capacity": 4 if ordered else 64}
    made.update(more)
    return Zone(
        name=name, component="card", order=order, instances=instances, first=first, items=f"items({name})" if ordered else "",
        count=f"count({name})" if ordered else "", members="" if ordered else f"members({name})", words=0 if ordered else 2, **made,  # type: ignore[arg-type]
    )  # fmt: skip


ZONES = (zone("deck", "pile", 1), zone("hand", "set", 2, instances=2, holds=2), zone("bag", "bag", 4))


def moving(*statements: Block, rest: Block = ()) -> GameIR:
    act = action("go", stage(), do=rest)
    return game(
        Run(block=tuple(statements), next=1), Decide(decision=0, after=2), zones=ZONES, components=(CARD,), actions=[act], decisions=[decision(0)],
        blocks=[
            block("where(card)", 64, range_of(0, 4), section="zone"), block("items(deck)", 4, ITEMS, section="zone", start=(-1,) * 4),
            block("count(deck)", section="zone"), block("trail"),
        ],
        derived=[block("members(hand)", 4, section="derived"), block("members(bag)", 2, section="derived")],
    )  # type: ignore[arg-type]  # fmt: skip


def played(*statements: object) -> Table:
    return Table(moving(*statements))  # type: ignore[arg-type]


def test_a_pile_from_the_bottom() -> None:
    table = played(move(5, "deck"), move(3, "deck"), move(8, "deck", bottom=True))
    assert (table["items(deck)"], table["count(deck)"]) == ([8, 5, 3, -1], 3)
    table = played(move(5, "deck"), move(3, "deck"), move(8, "deck"), move(5, ""))
    assert (table["items(deck)"], table["count(deck)"]) == ([3, 8, -1, -1], 2), "those above slide down"
    table = played(move(5, "deck"), move(3, "deck"), move(8, "deck"), move(5, "deck"))
    assert table["items(deck)"] == [3, 8, 5, -1], "already there: to the top"
    table = played(move(5, "deck"), move(3, "deck"), move(8, "deck"), move(8, "deck", bottom=True))
    assert table["items(deck)"] == [8, 5, 3, -1]


def test_swapping_two_of_a_pile() -> None:
    deck = [move(5, "deck"), move(3, "deck"), move(8, "deck")]
    swapped = played(*deck, Swap("deck", number(0), number(0), number(8)))
    assert swapped["items(deck)"] == [8, 3, 5, -1]
    assert played(*deck, Swap("deck", number(0), number(1), number(3)))["items(deck)"] == [5, 3, 8, -1]


def test_sets_keep_member_words() -> None:
    """Piece 61 is the last bit of word 0, 62 and 63 the first two of word 1; instance 1 has words 2 and 3."""
    table = played(move(62, "hand", 1), move(61, "hand", 1), move(0, "bag"), move(63, "bag"), move(63, "hand", 0))
    assert table["members(hand)"] == [0, 2, 2**61, 1]
    assert table["members(bag)"] == [1, 0]
    where = table["where(card)"]
    assert isinstance(where, list) and [where[piece] for piece in (61, 62, 63, 0, 1)] == [3, 3, 2, 4, 0]


def test_a_full_zone_is_the_rule_of_the_move() -> None:
    two = [move(1, "hand", 0), move(2, "hand", 0)]
    assert played(*two, move(2, "hand", 0)).fault == 0, "it is there already"
    assert played(*two, move(3, "hand", 1)).fault == 0
    assert played(*two, move(3, "hand", 0)).fault == 7


def test_sizes_items_and_walks() -> None:
    table = played(move(9, "hand", 1), move(1, "bag"), move(0, "bag"), move(2, "bag"), move(5, "deck"), move(3, "deck"))

    def value(expr: x.Expr | x.Cond) -> int:
        return evaluate(table.game, table.s, expr)

    def item(name: str, index: int, from_top: bool = False) -> int:
        return value(x.ZoneItem(name, number(0), number(index), from_top, 6))

    def listed(domain: x.Domain) -> list[int]:
        return list(members(Frame(program_of(table.game, True), table.s, {}), domain))

    assert [value(x.ZoneSize(name, number(at))) for name, at in (("deck", 0), ("hand", 0), ("hand", 1), ("bag", 0))] == [2, 0, 1, 3]
    assert (item("deck", 0), item("deck", 1), item("deck", 0, True), item("bag", 0), item("bag", 0, True)) == (5, 3, 3, 0, 2)
    assert listed(x.Pieces("deck", number(0))) == [5, 3]
    assert listed(x.Pieces("bag", number(0))) == [0, 1, 2]
    assert listed(x.Pieces("bag", number(0), kinds=True)) == [0, 2], "0 and 1 are alike"
    table = played(move(1, "bag"), move(2, "bag"))
    assert listed(x.Pieces("bag", number(0), kinds=True)) == [1, 2], "the first of its kind that is there"


def test_moving_all_of_a_zone_is_fixed_at_entry() -> None:
    walk = For(x.Binder(local="c", domain=x.Pieces("deck", number(0))), None, (move(x.Local("c"), "deck", bottom=True),), False, 4)
    table = played(move(5, "deck"), move(3, "deck"), move(8, "deck"), walk)
    assert table["items(deck)"] == [8, 3, 5, -1], "each in turn goes to the bottom, which turns the pile over"
