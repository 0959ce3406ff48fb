"""Codes of writing engines."""

from compiler.diagnostics.codes.code import Code

EMISSION: tuple[Code, ...] = (
    Code(code="RWE001", slug="stale-engine", headline="`{path}` is not what this spec compiles to", label="compiled from here",
         helps=("run `rulewright build`",)),
    Code(code="RWE002", slug="cannot-write", headline="`{path}` cannot be written: {why}"),
    Code(code="RWE003", slug="same-module", headline="two engines would be named `{name}`", at=(("first", "the other"),)),
)
