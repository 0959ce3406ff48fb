"""The order of play: every step writes its digit into `log`, so a whole game is one number, worked out by hand from the language's rules."""

import pytest

from tests.stages.lower.lowered import Play, lowered

LOG = """
state:
  log: {type: 0..999999999999}
  n: {type: 0..99}
  stop: {type: bool}
effects:
  note(0..999 k): log = 10 * log + k
"""


def log_of(phases: str, more: str = "") -> int:
    play = Play(lowered(LOG + more + "phases:\n" + phases))
    assert play.over and play.fault == 0
    return play.slot("log")


def test_steps_follow_each_other_once() -> None:
    assert log_of("""
  a: {do: note(1)}
  b: {do: note(2)}
""") == 12  # fmt: skip


def test_repeat_runs_the_whole_for() -> None:
    assert log_of("""
  a:
    repeat: 2
    for: k in 1..3
    do: note(k)
""") == 123123  # fmt: skip


def test_when_skips_one_member() -> None:
    assert log_of("""
  a:
    repeat: 2
    for: k in 1..3
    when: k != 2
    do: note(k)
""") == 1313  # fmt: skip


def test_repeat_counts_from_one_and_is_zero_outside() -> None:
    assert log_of("""
  a:
    repeat: 3
    do: note(number(a))
  b: {do: note(number(a))}
""") == 1230  # fmt: skip


def test_repeat_is_evaluated_once() -> None:
    assert log_of("""
  set: {do: n = 2}
  a:
    repeat: n
    do: |
      note(1)
      n += 1
""") == 11  # fmt: skip


def test_while_is_asked_before_a_pass() -> None:
    assert log_of("""
  a:
    while: n < 3
    do: |
      n += 1
      note(n)
  b:
    while: n < 3
    do: note(9)
""") == 123  # fmt: skip


def test_until_is_asked_after_a_step_but_not_at_entry() -> None:
    assert log_of("""
  a:
    until: n >= 0
    do: note(1)
""") == 1  # fmt: skip


def test_until_cuts_in_the_middle_outermost_first() -> None:
    """The inner loop would go on, the outer one ends: nothing of what follows inside runs."""
    assert log_of("""
  outer:
    until: n == 2
    steps:
      inner:
        until: n == 2
        steps:
          x:
            do: |
              n += 1
              note(n)
          y: {do: note(7)}
      z: {do: note(8)}
  end: {do: note(9)}
""") == 1729  # fmt: skip


def test_a_skipped_step_does_not_ask_until() -> None:
    """`stop` is true before `skipped`, which does not run; the next step that does ends the loop."""
    assert log_of("""
  set: {do: stop = true}
  outer:
    until: stop
    steps:
      skipped: {when: not stop, do: note(1)}
      taken: {do: note(2)}
      never: {do: note(3)}
""") == 2  # fmt: skip


def test_where_of_a_for_is_asked_anew_and_members_are_fixed() -> None:
    """2 drops out while 1 runs, 3 qualifies later, nobody is met twice."""
    more = "  open: {per: 1..3, type: bool}\n"
    text = LOG.replace("effects:", more + "effects:") + """
phases:
  set:
    do: |
      open[1] = true
      open[2] = true
  a:
    for: k in (3, 1, 2, 1) where open[k]
    do: |
      note(k)
      open[2] = false
      open[3] = true
"""
    play = Play(lowered(text))
    assert play.slot("log") == 11


def test_by_sorts_ascending_with_ties_in_domain_order() -> None:
    assert log_of("""
  a:
    for: k in 1..4 by k % 2
    do: note(k)
""") == 2413  # fmt: skip


def test_order_is_fixed_at_entry() -> None:
    assert log_of("""
  set: {do: n = 1}
  a:
    for: k in 1..3 by n * k
    do: |
      note(k)
      n = 0
""") == 123  # fmt: skip


def test_end_leaves_the_whole_loop_without_until() -> None:
    assert log_of("""
  outer:
    repeat: 3
    steps:
      inner:
        for: k in 1..5
        do: |
          note(k)
          if k == 2: end outer
          note(0)
      y: {do: note(8)}
  z: {do: note(9)}
""") == 1029  # fmt: skip


