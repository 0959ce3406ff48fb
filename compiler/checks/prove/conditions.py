"""Conditions that never or always hold, and values that may leave their range, by what the types allow.

What z3 refutes is proved: the finding says so. A value that may leave its range by its types alone is a hint with the smallest such case;
whether games met it is added by those who played them."""

from collections.abc import Callable
from dataclasses import dataclass, field

import z3
from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType, EnumType, OptionalType, RangeType, Type
from compiler.checks.prove.atoms import TooLarge
from compiler.checks.prove.questions import Kind, Place, put_questions
from compiler.checks.prove.solve import can_hold, witness
from compiler.checks.values import interval_of
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.source import Span


@dataclass(slots=True)
class Asked:
    """How questions went: conditions shown to go either way, ranges proved, what stayed open."""

    either: int = 0
    decided: int = 0
    ranges_proved: int = 0
    ranges_open: int = 0
    unanswered: int = 0
    skipped: int = 0


class Leaving(Struct, frozen=True):
    """A value that may leave its range by types: where, and the smallest case."""

    span: Span
    path: str
    clauses: tuple[str, ...]
    range: str
    witness: str


@dataclass(slots=True)
class _Prover:
    typed: t.TypedSpec
    problems: Problems
    asked: Asked = field(default_factory=Asked)
    leaving: list[Leaving] = field(default_factory=list)
    seen: set[tuple[str, int, int]] = field(default_factory=set)

    def condition(self, place: Place, condition: t.Expr, kind: Kind) -> None:
        if self._again(condition.span):
            return
        holds = place.terms.truth(place.env, condition)
        if can_hold(place.terms, place.known) == "no":
            return
        yes, no = can_hold(place.terms, place.known, holds), can_hold(place.terms, place.known, z3.Not(holds))
        if "unknown" in (yes, no):
            self.asked.unanswered += 1
        elif yes == "yes" and no == "yes":
            self.asked.either += 1
        else:
            self.asked.decided += 1
            self._decided(place, condition, kind, never=yes == "no")

    def _decided(self, place: Place, condition: t.Expr, kind: Kind, *, never: bool) -> None:
        facts: dict[str, Fact] = {
            "text": " ".join(condition.span.text.split()),
            "key": kind,
            "subject": place.path,
            "clauses": ", ".join(place.clauses) or None,
        }
        self.problems.add(Problem(code="RWC048" if never else "RWC049", span=condition.span, facts=facts))

    def range(self, place: Place, value: t.Narrow) -> None:
        if self._again(value.span):
            return
        number = place.terms.number(place.env, value.operand)
        outside = z3.Not(place.terms.within(number, value.type))
        found = can_hold(place.terms, place.known, outside)
        if found == "no":
            self.asked.ranges_proved += 1
        elif found == "unknown":
            self.asked.unanswered += 1
        else:
            self.asked.ranges_open += 1
            self.leaving.append(
                Leaving(
                    span=value.span,
                    path=place.path,
                    clauses=place.clauses,
                    range=range_text(self.typed, value.type),
                    witness=witness(place, outside),
                )
            )

    def _again(self, span: Span) -> bool:
        key = (span.file.path, span.start, span.end)
        if key in self.seen:
            return True
        self.seen.add(key)
        return False


def check_conditions(typed: t.TypedSpec, problems: Problems) -> tuple[Asked, tuple[Leaving, ...]]:
    """Adds a problem for every condition that is decided by types alone; how it went, and the values that may leave their range."""
    prover = _Prover(typed, problems)
    prover.asked.skipped = put_questions(typed, _quietly(prover.condition, prover), _quietly(prover.range, prover))
    return prover.asked, tuple(prover.leaving)


def range_text(typed: t.TypedSpec, type: Type) -> str:
    match type:
        case OptionalType(base=base):
            return f"{range_text(typed, base)} or none"
        case RangeType(low=low, high=high):
            return f"{low}..{high}"
        case EnumType(name=name):
            return name
        case BoolType():
            return "bool"
        case _:
            span = interval_of(typed, type)
            return f"{span[0]}..{span[1]}" if span is not None else "its type"


def _quietly(ask: Callable[..., None], prover: _Prover) -> Callable[..., None]:
    def asking(*arguments: object) -> None:
        try:
            ask(*arguments)
        except TooLarge:
            prover.asked.skipped += 1

    return asking
