"""An event from outside may come between the stages of a choice: what had been chosen is forgotten, on the interpreter and on engines alike."""

from compiler.emit import emit_game
from runtime import load_source
from tests.stages.lower.lowered import Play, lowered

SPEC = """
state:
  kept:  {type: 0..99}
  turns: {type: 0..9}
phases:
  turn:
    repeat: 3
    for: p in players
    actions:
      pick:
        choose:
          - n in 1..3
          - m in 1..3 where m != n
        do: |
          kept = 10 * n + m
          turns += 1
      bell:
        by: outside
        do: turns += 1
"""


def test_a_choice_that_is_cut_short_leaves_nothing_behind() -> None:
    """Codes: 0..2 the first number, 3..5 the second, 6 the bell."""
    game = lowered(SPEC)
    play = Play(game)
    ((name, text),) = emit_game(game).items()
    emitted = load_source(text, name, backend="python").new_initial_state(2, seed=1)
    for code, legal, kept in ((1, [3, 5], 0), (6, [0, 1, 2], 0), (2, [3, 4], 0), (3, [0, 1, 2], 31), (6, [0, 1, 2], 31), (0, [4, 5], 31)):
        play.apply(code)
        emitted.apply_action(code)
        assert play.legal() == emitted.legal_actions() == legal
        assert play.slot("kept") == kept
        assert list(emitted.vector[: game.layout.kept]) == play.s[: game.layout.kept]
