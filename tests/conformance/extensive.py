"""Games of hidden cards as trees, and what theory says about them: values, best responses, counterfactual regret minimisation.

In: a `State` with explicit chance, two seats, returns that sum to 0. The tree is built once; strategies are tables from an information state (the
engine's own string) to a probability for each action.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from runtime.state import State

Number: TypeAlias = Fraction | float
Strategy: TypeAlias = Mapping[str, Sequence[Number]]


@dataclass(frozen=True, slots=True)
class Node:
    """A position: `seat` to act, -1 chance, -4 the end. `view` is what the seat knows; `chances` go with `children` of a chance node."""

    seat: int
    view: str
    texts: tuple[str, ...]
    chances: tuple[Fraction, ...]
    children: "tuple[Node, ...]"
    value: int
    """what seat 0 gets, at the end"""


def tree(state: State) -> Node:
    if state.is_terminal():
        return Node(-4, "", (), (), (), state.returns()[0])
    codes = state.legal_actions()
    children = tuple(tree(state.child(code)) for code in codes)
    texts = tuple(state.action_to_string(code) for code in codes)
    if state.is_chance_node():
        weights = dict(state.chance_weights())
        total = sum(weights.values())
        return Node(-1, "", texts, tuple(Fraction(weights[code], total) for code in codes), children, 0)
    seat = state.current_player()
    return Node(seat, state.information_state_string(seat), texts, (), children, 0)


def views(node: Node, found: dict[str, Node] | None = None) -> dict[str, Node]:
    """A node of each information state."""
    known = {} if found is None else found
    if node.view:
        known.setdefault(node.view, node)
    for child in node.children:
        views(child, known)
    return known


def value(node: Node, strategies: Sequence[Strategy]) -> Number:
    """What seat 0 gets on average if both play so."""
    if node.seat == -4:
        return node.value
    chances = node.chances if node.seat == -1 else strategies[node.seat][node.view]
    return sum((chance * value(child, strategies) for chance, child in zip(chances, node.children, strict=True) if chance), start=Fraction(0))


def best_response(root: Node, seat: int, other: Strategy) -> Number:
    """The most that `seat` can get against a strategy of the other, exactly: information states from the last back to the first."""
    reached: dict[str, list[tuple[Node, Number]]] = {}
    order: list[str] = []

    def spread(node: Node, reach: Number) -> None:
        if node.seat == seat:
            if node.view not in reached:
                order.append(node.view)
            reached.setdefault(node.view, []).append((node, reach))
        chances: Sequence[Number] = node.chances if node.seat == -1 else other[node.view] if node.seat == 1 - seat else (1,) * len(node.children)
        for chance, child in zip(chances, node.children, strict=True):
            spread(child, reach * chance)

    chosen: dict[str, int] = {}

    def worth(node: Node) -> Number:
        if node.seat == -4:
            return node.value if seat == 0 else -node.value
        if node.seat == seat:
            return worth(node.children[choose(node.view)])
        chances = node.chances if node.seat == -1 else other[node.view]
        return sum((chance * worth(child) for chance, child in zip(chances, node.children, strict=True) if chance), start=Fraction(0))

    def choose(view: str) -> int:
        if view not in chosen:
            nodes = reached[view]
            sums = [sum((reach * worth(node.children[at]) for node, reach in nodes if reach), start=Fraction(0)) for at in range(len(nodes[0][0].children))]
            chosen[view] = max(range(len(sums)), key=sums.__getitem__)
        return chosen[view]

    spread(root, Fraction(1))
    return worth(root)


def exploitability(root: Node, strategies: Sequence[Strategy]) -> Number:
    """What both together could gain by turning to a best response, halved; 0 at an equilibrium."""
    return (best_response(root, 0, strategies[1]) + best_response(root, 1, strategies[0])) / 2


class Regrets:
    """Counterfactual regret minimisation with positive regrets and linear averaging, the seats in turn (CFR+, O. Tammelin, 2014)."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.regrets = {view: [0.0] * len(node.children) for view, node in views(root).items()}
        self.sums = {view: [0.0] * len(node.children) for view, node in views(root).items()}
        self.rounds = 0

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self.rounds += 1
            for seat in (0, 1):
                gains: dict[str, list[float]] = {}
                self._walk(self.root, seat, 1.0, 1.0, gains)
                for view, gained in gains.items():
                    self.regrets[view] = [max(0.0, old + more) for old, more in zip(self.regrets[view], gained, strict=True)]

    def average(self) -> tuple[Strategy, Strategy]:
        table: dict[str, list[float]] = {}
        for view, sums in self.sums.items():
            total = sum(sums)
            table[view] = [part / total for part in sums] if total else [1 / len(sums)] * len(sums)
        return table, table

    def _now(self, view: str) -> list[float]:
        regrets = self.regrets[view]
        total = sum(regrets)
        return [part / total for part in regrets] if total else [1 / len(regrets)] * len(regrets)

    def _walk(self, node: Node, seat: int, own: float, others: float, gains: dict[str, list[float]]) -> float:
        """What the node is worth to `seat`; regrets weighed by how the others come here."""
        if node.seat == -4:
            return float(node.value if seat == 0 else -node.value)
        if node.seat == -1:
            return sum(float(chance) * self._walk(child, seat, own, others * float(chance), gains) for chance, child in zip(node.chances, node.children, strict=True))
        now = self._now(node.view)
        if node.seat != seat:
            return sum(part * self._walk(child, seat, own, others * part, gains) for part, child in zip(now, node.children, strict=True))
        worths = [self._walk(child, seat, own * part, others, gains) for part, child in zip(now, node.children, strict=True)]
        mean = sum(part * worth for part, worth in zip(now, worths, strict=True))
        gained = gains.setdefault(node.view, [0.0] * len(worths))
        sums = self.sums[node.view]
        for at, worth in enumerate(worths):
            gained[at] += others * (worth - mean)
            sums[at] += self.rounds * own * now[at]
        return mean
