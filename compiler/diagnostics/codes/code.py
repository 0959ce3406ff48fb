"""What a diagnostic code is: one frozen entry of the registry, its texts written as templates over a problem's facts.

A stage raises a problem with the facts that the templates name, and goes on:

    problems.add(Problem(code="RWN001", span=name.span, facts={"name": "fild", "near": nearest("fild", visible)}))

Templates hold facts in braces: `"unknown name `{name}`"`. A text is shown as it is, a tuple of texts as "`a`, `b` and `c`", a span as
its `path:line:column`. **A label, note or help whose facts are not given (or None) is left out**, so optional lines cost nothing; a
headline's facts are always required.

Facts that every code understands without naming them:

    near         tuple of names: "did you mean `a` or `b`?"; a single one also becomes a fix of the primary span
    replacement  text that would mend the primary span: becomes a fix titled "write `…`"
    sure         1 when the replacement is safe to apply unseen
    second       a further place (a span, or several), labelled with the fact `second_text`
    label        overrides the text under the primary span
    note, help   one further line each

To add a code: one `Code(…)` at the end of the area's file (`names.py`, `types.py`, …) with the next number, and a page
`compiler/diagnostics/pages/<CODE>.md`. Numbers are never reused. The tests check order, uniqueness and pages.
"""

from msgspec import Struct

from compiler.diagnostics.problem import Severity


class Code(Struct, frozen=True, kw_only=True):
    """`at` labels further places: pairs of a span fact's key and a template."""

    code: str
    slug: str
    headline: str
    severity: Severity = "error"
    label: str = ""
    at: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()

    @property
    def area(self) -> str:
        """The letter: L load, P parse, N names, T types, C consistency, E emit, R run time, X a fault of the compiler."""
        return self.code[2]
