"""A place in a file, drawn: its line with carets below.

    12 |     where: fild[q] == none
       |            ^^^^ unknown name
"""

import unicodedata
from collections.abc import Iterator, Sequence

from msgspec import Struct

from compiler.diagnostics.problem import Label
from compiler.source import SourceFile

WIDEST = 160
"""characters of a line that are shown; of a longer one the part around the carets"""


class Marked(Struct, frozen=True):
    """One line under a snippet's line: where the carets stand, what they say, and whether this is the main place."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


class Line(Struct, frozen=True):
    """A line of output: the gutter's text, the text itself, and what part it plays."""

    gutter: str
    text: str
    part: str
    """`source`, `primary`, `secondary` or `gap`"""


def marks_of(labels: Sequence[Label], primary: Label) -> list[Marked]:
    """Where the carets of one file's labels stand, by line and column; the main place first where two are equal."""
    marks: list[Marked] = []
    for label in labels:
        file = label.span.file
        start, end = file.position(label.span.start), file.position(max(label.span.end, label.span.start))
        line = start.line
        text = file.line(line)
        first = min(start.column - 1, len(text))
        last = end.column - 1 if end.line == line else len(text.rstrip())
        marks.append(Marked(line, first, max(last, first + 1), label.text, label is primary))
    return sorted(marks, key=lambda mark: (mark.line, not mark.primary, mark.start))


def draw(file: SourceFile, labels: Sequence[Label], primary: Label) -> Iterator[Line]:
    """The lines of a file that its labels mark, in order, with carets and texts below them."""
    marks = marks_of(labels, primary)
    previous: int | None = None
    for number in dict.fromkeys(mark.line for mark in marks):
        if previous is not None and number > previous + 1:
            yield Line("", "…", "gap")
        previous = number
        here = [mark for mark in marks if mark.line == number]
        text = file.line(number)
        offset = _window(text, here)
        yield Line(str(number), _clean(text[offset : offset + WIDEST]), "source")
        for mark in here:
            yield Line("", _carets(text, mark, offset), "primary" if mark.primary else "secondary")


def _carets(text: str, mark: Marked, offset: int) -> str:
    before = "".join(_blank(character) for character in text[offset : mark.start])
    width = sum(_width(character) for character in text[mark.start : min(mark.end, offset + WIDEST)])
    sign = "^" if mark.primary else "-"
    return before + sign * max(1, width) + (f" {mark.text}" if mark.text else "")


def _window(text: str, marks: Sequence[Marked]) -> int:
    """How many characters of a very long line are left out before what is shown."""
    first = min(mark.start for mark in marks)
    return 0 if len(text) <= WIDEST or first < WIDEST - 40 else first - 20


def _clean(text: str) -> str:
    """Text as it may go to a terminal: tabs are one blank, control characters are dots."""
    return "".join(" " if character == "\t" else "·" if unicodedata.category(character) in ("Cc", "Cf") else character for character in text)


def _blank(character: str) -> str:
    return " " * _width(character)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
