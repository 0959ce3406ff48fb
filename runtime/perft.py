"""Perft: how many sequences of moves there are, to a depth.

A move is all consecutive decisions of one seat (a chain of captures, a move and a shot), unless each decision is to count. Chance outcomes are
followed, each as part of the move before it. Games that end before the depth count nothing, as is usual.

Engines count by themselves (`Engine.perft`); native ones on all cores, a portion of the first choices at a time.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from runtime.contract import CHANCE, OVER, Vec, perft_room

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

PORTIONS: Final = 64
"""Positions that the work is divided into at least, where there are threads to share it."""

WORTH: Final = 2_000
"""From so many sequences on, of two moves less, threads pay."""

Task: TypeAlias = tuple[Vec, int]
"""A position and how many moves are to follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The buffers that one worker counts with."""

    out: Vec
    weights: Vec
    frames: Vec


def perft(state: "State", depth: int, *, by_decision: bool = False, threads: int | None = None) -> int:
    """Sequences of exactly `depth` moves from here. Raises Fault."""
    workers = _workers(state, depth, by_decision, threads)
    tasks: list[Task] = [(state.vector, depth)]
    while workers > 1 and 0 < len(tasks) < PORTIONS and any(left > 1 for _, left in tasks):
        tasks = [child for vector, left in tasks for child in _children(state.game, vector, left, by_decision)]
    return sum(_counts(state.game, tasks, by_decision, workers))


def divide(state: "State", depth: int, *, by_decision: bool = False, threads: int | None = None) -> Iterator[tuple[str, int]]:
    """The first decisions (at a chance step: outcomes) with the number of sequences that begin with them. Raises Fault."""
    tasks = list(_children(state.game, state.vector, depth, by_decision)) if depth > 0 else []
    texts = [state.action_to_string(action) for action in state.legal_actions()] if tasks else []
    return zip(texts, _counts(state.game, tasks, by_decision, _workers(state, depth, by_decision, threads)), strict=True)


def _workers(state: "State", depth: int, by_decision: bool, threads: int | None) -> int:
    most = threads or os.cpu_count() or 1
    if most == 1 or state.game.backend != "native" or depth < 2:
        return 1
    return most if perft(state, depth - 2, by_decision=by_decision, threads=1) >= WORTH else 1


def _children(game: "Game", vector: Vec, left: int, by_decision: bool) -> Iterator[Task]:
    """The positions after each choice or outcome; a position that has no moves to follow stands for itself."""
    engine = game.engine
    seat = engine.actor(vector)
    if left == 0:
        yield vector, 0
        return
    if seat == OVER:
        return
    out, weights = game.blank(max(game.max_actions, game.max_outcomes)), game.blank(game.max_outcomes)
    number = engine.chance_outcomes(vector, out, weights) if seat == CHANCE else engine.legal_actions(vector, out)
    for code in out[:number]:
        child = vector[:]
        if engine.apply(child, code):
            raise game.fault(child[game.offsets["fault"]])
        yield child, left - (seat != CHANCE and (by_decision or engine.actor(child) != seat))


def _counts(game: "Game", tasks: Sequence[Task], by_decision: bool, workers: int) -> list[int]:
    """The count of each task; every worker takes each so-many-th, on a stack of its own."""

    def share(first: int) -> list[int]:
        out, weights = game.blank(max(game.max_actions, game.max_outcomes)), game.blank(game.max_outcomes)
        room = Room(out=out, weights=weights, frames=game.blank(perft_room(game.facts)))
        return [_count(game, task, by_decision, room) for task in tasks[first::workers]]

    if workers == 1:
        return share(0)
    with ThreadPoolExecutor(workers) as pool:
        shares = [iter(counts) for counts in pool.map(share, range(workers))]
    return [next(shares[at % workers]) for at in range(len(tasks))]


def _count(game: "Game", task: Task, by_decision: bool, room: Room) -> int:
    vector, left = task[0][:], task[1]
    number = game.engine.perft(vector, room.out, room.weights, room.frames, left, int(by_decision))
    if -(2**62) <= number < 0:
        raise game.fault(-number)
    if number < 0:
        return sum(_count(game, child, by_decision, room) for child in _children(game, task[0], left, by_decision))
    return number
