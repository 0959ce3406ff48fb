"""Diagnostics for programs: one JSON document with a version of its own.

    {"version": 1, "diagnostics": [{"code": "RWN001", "slug": …, "severity": …, "headline": …, "labels": [{"file", "start", "end", "text"}],
     "notes": […], "helps": […], "fix": {"title", "sure", "edits": [{"file", "start", "end", "text"}]} | null, "trail": […]}]}

A place has line and column, both counted from 1, and the offset in characters, counted from 0; `end` is the first character after it. Keys may
be added within a version; none is taken away or changes its meaning.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from compiler.diagnostics.problem import Diagnostic
from compiler.source import SourceFile, Span

JSON_VERSION = 1


def json_text(
    diagnostics: Iterable[Diagnostic], *, examined: Mapping[str, Sequence[str]] | None = None, further: Mapping[str, object] | None = None
) -> str:
    """`examined` says for each spec what was played and proved, if anything was; `further` is what else a verb has to say."""
    document: dict[str, object] = {"version": JSON_VERSION, "diagnostics": as_data(diagnostics), **(further or {})}
    if examined and any(examined.values()):
        document["examined"] = {name: list(lines) for name, lines in examined.items()}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def as_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """The `diagnostics` of a document."""
    return [_diagnostic(diagnostic) for diagnostic in diagnostics]


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "slug": diagnostic.slug,
        "severity": diagnostic.severity,
        "headline": diagnostic.headline,
        "labels": [{**_place(label.span), "text": label.text} for label in diagnostic.labels],
        "notes": list(diagnostic.notes),
        "helps": list(diagnostic.helps),
        "fix": None
        if fix is None
        else {
            "title": fix.title,
            "sure": fix.sure,
            "edits": [{**_place(edit.span), "text": edit.text} for edit in fix.edits],
        },
        "trail": list(diagnostic.trail),
    }


def _place(span: Span) -> dict[str, object]:
    return {"file": span.file.path, "start": _point(span.file, span.start), "end": _point(span.file, span.end)}


def _point(file: SourceFile, offset: int) -> dict[str, int]:
    at = file.position(offset)
    return {"line": at.line, "column": at.column, "offset": offset}
