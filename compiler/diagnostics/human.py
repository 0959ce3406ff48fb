"""Diagnostics for people: headline, the places with carets, notes, helps.

    error RWN001: unknown name `fild`
      --> game.yaml:12:12
       |
    12 |     where: fild[q] == none
       |            ^^^^ nothing of this name is visible here
       |
       = help: did you mean `field`?
"""

from collections.abc import Iterable, Iterator

from compiler.diagnostics.problem import Diagnostic, Label, Severity
from compiler.diagnostics.snippet import draw, marks_of
from compiler.source import SourceFile

_COLOURS: dict[str, str] = {"error": "1;31", "warning": "1;33", "hint": "1;36", "bold": "1", "dim": "34", "second": "36"}


def human_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """All diagnostics in the order given, an empty line after each; colours only when asked for."""
    return "".join("\n".join(_lines(diagnostic, colour)) + "\n\n" for diagnostic in diagnostics)


def _lines(diagnostic: Diagnostic, colour: bool) -> Iterator[str]:
    severity: Severity = diagnostic.severity
    yield _paint(f"{severity} {diagnostic.code}", severity, colour) + _paint(f": {diagnostic.headline}", "bold", colour)
    primary = diagnostic.labels[0]
    files: dict[str, tuple[SourceFile, list[Label]]] = {}
    for label in diagnostic.labels:
        files.setdefault(label.span.file.path, (label.span.file, []))[1].append(label)
    width = max(len(str(mark.line)) for label in diagnostic.labels for mark in marks_of([label], label)) + 1
    bar = _paint(f"{' ' * width} |", "dim", colour)
    for file, labels in files.values():
        arrow = "-->" if labels[0] is primary else ":::"
        yield f"{' ' * width}{_paint(arrow, 'dim', colour)} {labels[0].span.place}"
        if not file.text:
            continue
        yield bar
        for line in draw(file, labels, primary):
            gutter = _paint(f"{line.gutter:>{width}} |", "dim", colour)
            tone = {"primary": severity, "secondary": "second"}.get(line.part, "")
            yield f"{gutter} {_paint(line.text, tone, colour)}".rstrip()
    ends = [("in", " > ".join(diagnostic.trail))] if diagnostic.trail else []
    ends += [("note", note) for note in diagnostic.notes] + [("help", text) for text in diagnostic.helps]
    if ends:
        yield bar
    for kind, text in ends:
        yield f"{' ' * width} {_paint('=', 'dim', colour)} {_paint(f'{kind}:', 'bold', colour)} {text}"


def _paint(text: str, tone: str, colour: bool) -> str:
    return f"\x1b[{_COLOURS[tone]}m{text}\x1b[0m" if colour and tone and text else text
