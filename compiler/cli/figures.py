"""How verbs write figures: for people, or as plain data."""

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer


class Format(StrEnum):
    text = "text"
    json = "json"


FormatOption: TypeAlias = Annotated[Format, typer.Option("--format", help="How it is written: for people, or as plain data.")]
