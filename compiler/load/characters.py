"""Which characters a text may hold, and what the escapes of a quoted one name.

    whole("\\ud83d\\udc11")        # the emoji whose two halves JSON writes
    amiss("a\\0b")                 # "\\0": a control character has no place in a text
"""

import re
from collections.abc import Iterator
from typing import Final

from compiler.source import SourceFile, Span

_CONTROLS: Final = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff"
_IN_FILES: Final = re.compile(f"[{_CONTROLS}]")
_IN_TEXTS: Final = re.compile(rf"[{_CONTROLS}\r\x85]")
_HALVES: Final = re.compile(r"([\ud800-\udbff])([\udc00-\udfff])")
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\S))")
_SHORT: Final = {"0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "r": "\r", "v": "\v", "N": "\x85", "L": "\u2028", "P": "\u2029"}


def amiss_in(file: SourceFile) -> Span | None:
    """The first character of a file that no text may hold."""
    found = _IN_FILES.search(file.text)
    return Span(file=file, start=found.start(), end=found.end()) if found is not None else None


def whole(text: str) -> str:
    """A text in which two halves of a character that follow each other are the character."""
    return _HALVES.sub(lambda pair: chr(0x10000 + ((ord(pair[1]) & 0x3FF) << 10 | ord(pair[2]) & 0x3FF)), text)


def amiss(text: str) -> str:
    """The first character that has no place in a value, or nothing. Line ends are `\\n` there."""
    found = _IN_TEXTS.search(text)
    return found.group() if found is not None else ""


def without_amiss(text: str) -> str:
    return _IN_TEXTS.sub("", text)


def place_of(character: str, span: Span) -> Span:
    """The escape within a quoted value that names this character and is not half of another; the whole value if there is none."""
    escapes = list(_escapes(span))
    for at, (named, start, end) in enumerate(escapes):
        before, after = escapes[at - 1 : at] if at else [], escapes[at + 1 : at + 2]
        pairs = (before and before[0][2] == start and before[0][0] + named) or "", (after and after[0][1] == end and named + after[0][0]) or ""
        if named == character and not any(_HALVES.fullmatch(pair) for pair in pairs):
            return Span(file=span.file, start=start, end=end)
    return span


def _escapes(span: Span) -> Iterator[tuple[str, int, int]]:
    for found in _ESCAPE.finditer(span.file.text, span.start, span.end):
        digits = found[1] or found[2] or found[3]
        yield chr(int(digits, 16)) if digits else _SHORT.get(found[4], ""), found.start(), found.end()


def name_of(character: str) -> str:
    """`U+0000`"""
    return f"U+{ord(character):04X}"
