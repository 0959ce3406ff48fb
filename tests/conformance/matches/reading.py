"""What a code of ours says: its action, its values by name, the words of its text."""

from functools import cache

from runtime.state import State
from runtime.texts import Texts


@cache
def _values(texts: Texts, code: int) -> tuple[str, dict[str, int]]:
    choice = texts.action(code)
    assert choice is not None
    return choice.action, choice.values(code)


@cache
def _words(texts: Texts, code: int) -> list[str]:
    return texts.action_text(code).split()


def values(state: State, code: int) -> dict[str, int]:
    """What was chosen, by name."""
    return _values(state.game.texts, code)[1]


def words(state: State, code: int) -> list[str]:
    return _words(state.game.texts, code)


def drawn(state: State, code: int) -> dict[str, int]:
    choice = state.game.texts.outcome(code)
    assert choice is not None
    return choice.values(code)


def cell(name: str) -> tuple[int, int]:
    """Column and row of a square, from 0: `c7` is (2, 6)."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def named(table: dict[str, int]):  # type: ignore[no-untyped-def]
    """By the first word of the action's text."""
    return lambda state, code: table[words(state, code)[0]]


def card(state: State, code: int) -> int:
    return drawn(state, code)["c"]


def site_or_pass(state: State, code: int) -> int:
    """Sites in our order; theirs number passing behind them."""
    kind, chosen = _values(state.game.texts, code)
    return chosen["q"] if kind == "place" else len(state.game.facts["VIEW"][0][2])
