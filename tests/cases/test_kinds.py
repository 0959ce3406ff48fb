"""Pieces are alike only if nothing tells them apart: each value of a list in a row is a kind of its own."""

from tests.cases.played import Played, game_of


def dealt(rows: str, fields: str = "{col: col}", owner: str = "") -> Played:
    return Played(
        game_of(
            "enums: {col: [red, blue], mark: [dot, bar]}".replace("{", "{ ").replace("}", " }"),
            "components:",
            "  card:",
            f"    fields: {fields}",
            '    text: "{col}"',
            *([owner] if owner else []),
            "    rows:",
            f"      - {rows}",
            "zones:",
            "  deck: {of: card, order: bag, seen: none}",
            "  hand: {of: card, per: player, seen: owner}",
            "  pile: {of: card, per: player, seen: all}",
            "setup:",
            "  gather: {do: move all card to deck}",
            "phases:",
            "  deal:",
            "    for: p in players",
            "    draw: c in kinds(deck)",
            "    do: move c to hand[p]",
            "  play:",
            "    for: p in players",
            "    choose: c in kinds(hand[p])",
            "    do: move c to pile[p]",
            "result:",
            "  score: count(c in pile[p] where c.col == red)",
        )
    )


def test_each_value_of_a_list_is_a_kind() -> None:
    played = dealt("{col: [red, blue], copies: 2}")
    assert played.outcomes() == {"c red": 2, "c blue": 2}
    played.do("c red")
    assert played.outcomes().keys() >= {"c blue"} and sum(played.outcomes().values()) == 3
    assert sorted(played.outcomes().values()) == [1, 2]
    blue = dealt("{col: [red, blue], copies: 2}").do("c blue", "c red")
    assert [text.split(" #")[0] for text in blue.legal()] == ["play blue"]


def test_kinds_multiply() -> None:
    assert sorted(dealt("{col: [red, blue], n: 1..3, copies: 4}", "{col: col, n: 0..9}").outcomes().values()) == [4] * 6
