"""What statements may write: names of variables, with those kept as inverses; `ZONES` where pieces move."""

from typing import Final

from compiler.bind.nouns import typed as t
from compiler.checks.walk import walk

ZONES: Final = "zones"


class Writes:
    """Answers for one spec; what effects and tables write is worked out once."""

    def __init__(self, typed: t.TypedSpec) -> None:
        self._effects = {effect.name: effect for effect in typed.effects}
        self._tables = {table.name: table for table in typed.tables}
        self._sequences = {sequence.name: sequence for sequence in typed.sequences}
        self._inverse = {state.name: state.inverse for state in typed.states if state.inverse}
        self._known: dict[str, frozenset[str]] = {}

    def of(self, node: object) -> frozenset[str]:
        """Names written below a node: a block, a step, a rule."""
        found: set[str] = set()
        for part in walk(node):
            match part:
                case t.Assign(state=name):
                    found |= {name, self._inverse.get(name, name)}
                case t.Move() | t.MoveAll():
                    found.add(ZONES)
                case t.Chance(kind="shuffle"):
                    found.add(ZONES)
                case t.Do(effect=name):
                    found |= self._called(f"effects.{name}", self._effects.get(name))
                case t.Resolve(table=name):
                    found |= self._called(f"resolution.{name}", self._tables.get(name))
                case t.Use(sequence=name):
                    found |= self._called(f"sequences.{name}", self._sequences.get(name))
                case _:
                    pass
        return frozenset(found)

    def ends(self, node: object) -> bool:
        """May anything below end a step or the game, or put a player out?"""
        for part in walk(node):
            match part:
                case t.End() | t.Verdict():
                    return True
                case t.Do(effect=name) if name in self._effects and self.ends(self._effects[name].body):
                    return True
                case t.Resolve(table=name) if name in self._tables and self.ends(self._tables[name]):
                    return True
                case t.Use(sequence=name) if name in self._sequences and self.ends(self._sequences[name].step):
                    return True
                case _:
                    pass
        return False

    def _called(self, path: str, node: object) -> frozenset[str]:
        if path not in self._known:
            self._known[path] = frozenset()
            self._known[path] = self.of(node) if node is not None else frozenset()
        return self._known[path]
