"""Pieces put into lines: what stands in a line, and in which column it begins."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from compiler.format.pieces import INDENT, Beginning, Piece, Pieces

HEADER = re.compile(r"(?P<sign>[|>][-+]?)[ \t]*(?P<comment>#.*)?")
"""the first line of a literal or folded text"""


@dataclass(slots=True, kw_only=True)
class Line:
    """A line to be printed: its column, its text without blanks at the ends, its comment, and the rows that belong to its last piece."""

    number: int
    """in the source, counted from 0"""
    column: int
    code: str = ""
    comment: str = ""
    rest: list[str] = field(default_factory=list)
    blank_above: bool = False
    block: int = -1
    """the block of which it begins an entry"""
    whole: bool = False
    """the entry ends in this line"""
    flow: int = -1
    """where in `code` the entry's value begins, if that is a mapping in braces"""
    commented: Literal[0, -1] = 0
    """the row beside which the comment stands: the first, or behind a text of several lines the last"""
    gap: int = 2


@dataclass(slots=True)
class _Place:
    """How far the lines have come: the entry that is going on, and the brackets open in it."""

    entry: int = 0
    around: tuple[tuple[int, int], ...] = ()
    depth: int = 0

    def below(self) -> int:
        """The column of what goes on in another line."""
        return self.entry + INDENT * max(1, self.depth)


def lines_of(text: str, found: Pieces) -> list[Line]:
    """Every line that holds something, in order."""
    lines: list[Line] = []
    place = _Place()
    waiting: list[tuple[Line, int]] = []
    ended = -1
    for group in _grouped(text, found.pieces):
        number = text.count("\n", 0, group[0].start)
        line = Line(number=number, column=0, blank_above=number > ended + 1)
        ended = text.count("\n", 0, group[-1].start + len(group[-1].text))
        if group[0].kind == "comment":
            line.comment = group[0].text
            waiting.append((line, group[0].start - (text.rfind("\n", 0, group[0].start) + 1)))
        else:
            around = place.around
            _fill(line, group, text, found, place)
            for comment, written in waiting:
                comment.column = _column_of_comment(written, around, found.beginnings.get(group[0].start), line.column)
            waiting = []
        lines.append(line)
    for comment, written in waiting:
        comment.column = next((column for was, column in reversed(place.around) if was <= written), 0)
    return lines


def _grouped(text: str, pieces: tuple[Piece, ...]) -> Iterator[list[Piece]]:
    """Pieces that share a line; one that goes over several lines takes along what stands behind its end."""
    group: list[Piece] = []
    for piece in pieces:
        if group and "\n" in text[group[-1].start + len(group[-1].text) : piece.start]:
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _fill(line: Line, group: list[Piece], text: str, found: Pieces, place: _Place) -> None:
    first = group[0]
    beginning = found.beginnings.get(first.start)
    line.column = beginning.column if beginning is not None else place.below()
    if beginning is None and first.kind == "close":
        line.column = place.entry + INDENT * (place.depth - 1)
    entry = found.entries.get(first.start)
    if beginning is not None and entry is not None:
        line.block, line.whole = beginning.block, "\n" not in text[entry.start : entry.end]
    before: Piece | None = None
    for piece in group:
        begun = found.beginnings.get(piece.start)
        if begun is not None:
            place.entry, place.around = begun.column, begun.around
        if piece.kind == "comment":
            line.comment = piece.text
            line.commented = -1 if line.rest else 0
            break
        if before is not None and _apart(before, piece):
            _add(line, " ")
        if entry is not None and piece.start == entry.flow:
            line.flow = len(line.code)
        _put(line, piece, place)
        place.depth += (piece.kind == "open") - (piece.kind == "close")
        before = piece


def _put(line: Line, piece: Piece, place: _Place) -> None:
    head, *rows = piece.text.split("\n")
    if piece.kind != "block":
        _add(line, head.rstrip() if rows else head)
        line.rest.extend(" " * place.below() + row.strip() if row.strip() else "" for row in rows)
        return
    header = HEADER.fullmatch(head.rstrip())
    assert header is not None, "texts with an indentation of their own are left alone"
    _add(line, header["sign"])
    line.comment = header["comment"] or ""
    written = next((len(row) - len(row.lstrip(" ")) for row in rows if row.strip()), 0)
    line.rest.extend(" " * place.below() + row[written:] if row.strip() else "" for row in rows)


def _add(line: Line, text: str) -> None:
    """Adds to the last row of the line."""
    if line.rest:
        line.rest[-1] += text
    else:
        line.code += text


def _apart(before: Piece, piece: Piece) -> bool:
    """Whether a blank stands between two pieces of a line."""
    if piece.kind in ("comma", "close") or before.kind == "open":
        return False
    return piece.kind != "colon" or before.kind == "alias"


def _column_of_comment(written: int, around: tuple[tuple[int, int], ...], below: Beginning | None, column: int) -> int:
    """A comment goes with what stands below it, unless it stands further in: then with the block above that it ends."""
    if below is None or written <= below.around[-1][0]:
        return column
    return max(column, next((new for was, new in reversed(around) if was <= written), column))
