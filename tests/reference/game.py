"""A spec at one table: everything declared, by name, and the position as it stands at the start."""

from typing import Any

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import ComponentSymbol
from tests.reference.builtins import VALUES, WALKS
from tests.reference.expressions import Scope, bound, evaluate
from tests.reference.geometry import Boards
from tests.reference.graphs import Graph
from tests.reference.statements import run
from tests.reference.things import Position, indexes, laid_bare
from tests.reference.values import Fault, Types


class Game:
    def __init__(self, typed: t.TypedSpec, players: int) -> None:
        self.typed = typed
        self.players = players
        self.boards = Boards(typed)
        self.types = Types(typed, self.boards)
        self.defines = {item.name: item for item in typed.defines}
        self.effects = {item.name: item for item in typed.effects}
        self.zones = {item.name: item for item in typed.zones}
        self.states = {item.name: item for item in typed.states}
        self.tables = {item.name: item for item in typed.tables}
        self.sequences = {item.name: item for item in typed.sequences}
        self.graphs = {item.name: Graph(self, item) for item in typed.graphs}
        self.builtins, self.walks = VALUES, WALKS
        self.asking: Any = None
        """who answers `can(x)`: the play that this is the game of"""

    def component(self, name: str) -> ComponentSymbol:
        return self.types.components[name]

    def is_ordered(self, zone: str) -> bool:
        return zone in self.zones and self.zones[zone].order in ("pile", "row")

    def size(self, type: Any) -> int:
        return len(self.types.all(type, self.typed.players_high))

    def start(self) -> Position:
        """The value of `start` at each index, else false, none, or the lowest of its type."""
        position = laid_bare(self.types, self.boards, self.players)
        for state in self.typed.states:
            if not state.inverse_of:
                every = indexes(self.types, state.axes, state.parts)
                position.variables[state.name] = {index: self.types.lowest(state.type) for index in every}
        for start in self.typed.starts:
            for index in position.variables[start.state]:
                names = {local.number: value for local, value in zip(start.locals, index, strict=True)} if start.locals else {}
                position.assign(start.state, index, evaluate(start.value, Scope(self, position, names)), start.value.span)
        return position

    def can(self, e: t.Can, s: Scope) -> bool:
        return self.asking.can(e, s)

    # ---- remembered positions

    def remembered(self, symbol: Any, position: Position) -> Any:
        """The values of all that `of` names: a variable's, or a definition's for all its arguments."""
        found: list[Any] = []
        for name in symbol.of:
            if name in self.states:
                state = self.states[name]
                found += [position.value(name, index) for index in indexes(self.types, state.axes, state.parts)]
            else:
                define = self.defines[name]
                for given in indexes(self.types, tuple(local.type for local in define.parameters), (None,) * len(define.parameters)):
                    names = {local.number: value for local, value in zip(define.parameters, given, strict=True)}
                    found.append(evaluate(define.body, Scope(self, position, names)))
        return tuple(found)

    # ---- resolution tables

    def resolve(self, name: str, s: Scope) -> Any:
        """`reads` are evaluated once; `unique` and `first` take one row, `each` all that hold, judged before any effect runs."""
        table = self.tables[name]
        inner = s.bare({})
        for local, value in table.reads:
            inner = inner.having(local, evaluate(value, s.bare({})))
        if table.given is not None and not evaluate(table.given, inner):
            raise Fault("given", table.given.span)
        holding = [row for row in table.rows if evaluate(row.when, inner)]
        if table.hit == "unique" and len(holding) > 1:
            raise Fault("table", table.span)
        if table.hit == "first":
            holding = holding[:1]
        if not holding:
            return self._otherwise(table, inner)
        for row in holding:
            if table.gives is not None:
                assert row.gives is not None
                return evaluate(row.gives, inner)
            run(row.do, inner)
        return None

    def _otherwise(self, table: t.ResolutionTable, inner: Scope) -> Any:
        if table.impossible:
            raise Fault("impossible", table.span)
        if table.otherwise_gives is not None:
            return evaluate(table.otherwise_gives, inner)
        if table.otherwise is None:
            if table.hit != "each":
                raise Fault("table", table.span)
            return None
        run(table.otherwise, inner)
        return None

    # ---- result

    def standing(self, position: Position, verdict: str, seat: Any) -> list[tuple[Any, ...]]:
        """What each seat is compared by, higher first: a verdict before all keys, then `rank`."""
        found = []
        for player in position.playing:
            decided = 0
            if seat is not None and player == seat:
                decided = {"win": 1, "lose": -1}[verdict]
            found.append((decided, *self._keys(position, player)))
        return found

    def _keys(self, position: Position, player: Any) -> list[int]:
        result = self.typed.result
        if result is None:
            return []
        s = Scope(self, position, {result.p.number: player})
        keys = []
        for key in result.rank:
            if key.loop is None:
                keys.append(int(evaluate(key.value, s)))
            else:
                keys += [int(evaluate(key.value, inner)) for inner in bound(key.loop, s)]
        return keys

    def scores(self, position: Position) -> list[int]:
        result = self.typed.result
        if result is None or result.score is None:
            return [0] * self.players
        return [int(evaluate(result.score, Scope(self, position, {result.p.number: player}))) for player in position.playing]

    def returns(self, position: Position, verdict: str, seat: Any) -> list[int]:
        kind = self.typed.result.returns if self.typed.result is not None else "win_loss"
        if kind == "score":
            return self.scores(position)
        keys = self.standing(position, verdict, seat)
        n = len(keys)
        if kind == "place":
            return [sum(other < mine for other in keys) - sum(other > mine for other in keys) for mine in keys]
        first = [mine == max(keys) for mine in keys]
        return [n - sum(first) if is_first else -sum(first) for is_first in first]

