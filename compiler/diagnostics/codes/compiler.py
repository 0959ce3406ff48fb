"""Codes of the compiler's own faults."""

from compiler.diagnostics.codes.code import Code

COMPILER: tuple[Code, ...] = (
    Code(code="RWX001", slug="compiler-fault", headline="the compiler failed: {what}", label="while it was at this",
         helps=("this is a mistake of rulewright, not of the spec; please report it with the spec",)),
)
