"""What is kept where: blocks, start values, owners, inverse maps, zones; and what chance and memories do with them."""

import pytest

from tests.stages.lower.lowered import HEAD, Play, lowered

WAIT = "phases:\n  pick:\n    for: p in players\n    choose: k in 1..2\n    do: win p\n"


def test_start_values() -> None:
    game = lowered("""
boards:
  field: {shape: square, width: 3, height: 2}
state:
  flag: {type: bool}
  place: {type: site(field) or none}
  low: {type: 2..5}
  pile:
    per: 1..4
    type: 0..7
    start(i): 2 * i - 1
  who: {per: site(field), type: player or none, start: none}
""" + WAIT)  # fmt: skip
    play = Play(game)
    assert [play.slot(name) for name in ("flag", "place", "low")] == [0, -1, 2]
    assert play.block("pile") == [1, 3, 5, 7]
    assert play.block("who") == [-1] * 6


def test_start_values_that_depend_on_the_table() -> None:
    game = lowered("state:\n  n: {type: 0..9, start: player_count + 1}\n" + WAIT, head=HEAD + "players: 2..4\n")
    assert [Play(game, players).slot("n") for players in (2, 3, 4)] == [3, 4, 5]


def test_a_variable_named_like_a_header_slot_keeps_out_of_its_way() -> None:
    game = lowered("state:\n  winner: {type: player or none}\n  step: {type: 0..9, start: 4}\n" + WAIT)
    play = Play(game).apply(0)
    assert (play.slot("state.step"), play.slot("state.winner"), play.slot("winner")) == (4, -1, 0)


def test_owners_of_slots() -> None:
    game = lowered("""
components:
  card: {each: player, copies: 2}
state:
  a: {per: [1..2, player], type: 0..9, seen: owner}
  b: {per: card, type: 0..9, seen: owner}
  c: {type: 0..9}
""" + WAIT, head=HEAD + "players: 2..3\n")  # fmt: skip
    owners = {name: game.layout.block(name).owners for name in ("a", "b", "c")}
    assert owners == {"a": (0, 1, 2, 0, 1, 2), "b": (0, 0, 1, 1, 2, 2), "c": ()}
    assert game.layout.block("b").piece_axis == "card"


INVERSE = """
boards:
  field: {shape: square, width: 3, height: 1}
components:
  man: {copies: 2}
state:
  spot: {per: man, type: site(field) or none, inverse: man_on}
phases:
  set:
    do: |
      spot[first(m in man)] = a1
  move:
    who: seat(0)
    choose: m in man, q in field
    do: spot[m] = q
"""


def test_an_inverse_map_follows() -> None:
    play = Play(lowered(INVERSE + "    otherwise: end game\n"))
    assert play.block("man_on") == [0, -1, -1]
    play = Play(lowered(INVERSE.replace("who:", "repeat: 2\n    who:")))
    play.apply(2)
    assert (play.block("spot"), play.block("man_on")) == ([2, -1], [-1, -1, 0])
    assert play.apply(3).block("man_on") == [1, -1, 0]


def test_a_place_already_taken_is_a_fault() -> None:
    play = Play(lowered(INVERSE))
    assert play.apply(3).rule == "inverse"


def test_staying_in_place_is_no_fault() -> None:
    play = Play(lowered(INVERSE))
    assert play.apply(0).rule == "" and play.block("man_on") == [0, -1, -1]


def test_zones_are_numbered_from_one_and_the_box_is_zero() -> None:
    game = lowered("""
components:
  card: {copies: 3}
zones:
  deck: {of: card, order: pile}
  hand: {of: card, per: player}
phases:
  all:
    do: move all card to deck
  deal:
    for: p in players
    do: move top(deck) to hand[p]
  pick:
    who: seat(0)
    choose: c in hand[seat(0)]
    do: move c to box
""")  # fmt: skip
    play = Play(game)
    # The pile was filled from the bottom, so piece 2 was on top: it went to seat 0 (place 2), piece 1 to seat 1 (place 3).
    assert play.block("card.where") == [1, 3, 2]
    assert play.block("deck.items") == [0, -1, -1] and play.slot("deck.count") == 1
    assert play.legal() == [2]
    assert play.apply(2).block("card.where") == [1, 3, 0]


def test_move_all_keeps_the_order_of_its_source() -> None:
    game = lowered("""
components:
  card: {copies: 3}
zones:
  deck: {of: card, order: pile}
  heap: {of: card, order: pile}
phases:
  all: {do: move all card to deck}
  turn: {do: move all deck to heap}
  under: {do: move top(heap) to heap bottom}
  pick: {who: seat(0), choose: c in heap, do: pass}
""")  # fmt: skip
    assert Play(game).block("heap.items") == [2, 0, 1]


