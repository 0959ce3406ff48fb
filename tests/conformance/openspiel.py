"""Playing OpenSpiel's games beside ours: same player, same legal actions, same chances, same returns.

A `Match` says how one of ours reads as one of theirs. Ours may take several steps where theirs takes one: a mapping gives, for our position and
theirs, each of our legal codes' counterpart, or None while the counterpart is not complete yet.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from runtime.chance import Stream
from runtime.state import State
from tests.games import engine

Theirs = Any
"""A `pyspiel.State`; the package is not typed."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """`action(state, code)` is their code of one of our actions at our position, `outcome` of one of our outcomes.

    `scale` multiplies their returns to make ours; `differs` lists what is a choice of rules, not a mistake.
    """

    ours: str
    theirs: str
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()
    action: Callable[[State, int], int] = lambda state, code: code
    outcome: Callable[[State, int], int] = lambda state, code: code
    theirs_first: Callable[[Theirs], None] = lambda theirs: None
    scale: float = 1.0
    differs: tuple[str, ...] = field(default=())


def play_in_lockstep(match: Match, games: int, *, histories: bool = True) -> int:
    """Plays random games on both, comparing after every step; returns the number of decisions compared."""
    game = engine(match.ours, "native", (), match.options)
    their_game = pyspiel.load_game(match.theirs)
    compared = 0
    for seed in range(games):
        stream = Stream.seeded(seed)
        ours = game.new_initial_state(match.players, seed=seed, explicit_chance=True)
        theirs = their_game.new_initial_state()
        match.theirs_first(theirs)
        while not ours.is_terminal():
            assert not theirs.is_terminal(), f"theirs is over, ours is not:\n{ours}\n{theirs}"
            actions = ours.legal_actions()
            if ours.is_chance_node():
                assert theirs.is_chance_node(), f"ours draws, theirs does not:\n{ours}\n{theirs}"
                mine = sorted((match.outcome(ours, code), round(chance, 9)) for code, chance in ours.chance_outcomes())
                assert mine == sorted((code, round(chance, 9)) for code, chance in theirs.chance_outcomes())
                action = actions[stream.below(len(actions))]
                their_action = match.outcome(ours, action)
            else:
                assert ours.current_player() == theirs.current_player(), f"{ours}\n{theirs}"
                mapped = sorted(match.action(ours, code) for code in actions)
                assert mapped == sorted(theirs.legal_actions()), f"{ours}\n{theirs}"
                action = actions[stream.below(len(actions))]
                their_action = match.action(ours, action)
            ours.apply_action(action)
            theirs.apply_action(their_action)
            compared += 1
        assert theirs.is_terminal(), f"ours is over, theirs is not:\n{ours}\n{theirs}"
        assert list(ours.returns()) == [value * match.scale for value in theirs.returns()], f"{ours}\n{theirs}"
    return compared
