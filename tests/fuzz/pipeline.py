"""A spec put through everything: compiled, its problems rendered, its engine printed. Whatever the spec, nothing raises and nothing hangs."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from compiler.diagnostics import human_text
from compiler.driver import Compilation, compile_game, emit
from tests.errors.formats import check_formats

SECONDS = 20
"""of the processor: more than any spec of this size may take; the shipped ones take a fraction of that"""


class TooSlow(AssertionError):
    """The compiler was still at it after SECONDS."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def put_through(folder: Path, variants: tuple[str, ...] = ()) -> Compilation:
    """Compiles and checks what holds of every compilation; the working folder is the spec's own."""
    with at_most(SECONDS):
        compilation = compile_game(folder, variants=variants)
        found = compilation.diagnostics
        check_formats(found)
        errors = [it for it in found if it.severity == "error"]
        assert compilation.sound == (not errors), human_text(found)
        for diagnostic in found:
            for label in diagnostic.labels:
                assert 0 <= label.span.start <= label.span.end <= len(label.span.file.text), diagnostic
        if compilation.game is not None:
            for name, text in emit(compilation.game).items():
                compile(text, name, "exec")
    return compilation
