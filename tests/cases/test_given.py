"""`given` in scenarios: a loop goes on from the member that is given, whatever the loop stands on; nothing is given twice."""

from pathlib import Path

import pytest

from compiler.diagnostics import explain_all
from compiler.diagnostics.problem import Problems
from compiler.scenarios import run_file

SPEC = """language: 1
game: loopy
players: 3
state:
  starter: {type: player}
  n: {per: player, type: 0..99}
components:
  card: {fields: {kind: text}, text: "{kind}", rows: [{kind: guard, copies: 2}, {kind: priest}]}
zones:
  deck: {of: card, order: pile}
  hand: {of: card, per: player}
phases:
  gather: {do: move all card to deck}
  plain:
    repeat: 9
    for: p in players
    choose: k in 0..1
    do: n[p] += k
  from:
    repeat: 9
    for: p in seats_from(starter)
    choose: k in 0..1
    do: n[p] += k
  sorted:
    repeat: 9
    for: p in players by -n[p]
    choose: k in 0..1
    do: n[p] += k
  some:
    repeat: 9
    for: p in players where n[p] < 50
    choose: k in 0..1
    do: n[p] += k
  numbered:
    repeat: 4
    for: p in seats_from(starter)
    choose: k in 0..1 where number(numbered) < 4 or k == 0
    do: n[p] += k
  deep:
    repeat: 9
    for: p in seats_from(starter) where n[p] < 50
    steps:
      a:
        choose: k in 0..1
        do: n[p] += k
      b:
        for: i in 1..3
        choose: k in 0..1
        do: n[p] += k
"""


def failures(folder: Path, *lines: str) -> list[str]:
    """What a scenario of these lines comes to: messages, none where it holds."""
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(SPEC)
    file = folder / "scenarios" / "a.yaml"
    file.write_text("\n".join(("game: loopy", "scenarios:", "  - name: this one", *(f"    {line}" for line in lines))) + "\n")
    problems = Problems()
    results = run_file(folder, file, problems)
    return [it.headline for it in explain_all(problems)] + [
        " ".join((it.headline, *(label.text for label in it.labels), *it.notes, *it.helps))
        for result in results for failure in result.failures for it in explain_all([failure.problem])
    ]


@pytest.mark.parametrize(
    ("step", "given", "turns"),
    [
        ("plain", "{p: 1}", "1 2 0 1"),
        ("from", "{p: 1}", "1 2 0 1"),
        ("from", "{starter: 2, p: 0}", "0 1 2 0"),
        ("sorted", "{'n[0]': 5, 'n[1]': 7, 'n[2]': 6, p: 2}", "2 0 1"),
        ("some", "{'n[2]': 60, p: 1}", "1 0 1 0"),
        ("some", "{'n[1]': 60, p: 1}", "2 0 2 0"),
        ("numbered", "{'number(numbered)': 2, p: 2}", "2 0 1 2 0 1 2"),
        ("deep.a", "{starter: 1, p: 2}", "2a 2b 2b 2b 0a"),
        ("deep.b", "{starter: 1, p: 2}", "2b 2b 2b 0a 0b 0b 0b 1a"),
        ("deep.b", "{starter: 1, p: 2, i: 3}", "2b 0a 0b 0b 0b 1a"),
    ],
)
def test_after_the_member_that_is_given_come_those_behind_it(tmp_path: Path, step: str, given: str, turns: str) -> None:
    """A turn is a seat, and the step that waits where it is another than the one that is given."""
    moves = [f"  - {turn.rstrip('ab')}: {turn.lstrip('012') or step.rpartition('.')[2]} 0" for turn in turns.split()]
    assert failures(tmp_path, "players: 3", f"at: phases.{step}", f"given: {given}", "play:", *moves) == []


def test_the_pass_that_is_given_is_the_pass(tmp_path: Path) -> None:
    lines = ("at: phases.numbered", "given: {number(numbered): 4, p: 2}")
    assert failures(tmp_path, *lines, "legal: [numbered 0]", "illegal: {numbered 1: }") == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{'hand[0]': [guard, guard, guard]}", "`hand[0]` has them already"),
        ("{'hand[0]': [priest], 'hand[1]': [priest]}", "`hand[0]` has it already"),
        ("{'hand[0]': [guard], 'hand[1]': ['guard #1']}", "`hand[0]` has it already"),
        ("{'n[0]': 1, 'n[p0]': 2}", "given twice"),
        ("{'number(nowhere)': 2}", "no loop around this step"),
        ("{'number(plain)': 0}", "from 1"),
        ("{'number(plain)': 10}", "only 9 passes"),
        ("{p: 7}", "is no player"),
        ("{q: 1}", "no variable"),
    ],
)
def test_what_cannot_be_given_is_said(tmp_path: Path, given: str, told: str) -> None:
    found = failures(tmp_path, "at: phases.plain", f"given: {given}")
    assert found and told in " ".join(found), found


def test_equal_pieces_are_dealt_out_over_the_lists(tmp_path: Path) -> None:
    lines = ("at: phases.plain", "given: {'hand[0]': [guard], 'hand[1]': [guard]}")
    assert failures(tmp_path, *lines, "expect: size(hand[seat(0)]) == 1 and size(hand[seat(1)]) == 1") == []


def test_a_step_that_was_passed_over_is_named_where_its_zone_is_empty(tmp_path: Path) -> None:
    found = failures(tmp_path, "at: phases.plain", "expect: size(deck) == 3")
    assert len(found) == 1 and "phases.gather" in found[0] and "`deck`" in found[0], found
    assert failures(tmp_path, "at: phases.plain", "given: {deck: [guard, guard, priest]}", "expect: size(deck) == 3") == []


def test_refusals_are_asked_for_with_clauses_or_without(tmp_path: Path) -> None:
    for form in ("{plain 1: , plain 0: }", "{plain 1: none, plain 0: none}"):
        found = failures(tmp_path, "at: phases.plain", f"illegal: {form}")
        assert len(found) == 2 and all("this is legal" in text for text in found)


def test_each_move_is_an_item(tmp_path: Path) -> None:
    assert failures(tmp_path, "at: phases.plain", "play:", "  - 0: plain 1", "    1: plain 1") != []
    assert failures(tmp_path, "at: phases.plain", "play:", "  - 0: {plain: {k: 1}}", "expect: n[seat(0)] == 1") == []
