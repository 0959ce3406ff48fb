"""What must hold of all four renderings of any diagnostics, whatever they are."""

import json
import re

from compiler.diagnostics import Diagnostic, concise_text, human_text, json_text, sarif_text
from compiler.diagnostics.json import JSON_VERSION
from tests.errors.sarif import complaints

KEYS = {"code", "slug", "severity", "headline", "labels", "notes", "helps", "fix", "trail"}
LINE = re.compile(r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): (?P<severity>error|warning|hint) (?P<code>RW[A-Z]\d{3}) (?P<slug>[a-z-]+): \S.*")


def check_formats(found: list[Diagnostic]) -> None:
    """Every rendering names every diagnostic once, at one and the same place."""
    places = [(it.code, it.span.file.path, it.span.position.line, it.span.position.column) for it in found]
    assert _concise(found) == places
    assert _json(found) == places
    assert _sarif(found) == places
    assert _human(found) == places


def _concise(found: list[Diagnostic]) -> list[tuple[str, str, int, int]]:
    text = concise_text(found)
    assert text == "" or text.endswith("\n")
    lines = [LINE.fullmatch(line) for line in text.split("\n")[:-1]]
    assert all(lines), text
    return [(line["code"], line["path"], int(line["line"]), int(line["column"])) for line in lines if line is not None]


def _json(found: list[Diagnostic]) -> list[tuple[str, str, int, int]]:
    document = json.loads(json_text(found))
    assert list(document) == ["version", "diagnostics"]
    assert document["version"] == JSON_VERSION == 1
    for item in document["diagnostics"]:
        assert set(item) == KEYS
        for place in [*item["labels"], *(item["fix"]["edits"] if item["fix"] else [])]:
            assert set(place) == {"file", "start", "end", "text"}
            start, end = (tuple(place[edge][key] for key in ("line", "column", "offset")) for edge in ("start", "end"))
            assert start <= end and min(start[:2]) >= 1 and start[2] >= 0
    starts = [(item["code"], item["labels"][0]["file"], item["labels"][0]["start"]) for item in document["diagnostics"]]
    return [(code, path, start["line"], start["column"]) for code, path, start in starts]


def _sarif(found: list[Diagnostic]) -> list[tuple[str, str, int, int]]:
    log = json.loads(sarif_text(found))
    assert complaints(log) == []
    (run,) = log["runs"]
    places = [(result["ruleId"], result["locations"][0]["physicalLocation"]) for result in run["results"]]
    return [(code, at["artifactLocation"]["uri"], at["region"]["startLine"], at["region"]["startColumn"]) for code, at in places]


def _human(found: list[Diagnostic]) -> list[tuple[str, str, int, int]]:
    text = human_text(found)
    heads = re.findall(r"^(?:error|warning|hint) (RW[A-Z]\d{3}): .*\n +--> (.+):(\d+):(\d+)$", text, re.MULTILINE)
    return [(code, path, int(line), int(column)) for code, path, line, column in heads]