def test_a_full_zone_is_a_fault() -> None:
    text = "components:\n  card: {copies: 3}\nzones:\n  hand: {of: card, holds: 2}\nphases:\n  all: {do: move all card to hand}\n"
    assert Play(lowered(text)).rule == "holds"


def test_a_shuffle_is_as_many_draws_as_pieces() -> None:
    game = lowered("""
components:
  card: {copies: 3}
zones:
  deck: {of: card, order: pile, seen: none}
setup:
  fill: {do: move all card to deck}
  mix: {shuffle: deck}
phases:
  pick: {who: seat(0), choose: n in 1..2, do: pass}
""")  # fmt: skip
    play = Play(game, explicit=True)
    out, weights = [0] * 3, [0] * 3
    seen = []
    for wanted in (2, 0, 1):
        count = play.engine.chance_outcomes(play.s, out, weights)
        seen.append(out[:count])
        play.engine.apply(play.s, wanted)
    assert seen == [[0, 1, 2], [0, 1], [1]]
    assert play.block("deck.items") == [2, 0, 1] and play.step == "phases.pick"


def test_successive_draws_are_without_replacement() -> None:
    game = lowered("""
components:
  ball: {fields: {red: 0..1}, rows: [{red: 0, copies: 2}, {red: 1}]}
zones:
  urn: {of: ball, order: bag}
  out: {of: ball}
setup:
  fill: {do: move all ball to urn}
  pull:
    draw: a in kinds(urn), b in kinds(urn)
    do: |
      move a to out
      move b to out
phases:
  pick: {who: seat(0), choose: n in 1..2, do: pass}
""")  # fmt: skip
    play = Play(game, explicit=True)
    out, weights = [0] * 3, [0] * 3
    count = play.engine.chance_outcomes(play.s, out, weights)
    assert (out[:count], weights[:count]) == ([0, 2], [2, 1])
    play.engine.apply(play.s, 0)
    count = play.engine.chance_outcomes(play.s, out, weights)
    # Ball 0 is drawn. Of the two kinds left each has one ball; ball 1 is the first of its kind now, or ball 0's kind is drawn by ball 1.
    assert weights[:count] == [1, 1]
    assert [code - 3 for code in out[:count]] == [1, 2]


def test_sealed_choices_are_made_on_the_opening_position() -> None:
    game = lowered("""
state:
  n: {type: 0..99}
  log: {type: 0..9999}
phases:
  bid:
    together: p in players where n < 50
    choose: k in 1..3 where k > n
    do: |
      n += k
      log = 100 * log + 10 * ordinal(p) + k
  after: {who: seat(0), choose: n2 in 1..2, do: pass}
""")  # fmt: skip
    play = Play(game)
    assert play.actor == 0 and play.legal() == [0, 1, 2]
    play.apply(1)
    assert play.actor == 1 and play.slot("n") == 0 and play.legal() == [0, 1, 2]
    play.apply(2)
    assert (play.slot("n"), play.slot("log"), play.step) == (5, 213, "phases.after")
    assert not any(play.block("seal_order")) and play.block("pending") == [-1, -1]


REMEMBER = """
state:
  at: {type: 0..2}
  note: {type: 0..9}
remember:
  spot: {of: [at], after: %s, last: 8}
phases:
  go:
    until: times(spot) >= 3
    for: p in players
    actions:
      step: {choose: k in 0..2, do: at = k}
      wait: {do: note += 1}
"""


def test_repetition_counts_every_decision() -> None:
    """0 at the start; then 1, 0, 0: the third 0 ends it."""
    play = Play(lowered(REMEMBER.replace("after: %s, ", "")))
    assert not play.apply(1).over and not play.apply(0).over
    assert play.apply(0).over


def test_repetition_counts_after_named_actions_only() -> None:
    """Waiting is not recorded, however often."""
    play = Play(lowered(REMEMBER % "step"))
    play.apply(3, 3, 3)
    assert not play.apply(0).over
    assert play.apply(0).over


@pytest.mark.parametrize(("before", "trial"), [("n", False), ("before(n)", False), ("5 - k", False)])
def test_prefer_is_tried_only_where_it_reads_effects(before: str, trial: bool) -> None:
    state = "state:\n  n: {type: 0..9}\n  m: {type: 0..9}\n"
    text = f"{state}phases:\n  a:\n    who: seat(0)\n    choose: k in 1..3\n    prefer: {before}\n    do: m = k\n"
    game = lowered(text)
    assert game.actions[0].prefer_trial is trial


def test_prefer_of_what_the_effects_write_is_tried() -> None:
    game = lowered("state:\n  n: {type: 0..9}\nphases:\n  a:\n    who: seat(0)\n    choose: k in 1..3\n    prefer: n % 3\n    do: n = k\n")
    assert game.actions[0].prefer_trial and Play(game).legal() == [1]
