"""The rules that judge SARIF logs do find what is wrong: a log that keeps them, then one mistake at a time."""

import copy
import json
from typing import Any

import pytest

from compiler.diagnostics import Problem, explain, sarif_text
from compiler.source import SourceFile, Span
from tests.errors.sarif import complaints

FILE = SourceFile(path="a folder/game.yaml", text='say: "{p} takes"\nuntil: fild\n')
FOUND = [
    explain(Problem(code="RWN001", span=Span(file=FILE, start=24, end=28), facts={"name": "fild", "near": ("field",)})),
    explain(Problem(code="RWP019", span=Span(file=FILE, start=6, end=9), facts={"what": "{p} holds {nothing}"})),
]


def log() -> Any:
    return json.loads(sarif_text(FOUND))


def test_a_log_keeps_the_rules() -> None:
    assert complaints(log()) == []
    message = log()["runs"][0]["results"][1]["message"]["text"]
    assert "{{p}} holds {{nothing}}" in message
    assert log()["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20folder/game.yaml"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("version", "2.0.0"),
        ("extra", 1),
        ("runs.0.tool.driver.name", ""),
        ("runs.0.columnKind", "bytes"),
        ("runs.0.results.0.level", "fatal"),
        ("runs.0.results.0.message.text", ""),
        ("runs.0.results.0.message.text", "a {brace}"),
        ("runs.0.results.0.ruleIndex", 1),
        ("runs.0.results.0.locations.0.physicalLocation.region.startLine", 0),
        ("runs.0.results.0.locations.0.physicalLocation.region.endLine", 1),
        ("runs.0.results.0.locations.0.physicalLocation.artifactLocation.uri", "a folder"),
        ("runs.0.results.0.fixes.0.artifactChanges", []),
        ("runs.0.results.0.fixes.0.artifactChanges.0.replacements.0.deletedRegion", None),
        ("runs.0.tool.driver.rules.1.id", "RWN001"),
        ("runs.0.tool", None),
    ],
)
def test_each_mistake_is_found(path: str, value: object) -> None:
    document = copy.deepcopy(log())
    *way, last = path.split(".")
    at = document
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    at[last] = value
    try:
        assert complaints(document)
    except (KeyError, TypeError):
        assert value is None, "only what is not there at all may stop the judge"
