"""Choices that share a code: listed once, however many ways lead there, on every witness."""

import pytest

from tests.cases.played import Played, game_of


def test_a_code_that_leaves_out_a_name_is_listed_once() -> None:
    """Sixteen sticks can be taken in 16 ways from four piles, and there are seven codes."""
    table = Played(
        game_of(
            "state:",
            "  pile: {per: 1..4, type: 0..7, start(i): 2 * i - 1}",
            "phases:",
            "  take:",
            "    while: any(i in 1..4 where pile[i] > 0)",
            "    for: p in players",
            "    choose: i in 1..4, n in 1..7 where n <= pile[i]",
            "    do: pile[i] -= n",
            "    code: n",
        )
    )
    assert table.legal() == [f"take {n}" for n in range(1, 8)]
    table.do("take 1")
    assert table.values("pile") == [0, 3, 5, 7], "the first pile from which one can be taken"
    table.do("take 7")
    assert table.values("pile") == [0, 3, 5, 0] and table.legal() == [f"take {n}" for n in range(1, 6)]


@pytest.mark.parametrize("key", ["prefer: n", "prefer: 0", "prefer: -n"])
def test_a_preferred_choice_is_listed_once(key: str) -> None:
    table = Played(
        game_of(
            "state:",
            "  gone: {per: 1..3, type: bool}",
            "phases:",
            "  take:",
            "    repeat: 3",
            "    for: p in players",
            "    choose: i in 1..9, n in 1..3 where not gone[n]",
            "    do: gone[n] = true",
            "    code: n",
            f"    {key}",
            "    otherwise: skip",
        )
    )
    best = {"prefer: n": ["take 3"], "prefer: 0": ["take 1", "take 2", "take 3"], "prefer: -n": ["take 1"]}
    assert table.legal() == best[key]
    table.do(table.legal()[0])


def test_a_preferred_choice_leaves_room_for_the_others() -> None:
    """Nine ways to each of three codes, and eight more choices beside them: eleven codes in all."""
    table = Played(
        game_of(
            "state:",
            "  gone: {per: 1..3, type: bool}",
            "phases:",
            "  take:",
            "    repeat: 3",
            "    for: p in players",
            "    actions:",
            "      pick:",
            "        choose: i in 1..9, n in 1..3 where not gone[n]",
            "        do: gone[n] = true",
            "        code: n",
            "        prefer: 0",
            "      call: {choose: k in 1..8}",
        )
    )
    calls = [f"call {number}" for number in range(1, 9)]
    assert table.legal() == ["pick 1", "pick 2", "pick 3", *calls]
    table.do("pick 2")
    assert table.legal() == ["pick 1", "pick 3", *calls]


def test_members_of_a_list_that_are_equal_are_one_choice() -> None:
    table = Played(
        game_of(
            "state:",
            "  high: {type: bool}",
            "  low: {type: bool}",
            "phases:",
            "  call:",
            "    repeat: 2",
            "    for: p in players",
            "    choose: b in (high, low, true, high)",
            "    do: low = b",
        )
    )
    assert table.legal() == ["call false", "call true"]
    table.do("call true")
    assert table.legal() == ["call false", "call true"]


def test_beside_other_actions_there_is_room_for_all() -> None:
    table = Played(
        game_of(
            "state:",
            "  pile: {per: 1..9, type: 0..3, start: 3}",
            "phases:",
            "  turn:",
            "    repeat: 2",
            "    for: p in players",
            "    actions:",
            "      take:",
            "        choose: i in 1..9, n in 1..3 where n <= pile[i]",
            "        do: pile[i] -= n",
            "        code: n",
            "      add:",
            "        choose: i in 1..9, k in 1..3 where pile[i] + k <= 3",
            "        do: pile[i] += k",
            "        code: k",
            "      rest: {do: pass}",
        )
    )
    assert table.legal() == ["take 1", "take 2", "take 3", "rest"]
    table.do("take 3")
    assert table.legal() == ["take 1", "take 2", "take 3", "add 1", "add 2", "add 3", "rest"]
