"""What is said of outcomes and of steps that nobody chooses: an event with its text, told to each seat as far as it may know."""

from runtime.telling import events
from tests.cases.played import Played, game_of

SPEC = game_of(
    "components: {card: {fields: {worth: 1..3}, text: \"{worth}\", rows: [{worth: [1, 2, 3]}]}}",
    "zones:",
    "  deck: {of: card, order: pile, seen: none}",
    "  hand: {of: card, per: player, seen: owner}",
    "state:",
    "  n: {type: 0..6}",
    "setup:",
    "  gather: {do: move all card to deck}",
    "  mix: {shuffle: deck, say: the deck is shuffled}",
    "phases:",
    "  turn:",
    "    for: p in players",
    "    steps:",
    "      throw: {roll: d in 1..6, do: n = d, say: \"{p} throws a {d}, {n} lay there\"}",
    "      deal: {draw: c in deck, do: \"move c to hand[p]\", say: \"{p} draws {c}\"}",
    "      count: {do: n = 0, say: \"{n} is wiped out\"}",
    "      go: {choose: k in 0..1, say: \"{p} says {k}\"}",
)  # fmt: skip


def played() -> Played:
    """The deck mixed, nothing thrown yet."""
    table = Played(SPEC)
    while table.state.waiting_step() == "setup.mix":
        table.do(next(iter(table.outcomes())))
    return table


def told(table: Played, seat: int) -> list[str]:
    for state in table.states:
        assert [event.text for event in events(state, seat)] == [event.text for event in events(table.state, seat)]
    return [event.text for event in events(table.state, seat) if event.step != "setup.mix"]


def test_outcomes_and_what_nobody_chooses_are_told() -> None:
    table = played()
    assert {event.text for event in events(table.state, 0)} == {"the deck is shuffled"}
    table.do("d 6")
    assert list(table.outcomes().values()) and table.state.is_chance_node()
    drawn = next(iter(table.outcomes()))
    table.do(drawn)
    assert table.state.waiting_step() == "phases.turn.count" and list(table.outcomes().values()) == [1], "what is told is an outcome, the only one"
    table.do(next(iter(table.outcomes())))
    mine = f"p0 draws {drawn.removeprefix('c ')}"
    assert told(table, 0) == ["p0 throws a 6, 0 lay there", mine, "6 is wiped out"]
    assert told(table, 1) == ["p0 throws a 6, 0 lay there", "p0 draws ?", "6 is wiped out"]
    assert table.value("n") == 0


def test_without_explicit_chance_all_of_it_happens_by_itself() -> None:
    table = Played(SPEC, explicit=False, seed=3)
    assert table.state.waiting_step() == "phases.turn.go" and table.value("n") == 0
