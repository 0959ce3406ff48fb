"""Where a part of the spec is being read: the keys that led to it, and the problems it may add to."""

from msgspec import Struct

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.source import Span


class Place(Struct, frozen=True, kw_only=True):
    problems: Problems
    trail: tuple[str, ...] = ()

    def at(self, *keys: str) -> "Place":
        """One or more keys further down."""
        return Place(problems=self.problems, trail=(*self.trail, *keys))

    def report(self, code: str, span: Span, **facts: Fact) -> None:
        self.problems.add(Problem(code=code, span=span, facts=facts, trail=self.trail))
