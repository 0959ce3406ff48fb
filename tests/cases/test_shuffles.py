"""A shuffle is a step like any other: its effects run once, after it; nothing to shuffle is no outcome; who sees it sees it."""

import pytest

from runtime import Fault
from tests.cases.played import Played, game_of

CARDS = (
    "components:",
    "  card:",
    "    fields: {n: 1..3}",
    '    text: "{n}"',
    "    rows: [{n: 1..3}]",
    "zones:",
    "  deck: {of: card, order: pile, seen: none}",
    "  heap: {of: card, order: pile, seen: all}",
    "state:",
    "  mixes: {type: 0..9}",
    "  none_: {type: 0..9}",
    "  after: {type: 0..9}",
)


def shuffled(*lines: str, fill: bool = True, **how: bool) -> Played:
    filled = ("setup:", "  gather:", "    do: move all card to deck") if fill else ()
    turn = ("  turn:", "    for: p in players", "    choose: k in 0..1", "    do: pass")
    return Played(game_of(*CARDS, *filled, "phases:", *lines, *turn), explicit=how.get("explicit", False))


def test_effects_run_once_after_the_last_place() -> None:
    for explicit in (False, True):
        played = shuffled("  mix:", "    shuffle: deck", "    do: |", "      mixes += 1", "      after = top(deck).n", explicit=explicit)
        if explicit:
            assert played.value("mixes") == 0
            played.do("piece 3", "piece 1", "piece 2")
        assert played.value("mixes") == 1
        assert played.value("after") == played.values("deck.items")[2] + 1
        if explicit:
            assert played.values("deck.items") == [2, 0, 1] and played.value("after") == 2


def test_the_rules_around_see_it_when_it_is_complete() -> None:
    """`until` is asked once it is done, effects included; `end` in its effects ends the step around."""
    played = shuffled("  mix:", "    until: mixes == 2", "    steps:", "      one:", "        shuffle: deck", "        do: mixes += 1")
    assert played.value("mixes") == 2
    played = shuffled(
        "  mix:", "    repeat: 5", "    steps:", "      one:", "        shuffle: deck", "        do: |",
        "          mixes += 1", "          if mixes == 3: end mix",
    )  # fmt: skip
    assert played.value("mixes") == 3


def test_nothing_to_shuffle_is_no_outcome() -> None:
    played = shuffled("  mix:", "    shuffle: deck", "    do: mixes += 1", "    otherwise: none_ += 1", fill=False)
    assert (played.value("mixes"), played.value("none_")) == (0, 1)
    played = shuffled("  mix:", "    shuffle: deck", "    do: mixes += 1", "    otherwise: skip", fill=False)
    assert (played.value("mixes"), played.value("none_")) == (0, 0)
    with pytest.raises(Fault, match="no_outcome"):
        shuffled("  mix:", "    shuffle: deck", "    do: mixes += 1", fill=False)


def test_who_sees_the_order() -> None:
    for said, sees in (("", [False, False]), ("    seen_by: all", [True, True]), ("    seen_by: seat(1)", [False, True])):
        played = shuffled("  mix:", "    shuffle: deck", *([said] if said else []), "    do: mixes += 1", explicit=True)
        code = played.state.legal_actions()[0]
        for state in played.states:
            perceived = [state.game.engine.seen_action(state.vector, seat, code) for seat in (0, 1)]
            assert perceived == [code if seen else -2 for seen in sees], said


