"""What seats see: masks of observations, perceived actions, and the facts that describe them."""

import re
from pathlib import Path

from compiler.interpret import Interpreter
from compiler.ir import exprs as x
from compiler.ir.flow import Decide, Draw, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.layout import HEADER, Carrier, Component, Zone
from tests.stages.interpret.hand_made import (
    Table,
    action,
    block,
    chance,
    chance_stage,
    decision,
    digit,
    game,
    move,
    number,
    range_of,
    stage,
    store,
)  # fmt: skip

H = -(2**62) - 1
"""what is hidden, below the widest carrier of these games"""
PLAYER = range_of(0, 1)
PIECES = Carrier(name="card", low=0, high=3, texts=("ace", "two", "ace", "four"), component="card")
CARD = Component(name="card", count=4, each_player=False, per_seat=0, where="where", kinds=(0, 1, 0, 3), carrier=PIECES, rows=(0, 1, 2, 3))


def zone(name: str, first: int, seen: str, *, pile: bool = False, owners: tuple[int, ...] = (-1,)) -> Zone:
    items, count, members = (f"items({name})", f"count({name})", "") if pile else ("", "", f"members({name})")
    return Zone(
        name=name, component="card", order="pile" if pile else "set", instances=len(owners), first=first, capacity=4, holds=None,
        seen=seen, owners=owners, axes=(PLAYER,) if len(owners) > 1 else (), items=items, count=count, members=members, words=int(not pile),
    )  # type: ignore[arg-type]  # fmt: skip


def hidden() -> GameIR:
    """hand[0] has cards 0 and 1, hand[1] card 2, the deck (a pile that nobody sees) card 3; points, secrets and nerves of both seats."""
    setup = (move(0, "hand", 0), move(1, "hand", 0), move(2, "hand", 1), move(3, "deck"), *(store("worth", 5, at) for at in range(4)))
    return game(
        Run(block=(*setup, store("secret", 6, 0), store("secret", 7, 1), store("nerve", 8)), next=1), Decide(decision=0, after=2),
        zones=(zone("hand", 1, "owner", owners=(0, 1)), zone("deck", 3, "none", pile=True)), components=(CARD,),
        blocks=[
            block("where", 4, range_of(0, 3), section="zone"),
            block("items(deck)", 4, Carrier(name="card or none", low=-1, high=3, optional=True), section="zone", start=(-1,) * 4),
            block("count(deck)", section="zone"), block("secret", 2, axes=(PLAYER,), seen="owner", owner_axis=0, owners=(0, 1)),
            block("nerve", seen="none"), block("worth", 4, axes=(PIECES,), piece_axis="card", start=(1, 2, 3, 4)),
        ],
        derived=[block("members(hand)", 2, section="derived")],
        actions=[action("go", stage(digit("a", 0, 1), digit("b", 0, 2)), secret=("a",))], decisions=[decision(0)],
    )  # fmt: skip


def seen(table: Table, seat: int) -> dict[str, list[int]]:
    out = [99] * table.engine.OBSERVATION_SIZE
    table.engine.observe(table.s, seat, out)
    assert 99 not in out
    return {name: out[offset : offset + length] for name, offset, length, _, _ in table.engine.OBSERVATION}


def test_each_seat_sees_its_own() -> None:
    table = Table(hidden())
    mine, theirs = seen(table, 0), seen(table, 1)
    assert (mine["where"], theirs["where"]) == ([1, 1, H, H], [H, H, 2, H])
    assert (mine["secret"], theirs["secret"]) == ([6, H], [H, 7])
    assert (mine["worth"], theirs["worth"]) == ([5, 5, 3, 4], [1, 2, 5, 4]), "an unseen piece's number reads as at the start"
    for view in (mine, theirs):
        assert (view["items(deck)"], view["count(deck)"], view["nerve"]) == ([H] * 4, [H], [H])
        assert (view["size(hand)"], view["size(deck)"]) == ([2, 1], [H]), "how many are in a hand everybody sees"
        assert "members(hand)" not in view
        assert [view[name] for name, _ in HEADER if name.startswith(("deal", "dice", "explicit", "fault"))] == [[H]] * 6
        assert (view["players"], view["step"], view["actor"]) == ([2], [1], [0])


