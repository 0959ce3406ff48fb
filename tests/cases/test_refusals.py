"""A refusal has the clauses of the definition that forbids it, wherever the definition is asked: in a condition or in a domain."""

import pytest

from tests.cases.played import Played, game_of

BOOK = "# Book\n\n- **1.1** Choose a player.\n- **1.2** Not yourself.\n- **1.3** No number above three.\n"


@pytest.mark.parametrize(
    ("choose", "refused"),
    [
        ("choose: q in players where aim(p, q)", {"act p0": "1.2"}),
        ("choose: q in players, n in 1..9 where small(n)", {"act p0 5": "1.3"}),
        ("choose: q in players where aim(p, q), n in 1..3", {"act p0 2": "1.2"}),
        ("choose: q in players where q != p", {"act p0": "1.1"}),
        ("choose: n in range_of(p) where n != 2", {"act 2": "1.3"}),
    ],
)
def test_definitions_in_domains_are_cited(choose: str, refused: dict[str, str]) -> None:
    if "range_of" in choose:
        choose = "choose: n in 1..3 where small(n + 2)"
        refused = {"act 2": "1.3"}
    spec = game_of(
        "rulebook: rulebook.md",
        "define:",
        "  aim(player p, player q) -> bool:",
        "    is: q != p",
        "    cite: 1.2",
        "  small(1..9 n) -> bool:",
        "    is: n <= 3",
        "    cite: 1.3",
        "phases:",
        "  turn:",
        "    repeat: 3",
        "    for: p in players",
        "    actions:",
        "      act:",
        f"        {choose}",
        "        do: pass",
        "        cite: 1.1",
        "      stay:",
        "        where: aim(p, other(p)) and small(1)",
        "        do: pass",
        "        cite: 1.1",
    )
    played = Played(spec, files={"rulebook.md": BOOK})
    for text, clause in refused.items():
        for state in played.states:
            refusal = state.why_illegal(state.string_to_action(text))
            assert refusal is not None and [number for number, _ in refusal.clauses] == [clause], refusal
