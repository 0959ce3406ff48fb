"""Prints the JSON Schema of specs, or with --scenario of scenario files, for YAML editors.

Example: rulewright schema > spec.schema.json
"""

from typing import Annotated

import typer

from compiler.load.schema import scenario_schema_text, spec_schema_text


def schema(scenario: Annotated[bool, typer.Option("--scenario", help="Of scenario files.")] = False) -> None:
    typer.echo(scenario_schema_text() if scenario else spec_schema_text(), nl=False)
