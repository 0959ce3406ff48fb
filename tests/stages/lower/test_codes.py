"""Codes, by arithmetic on paper: base of the action plus mixed radix of the positions, the last name fastest."""

from compiler.ir.actions import ActionIR
from compiler.ir.game import GameIR
from tests.games import ir
from tests.stages.lower.lowered import Play, lowered, problems_of

WAIT = "phases:\n  pick:\n    for: p in players\n"


def only(game: GameIR) -> ActionIR:
    (action,) = game.actions
    return action


def sizes(action: ActionIR, stage: int = 0) -> list[tuple[str, int]]:
    return [(digit.local, digit.size) for digit in action.stages[stage].digits]


def test_a_range_is_as_wide_as_its_proven_interval() -> None:
    action = only(lowered("state:\n  most: {type: 0..6, start: 3}\n" + WAIT + "    choose: n in 1..most\n    do: most = n\n"))
    assert sizes(action) == [("n", 6)]


def test_an_optional_value_adds_nothing() -> None:
    game = lowered("""
boards:
  field: {shape: square, width: 4, height: 3, links: both}
""" + WAIT + """
    choose: q in field, d in directions(field), t in step(q, d)
    do: win p
""")  # fmt: skip
    assert sizes(only(game)) == [("q", 12), ("d", 8)]
    assert game.num_actions == 96 and game.max_actions == 96


def test_code_names_what_forms_it() -> None:
    game = lowered("""
boards:
  field: {shape: square, width: 4, height: 3, links: both}
""" + WAIT + """
    choose: d in directions(field), t in step(a1, d)
    code: t
    do: win p
""")  # fmt: skip
    assert sizes(only(game)) == [("t", 12)]
    # From the corner a1 three directions lead on the board: to b1 (1), a2 (4) and b2 (5).
    assert Play(game).legal() == [1, 4, 5]


def test_a_constant_list_counts_by_position() -> None:
    game = lowered(WAIT + "    choose: n in (7, 2, 5)\n    do: win p\n")
    (digit,) = only(game).stages[0].digits
    assert (digit.size, digit.values) == (3, (7, 2, 5))
    assert Play(game).legal() == [0, 1, 2]


def test_a_part_of_an_enum_has_codes_of_its_own() -> None:
    game = lowered("""
enums:
  land: [wood, red, village, blue]
  colour: {within: land, are: [red, blue]}
""" + WAIT + "    choose: c in colour\n    do: win p\n")  # fmt: skip
    (digit,) = only(game).stages[0].digits
    assert (digit.size, digit.values) == (2, (1, 3))


def test_none_is_last() -> None:
    game = lowered("state:\n  at: {type: player or none}\n" + WAIT + "    choose: o in (seat(1), none, seat(0))\n    do: at = o\n")
    play = Play(game)
    assert play.legal() == [0, 1, 2]
    (digit,) = only(game).stages[0].digits
    assert digit.size == 3
    assert Play(game).apply(2).slot("at") == -1


def test_stages_add_instead_of_multiplying() -> None:
    game = lowered(WAIT + """
    choose:
      - a in 1..10
      - b in 1..10, c in 1..10
    where: a + b + c == 30
    do: win p
""")  # fmt: skip
    assert [(stage.base, stage.size) for stage in only(game).stages] == [(0, 10), (10, 100)]
    assert game.num_actions == 110 and game.max_actions == 100
    play = Play(game)
    assert play.legal() == [9]
    assert play.apply(9).actor == 0
    assert play.legal() == [109]
    assert play.apply(109).over


def test_a_condition_waits_for_its_names_and_for_those_before_it() -> None:
    game = lowered(WAIT + """
    choose:
      - a in 1..3
      - b in 1..3
    where: a != 2 and a < b and a != 1
    do: win p
""")  # fmt: skip
    stages = only(game).stages
    assert [len(stage.conditions) for stage in stages] == [1, 2]
    texts = [game.rules[item.rule - 1].text for stage in stages for item in stage.conditions]
    assert texts == ["a != 2", "a < b", "a != 1"]


def test_bases_follow_the_order_of_the_spec_and_sequences_share() -> None:
    game = lowered("""
sequences:
  ask(player p):
    who: p
    choose: n in 1..4
    do: pass
setup:
  first:
    for: p in players
    choose: n in 1..2
    do: pass
phases:
  a: {use: ask(seat(0))}
  b:
    for: p in players
    actions:
      go: {choose: n in 1..3, do: pass}
      stay: {do: pass}
  c: {use: ask(seat(1))}
""")  # fmt: skip
    assert [(action.name, action.stages[0].base) for action in game.actions] == [("first", 0), ("go", 2), ("stay", 5), ("ask", 6)]
    assert game.num_actions == 10


def test_the_most_at_once_is_cut_by_what_a_zone_holds() -> None:
    game = lowered("""
components:
  tile: {copies: 20}
zones:
  bag: {of: tile, order: bag}
  rack: {of: tile, per: player, holds: 3}
setup:
  fill:
    for: p in players
    repeat: 3
    draw: t in bag
    do: move t to rack[p]
    otherwise: skip
""" + WAIT + "    choose: t in rack[p], n in 1..2\n    do: win p\n    otherwise: win p\n")  # fmt: skip
    assert game.num_actions == 40 and game.max_actions == 6
    assert game.num_outcomes == 20


def test_ascending_only_where_the_walk_rises() -> None:
    rises = {
        "a in 1..3, b in 1..3": True,
        "a in (3, 1, 2)": True,
        "a in neighbours(b2)": False,
        "a in ray(b2, north)": False,
        "a in seats_from(p)": False,
        "a in field, b in directions(field)": True,
    }
    for choose, expected in rises.items():
        game = lowered("boards:\n  field: {shape: square, width: 4, height: 3, links: both}\n" + WAIT + f"    choose: {choose}\n    do: win p\n")
        assert only(game).stages[0].ascending is expected, choose


def test_codes_of_shipped_games() -> None:
    """Cells of tic-tac-toe; columns; 64 squares x 8 ways; cards to pass and to play; 4 piles x 7 sticks; 64 squares and a pass."""
    counts = {"tic_tac_toe": 9, "connect_four": 7, "breakthrough": 512, "hearts": 104, "nim": 28, "reversi": 65, "pig": 2, "leduc_poker": 3}
    assert {name: ir(name).num_actions for name in counts} == counts


def test_outcomes_of_shipped_games() -> None:
    """A die; 52 cards; 6 cards dealt and 6 turned up; a card of 13; two dice at the start and two at each throw."""
    counts = {"pig": 6, "hearts": 52, "leduc_poker": 12, "goofspiel": 13, "backgammon": 72}
    assert {name: ir(name).num_outcomes for name in counts} == counts


def test_a_sealed_choice_in_stages_is_not_supported_yet() -> None:
    text = "phases:\n  bid:\n    together: p in players\n    choose:\n      - a in 1..3\n      - b in 1..3\n    do: pass\n"
    assert problems_of(text) == ["RWE004"]
