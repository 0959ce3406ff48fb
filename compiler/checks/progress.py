"""Loops that nothing in them brings to an end.

A step that goes round `while` or `until` something must change what that asks, or hold an `end`, `win`, `lose` or `end game`. Where it
reads nothing that its steps (or an interrupt) write, and nothing inside ends it, it goes round for ever once it is in."""

from collections.abc import Iterator

from compiler.bind.nouns import typed as t
from compiler.checks.rules import steps_of
from compiler.checks.walk import walk
from compiler.checks.writes import ZONES, Writes
from compiler.diagnostics.problem import Problem, Problems
from compiler.ir.game import GameIR

EVERYTHING = "everything"
"""read by what may look at anything: `can(…)`, remembered positions, the number of a pass"""


def check_progress(typed: t.TypedSpec, game: GameIR | None, problems: Problems) -> None:
    writes, reads = Writes(typed), Reads(typed)
    aside = writes.of(tuple(offer for interrupt in typed.interrupts for offer in interrupt.offers))
    for step in steps_of(typed):
        for key, condition in (("while", step.keep), ("until", step.until)):
            if condition is None or step.repeat is not None or writes.ends(step) or typed.horizon and not reads.of(condition):
                continue
            read = reads.of(condition)
            if EVERYTHING in read or read & (writes.of(step) | aside) or _never(condition, key):
                continue
            path = ".".join(step.path)
            facts = {"name": step.name, "key": key, "text": " ".join(condition.span.text.split()), "subject": path}
            problems.add(Problem(code="RWC046", span=condition.span, facts=facts))


def _never(condition: t.Expr, key: str) -> bool:
    """Whether the loop is left at once, whatever happens: a constant that never lets it go round."""
    return isinstance(condition, t.Const) and bool(condition.value) == (key == "until")


class Reads:
    """The variables that expressions read, through definitions, tables and graphs; `ZONES` for where pieces are."""

    def __init__(self, typed: t.TypedSpec) -> None:
        self._defines = {define.name: define for define in typed.defines}
        self._tables = {table.name: table for table in typed.tables}
        self._graphs = {graph.name: graph for graph in typed.graphs}
        self._known: dict[str, frozenset[str]] = {}

    def of(self, node: object) -> frozenset[str]:
        return frozenset(self._of(node))

    def _of(self, node: object) -> Iterator[str]:
        for part in walk(node):
            match part:
                case t.StateRef(state=name):
                    yield name
                case t.ZoneRef() | t.InZone():
                    yield ZONES
                case t.Call(name=name, kind="define"):
                    yield from self._called(f"define.{name}", self._defines.get(name))
                case t.Call(name=name):
                    yield from self._called(f"resolution.{name}", self._tables.get(name))
                case t.Builtin(name="number" | "times" | "playing") | t.Can():
                    yield EVERYTHING
                case t.Builtin(graph=graph) | t.Walked(graph=graph) if graph:
                    yield from self._called(f"graphs.{graph}", self._graphs.get(graph))
                case t.Builtin(name="beside" | "origin") | t.Walked(name="places"):
                    yield ZONES
                case _:
                    pass

    def _called(self, path: str, node: object) -> frozenset[str]:
        if path not in self._known:
            self._known[path] = frozenset()
            self._known[path] = self.of(node) if node is not None else frozenset()
        return self._known[path]
