"""How every verb prints for people: in colour on a terminal.

`NO_COLOR` (https://no-color.org) and `TERM=dumb` forbid colour, `FORCE_COLOR` asks for it where there is no terminal; the first wins.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from compiler.diagnostics import Diagnostic, human_text

if TYPE_CHECKING:
    from rich.console import Console


def print_diagnostics(found: Iterable[Diagnostic], stream: TextIO) -> None:
    stream.write(human_text(list(found), colour=coloured(stream)))


def console(stream: TextIO) -> "Console":
    """Where tables and progress are drawn; without colour there is no bold or slanted text either."""
    from rich.console import Console

    colour = coloured(stream)
    return Console(file=stream, force_terminal=stream.isatty() or colour, color_system="auto" if colour else None, no_color=not colour, highlight=False)


def coloured(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()
