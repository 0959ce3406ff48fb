"""The text of one LLVM function while it is being written.

A `Body` is the small state the translator passes along: the lines so far, whether the current block is still open, the loops around the
current line, and which locals surely hold a value there. Temporaries are LLVM's own numbered ones, so a line that makes one is appended
the moment it is numbered; blocks and locals are named.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Final

from runtime.native.faults import FaultKind, Site
from runtime.native.shape import Function, Module, Ranges

COLD_CALL: Final = "call void @fault(ptr %fault, i64 {site}, i64 {first}, i64 {second})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """Where `continue` and `break` go."""

    again: str
    end: str
    at_break: list[frozenset[str]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Body:
    """The state of translating one function. `checked` asks for a test before whatever could go wrong."""

    module: Module
    function: Function
    checked: bool
    ranges: Ranges
    sites: list[Site]
    values: frozenset[str]
    stored: frozenset[str]
    assigned: frozenset[str]
    lines: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    block: str = "entry"
    is_open: bool = True
    temporaries: int = 0
    labels: int = 0

    def emit(self, instruction: str) -> str:
        """Appends an instruction with a result and names the result."""
        name = f"%{self.temporaries}"
        self.temporaries += 1
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Appends an instruction without a result."""
        self.lines.append(f"  {instruction}")

    def label(self, word: str) -> str:
        """A fresh block name; the block itself begins with `start`."""
        self.labels += 1
        return f"{word}.{self.labels}"

    def start(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label
        self.is_open = True

    def jump(self, label: str, about: str = "") -> None:
        """Ends the current block with a jump, unless it has ended already; `about` is metadata of the jump."""
        if self.is_open:
            self.do(f"br label %{label}{about}")
            self.is_open = False

    def fork(self, condition: str, yes: str, no: str) -> None:
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")
        self.is_open = False

    def leave(self, instruction: str) -> None:
        self.do(instruction)
        self.is_open = False

    def demand(self, fine: str, node: ast.AST, kind: FaultKind, name: str, first: str, second: str) -> None:
        """Goes on only where the i1 `fine` holds; otherwise notes the fault and leaves the function."""
        self.sites.append(Site(line=getattr(node, "lineno", 0), kind=kind, name=name))
        good, bad = self.label("fine"), self.label("bad")
        self.fork(fine, good, bad)
        self.start(bad)
        self.do(COLD_CALL.format(site=len(self.sites), first=first, second=second))
        self.leave(self.give_up())
        self.start(good)

    def after_call(self) -> None:
        """Leaves the function if the one just called noted a fault."""
        noted = self.emit("load i64, ptr %fault, align 8")
        going, good, bad = self.emit(f"icmp eq i64 {noted}, 0"), self.label("fine"), self.label("bad")
        self.fork(going, good, bad)
        self.start(bad)
        self.leave(self.give_up())
        self.start(good)

    def give_up(self) -> str:
        return "ret void" if self.function.returns == "none" else "ret i64 0"


def number(operand: str) -> int | None:
    """The value of an operand that is a literal."""
    return None if operand.startswith("%") else int(operand)
