"""Canonical layout, line by line.

An author's lines stay lines: what is laid out anew is how far they stand in, the blanks within them, empty lines, and the columns of values and
comments. Two blanks for each level, a list one level below its key; one blank after `:` and `,`, none within brackets; values in braces that
stand below each other begin in one column; comments beside lines begin in column 64, or two blanks behind longer lines, and below each other in
one column; an empty line after each part of the top level that has several lines, at most one elsewhere.

    formatted(file, problems)       # the text, or None where the file is no YAML
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from compiler.diagnostics.problem import Problems
from compiler.format.lines import Line, lines_of
from compiler.format.pieces import pieces_of
from compiler.load.tree import same
from compiler.load.yaml_nodes import read_nodes
from compiler.source import SourceFile

COMMENTS: Final = 63
"""the column of a comment beside a line, counted from 0"""
GAP: Final = 2
"""blanks between a line that reaches further and its comment"""


def formatted(file: SourceFile, problems: Problems) -> str | None:
    """The text in canonical layout. A text that could not be laid out anew without saying something else is given back as it is."""
    nodes = read_nodes(file, problems)
    if nodes is None:
        return None
    text = file.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = pieces_of(text)
    if found is None:
        return file.text
    lines = lines_of(text, found)
    _align(lines)
    laid_out = "".join(f"{row}\n" for row in _printed(list(_spaced(lines))))
    again = read_nodes(SourceFile(path=file.path, text=laid_out), Problems())
    return laid_out if again is not None and same(nodes, again) else file.text


def _align(lines: list[Line]) -> None:
    """Values in braces of entries that follow each other begin in one column, and so do comments beside such entries."""
    for _, group in groupby(enumerate(lines), key=lambda at: (at[1].block, at[1].number - at[0], at[1].whole and at[1].flow >= 0)):
        run = [line for _, line in group]
        if run[0].whole and run[0].flow >= 0:
            column = max(line.flow for line in run)
            for line in run:
                line.code = line.code[: line.flow] + " " * (column - line.flow) + line.code[line.flow :]
    for _, group in groupby(enumerate(lines), key=lambda at: (at[1].block, at[1].number - at[0], at[1].whole)):
        run = [line for _, line in group if line.code and line.comment]
        ends = [len(line.rest[-1]) if line.commented else line.column + len(line.code) for line in run]
        for line, end in zip(run, ends, strict=True):
            line.gap = max(COMMENTS, (max(ends) if line.whole else end) + GAP) - end


def _spaced(lines: list[Line]) -> Iterator[Line | None]:
    """The lines with the empty lines (None) that stand between them."""
    after_part = False
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else None
        opened = above is None or (above.code and line.column > above.column)
        if not opened and (line.blank_above or (after_part and _begins_part(lines, at))):
            yield None
        yield line
        if line.code:
            after_part = line.column > 0 or not line.whole
        elif line.column == 0:
            after_part = False


def _begins_part(lines: list[Line], at: int) -> bool:
    """Whether a part of the top level begins here, with its key or a comment above it."""
    return lines[at].column == 0 and next((line.column == 0 and line.block >= 0 for line in lines[at:] if line.code), False)


def _printed(lines: list[Line | None]) -> Iterator[str]:
    for line in lines:
        if line is None:
            yield ""
            continue
        if not line.code:
            yield " " * line.column + line.comment
            continue
        rows = [" " * line.column + line.code, *line.rest]
        rows[line.commented] += " " * line.gap + line.comment if line.comment else ""
        yield from rows
