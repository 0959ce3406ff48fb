"""`rulebook.md` as clauses and open points.

    - **4.2** A round has nine tricks.                 a clause: number and text, going on over the next lines
    - **OP-3** (4.5, 5.1-5.3) Which way round?         an open point: number, the clauses it concerns, and the question

Everything else is prose, but for headings, which name the section of the clauses below them. Numbers are unique afterwards.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.diagnostics.problem import Problem, Problems
from compiler.load.tree import Clause, OpenPoint, Rulebook
from compiler.source import SourceFile, Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<title>.*?)\s*#*\s*")
_NUMBERED = re.compile(r"\s*[-*+]\s+\*\*(?P<number>\d+(?:\.\d+)+)\*\*\s+(?P<text>\S.*)")
_POINT = re.compile(r"\s*[-*+]\s+\*\*(?P<number>OP-\d+)\*\*\s+(?:\((?P<clauses>[^()]*\d[^()]*)\)\s*)?(?P<text>\S.*)")
_LOOKS_LIKE_ONE = re.compile(r"\s*[-*+]\s+(?P<number>\*\*\s*(?:\d|[Oo][Pp]\b)[^*]*(?:\*\*|$))")
_NUMBER = re.compile(r"OP-\d+|\d+(?:\.\d+)+")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_RANGE = re.compile(r"(?P<first>\d+(?:\.\d+)*)(?:\s*[-–]\s*(?P<last>\d+(?:\.\d+)*))?")


@dataclass(slots=True)
class _Item:
    """A clause or an open point while its lines are read."""

    number: str
    clauses: str | None
    """what stands in an open point's brackets; None for a clause"""
    lines: list[str]
    span: Span
    section: str
    point: bool


def read_rulebook(file: SourceFile, problems: Problems) -> Rulebook:
    """All clauses and open points in the order written; total on any text."""
    items = list(_unique(_items(file, problems), problems))
    return Rulebook(
        file=file,
        clauses=tuple(
            Clause(number=item.number, text=" ".join(item.lines), span=item.span, section=item.section) for item in items if not item.point
        ),
        open_points=tuple(
            OpenPoint(number=item.number, clauses=tuple(_clauses(item.clauses or "")), text=" ".join(item.lines), span=item.span)
            for item in items
            if item.point
        ),
    )


def joined(first: Rulebook, more: Rulebook, problems: Problems) -> Rulebook:
    """A rulebook with the clauses and open points of another added."""
    known = _places(first)
    for number, span in _places(more).items():
        if number in known:
            problems.add(Problem(code="RWL026", span=span, facts={"number": number, "first": known[number]}))
    return Rulebook(
        file=first.file,
        clauses=first.clauses + tuple(clause for clause in more.clauses if clause.number not in known),
        open_points=first.open_points + tuple(point for point in more.open_points if point.number not in known),
    )


def _places(book: Rulebook) -> dict[str, Span]:
    return {clause.number: clause.span for clause in book.clauses} | {point.number: point.span for point in book.open_points}


def _items(file: SourceFile, problems: Problems) -> Iterator[_Item]:
    section = ""
    item: _Item | None = None
    start = 0
    fenced = False
    for text in _LINE.findall(file.text):
        line, line_start, start = text.rstrip("\r\n"), start, start + len(text)
        if line.lstrip().startswith("```"):
            fenced = not fenced
        heading = _HEADING.fullmatch(line.rstrip())
        opening = None if fenced else _NUMBERED.match(line) or _POINT.match(line)
        goes_on = item is not None and line.strip() and not fenced and heading is None and _ITEM.match(line) is None
        if opening is None and goes_on and item is not None:
            item.lines.append(line.strip())
            continue
        if item is not None:
            yield item
            item = None
        if heading is not None and not fenced:
            section = heading.group("title")
        elif opening is not None:
            groups = opening.groupdict()
            span = Span(file=file, start=line_start + opening.start("number"), end=line_start + opening.end("number"))
            item = _Item(
                number=groups["number"],
                clauses=groups.get("clauses"),
                lines=[groups["text"].strip()],
                span=span,
                section=section,
                point=groups["number"].startswith("OP-"),
            )
        elif not fenced and (lookalike := _LOOKS_LIKE_ONE.match(line)) is not None:
            span = Span(file=file, start=line_start + lookalike.start("number"), end=line_start + lookalike.end("number"))
            problems.add(Problem(code="RWL027", span=span))
            problems.lose(frozenset(_NUMBER.findall(span.text)))
    if item is not None:
        yield item


def _unique(items: Iterator[_Item], problems: Problems) -> Iterator[_Item]:
    seen: dict[str, Span] = {}
    for item in items:
        if item.number in seen:
            problems.add(Problem(code="RWL026", span=item.span, facts={"number": item.number, "first": seen[item.number]}))
            continue
        seen[item.number] = item.span
        yield item


def _clauses(text: str) -> Iterator[str]:
    """The numbers named in an open point's brackets; `5.1-5.3` names three."""
    for found in _RANGE.finditer(text):
        first, last = found.group("first"), found.group("last")
        chapter, _, low = first.rpartition(".")
        other, _, high = (last or first).rpartition(".")
        if last is None or chapter != other or int(high) - int(low) > 100:
            yield from (first,) if last is None else (first, last)
        else:
            yield from (f"{chapter}.{number}" if chapter else str(number) for number in range(int(low), int(high) + 1))
