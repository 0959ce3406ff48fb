"""What stands for none, and for what a seat may not see, is never a value: whatever the range, beside every type that can be none."""

import pytest

from runtime import BadEngine, BadRecord, load_source
from runtime.record import parse_record
from tests.cases.played import Played, game_of

EDGE = 2**62

RANGES = [(-3, 3), (0, 3), (-1, -1), (-1, 0), (-2, -2), (-5, 5), (-7, -3), (3, 9), (-6, -4), (0, 0), (-99, 99), (-EDGE, EDGE), (-EDGE, 1 - EDGE), (EDGE - 1, EDGE)]


def bidding(low: int, high: int) -> Played:
    """Everybody bids a number of the range, the lowest and highest among them, or takes the bid back."""
    few = f"({low}, {high})" if high > low else f"{low}..{high}"
    return Played(
        game_of(
            "state:",
            f"  bid:    {{per: player, type: {low}..{high} or none}}",
            f"  secret: {{per: player, type: {low}..{high} or none, seen: owner}}",
            f"  plain:  {{per: player, type: {low}..{high}, start: {high}}}",
            f"  veiled: {{per: player, type: {low}..{high}, start: {high}, seen: owner}}",
            "  tally:  {type: 0..99}",
            "define:",
            f"  better({low}..{high} or none a, {low}..{high} or none b) -> bool: a != none and (b == none or a >= b)",
            f"  either(player p) -> {low}..{high} or none: bid[p] if bid[p] != none else none",
            f"  known(player p) -> {low}..{high}: bid[p] if bid[p] != none else {high}",
            f"  found(player p) -> {low}..{high} or none: first(n in bid[p] default none)",
            "phases:",
            "  turn:",
            "    repeat: 4",
            "    for: p in players",
            "    actions:",
            "      offer:",
            f"        choose: n in {few}",
            "        do: |",
            "          bid[p] = n",
            "          secret[p] = n",
            "          plain[p] = n",
            "          veiled[p] = n",
            "          tally = count(q in players where bid[q] == none) + 2 * count(q in players where better(bid[q], none))",
            "      retract:",
            "        do: |",
            "          bid[p] = none",
            "          secret[p] = either(other(p))",
            "          tally = count(q in players where found(q) == none) + 4 * count(q in players where either(q) == none)",
            "result:",
            "  score: 10 if bid[p] == none else 1 if known(p) == plain[p] else 0",
        )
    )


@pytest.mark.parametrize(("low", "high"), RANGES)
def test_no_number_is_none_or_hidden(low: int, high: int) -> None:
    table = bidding(low, high)
    game = table.games[0]
    for name in ("bid", "secret", "plain", "veiled"):
        _, least, _, optional, _, _ = game.facts["CARRIERS"][next(row[4] for row in game.facts["BLOCKS"] if row[0] == name)]
        assert game.hidden < least <= low, "hidden lies below everything"
        assert not optional or least < low, "and none below every value"
    none = table.value("bid", 0)
    assert none < low and "bid" not in str(table.state).replace("bid: p0 none, p1 none", ""), "nobody has bid"
    for number in (low, high):
        table = bidding(low, high).do(f"offer {number}")
        assert table.values("bid") == [number, none] and table.value("tally") == 1 + 2
        assert f"p0 {number}" in next(line for line in str(table.state).splitlines() if line.startswith("bid"))
        assert table.seen("plain", 1) == [number, high]
        assert table.seen("veiled", 1) == [game.hidden, high] and table.seen("veiled", 0) == [number, game.hidden]
        assert table.seen("secret", 0) == [number, game.hidden]
        assert "?" not in table.state.observation_string(0).split("plain", 1)[1].split("\n")[0]
        table.do("retract")
        assert table.values("bid") == [number, none] and table.values("secret") == [number, number]
        assert table.value("tally") == 1 + 4
        table.do("retract", f"offer {high}", f"offer {high}", f"offer {low}", f"offer {low}", "retract")
        assert table.state.is_terminal() and table.state.scores() == [1, 10]


def test_a_bid_of_minus_one_is_a_bid() -> None:
    """Both bid: -1 and -2 are numbers like others."""
    table = Played(
        game_of(
            "state: {bid: {per: player, type: -3..3 or none}}",
            "phases:",
            "  turn:",
            "    for: p in players",
            "    choose: n in -3..3",
            "    do: bid[p] = n",
            "result:",
            "  score: 10 if bid[p] == none else 1 if bid[p] == -1 else 0",
        )
    )
    assert table.do("turn -1", "turn -2").state.scores() == [1, 0]


def test_public_debts_are_public() -> None:
    table = Played(
        game_of(
            "state: {coins: {per: player, type: -5..5, start: 0}}",
            "phases:",
            "  turn:",
            "    repeat: 3",
            "    for: p in players",
            "    choose: n in 0..2 where coins[p] - n >= -5",
            "    do: coins[p] -= n",
            "result:",
            "  score: coins[p]",
        )
    )
    table.do("turn 2", "turn 1")
    assert table.seen("coins", 1) == [-2, -1] and "p0 -2" in table.state.observation_string(1)


