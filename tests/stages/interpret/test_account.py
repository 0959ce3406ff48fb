"""`account`: what is told of the end. Of the lines the first that fits, for each value of the names, in written order; engines know nothing of it."""

import re

import pytest

from compiler.emit import emit_game
from compiler.interpret.play.views import Look
from compiler.passes import without_view
from tests.stages.lower.lowered import Play, lowered, problems_of

SPEC = """
enums:
  tree: [oak, elm, ash]
state:
  grown: {per: tree, type: 0..9}
  owner: {per: tree, type: player or none}
phases:
  plant:
    repeat: 2
    who: seat(0)
    choose: t in tree, n in 1..9
    do: |
      grown[t] = n
      owner[t] = seat(n % 2)
"""
ACCOUNT = """
account:
  - for: t in tree
    lines:
      - when: grown[t] == 0
        say: "{t}: nothing"
        cite: 3.1
      - when: owner[t] != none and grown[t] > 5
        say: "{t}: {grown[t]} for {owner[t]}"
        cite: [3.2, 3.3]
  - for: p in players, t in tree where owner[t] == p
    lines:
      - say: "{p} has {t}"
  - lines:
      - say: "in all {sum(grown[t] for t in tree)}"
        cite: 4.1
"""


def told(*codes: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    game = lowered(SPEC + ACCOUNT)
    play = Play(game).apply(*codes)
    return Look(game).account(play.s)


def test_the_first_line_that_fits_with_its_clauses() -> None:
    """Codes are 9 tree + n - 1: an elm of 7, then an oak of 4, of which no line tells."""
    assert told(9 + 6, 3) == (
        ("elm: 7 for p1", ("3.2", "3.3")),
        ("ash: nothing", ("3.1",)),
        ("p0 has oak", ()),
        ("p1 has elm", ()),
        ("in all 11", ("4.1",)),
    )


def test_engines_are_the_same_without_it() -> None:
    """But for the numbers of rules."""
    plain, told_ = (emit_game(without_view(lowered(text))) for text in (SPEC, SPEC + ACCOUNT))
    assert list(plain) == list(told_)
    plays = [re.sub(r"\d+", "0", text.split("RULES: Final")[0].split("def init")[1]) for text in (*plain.values(), *told_.values())]
    assert plays[0] == plays[1]


@pytest.mark.parametrize(
    ("account", "codes"),
    [
        ("- for: t in forest\n    lines: [{say: x}]", ["RWN001"]),
        ('- for: t in tree\n    lines:\n      - when: t\n        say: "{t}"', ["RWT014"]),
        ('- for: t in tree\n    lines:\n      - say: "{grow[t]}"', ["RWN001"]),
        ("- for: t in tree", ["RWL014"]),
        ("- lines: [{when: true}]", ["RWL014"]),
    ],
)
def test_mistakes_are_told(account: str, codes: list[str]) -> None:
    assert problems_of(f"{SPEC}account:\n  {account}\n") == codes
