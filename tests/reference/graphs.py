"""Graphs ("Graphs"): nodes and links are read off the position whenever something is asked."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from compiler.bind.nouns import typed as t
from tests.reference.expressions import Scope, bindings, evaluate
from tests.reference.values import Fault, Group, Node

if TYPE_CHECKING:
    from tests.reference.game import Game

Parts = tuple[Any, ...]


class Graph:
    def __init__(self, game: "Game", spec: t.Graph) -> None:
        self.game = game
        self.spec = spec
        self.asks_met = "met(" in (spec.link.span.text if spec.link is not None else "")

    # ---- nodes, by their parts

    def nodes(self, s: Scope) -> list[Parts]:
        """The nodes that are there, by the order of their parts."""
        key = (self.spec.name, "nodes")
        if key not in s.position.links:
            found = [tuple(inner.names[part.local.number] for part in self.spec.parts) for inner in bindings(self.spec.parts, s.bare({}))]
            s.position.links[key] = sorted(dict.fromkeys(found), key=self._place)
        return s.position.links[key]

    def _place(self, parts: Parts) -> tuple[int, ...]:
        return tuple(self._number(value, part.local.type) for value, part in zip(parts, self.spec.parts, strict=True))

    def _number(self, value: Any, type: Any) -> int:
        if isinstance(value, Group):
            return self.game.graphs[value.graph]._rank(value.least)
        if isinstance(value, Node):
            return self.game.graphs[value.graph]._rank(value.parts)
        return self.game.types.ordinal_in(value, type)

    def _rank(self, parts: Parts) -> int:
        at = 0
        for number, part in zip(self._place(parts), self.spec.parts, strict=True):
            at = at * self.game.size(part.local.type) + number
        return at

    def named(self, parts: Parts) -> Any:
        """A node of one part is that part's value."""
        return parts[0] if self.spec.plain else Node(self.spec.name, parts)

    def _taken(self, given: list[Any]) -> tuple[Parts | None, list[Any]]:
        """The node that the arguments begin with (None where it is none), and the arguments behind it."""
        first = given[0]
        if isinstance(first, Group) and first.graph == self.spec.name:
            return first.least, given[1:]
        if isinstance(first, Node) and first.graph == self.spec.name:
            return first.parts, given[1:]
        count = len(self.spec.parts)
        if first is None and not self.spec.plain and len(given) % count:
            return None, given[1:]
        parts = tuple(given[:count])
        return (None if None in parts else parts), given[count:]

    # ---- links

    def ways(self, node: Parts, s: Scope) -> list[Parts]:
        """Where links lead from here: of a directed graph, or of ends that `along` names."""
        key = (self.spec.name, node)
        if not self.asks_met and key in s.position.links:
            return s.position.links[key]
        nodes = self.nodes(s)
        here = s.bare({local.number: value for local, value in zip(self.spec.a, node, strict=True)})
        found = []
        if self.spec.link is None:
            for inner in bindings(self.spec.along, here):
                other = [evaluate(value, inner) for value in self.spec.to]
                parts = self._taken(other)[0]
                if parts is not None and parts != node and parts in nodes:
                    found.append(parts)
        else:
            for other in nodes:
                if other != node and (self._holds(node, other, s) or not self.spec.directed and self._holds(other, node, s)):
                    found.append(other)
        found = sorted(dict.fromkeys(found), key=self._place)
        if not self.asks_met:
            s.position.links[key] = found
        return found

    def _holds(self, a: Parts, b: Parts, s: Scope) -> bool:
        names = {local.number: value for local, value in zip((*self.spec.a, *self.spec.b), (*a, *b), strict=True)}
        assert self.spec.link is not None
        return bool(evaluate(self.spec.link, s.bare(names)))

    def near(self, node: Parts, s: Scope) -> list[Parts]:
        """The nodes linked with this one, whichever end the link is written at."""
        found = self.ways(node, s)
        if self.spec.link is None and not self.spec.directed:
            found = found + [other for other in self.nodes(s) if other not in found and node in self.ways(other, s)]
        return found

    def _group(self, node: Parts, s: Scope) -> list[Parts]:
        found, waiting = {node}, [node]
        while waiting:
            for other in self.near(waiting.pop(), s):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return sorted(found, key=self._place)

    def _group_of(self, given: list[Any], s: Scope, span: Any) -> list[Parts]:
        parts, _ = self._taken(given)
        if parts is None or parts not in self.nodes(s):
            raise Fault("node", span)
        return self._group(parts, s)

    # ---- what may be asked

    def group(self, given: list[Any], s: Scope, span: Any) -> Group:
        return Group(self.spec.name, self._group_of(given, s, span)[0])

    def group_size(self, given: list[Any], s: Scope, span: Any) -> int:
        return len(self._group_of(given, s, span))

    def members(self, given: list[Any], s: Scope, span: Any) -> list[Any]:
        return [self.named(parts) for parts in self._group_of(given, s, span)]

    def groups(self, s: Scope) -> list[Group]:
        found: dict[Parts, None] = {}
        for node in self.nodes(s):
            found[self._group(node, s)[0]] = None
        return [Group(self.spec.name, least) for least in found]

    def total(self, name: str, group: Any, s: Scope) -> int:
        """The sum of that total over all nodes of the group."""
        expr = dict(self.spec.totals)[name]
        nodes = self._group_of([group], s, expr.span)
        return sum(evaluate(expr, s.bare({local.number: value for local, value in zip(self.spec.a, node, strict=True)})) for node in nodes)

    def connected(self, given: list[Any], s: Scope, span: Any) -> bool:
        one, rest = self._taken(given)
        other, _ = self._taken(rest)
        nodes = self.nodes(s)
        return one in nodes and other in nodes and other in self._group(one, s)  # type: ignore[arg-type]

    def linked(self, given: list[Any], s: Scope, span: Any) -> bool:
        one, rest = self._taken(given)
        other, _ = self._taken(rest)
        nodes = self.nodes(s)
        if one not in nodes or other not in nodes:
            return False
        return other in (self.ways(one, s) if self.spec.directed else self.near(one, s))  # type: ignore[arg-type]

    def distance(self, given: list[Any], s: Scope, span: Any) -> int | None:
        """The fewest links; none if there is no way."""
        one, rest = self._taken(given)
        other, _ = self._taken(rest)
        nodes = self.nodes(s)
        if one not in nodes or other not in nodes:
            return None
        reached: dict[Parts, int] = {one: 0}  # type: ignore[dict-item]
        waiting = [one]
        while waiting:
            here = waiting.pop(0)
            for further in self.ways(here, s):  # type: ignore[arg-type]
                if further not in reached:
                    reached[further] = reached[here] + 1  # type: ignore[index]
                    waiting.append(further)
        return reached.get(other)  # type: ignore[arg-type]

    def longest_walk(self, given: list[Any], s: Scope, span: Any) -> int:
        """The most links, at most n, of a walk that meets no node twice and ends where a walk may end."""
        start, (most,) = self._taken(given)
        if start is None or start not in self.nodes(s):
            return 0
        return self._longest(start, frozenset({start}), most, s)

    def _longest(self, node: Parts, met: frozenset[Parts], most: int, s: Scope) -> int:
        if most <= 0:
            return 0
        best = 0
        for further in self.ways(node, self._walking(met, s)):
            if further not in met:
                beyond = self._longest(further, met | {further}, most - 1, s)
                if beyond > 0 or self._may_end(further, s):
                    best = max(best, 1 + beyond)
        return best

    def _walking(self, met: frozenset[Parts], s: Scope) -> Scope:
        return replace(s, walk=frozenset((self.spec.name, node) for node in met))

    def _may_end(self, node: Parts, s: Scope) -> bool:
        if self.spec.ends is None:
            return True
        return bool(evaluate(self.spec.ends, s.bare({local.number: value for local, value in zip(self.spec.a, node, strict=True)})))

    def met(self, given: list[Any], s: Scope, span: Any) -> bool:
        parts, _ = self._taken(given)
        return (self.spec.name, parts) in s.walk
