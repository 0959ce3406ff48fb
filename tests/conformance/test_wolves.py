"""Wolves and Sheep beside a second reading of its rulebook: counting, matching, drawing, and the number of tiles."""

from collections import Counter
from collections.abc import Iterator

import pytest

from runtime.chance import Stream
from runtime.state import State
from tests.conformance.wolves import STEPS, Table
from tests.games import engine

GAME = "wolves_and_sheep"
BUILDS = ((), ("grube_ryby",), ("two_players",), ("grube_ryby", "two_players", "time_limit"))
CASES = [(variants, players) for variants in BUILDS for players in ((2,) if "two_players" in variants else (2, 3, 4))]
EVENTS = (
    "open meadow", "safe meadow", "meadow with a wolf about", "meadow whose wolves are in check", "pasture at a complete pond", "pond emptied",
    "two pastures in one",
)  # fmt: skip
NAMES = ["+".join(variants or ("base",)) + f"-{players}" for variants, players in CASES]


def positions(variants: tuple[str, ...], players: int, seed: int, every: int) -> Iterator[State]:
    """Positions of a random game in which nobody finishes before nothing else is left, its last one included. Where the seed is odd fishermen
    are laid as soon as they can be."""
    stream = Stream.seeded(seed)
    state = engine(GAME, "native", variants).new_initial_state(players, seed=seed)
    number = 0
    while not state.is_terminal():
        state.apply_action(busy(state, stream, "fisherman" if seed % 2 else ""))
        number += 1
        if number % every == 0 or state.is_terminal():
            yield state


def busy(state: State, stream: Stream, sooner: str = "") -> int:
    """A random action, finishing and declining only where nothing else can be done; of several places one with more neighbours, and mostly
    one with this word in its text."""
    texts = state.game.texts
    actions = state.legal_actions()
    better = [action for action in actions if texts.action_text(action) not in ("finish", "decline")] or actions
    if "decline" in map(texts.action_text, actions) and stream.below(4):
        better = actions
    if sooner and stream.below(4):
        better = [action for action in better if sooner in texts.action_text(action).split()] or better
    tried = [better[stream.below(len(better))] for _ in range(6)]
    return max(tried, key=lambda action: neighbours(state, action))


def neighbours(state: State, action: int) -> int:
    choice = state.game.texts.action(action)
    if choice is None or [digit.name for digit in choice.digits] != ["o", "q"]:
        return 0
    values = state.game.blank(8)
    state.game.engine.decode(action, values)
    around = state.game.offsets["table.around"] + 4 * values[1]
    return sum(beside >= 0 for beside in state.vector[around : around + 4])


@pytest.mark.conformance
@pytest.mark.parametrize(("variants", "players"), CASES, ids=NAMES)
def test_points_are_those_of_a_second_count(variants: tuple[str, ...], players: int, long: bool) -> None:
    """In the long run 500 final tables of each of these eight: 2,000 without ponds and 2,000 with them, and what is passed on the way."""
    judged = fenced = 0
    events: Counter[str] = Counter()
    for seed in range(500 if long else 2):
        for state in positions(variants, players, seed, 60 if long else 12):
            table = Table.of(state)
            assert state.scores() == [table.score(seat) for seat in range(players)], str(state)
            judged += 1
            fenced += any(table.values(seat) for seat in range(players))
            assert matches_everywhere(table), str(state)
            whole = 109 if "grube_ryby" in variants else 77
            assert len(table.cells) + table.covers + table.hands + table.bag + table.aside + table.markers == whole
        assert state.returns() == places(table, players)
        events.update(table.events())
    assert fenced * 3 > judged, "hardly a meadow was fenced in: nothing was shown"
    if long:
        expected = EVENTS if "grube_ryby" in variants else EVENTS[:4]
        assert all(events[event] > 20 for event in expected if event != "pond emptied"), f"of some kinds hardly any: {events}"
        assert "grube_ryby" not in variants or events["pond emptied"], "closed ponds with a fisherman are rare, but there are some"
        print(f"\n{'+'.join(variants) or 'base'}, {players} players: {judged} positions; at the end", ", ".join(f"{events[event]} {event}" for event in expected))


def matches_everywhere(table: Table) -> bool:
    """Adjoining edges show the same land."""
    return all(
        table.kind((x, y, cell.edges[side])) == table.kind((x + dx, y + dy, table.cells[x + dx, y + dy].edges[(side + 2) % 4]))
        for (x, y), cell in table.cells.items()
        for side, (dx, dy) in enumerate(STEPS)
        if (x + dx, y + dy) in table.cells
    )


def places(table: Table, players: int) -> list[int]:
    """What each seat gets: the first share the win, by points, then by the next largest meadows."""
    keys = [(table.score(seat), table.values(seat)[1:]) for seat in range(players)]
    firsts = [key == max(keys) for key in keys]
    return [players - sum(firsts) if first else -sum(firsts) for first in firsts]
