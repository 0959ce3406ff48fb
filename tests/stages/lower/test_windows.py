"""Interrupts: who is asked, in which order, and where play goes on."""

import pytest

from compiler.ir.flow import Decide, Run
from tests.stages.lower.lowered import HEAD, Play, lowered, problems_of

TEXT = """
state:
  log: {type: 0..999999999999}
  coins: {per: player, type: 0..9, start: 1}
  active: {type: player}
phases:
  round:
    repeat: 2
    steps:
      turn:
        steps:
          act:
            who: active
            choose: k in 1..2
            do: log = 10 * log + k
          pass_on: {do: active = next(active)}
      close: {do: log = 10 * log + 9}
interrupts:
  cut_in:
    after: phases.round.turn
    ask: p in seats_from(active) where coins[p] > 0
    offers:
      buy:
        steps:
          pay:
            who: p
            choose: n in 3..4
            where: n <= 3 + coins[p]
            do: |
              coins[p] -= 1
              log = 10 * log + n
          get: {do: log = 10 * log + 5}
      flee:
        steps:
          run:
            who: p
            where: coins[p] == 1
            do: end game
"""
PAY3, PAY4, RUN, DECLINE = 2, 3, 4, 5


@pytest.fixture
def play() -> Play:
    return Play(lowered(TEXT, head=HEAD + "players: 3\n"), 3)


def test_codes_stand_behind_those_of_the_phases(play: Play) -> None:
    names = [(action.name, action.stages[0].base) for action in play.game.actions]
    assert names == [("act", 0), ("pay", 2), ("run", 4), ("decline", 5)]


def test_seats_are_asked_from_who_is_active(play: Play) -> None:
    play.apply(0)
    asked = []
    while play.step.startswith("interrupts"):
        asked.append(play.actor)
        play.apply(DECLINE)
    assert asked == [1, 2, 0]
    assert play.step == "phases.round.turn.act" and play.slot("log") == 19


def test_after_an_offer_asking_starts_again(play: Play) -> None:
    play.apply(0, DECLINE)
    assert play.actor == 2
    play.apply(PAY4)
    # Its tree ran (5); the first seat is asked again, and seat 2 has no coin left.
    assert play.slot("log") == 145 and play.actor == 1
    play.apply(DECLINE)
    assert play.actor == 0
    play.apply(DECLINE)
    assert play.step == "phases.round.turn.act" and play.slot("log") == 1459


def test_who_could_only_decline_is_not_asked(play: Play) -> None:
    play.apply(0, PAY3, PAY3)
    assert play.block("coins") == [1, 0, 0] and play.actor == 0


def test_an_offer_may_leave_what_is_around_the_window(play: Play) -> None:
    play.apply(0, RUN)
    assert play.over and play.slot("log") == 1


def test_nothing_is_left_behind(play: Play) -> None:
    play.apply(0, PAY3, DECLINE, DECLINE)
    registers = [block.name for block in play.game.layout.blocks if block.section == "register" and block.name.startswith("cut_in.")]
    assert registers and all(not any(play.block(name)) for name in registers)


def test_others_are_told_where_play_would_go_on(play: Play) -> None:
    """The node named for them leads, over bookkeeping only, to the step that waits; and declining is for nobody else to see."""
    (waiting,) = [node for node in play.game.flow if isinstance(node, Decide) and node.resume >= 0]
    node = play.game.flow[waiting.resume]
    while isinstance(node, Run) and not node.step:
        node = play.game.flow[node.next]
    assert isinstance(node, Run) and node.path == "phases.round.close"
    assert [action.name for action in play.game.actions if action.unseen] == ["decline"]


def test_an_end_may_leave_what_surrounds_the_window() -> None:
    """Whoever flees ends the round for good: `close` is not reached, play goes on behind it, and nothing of the window is left."""
    text = TEXT.replace("do: end game", "do: end round").replace("interrupts:", "  evening: {do: log = 10 * log + 8}\ninterrupts:")
    play = Play(lowered(text, head=HEAD + "players: 3\n"), 3)
    play.apply(0, DECLINE, RUN)
    assert play.slot("log") == 18 and play.over
    registers = [block.name for block in play.game.layout.blocks if block.section == "register" and block.name.startswith("cut_in.")]
    assert registers and all(not any(play.block(name)) for name in registers)


def test_an_end_must_be_inside_wherever_the_window_opens() -> None:
    text = TEXT.replace("do: end game", "do: end round").replace("after: phases.round.turn", "after: [phases.round.turn, phases.evening]")
    evening = text.replace("interrupts:", "  evening: {do: log = 10 * log + 8}\ninterrupts:")
    assert problems_of(evening, head=HEAD + "players: 3\n") == ["RWN015"]
    assert problems_of(evening.replace("end round", "end turn"), head=HEAD + "players: 3\n") == ["RWN015"]
