"""Perft: how many sequences of moves there are, to a depth.

A move is all consecutive decisions of one seat (a chain of captures, a move and a shot), unless each decision is to count. Chance outcomes are
followed, each as part of the move before it. Leaves before the depth (games that end) count nothing, as is usual.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runtime.contract import CHANCE, OVER, Vec

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State


def perft(state: "State", depth: int, *, by_decision: bool = False) -> int:
    """Sequences of exactly `depth` moves from here."""
    return _count(state.game, state.vector, depth, by_decision, -1)


def divide(state: "State", depth: int, *, by_decision: bool = False) -> Iterator[tuple[str, int]]:
    """The first decisions with the number of sequences that begin with them."""
    actor = state.actor()
    for action in state.legal_actions():
        child = state.child(action)
        left = depth - 1 if _moved(state.game, child.vector, actor, by_decision) else depth
        yield state.action_to_string(action), _count(state.game, child.vector, left, by_decision, actor)


def _count(game: "Game", vector: Vec, depth: int, by_decision: bool, mover: int) -> int:
    if depth == 0:
        return 1
    engine = game.engine
    player = engine.current_player(vector)
    if player == OVER:
        return 0
    out, weights = game.blank(max(game.max_actions, game.max_outcomes)), game.blank(game.max_outcomes)
    if player == CHANCE:
        number = engine.chance_outcomes(vector, out, weights)
    else:
        number = engine.legal_actions(vector, out)
    if depth == 1 and by_decision and player != CHANCE:
        return number
    actor = mover if player == CHANCE else engine.actor(vector)
    total = 0
    for action in out[:number]:
        child = vector[:]
        if engine.apply(child, action):
            raise game.fault(child[game.offsets["fault"]])
        left = depth - 1 if player != CHANCE and _moved(game, child, actor, by_decision) else depth
        total += _count(game, child, left, by_decision, actor)
    return total


def _moved(game: "Game", child: Vec, actor: int, by_decision: bool) -> bool:
    """Whether the decision just taken completes a move: another seat, chance or the end follows."""
    return by_decision or game.engine.actor(child) != actor