def test_secret_parts_of_an_action_are_not_perceived() -> None:
    """code = 3 a + b; another seat perceives -3 - b."""
    table = Table(hidden())
    assert [table.engine.seen_action(table.s, 0, code) for code in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [table.engine.seen_action(table.s, 1, code) for code in range(6)] == [-3, -4, -5, -3, -4, -5]


def test_commits_and_who_has_committed_are_not_seen() -> None:
    made = game(
        Run(block=(store("seal_order", 0, 0), store("seal_order", 1, 1), store("seal_count", 2)), next=1), Sealed(decision=0, after=2, skip=2),
        blocks=[
            block("pending", 2, section="register", seen="owner", owners=(0, 1), start=(-1, -1)),
            block("seal_order", 2, section="register", seen="none"), block("seal_count", section="register", seen="none"),
        ],
        actions=[action("go", stage(digit("a", 0, 1)))], decisions=[decision(0, sealed="seat")],
    )  # fmt: skip
    table = Table(made)
    assert (table.engine.seen_action(table.s, 0, 1), table.engine.seen_action(table.s, 1, 1)) == (1, -2)
    table.apply(1)
    assert (seen(table, 0)["pending"], seen(table, 1)["pending"]) == ([1, H], [H, -2])
    assert (seen(table, 0)["actor"], seen(table, 1)["actor"]) == ([H], [H])


def test_outcomes_are_perceived_by_those_who_may() -> None:
    def views(**more: object) -> list[int]:
        roll = chance(chance_stage(digit("n", 0, 1)), **more)
        hand = zone("hand", 1, "owner", owners=(0, 1))
        words = block("members(hand)", 2, section="derived")
        made = game(Draw(chance=0, after=1), chances=[roll], components=(CARD,), zones=(hand,), blocks=[block("where", 4)], derived=[words])
        table = Table(made, explicit=1)
        return [table.engine.seen_action(table.s, seat, 1) for seat in (0, 1)]

    assert views() == [1, 1]
    assert views(seen_by="nobody") == [-2, -2]
    assert views(seen_by="seat", seat=x.Local("n")) == [-2, 1]
    assert views(seen_by="zone", zone="hand", instance=number(0)) == [1, -2]


def test_stages_are_perceived_when_complete() -> None:
    go = action("go", stage(digit("a", 0, 1)), stage(digit("b", 0, 1), base=2))
    table = Table(game(Decide(decision=0, after=1), actions=[go], decisions=[decision(0)], blocks=[block("staged", 4, section="register")]))
    assert [table.engine.seen_action(table.s, seat, 1) for seat in (0, 1)] == [1, -2]
    table.apply(1)
    assert (seen(table, 0)["staged"], seen(table, 1)["staged"]) == ([1, 1, 1, 0], [H] * 4)
    assert [table.engine.seen_action(table.s, seat, 2) for seat in (0, 1)] == [2, 2]


def test_the_facts_are_those_of_the_contract_and_cover_the_observation() -> None:
    """The names are read off the contract's text: the compiler's rooms do not import the runtime."""
    text = (Path(__file__).resolve().parents[3] / "runtime" / "contract.py").read_text(encoding="utf-8")
    promised = re.findall(r'^    "([A-Z_]+)": "', text, re.MULTILINE)
    engine = Interpreter(hidden())
    assert list(engine.facts) == promised and len(promised) > 25
    covered = [slot for _, offset, length, _, _ in engine.OBSERVATION for slot in range(offset, offset + length)]
    assert covered == list(range(engine.OBSERVATION_SIZE)) and engine.OBSERVATION_SIZE == engine.SHOWN + 3
    assert (("phases.choose", "go", 1, 0, 1, 0, (("a", _carrier(engine, "0..1"), 2, ()), ("b", _carrier(engine, "0..2"), 3, ()))),) == engine.CHOICES
    assert engine.CARRIERS[engine.COMPONENTS[0][5]] == ("card", 0, 3, 0, ("ace", "two", "ace", "four"), "card")
    assert (engine.STEPS, engine.SAYS, engine.OUTCOMES) == (("", "phases.choose", ""), (None,), ())


def _carrier(engine: Interpreter, name: str) -> int:
    return [row[0] for row in engine.CARRIERS].index(name)
