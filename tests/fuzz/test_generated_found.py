"""What random specs found, made small: every witness plays each of them alike."""

import pytest

from tests.fuzz.generator.witnesses import judge

HEAD = "language: 1\ngame: found\nplayers: 2..3\n"
TURN = "phases:\n  turn:\n    repeat: 3\n    for: p in players\n"
FOUND = {
    "start values that search": "state:\n  a: {type: 0..9 or none, per: bool, start(i): first(x in 0..6 default none)}\n  n: {type: 0..2}\n"
    + TURN + "    choose: k in 0..2\n    do: n = k\n",
    "the next of the next, where players may be out": "state:\n  n: {type: 0..2}\n" + TURN
    + "    who: next(seat(max(min(n, 1), 0)))\n    choose: k in 0..2\n    do: |\n      n = k\n      if n == 2: eliminate p\n",
    "a loop over nothing with steps inside": "state:\n  n: {type: 0..2}\n" + TURN
    + "    steps:\n      none_:\n        for: x in 2..1\n        steps:\n          one: {do: n = 1}\n      go: {choose: k in 0..2, do: n = k}\n",
    "a loop and a shuffle in one step": "components:\n  card: {copies: 3}\nzones:\n  deck: {of: card, order: pile, per: player}\n"
    "setup:\n  deal: {do: \"move all card to deck[seat(0)]\"}\n" + TURN
    + "    steps:\n      mix:\n        for: x in seats_from(p)\n        shuffle: deck[x]\n        otherwise: skip\n",
    "a repeat below nothing": "state:\n  n: {type: -9..9, start: -4}\n" + TURN
    + "    steps:\n      go: {repeat: n, do: n = 1}\n      say: {choose: k in -2..2, do: n = k}\n",
    "a preference for what an earlier stage chose": "state:\n  n: {type: -2..2}\n" + TURN
    + "    choose:\n      - x in -2..2\n      - y in 0..2\n      - z in 0..1\n    prefer: x * 2 + z\n    do: n = x\n",
    "a step called like the machine's own local": "state:\n  n: {type: 0..2}\n" + TURN
    + "    steps:\n      at_: {for: x in seats_from(p), do: n = 1}\n      go: {choose: k in 0..2, do: n = k}\n",
    "an outside event is no offer": "state:\n  n: {type: 0..2}\n" + TURN + "    choose: k in 0..2\n    do: n = k\n"
    "interrupts:\n  bell:\n    after: phases.turn\n    ask: h in players\n    offers:\n      ring:\n        actions:\n          rung: {by: outside, do: n = 0}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_found(name: str) -> None:
    verdict = judge(HEAD + FOUND[name])
    assert verdict.typed is not None, verdict.refused
    assert not verdict.faults and verdict.turns > 0


def test_no_two_directions_of_a_hex_board_stand_at_a_right_angle() -> None:
    text = HEAD + "boards:\n  b: {shape: hex, width: 2, height: 2}\nclaims:\n  - that: not any(d in directions(b), e in directions(b) where perpendicular(d, e))\n"
    verdict = judge(text)
    assert verdict.typed is not None, verdict.refused
