"""Codes of writing engines."""

from compiler.diagnostics.codes.code import Code

EMISSION: tuple[Code, ...] = (
    Code(code="RWE004", slug="not-yet-supported", headline="{what}: this compiler cannot make an engine of that yet", label="asked for here",
         notes=("nothing is wrong with the spec",)),
)
