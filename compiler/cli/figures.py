"""How verbs write findings and figures: for people, or as plain data.

`--json` is `--format json` wherever there is a `--format`: `run` of `compiler.cli.app` reads it so.
"""

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer


class Format(StrEnum):
    text = "text"
    json = "json"


FormatOption: TypeAlias = Annotated[Format, typer.Option("--format", help="How it is written: text, or json, for which --json is another name.")]
