"""How every verb prints diagnostics: for people, in colour on a terminal.

`NO_COLOR` (https://no-color.org) and `TERM=dumb` forbid colour, `FORCE_COLOR` asks for it where there is no terminal; the first wins.
"""

import os
from collections.abc import Iterable
from typing import TextIO

from compiler.diagnostics import Diagnostic, human_text


def print_diagnostics(found: Iterable[Diagnostic], stream: TextIO) -> None:
    stream.write(human_text(list(found), colour=coloured(stream)))


def coloured(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()
