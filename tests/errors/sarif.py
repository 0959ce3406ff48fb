"""The rules of SARIF 2.1.0 (OASIS standard, sections 3.11 to 3.57 and its schema) for the objects this compiler writes.

    complaints(json.loads(text))     # [] when the log keeps them

Objects are closed, so a property that the standard does not have is a complaint too.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

LEVELS = ("none", "note", "warning", "error")

OBJECTS: dict[str, dict[str, str]] = {
    "log": {"version!": "version", "$schema": "uri", "runs!": "run*"},
    "run": {"tool!": "tool", "results": "result*", "columnKind": "columnKind", "properties": "bag"},
    "tool": {"driver!": "toolComponent"},
    "toolComponent": {"name!": "text", "version": "text", "informationUri": "uri", "rules": "rule*"},
    "rule": {
        "id!": "text", "name": "text", "shortDescription": "message", "fullDescription": "message", "help": "message", "helpUri": "uri",
        "defaultConfiguration": "configuration",
    },
    "configuration": {"level": "level"},
    "result": {
        "ruleId": "text", "ruleIndex": "index", "level": "level", "message!": "message", "locations": "location*",
        "relatedLocations": "location*", "fixes": "fix*",
    },
    "message": {"text!": "message text"},
    "location": {"id": "index", "physicalLocation": "physicalLocation", "message": "message"},
    "physicalLocation": {"artifactLocation!": "artifactLocation", "region": "region"},
    "artifactLocation": {"uri!": "uri"},
    "region": {"startLine!": "from one", "startColumn": "from one", "endLine": "from one", "endColumn": "from one"},
    "fix": {"description": "message", "artifactChanges!": "change+"},
    "change": {"artifactLocation!": "artifactLocation", "replacements!": "replacement+"},
    "replacement": {"deletedRegion!": "region", "insertedContent": "content"},
    "content": {"text": "any text"},
}  # fmt: skip
"""Property -> what it holds; `!` required, `*` an array, `+` an array that is not empty."""


def complaints(log: Any) -> list[str]:
    return list(_object(log, "log", "log"))


def _object(value: Any, kind: str, at: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{at} is no object"
        return
    shape = {name.rstrip("!"): each for name, each in OBJECTS[kind].items()}
    yield from (f"{at} has no {name[:-1]}" for name in OBJECTS[kind] if name.endswith("!") and name[:-1] not in value)
    for name, part in value.items():
        if name not in shape:
            yield f"{at} may have no {name}"
        else:
            yield from _value(part, shape[name], f"{at}.{name}")
    if kind == "region":
        yield from _region(value, at)
    if kind == "run":
        yield from _rules(value, at)


def _value(value: Any, kind: str, at: str) -> Iterator[str]:
    if kind[-1] in "*+":
        if not isinstance(value, list) or (kind[-1] == "+" and not value):
            yield f"{at} is no array of {kind[:-1]}"
            return
        for number, item in enumerate(value):
            yield from _object(item, kind[:-1], f"{at}[{number}]")
    elif kind in OBJECTS:
        yield from _object(value, kind, at)
    elif not _simple(value, kind):
        yield f"{at} is no {kind}: {value!r}"


def _simple(value: Any, kind: str) -> bool:
    match kind:
        case "version":
            return bool(value == "2.1.0")
        case "columnKind":
            return value in ("utf16CodeUnits", "unicodeCodePoints")
        case "level":
            return value in LEVELS
        case "index":
            return isinstance(value, int) and value >= -1
        case "from one":
            return isinstance(value, int) and value >= 1
        case "uri":  # RFC 3986: no blanks, no control characters, nothing outside ASCII, no stray percent sign
            plain = isinstance(value, str) and re.fullmatch(r"(?:[\w\-.~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+", value, re.ASCII)
            return bool(plain) and "\0" not in unquote(value)
        case "message text":  # 3.11.5: braces are doubled, or hold the index of an argument; there are no arguments here
            return isinstance(value, str) and value != "" and not re.search(r"[{}]", value.replace("{{", "").replace("}}", ""))
        case "text":
            return isinstance(value, str) and value != ""
        case "bag":  # 3.8: an object, with any properties; `tags` would be an array of texts
            return isinstance(value, dict) and "tags" not in value
        case "any text":
            return isinstance(value, str)
        case _:
            raise AssertionError(kind)


def _region(region: dict[str, Any], at: str) -> Iterator[str]:
    """3.30: a region does not end before it starts."""
    start = (region.get("startLine", 1), region.get("startColumn", 1))
    end = (region.get("endLine", start[0]), region.get("endColumn", start[1]))
    if end < start:
        yield f"{at} ends before it starts"


def _rules(run: dict[str, Any], at: str) -> Iterator[str]:
    """3.27.6: `ruleIndex` leads to the rule of `ruleId`; 3.28.2: the ids of a result's locations differ."""
    rules = [rule["id"] for rule in run["tool"]["driver"].get("rules", [])]
    if len(set(rules)) != len(rules):
        yield f"{at} names a rule twice"
    for result in run.get("results", []):
        if rules[result["ruleIndex"]] != result["ruleId"]:
            yield f"{at} has a result of another rule"
        ids = [location["id"] for location in [*result["locations"], *result.get("relatedLocations", [])] if "id" in location]
        if len(set(ids)) != len(ids):
            yield f"{at} has two locations of one id"
