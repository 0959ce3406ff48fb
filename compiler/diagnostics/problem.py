"""Problems: what a stage records when a spec is wrong, as facts; and what they become when shown.

A stage calls `problems.add(Problem(code="RWN001", span=…, facts={"name": "fild", "near": ("field",)}))` and goes on. The registry
turns the facts into a `Diagnostic` (one function a code); renderers turn diagnostics into text, JSON or SARIF.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field

from compiler.source import Span

Severity: TypeAlias = Literal["error", "warning", "hint"]
Fact: TypeAlias = str | int | Span | tuple[str, ...] | tuple[Span, ...] | None


class Problem(Struct, frozen=True, kw_only=True):
    """A finding: its code, where it is, the facts that its text needs, and the path of keys that leads there.

    Facts use a closed little vocabulary of keys, named by the code's page: names and types as text, further places as spans.
    """

    code: str
    span: Span
    facts: Mapping[str, Fact] = field(default_factory=dict)
    trail: tuple[str, ...] = ()


class Label(Struct, frozen=True, kw_only=True):
    span: Span
    text: str


class Edit(Struct, frozen=True, kw_only=True):
    span: Span
    text: str


class Fix(Struct, frozen=True, kw_only=True):
    """Edits that mend the problem; `sure` when applying them unseen is safe."""

    title: str
    edits: tuple[Edit, ...]
    sure: bool = False


class Diagnostic(Struct, frozen=True, kw_only=True):
    code: str
    slug: str
    severity: Severity
    headline: str
    labels: tuple[Label, ...]
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    fix: Fix | None = None
    trail: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """Where it is: the first label's place."""
        return self.labels[0].span


ABOUT_UNKNOWN: frozenset[str] = frozenset({"RWC001", "RWC004", "RWN001", "RWN002", "RWN003", "RWN004", "RWN005", "RWN006", "RWN007", "RWN010"})
"""codes that only say that a name, or the number of a clause, is not known"""

ABOUT_INCOMPLETE: frozenset[str] = frozenset({"RWC002", "RWC003", "RWC017", "RWT016", "RWT017", "RWT029"})
"""codes that only say that what belongs to a name or number is not there"""

ABOUT_UNUSED: frozenset[str] = frozenset({"RWC007", "RWC008"})
"""codes that only say that a name is not used"""


class Problems:
    """The problems of one run, in the order found; one for each code and span.

    Where something could not be read, the names in it are lost: nothing that only says that such a name is unknown, or lacks something, is added. And as long as
    something could not be read or a name not be found (areas L, P, N), nothing is said to be unused.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, int], Problem] = {}
        self._lost: frozenset[str] = frozenset()

    def lose(self, *names: frozenset[str]) -> None:
        """Names whose declaration may be among what could not be read."""
        self._lost = self._lost.union(*names)

    def add(self, problem: Problem) -> None:
        if problem.code in ABOUT_UNKNOWN | ABOUT_INCOMPLETE and problem.facts.get("name", problem.facts.get("number")) in self._lost:
            return
        if problem.code in ABOUT_UNUSED and any(found.code[2] in "LPN" for found in self):
            return
        key = (problem.code, problem.span.file.path, problem.span.start, problem.span.end)
        self._found.setdefault(key, problem)

    def discard(self, problem: Problem) -> None:
        """Takes a problem back."""
        span = problem.span
        self._found.pop((problem.code, span.file.path, span.start, span.end), None)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)
