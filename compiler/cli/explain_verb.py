"""Explains a diagnostic code: what it means, why it matters, a spec that shows it and the mended one.

Example: rulewright explain RWN001
"""

from typing import Annotated

import typer

from compiler.cli.completing import codes
from compiler.diagnostics import CODES, lookup, page_of
from compiler.diagnostics.suggest import near_names


def explain(
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", autocompletion=codes, help="A code or its slug; without one, all are listed.")] = None,
) -> None:
    if code is None:
        for entry in CODES:
            typer.echo(f"{entry.code}  {entry.severity:7}  {entry.slug}")
        return
    found = lookup(code)
    if found is None:
        near = near_names(code, [*(entry.code for entry in CODES), *(entry.slug for entry in CODES)])
        typer.echo(f"rulewright: no code {code!r}" + (f"; did you mean {near[0]}?" if near else ""), err=True)
        raise typer.Exit(2)
    typer.echo(page_of(found), nl=False)
