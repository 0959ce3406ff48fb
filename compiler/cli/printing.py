"""How every verb prints diagnostics: for people, in colour on a terminal."""

from collections.abc import Iterable
from typing import TextIO

from compiler.diagnostics import Diagnostic, human_text


def print_diagnostics(found: Iterable[Diagnostic], stream: TextIO) -> None:
    stream.write(human_text(list(found), colour=stream.isatty()))