@pytest.mark.parametrize(("low", "high"), [(-2, 2), (-1, 1), (-4, -1), (0, 3), (-1, 5), (-3, 40)])
def test_no_number_ends_a_list(low: int, high: int) -> None:
    """A range that is thinned out: every fold, search and loop over it, against Python's own."""
    members = [i for i in range(low, high + 1) if i not in (low + 1, 0)]
    size = high - low + 1
    domain = f"i in {low}..{high} where i not in ({low + 1}, 0)" if low + 1 != 0 else f"i in {low}..{high} where i != 0"
    table = Played(
        game_of(
            "state:",
            f"  mark: {{per: {low}..{high}, type: 0..9}}",
            *(f"  {name}: {{type: -9999..9999}}" for name in ("many", "total", "least", "most", "one", "second", "squares")),
            "  some: {type: bool}",
            "  every: {type: bool}",
            "phases:",
            "  work:",
            "    do: |",
            f"      for {domain}: mark[i] = 1",
            f"      many = count({domain})",
            f"      total = sum(i for {domain})",
            f"      least = min(i for {domain} default 99)",
            f"      most = max(i for {domain} default 99)",
            f"      one = first({domain} default 99)",
            f"      second = largest(2, i for {domain} default 99)",
            f"      some = any({domain.replace(' where', ' where i == -1 and')})" if low <= -1 <= high else "      some = false",
            f"      every = all(mark[i] == 1 for {domain})",
            "  loop:",
            f"    for: k in {low}..{high} where k not in ({low + 1}, 0)" if low + 1 != 0 else f"    for: k in {low}..{high} where k != 0",
            "    do: mark[k] += 1",
            "  turn:",
            "    for: p in players",
            f"    choose: {domain}",
            "    do: mark[i] += 2",
        )
    )
    assert table.values("mark") == [2 * int(i in members) for i in range(low, low + size)]
    assert table.value("many") == len(members) and table.value("total") == sum(members)
    ranked = sorted(members, reverse=True)
    assert table.value("least") == min(members) and table.value("most") == max(members) and table.value("one") == members[0]
    assert table.value("second") == (ranked[1] if len(ranked) > 1 else 99)
    assert table.value("some") == int(-1 in members) and table.value("every") == 1
    assert table.legal() == [f"turn {i}" for i in members]
    table.do(f"turn {members[0]}")
    assert table.value("mark", members[0] - low) == 4


def test_none_among_numbers_is_chosen_and_listed() -> None:
    """A list that names none beside negative numbers, and a place that remembers which was chosen."""
    table = Played(
        game_of(
            "state: {held: {type: -2..2 or none}, hits: {type: 0..99}}",
            "phases:",
            "  turn:",
            "    repeat: 3",
            "    for: p in players",
            "    choose: n in (-2, -1, none, 2)",
            "    do: |",
            "      held = n",
            "      if held in (-1, none): hits += 1",
            "      if held in -2..2: hits += 10",
        )
    )
    assert table.legal() == ["turn -2", "turn -1", "turn 2", "turn none"] or set(table.legal()) == {"turn -2", "turn -1", "turn 2", "turn none"}
    for text, hits in (("turn -1", 11), ("turn none", 12), ("turn -2", 22)):
        assert table.do(text).value("hits") == hits


def test_a_value_between_none_and_the_least_fits_nowhere() -> None:
    """`3..9 or none` has no 1: what is assigned is checked, with negative numbers in the same game and without."""
    for low in (0, -9):
        table = Played(
            game_of(
                f"state: {{from_: {{type: {low}..9 or none}}, to_: {{type: 3..9 or none}}}}",
                "phases:",
                "  turn:",
                "    repeat: 3",
                "    for: p in players",
                f"    choose: n in {low}..9",
                "    do: |",
                "      from_ = n",
                "      to_ = from_",
            )
        )
        for number in (0, 2, low):
            assert table.fault(f"turn {number}") == "narrow"
        assert table.do("turn 3").value("to_") == 3


def test_an_inverse_of_negative_places() -> None:
    table = Played(
        game_of(
            "components: {man: {each: player, copies: 1}}",
            "state:",
            "  spot: {per: man, type: -2..2 or none, inverse: man_on}",
            "phases:",
            "  turn:",
            "    repeat: 3",
            "    for: p in players",
            "    choose: n in -2..2 where man_on[n] == none",
            "    do: |",
            "      for m in man where m.owner == p: spot[m] = n",
        )
    )
    assert table.do("turn -1").values("man_on") == [-1, 0, -1, -1, -1]
    assert table.do("turn -2").legal() == ["turn 0", "turn 1", "turn 2"]
    assert table.do("turn 0").values("man_on") == [1, -1, 0, -1, -1]


def test_engines_states_and_records_of_the_contract_before_are_refused_by_its_name() -> None:
    table = bidding(-3, 3).do("offer -3")
    older = table.source.replace("CONTRACT: Final = 2", "CONTRACT: Final = 1")
    with pytest.raises(BadEngine, match="contract 1, this runtime 2"):
        load_source(older, "older.py", backend="python")
    game = table.games[1]
    saved = table.states[1].to_json()
    with pytest.raises(BadRecord, match="contract 1"):
        type(table.state).from_json(game, {**saved, "record": 1})
    with pytest.raises(BadRecord, match="contract 1"):
        parse_record({"record": 1}, "old.json")
