"""What a failed claim says: the values of both sides, and what it fails for."""

import pytest

from tests.cases.played import compiled, game_of


def told(claim: str) -> str:
    spec = game_of(
        "enums: {colour: [red, blue]}",
        "components:",
        "  card: {fields: {suit: colour, worth: 1..9}, text: \"{suit} {worth}\", rows: [{suit: [red, blue], worth: [2, 5]}]}",
        "state:",
        "  spot: {type: 0..9}",
        "claims:",
        f"  - that: {claim}",
        "phases: {turn: {for: p in players, choose: n in 1..2, do: spot += n}}",
    )
    (found,) = [it for it in compiled(spec).diagnostics if it.severity == "error"]
    assert found.code == "RWC014", found
    return found.labels[0].text


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("count(c in card) == 5", "4 == 5 is false"),
        ("count(c in card) == 4 and count(c in card where c.worth == 2) > 2", "2 > 2 is false"),
        ("all(c.worth < 5 for c in card)", "for c = card red 5: 5 < 5 is false"),
        ("all(c.suit == red for c in card where c.worth == 5)", "for c = card blue 5: blue == red is false"),
        ("all(count(c in card where c.suit == s) == n for s in colour, n in 2..3)", "for s = red, n = 3: 2 == 3 is false"),
        ("not any(c in card where c.worth == 5)", "for c = card red 5: there is one"),
        ("any(c in card where c.worth == 7)", "there is none"),
        ("count(c in card) == 3 or sum(c.worth for c in card) == 15", "4 == 3 is false and 14 == 15 is false"),
    ],
)
def test_a_failed_claim_names_what_breaks_it(claim: str, text: str) -> None:
    assert told(claim) == text
