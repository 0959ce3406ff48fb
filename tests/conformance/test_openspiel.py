"""Our games beside OpenSpiel's, step by step, over random games."""

import pytest

from runtime.state import State
from tests.conformance.openspiel import Match, play_in_lockstep
from tests.games import GAMES

LEDUC = {"fold": 0, "call": 1, "raise": 2}
PIG = {"roll": 0, "hold": 1}
KUHN = {"pass": 0, "bet": 1}


def _named(table: dict[str, int]):  # type: ignore[no-untyped-def]
    def action(state: State, code: int) -> int:
        return table[state.game.texts.action_text(code).split()[0]]

    return action


def _values(state: State, code: int) -> dict[str, int]:
    choice = state.game.texts.action(code)
    assert choice is not None
    return choice.values(code)


def _drawn(state: State, code: int) -> dict[str, int]:
    choice = state.game.texts.outcome(code)
    assert choice is not None
    return choice.values(code)


def _tic_tac_toe(state: State, code: int) -> int:
    """Theirs count cells from the top row."""
    site = _values(state, code)["q"]
    return (2 - site // 3) * 3 + site % 3


def _connect_four(state: State, code: int) -> int:
    (column,) = _values(state, code).values()
    text = state.game.texts.action_text(code).split()[-1]
    return ord(text[0]) - ord("a") if text[0].isalpha() else column


MATCHES = (
    Match(ours="pig", theirs="pig", action=_named(PIG), outcome=lambda state, code: _drawn(state, code)["die"] - 1),
    Match(ours="pig", theirs="pig(players=3)", players=3, action=_named(PIG), outcome=lambda state, code: _drawn(state, code)["die"] - 1, scale=2.0),
    Match(ours="kuhn_poker", theirs="kuhn_poker", action=_named(KUHN), outcome=lambda state, code: _drawn(state, code)["c"]),
    Match(ours="kuhn_poker", theirs="kuhn_poker(players=3)", players=3, action=_named(KUHN), outcome=lambda state, code: _drawn(state, code)["c"]),
    Match(ours="leduc_poker", theirs="leduc_poker", action=_named(LEDUC), outcome=lambda state, code: _drawn(state, code)["c"]),
    Match(ours="tic_tac_toe", theirs="tic_tac_toe", action=_tic_tac_toe),
    Match(ours="connect_four", theirs="connect_four", action=_connect_four),
)


@pytest.mark.conformance
@pytest.mark.parametrize("match", [match for match in MATCHES if match.ours in GAMES], ids=lambda match: match.theirs)
def test_lockstep(match: Match, long: bool) -> None:
    assert play_in_lockstep(match, 5_000 if long else 1_000) > 1_000
