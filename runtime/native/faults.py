"""What checked native code reports: the kinds of fault, the place of each test, and the exception that carries one.

Imported on the warm path too, so nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, NoReturn

FaultKind = Literal["index", "overflow", "shift", "division", "step", "unassigned", "range"]


class Site(NamedTuple):
    """One test in checked code: the line of the emitted file, what is tested, and the name or operator it is about."""

    line: int
    kind: FaultKind
    name: str


class NativeCheckError(Exception):
    """A test of checked native code failed; nothing after the failing line ran.

    `filename` and `line` are of the emitted file, `kind` says what was tested, `name` is the vector, table, local or operator, and
    `values` are the numbers tested: index and length for an index, value and index for a range, the two operands for arithmetic.
    """

    def __init__(self, filename: str, site: Site, values: tuple[int, int]) -> None:
        super().__init__(f"{filename}:{site.line}: {explain(site, values)}")
        self.filename = filename
        self.line = site.line
        self.kind: FaultKind = site.kind
        self.name = site.name
        self.values = values


def explain(site: Site, values: tuple[int, int]) -> str:
    first, second = values
    match site.kind:
        case "index":
            return f"index {first} is outside {site.name}, which has {second} items"
        case "overflow" if site.name in ("abs", "neg"):
            return f"the {'absolute value' if site.name == 'abs' else 'negative'} of {first} does not fit int64"
        case "overflow":
            return f"{first} {site.name} {second} does not fit int64"
        case "shift":
            return f"{first} {site.name} {second} shifts by a negative number"
        case "division":
            return f"{first} {site.name} {second} divides by zero"
        case "step":
            return "range() has step 0"
        case "unassigned":
            return f"{site.name} is read before it is assigned"
        case "range":
            return f"{first} is outside the range of {site.name}[{second}]"


def raise_fault(filename: str, sites: Sequence[Site], site: int, first: int, second: int) -> NoReturn:
    """Called from native code with the number of a failed test."""
    raise NativeCheckError(filename, Site(*sites[site - 1]), (first, second))
