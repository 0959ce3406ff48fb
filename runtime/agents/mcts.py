"""Monte Carlo tree search: UCT (L. Kocsis, C. Szepesvári, 2006), where something is hidden over information sets, one tree for all determinizations
(P. Cowling, E. Powley, D. Whitehouse, 2012).

Values are returns scaled to 0..1 by the range met so far. With `open` it looks at the true position, hidden things included, which no player at a table
could: for measuring what that is worth.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from runtime.agents.guessing import guesses
from runtime.chance import Stream
from runtime.contract import OVER, Vec
from runtime.state import State


@dataclass(slots=True)
class Node:
    """A choice of one seat: how often it was possible, visited, and what it gave that seat in sum."""

    seat: int
    visits: int = 0
    possible: int = 0
    total: float = 0.0
    children: dict[int, "Node"] = field(default_factory=dict)


class MctsAgent:
    """`playouts` a decision; `exploration` weighs the unknown (default: the square root of 2 halved twice, usual for 0..1 values)."""

    def __init__(self, seed: int, *, playouts: int = 300, open: bool = False, exploration: float = 0.7) -> None:
        self._stream = Stream.seeded(seed)
        self._playouts = playouts
        self._open = open
        self._exploration = exploration
        self._low = 0.0
        self._high = 0.0

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        seat = state.actor()
        root = Node(seat=-1)
        self._low = self._high = 0.0
        self._game, self._players = state.game, state.players
        self._out = state.game.blank(max(state.game.widest, 2 * state.game.max_players))
        starts = self._true(state) if self._open else guesses(state, seat, self._stream)
        for vector in islice(starts, self._playouts):
            vector[state.game.offsets["explicit"]] = 0
            self._descend(root, vector)
        tried = [action for action in actions if action in root.children]
        if not tried:
            return actions[self._stream.below(len(actions))]
        return max(tried, key=lambda action: (root.children[action].visits, -action))

    def _true(self, state: State) -> Iterator[Vec]:
        while True:
            vector = state.vector[:]
            state.game.engine.reseed(vector, self._stream.step())
            yield vector

    def _descend(self, root: Node, vector: Vec) -> None:
        """One playout: down the tree by what is worth most, one new node, then at random to the end. A fault of the spec ends it without result."""
        node, path = root, [root]
        engine = self._game.engine
        while (seat := engine.actor(vector)) != OVER:
            actions = self._game.list_actions(vector)
            children = node.children
            fresh = [action for action in actions if action not in children]
            for action in actions:
                if action in children:
                    children[action].possible += 1
            if fresh:
                action = fresh[self._stream.below(len(fresh))]
                children[action] = Node(seat=seat, possible=1)
            else:
                action = max(actions, key=lambda action: (self._worth(children[action]), -action))
            node = children[action]
            path.append(node)
            if engine.apply(vector, action):
                return
            if fresh:
                break
        if engine.actor(vector) != OVER and engine.playout_from(vector, self._out, self._stream.step()) < 0:
            return
        engine.returns(vector, self._out)
        returns = self._out[: self._players]
        self._low, self._high = min(self._low, *returns), max(self._high, *returns)
        for step in path[1:]:
            step.visits += 1
            step.total += returns[step.seat]

    def _worth(self, node: Node) -> float:
        spread = (self._high - self._low) or 1.0
        mean = (node.total / node.visits - self._low) / spread if node.visits else 1.0
        return mean + self._exploration * math.sqrt(math.log(node.possible + 1) / (node.visits or 1))
