"""What the validator says: one violation for each place outside the subset, and what the lines of a function may refer to."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from runtime.native.shape import Function, Module


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One place outside the subset: `construct` is what stands there, `message` says what to do about it."""

    filename: str
    line: int
    construct: str
    message: str

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}: {self.construct}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Collects the violations of one file."""

    filename: str
    found: list[Violation] = field(default_factory=list)

    def add(self, node: ast.AST, construct: str, message: str) -> None:
        line = getattr(node, "lineno", 1)
        self.found.append(Violation(filename=self.filename, line=line, construct=construct, message=message))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What the lines of one function may refer to."""

    module: Module
    function: Function
    vectors: frozenset[str]
    values: frozenset[str]
    report: Report


def describe(node: ast.AST) -> str:
    """What a construct is called: words of the language where there are some, else the node's own name."""
    match node:
        case ast.Constant(value=value):
            return f"constant {value!r}" if not isinstance(value, str) else "a string"
        case ast.Name(id=name):
            return f"name {name}"
        case _:
            return type(node).__name__
