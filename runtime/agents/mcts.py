"""Monte Carlo tree search: UCT (L. Kocsis, C. Szepesvári, 2006); with `blind`, over information sets, one tree for all determinizations
(P. Cowling, E. Powley, D. Whitehouse, 2012).

Values are returns scaled to 0..1 by the range met so far. Without `blind` it looks at the true position, hidden things included: fair only in games of
open information.
"""

import math
from dataclasses import dataclass, field

from runtime.chance import Stream
from runtime.hidden import resample
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

    def __init__(self, seed: int, *, playouts: int = 300, blind: bool = True, exploration: float = 0.7) -> None:
        self._stream = Stream.seeded(seed)
        self._playouts = playouts
        self._blind = blind
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
        for _ in range(self._playouts):
            start = resample(state, seat, self._stream) if self._blind else state.clone()
            if not self._blind:
                start.reseed(self._stream.step())
            self._descend(root, start)
        tried = [action for action in actions if action in root.children]
        if not tried:
            return actions[self._stream.below(len(actions))]
        return max(tried, key=lambda action: (root.children[action].visits, -action))

    def _descend(self, root: Node, state: State) -> None:
        node, path = root, [root]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.draw_outcome())
                continue
            seat, actions = state.actor(), state.legal_actions()
            fresh = [action for action in actions if action not in node.children]
            for action in actions:
                if action in node.children:
                    node.children[action].possible += 1
            if fresh:
                action = fresh[self._stream.below(len(fresh))]
                node.children[action] = Node(seat=seat, possible=1)
            else:
                children = node.children
                action = max(actions, key=lambda action: (self._worth(children[action]), -action))
            node = node.children[action]
            path.append(node)
            state.apply_action(action)
            if fresh:
                break
        returns = self._finish(state)
        self._low, self._high = min(self._low, *returns), max(self._high, *returns)
        for step in path[1:]:
            step.visits += 1
            step.total += returns[step.seat]

    def _worth(self, node: Node) -> float:
        spread = (self._high - self._low) or 1.0
        mean = (node.total / node.visits - self._low) / spread if node.visits else 1.0
        return mean + self._exploration * math.sqrt(math.log(node.possible + 1) / (node.visits or 1))

    def _finish(self, state: State) -> list[float]:
        game = state.game
        if not state.is_terminal() and not state.is_chance_node():
            vector = state.vector[:]
            vector[game.offsets["explicit"]] = 0
            out = game.blank(max(game.max_actions, game.max_outcomes, 2 * game.max_players))
            if game.engine.playout_from(vector, out, self._stream.step()) < 0:
                return [0.0] * state.players
            state = State(game, vector)
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[self._stream.below(len(actions))])
        return [float(value) for value in state.returns()]
