"""Diagnostics as SARIF 2.1.0, the format of code hosts and their scanners.

One run; its rules are the codes that occur, sorted. Columns count characters (`unicodeCodePoints`).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from compiler.diagnostics.problem import Diagnostic, Label, Severity
from compiler.diagnostics.registry import BY_CODE
from compiler.source import Span

_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "hint": "note"}


def sarif_text(diagnostics: Iterable[Diagnostic], *, examined: Mapping[str, Sequence[str]] | None = None) -> str:
    """`examined` says for each spec what was played and proved, if anything was: it goes into the run's properties."""
    found = list(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in found})
    run: dict[str, object] = {
        "tool": {"driver": {"name": "rulewright", "rules": [_rule(code) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in found],
    }
    if examined and any(examined.values()):
        run["properties"] = {"examined": {name: list(lines) for name, lines in examined.items()}}
    document = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _rule(number: str) -> dict[str, object]:
    code = BY_CODE[number]
    return {
        "id": number,
        "name": code.slug,
        "shortDescription": _message(code.slug.replace("-", " ")),
        "help": _message(f"`rulewright explain {number}` tells what it means, why it matters, and how such a spec is mended"),
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    first, *others = diagnostic.labels
    text = ". ".join([diagnostic.headline, *([first.text] if first.text else []), *diagnostic.notes, *diagnostic.helps])
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity],
        "message": _message(text),
        "locations": [_location(first)],
    }
    if others:
        result["relatedLocations"] = [{"id": number, **_location(label)} for number, label in enumerate(others, 1)]
    if diagnostic.fix is not None:
        files = sorted({edit.span.file.path for edit in diagnostic.fix.edits})
        changes = [
            {
                "artifactLocation": {"uri": _uri(path)},
                "replacements": [
                    {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                    for edit in diagnostic.fix.edits
                    if edit.span.file.path == path
                ],
            }
            for path in files
        ]
        result["fixes"] = [{"description": _message(diagnostic.fix.title), "artifactChanges": changes}]
    return result


def _message(text: str) -> dict[str, str]:
    """Braces are doubled (3.11.5): single ones hold the number of an argument."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _location(label: Label) -> dict[str, object]:
    location: dict[str, object] = {
        "physicalLocation": {"artifactLocation": {"uri": _uri(label.span.file.path)}, "region": _region(label.span)}
    }
    if label.text:
        location["message"] = _message(label.text)
    return location


def _region(span: Span) -> dict[str, int]:
    start, end = span.file.position(span.start), span.file.position(span.end)
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _uri(path: str) -> str:
    return quote(path.replace("\\", "/"))
