"""Games of dice and cards that joined later."""

from runtime.state import State
from tests.conformance.matches.reading import card, named, values, words
from tests.conformance.openspiel import Match

LINES = ("ones", "twos", "threes", "fours", "fives", "sixes", "choice", "four_alike", "full_house", "little_straight", "big_straight", "yacht")


def yacht(state: State, code: int) -> int:
    """Which dice are thrown again, as a set; then the lines in their order."""
    kind, first = words(state, code)[:2]
    if kind == "write":
        return 32 + LINES.index(first)
    chosen = values(state, code)
    return sum((1 - chosen[name]) << at for at, name in enumerate("abcde"))


def yacht_throw(state: State, *codes: int) -> int:
    """Only the dice that are thrown, the first in the last digit."""
    return sum(code % 6 * 6**at for at, code in enumerate(codes))


DICE = (
    Match(ours="yacht", theirs="yacht", action=yacht, thrown=yacht_throw, slow=True),
    Match(ours="blackjack", theirs="blackjack", players=1, action=named({"hit": 0, "stand": 1}), outcome=card),
)
