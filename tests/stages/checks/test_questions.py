"""What an editor is asked of a book: in its order, each question with who answers it."""

from compiler.checks.questions import questions_of, summary
from tests.cases.played import compiled, game_of

BOOK = """# 1 Draw

- **1.1** In turn, each player draws a card from the pile; when it is empty, nothing is drawn.
- **1.2** Cards are kept in hand, where only their owner sees them.
- **1.3** Then everybody lays a card.
- **1.4** The highest card takes the points.
- **1.5** Whoever has most points wins.

## Open points

- **OP-1** (1.5) Who wins a tie? *Readings:* both.
"""

SPEC = game_of(
    "rulebook: rulebook.md",
    "assumptions: {OP-1: both win}",
    "components:",
    "  card: {fields: {value: 1..9}, text: \"{value}\", rows: [{value: [1, 2, 3, 4, 5, 6, 7, 8, 9]}]}",
    "zones:",
    "  pile: {of: card, order: pile, seen: none}",
    "  hand: {of: card, per: player, seen: owner, cite: 1.2}",
    "  laid: {of: card, per: player, cite: 1.3}",
    "state:",
    "  points: {per: player, type: 0..9, cite: 1.4}",
    "setup: {fill: {do: move all card to pile}}",
    "phases:",
    "  draw:",
    "    for: p in players",
    "    draw: c in pile",
    "    do: move c to hand[p]",
    "    otherwise: skip",
    "    cite: 1.1",
    "  lay:",
    "    for: p in players",
    "    choose: c in hand[p]",
    "    do: move c to laid[p]",
    "    cite: 1.3",
    "  judge:",
    "    do: |",
    "      let best = first(p in players by -sum(c.value for c in laid[p]))",
    "      points[best] = 9",
    "    cite: 1.4",
    "result:",
    "  score: points[p]",
    "  cite: 1.5",
)


def test_each_question_has_its_place_and_its_answer() -> None:
    made = compiled(SPEC, {"rulebook.md": BOOK})
    assert made.typed is not None and made.sound, made.diagnostics
    found = questions_of(made.typed)
    assert [(question.clauses, question.text.partition("?")[0].partition(" in `")[0], question.by) for question in found] == [
        (("1.1",), "what if there is nothing to draw", "book"),
        (("1.2",), "who may see `hand`", "book"),
        (("1.3",), "who may see `laid`", "open"),
        (("1.3",), "what if there is nothing legal to choose", "open"),
        (("1.4",), "who may see `points`", "open"),
        (("1.4",), "which one, if several are equal", "open"),
        (("1.5",), "who wins if the best are equal", "assumption"),
        ((), "who may see `pile`", "rule"),
    ]
    assert summary(found) == "8 questions: 2 answered by the book's words, 1 by a rule, 1 by an assumption, 4 open"
