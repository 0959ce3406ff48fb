"""Codes of writing engines."""

from compiler.diagnostics.codes.code import Code

EMISSION: tuple[Code, ...] = (
    Code(code="RWE004", slug="not-yet-supported", headline="{what}: this compiler cannot make an engine of that yet", label="asked for here",
         notes=("nothing is wrong with the spec",)),
    Code(code="RWE005", slug="too-many-codes", headline="this choice has {count} codes, more than an engine can number",
         label="2,147,483,648 at most", helps=("choose in stages: write `choose` as a list, so that codes add instead of multiplying",)),
)