def test_end_in_an_effect_means_the_innermost_of_that_name() -> None:
    more = "  leave(): end inner\n"
    assert log_of(
        """
  outer:
    repeat: 2
    steps:
      inner:
        steps:
          x:
            do: |
              note(1)
              leave()
              note(2)
          y: {do: note(3)}
      z: {do: note(4)}
""",
        more,
    ) == 1414  # fmt: skip


def test_end_game_stops_everything() -> None:
    assert log_of("""
  a:
    repeat: 5
    do: |
      note(1)
      if number(a) == 2: end game
  b: {do: note(9)}
""") == 11  # fmt: skip


def test_either_runs_the_first_that_may() -> None:
    assert log_of("""
  a:
    repeat: 3
    either:
      one: {when: number(a) == 2, do: note(1)}
      two: {when: number(a) < 3, do: note(2)}
      rest: {do: note(3)}
""") == 213  # fmt: skip


def test_either_may_run_nothing() -> None:
    assert log_of("""
  a:
    either:
      one: {when: stop, do: note(1)}
  b: {do: note(2)}
""") == 2  # fmt: skip


def test_sequences_take_values_and_may_be_used_twice() -> None:
    more = """
sequences:
  twice(0..999 k):
    repeat: 2
    do: note(k)
"""
    assert log_of(
        """
  a: {use: twice(n)}
  set: {do: n = 7}
  b: {use: twice(n + 1)}
  c: {do: note(number(twice))}
""",
        more,
    ) == 880  # fmt: skip


def test_registers_are_empty_again_after_their_step() -> None:
    """Equal positions are equal: what a loop kept is gone when its step is left, by whichever way."""
    game = lowered(LOG + """
sequences:
  deep(0..9 k):
    for: j in (4, 6, 5) where j < 9
    do: |
      if j == 6: end deep
phases:
  outer:
    until: n == 4
    steps:
      a: {use: deep(3)}
      b:
        repeat: 2
        for: i in 1..2
        do: |
          n += 1
          if n == 3: end b
  wait: {who: seat(0), choose: i in 0..1, do: pass}
""")  # fmt: skip
    play = Play(game)
    left = {block.name: play.block(block.name) for block in game.layout.blocks if block.section == "register"}
    assert left and all(not any(values) for values in left.values()), left


def test_a_loop_in_which_nothing_happens_is_a_fault() -> None:
    play = Play(lowered(LOG + """
phases:
  a:
    while: true
    when: stop
    do: note(1)
"""))  # fmt: skip
    assert play.rule == "spin"


def test_players_take_turns_and_absent_seats_do_not() -> None:
    game = lowered(LOG + """
phases:
  a:
    repeat: 2
    for: p in players
    do: note(ordinal(p) + 1)
""", head="language: 1\ngame: trial\ntitle: Trial\nplayers: 2..4\n")  # fmt: skip
    for players, expected in ((2, 1212), (3, 123123), (4, 12341234)):
        assert Play(game, players).slot("log") == expected


def test_eliminated_players_are_passed_over_by_seats() -> None:
    game = lowered(LOG + """
phases:
  out: {do: eliminate seat(1)}
  a:
    for: p in seats_from(seat(0))
    do: note(ordinal(p) + 1)
  b: {do: note(ordinal(left_of(seat(0))))}
  c: {do: note(ordinal(right_of(seat(0))))}
  d:
    for: p in players
    do: note(5 if playing(p) else 6)
""", head="language: 1\ngame: trial\ntitle: Trial\nplayers: 4\n")  # fmt: skip
    assert Play(game, 4).slot("log") == 134235655


@pytest.mark.parametrize("players", [2, 3])
def test_otherwise_completes_the_step(players: int) -> None:
    """Nobody can choose; `otherwise` runs each time, and `until` is asked after it."""
    game = lowered(LOG + """
phases:
  a:
    until: n == 2
    for: p in players
    choose: k in 1..2 where k > 5
    do: note(1)
    otherwise: |
      n += 1
      note(2)
  b: {do: note(3)}
""", head="language: 1\ngame: trial\ntitle: Trial\nplayers: 2..3\n")  # fmt: skip
    assert Play(game, players).slot("log") == 223


def test_without_otherwise_it_is_a_fault() -> None:
    assert Play(lowered(LOG + """
phases:
  a:
    for: p in players
    choose: k in 1..2 where k > 5
    do: note(1)
""")).rule == "stuck"  # fmt: skip
