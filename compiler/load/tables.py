"""CSV tables of components: rows of cells, each with its place.

    name,value
    goat,0          ->  one row: (name, goat), (value, 0)

Commas separate; where a file uses semicolons or tabs throughout, that is told once and it is read so. Double quotes enclose (`""` is one
quote), blanks around a cell and empty lines say nothing. An empty cell is left out, as a field that a row does not name. What the heads mean is
not known here.
"""

from dataclasses import dataclass

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.load.tree import Scalar, Table, TableRow
from compiler.source import SourceFile, Span


@dataclass(slots=True)
class _Cell:
    text: str
    start: int
    end: int
    quoted: bool
    open: bool = False
    """a quote in it is never closed"""


def read_table(file: SourceFile, problems: Problems) -> Table:
    """The table of a file; total on any text. Ragged rows are reported and left out."""
    separator = _separator(file, problems)
    lines = _lines(file, separator, problems)
    if not lines:
        head = Span(file=file, start=0, end=0)
        problems.add(Problem(code="RWL005", span=head, facts={"path": file.path, "start": "a line of heads"}))
        return Table(file=file, rows=())
    heads = _heads(file, lines[0], problems)
    rows: list[TableRow] = []
    for cells in lines[1:]:
        span = Span(file=file, start=cells[0].start, end=cells[-1].end)
        if cells[-1].open:
            continue
        if len(cells) != len(heads):
            problems.add(Problem(code="RWL028", span=span, facts={"found": len(cells), "expected": len(heads)}))
            continue
        pairs = [(head, _scalar(file, cell)) for head, cell in zip(heads, cells, strict=True) if head is not None and cell.text]
        rows.append(TableRow(cells=tuple(pairs), span=span))
    return Table(file=file, rows=tuple(rows))


SEPARATORS = {";": "semicolons", "\t": "tabs"}


def _separator(file: SourceFile, problems: Problems) -> str:
    """What stands between cells: a comma, or what a head without any comma has instead, which is reported."""
    head = next((line for line in file.text.splitlines() if line.strip()), "")
    found = next((sign for sign in SEPARATORS if sign in head and "," not in head), ",")
    if found != ",":
        at = file.text.index(found)
        _report(problems, "RWL054", file, at, at + 1, what=SEPARATORS[found])
    return found


def _heads(file: SourceFile, cells: list[_Cell], problems: Problems) -> list[Scalar | None]:
    heads: list[Scalar | None] = []
    seen: dict[str, Span] = {}
    for cell in cells:
        head = _scalar(file, cell)
        if not cell.text:
            _report(problems, "RWL029", file, cell.start, cell.end, what="a column has no name")
            heads.append(None)
        elif cell.text in seen:
            _report(problems, "RWL029", file, cell.start, cell.end, what=f"two columns are called `{cell.text}`", first=seen[cell.text])
            heads.append(None)
        else:
            seen[cell.text] = head.span
            heads.append(head)
    return heads


def _lines(file: SourceFile, separator: str, problems: Problems) -> list[list[_Cell]]:
    """The cells of every line that has any."""
    text = file.text
    at = 1 if text.startswith("\ufeff") else 0
    lines: list[list[_Cell]] = []
    cells: list[_Cell] = []
    while at <= len(text):
        cell, at = _cell(file, at, separator, problems)
        cells.append(cell)
        ended = at >= len(text)
        if ended or text[at] != separator:
            if any(part.text or part.quoted for part in cells):
                lines.append(cells)
            cells = []
        if ended:
            break
        at += 2 if text.startswith("\r\n", at) else 1
    return lines


def _cell(file: SourceFile, at: int, separator: str, problems: Problems) -> tuple[_Cell, int]:
    """A cell and the place of what ends it: the separator, a line break, or the end."""
    text = file.text
    while at < len(text) and text[at] in " \t" and text[at] != separator:
        at += 1
    if at < len(text) and text[at] == '"':
        return _quoted(file, at, separator, problems)
    start = at
    while at < len(text) and text[at] not in (separator, "\n", "\r"):
        at += 1
    value = text[start:at].rstrip()
    return _Cell(text=value, start=start, end=start + len(value), quoted=False), at


def _quoted(file: SourceFile, opened: int, separator: str, problems: Problems) -> tuple[_Cell, int]:
    text = file.text
    at = opened + 1
    while True:
        closed = text.find('"', at)
        if closed < 0:
            _report(problems, "RWL030", file, opened, opened + 1)
            return _Cell(text=text[opened + 1 :], start=opened + 1, end=len(text), quoted=True, open=True), len(text)
        if text[closed + 1 : closed + 2] != '"':
            break
        at = closed + 2
    value = text[opened + 1 : closed].replace('""', '"')
    end = closed + 1
    while end < len(text) and text[end] not in (separator, "\n", "\r"):
        end += 1
    return _Cell(text=value + text[closed + 1 : end].rstrip(), start=opened + 1, end=closed, quoted=True), end


def _scalar(file: SourceFile, cell: _Cell) -> Scalar:
    return Scalar(text=cell.text, span=Span(file=file, start=cell.start, end=cell.end), style="quoted" if cell.quoted else "plain")


def _report(problems: Problems, code: str, file: SourceFile, start: int, end: int, **facts: Fact) -> None:
    problems.add(Problem(code=code, span=Span(file=file, start=start, end=end), facts=facts))
