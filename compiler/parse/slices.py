"""Which characters of a scalar its text is parsed from.

A scalar is read in place, so its characters must stand for themselves: escapes and folded blocks are refused. Comments and empty lines
at its end are cut off; a block can be cut into its outermost statements.
"""

import re
from collections.abc import Iterator

from compiler.load.tree import Scalar
from compiler.parse.place import Place
from compiler.source import Span

_GOES_ON = re.compile(r"(else|elif|and|or|in)\b|[])+*/%=<>.-]")
"""what no statement begins with"""
_ESCAPES = {'"': re.compile(r"\\."), "'": re.compile("''")}


def readable(scalar: Scalar, place: Place) -> tuple[int, int] | None:
    """The span of a scalar whose characters stand for themselves."""
    file, begin, end = scalar.span.file, scalar.span.start, scalar.span.end
    if scalar.style != "quoted":
        return begin, end
    quote = file.text[begin - 1 : begin]
    if quote not in _ESCAPES:
        head = Span(file=file, start=begin, end=min(begin + 1, end))
        place.report("RWP005", head, replacement="|" if head.text == ">" else None)
        return None
    escape = _ESCAPES[quote].search(file.text, begin, end)
    if escape is not None:
        place.report("RWP006", Span(file=file, start=escape.start(), end=escape.end()), text=escape.group())
        return None
    return begin, end


def without_tail(text: str, begin: int, end: int) -> int:
    while True:
        while end > begin and text[end - 1].isspace():
            end -= 1
        line = max(text.rfind("\n", begin, end), begin - 1) + 1
        if end <= begin or not text[line:end].lstrip().startswith("#"):
            return end
        end = line


def chunks(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The outermost statements of a block, each from the line break before it."""
    if text[begin : begin + 1] != "\n":
        yield begin, end
        return
    starts: list[int] = []
    base = -1
    at = begin
    depth = 0
    while 0 <= at < end:
        following = text.find("\n", at + 1, end)
        stop = following if following >= 0 else end
        line = text[at + 1 : stop]
        code = line.lstrip(" \t")
        if code.strip() and not code.startswith("#"):
            indent = len(line) - len(code)
            base = indent if base < 0 else base
            goes_on = depth > 0 or _GOES_ON.match(code) is not None
            if not starts or (indent <= base and not goes_on):
                starts.append(at)
            depth = max(0, depth + _bracketed(code))
        at = following
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        yield start, without_tail(text, start, stop)


def _bracketed(line: str) -> int:
    code = re.sub(r'"[^"]*"|(?<!\S)#.*', "", line)
    return sum(character in "([" for character in code) - sum(character in ")]" for character in code)
