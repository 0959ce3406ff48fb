"""Where a part of the spec is being read: the keys that led to it, and the problems it may add to."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.parse.spec.things import Cite
from compiler.source import Span


class Place(Struct, frozen=True, kw_only=True):
    problems: Problems
    trail: tuple[str, ...] = ()
    cited: Mapping[tuple[str, ...], tuple[Cite, ...]] = field(default_factory=dict)
    """what the top-level `cite` says that parts cite, by the keys that lead to them"""
    successors: Mapping[str, str] = {}
    """for each superseded clause the one that holds in its place"""

    reached: set[tuple[str, ...]] = field(default_factory=set)
    """of these keys, those of parts that have been read"""

    def at(self, *keys: str) -> "Place":
        """One or more keys further down."""
        trail = (*self.trail, *keys)
        return Place(problems=self.problems, trail=trail, cited=self.cited, successors=self.successors, reached=self.reached)

    def cites(self, written: Iterable[Cite] = ()) -> tuple[Cite, ...]:
        """The clauses of the part here: those written there and those of the top-level `cite`, a superseded one by its successor."""
        found: dict[str, Cite] = {}
        self.reached.add(self.trail)
        for cite in (*written, *self.cited.get(self.trail, ())):
            clause = self.successors.get(cite.clause, cite.clause)
            found.setdefault(clause, cite if clause == cite.clause else Cite(clause=clause, span=cite.span))
        return tuple(found.values())

    def report(self, code: str, span: Span, **facts: Fact) -> None:
        self.problems.add(Problem(code=code, span=span, facts=facts, trail=self.trail))
