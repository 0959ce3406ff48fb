"""The four ways in which diagnostics are shown; the expected texts are drawn by hand."""

import json

from compiler.diagnostics import Problem, concise_text, exit_code, explain, human_text, json_text, sarif_text
from compiler.diagnostics.problem import Fact
from compiler.source import SourceFile, Span

GAME = SourceFile(path="specs/g/game.yaml", text="language: 1\nphases:\n  a:\n    where: fild[q] == none\n    do: |\n      x = 1\n")
BOOK = SourceFile(path="specs/g/rulebook.md", text="- **1.1** One.\n")


def span(text: str, file: SourceFile = GAME) -> Span:
    start = file.text.index(text)
    return Span(file=file, start=start, end=start + len(text))


UNKNOWN = explain(
    Problem(code="RWN001", span=span("fild"), facts={"name": "fild", "near": ("field",)}, trail=("phases", "a", "where"))
)


def test_human() -> None:
    assert human_text([UNKNOWN]) == (
        "error RWN001: unknown name `fild`\n"
        "  --> specs/g/game.yaml:4:12\n"
        "   |\n"
        " 4 |     where: fild[q] == none\n"
        "   |            ^^^^ nothing of this name is visible here\n"
        "   |\n"
        "   = in: phases > a > where\n"
        "   = help: did you mean `field`?\n"
        "\n"
    )


def test_human_with_several_places_in_several_files() -> None:
    facts: dict[str, Fact] = {"name": "x", "kind": "a zone", "first": span("phases"), "first_kind": "a phase"}
    facts |= {"second": span("1.1", BOOK), "second_text": "and here"}
    shown = human_text([explain(Problem(code="RWN008", span=span("fild"), facts=facts))])
    assert shown == (
        "error RWN008: `x` is declared twice\n"
        "  --> specs/g/game.yaml:4:12\n"
        "   |\n"
        " 2 | phases:\n"
        "   | ------ first here, as a phase\n"
        "   | …\n"
        " 4 |     where: fild[q] == none\n"
        "   |            ^^^^ again as a zone\n"
        "  ::: specs/g/rulebook.md:1:5\n"
        "   |\n"
        " 1 | - **1.1** One.\n"
        "   |     --- and here\n"
        "\n"
    )


def test_a_block_is_shown_at_its_first_words() -> None:
    block = GAME.text.index("|") + 1
    shown = human_text([explain(Problem(code="RWX001", span=Span(file=GAME, start=block, end=len(GAME.text.rstrip())), facts={"what": "this"}))])
    assert "  --> specs/g/game.yaml:6:7\n" in shown
    assert " 6 |       x = 1\n   |       ^^^^^ while it was at this\n" in shown


def test_wide_characters_tabs_and_control_characters() -> None:
    file = SourceFile(path="x", text="a: 羊羊 fild\tb\x1b[31m\n")
    shown = human_text([explain(Problem(code="RWN001", span=span("fild", file), facts={"name": "fild"}))])
    line, carets = shown.split("\n")[3:5]
    assert line == " 1 | a: 羊羊 fild b·[31m"
    assert carets.startswith("   |         ^^^^ nothing"), "two columns for each of the two wide characters"
    assert "\x1b" not in shown


def test_the_end_of_a_file_and_an_empty_file() -> None:
    file = SourceFile(path="x", text="a: 1\n")
    end = Span(file=file, start=5, end=5)
    assert " 2 |\n   | ^" in human_text([explain(Problem(code="RWN001", span=end, facts={"name": "y"}))])
    nothing = Span(file=SourceFile(path="x", text=""), start=0, end=0)
    assert human_text([explain(Problem(code="RWL001", span=nothing, facts={"path": "x"}))]) == "error RWL001: there is no file `x`\n  --> x:1:1\n\n"


def test_colours_only_when_asked() -> None:
    assert "\x1b" not in human_text([UNKNOWN])
    assert human_text([UNKNOWN], colour=True).startswith("\x1b[1;31merror RWN001\x1b[0m")


def test_concise() -> None:
    assert concise_text([UNKNOWN]) == "specs/g/game.yaml:4:12: error RWN001 unknown-name: unknown name `fild`\n"


def test_json() -> None:
    document = json.loads(json_text([UNKNOWN]))
    assert document["version"] == 1
    (item,) = document["diagnostics"]
    place = {"file": "specs/g/game.yaml", "start": {"line": 4, "column": 12, "offset": 36}, "end": {"line": 4, "column": 16, "offset": 40}}
    assert item == {
        "code": "RWN001",
        "slug": "unknown-name",
        "severity": "error",
        "headline": "unknown name `fild`",
        "labels": [{**place, "text": "nothing of this name is visible here"}],
        "notes": [],
        "helps": ["did you mean `field`?"],
        "fix": {"title": "write `field`", "sure": False, "edits": [{**place, "text": "field"}]},
        "trail": ["phases", "a", "where"],
    }


def test_sarif() -> None:
    document = json.loads(sarif_text([UNKNOWN]))
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["RWN001"]
    (result,) = run["results"]
    region = {"startLine": 4, "startColumn": 12, "endLine": 4, "endColumn": 16}
    assert result["ruleId"] == "RWN001" and result["level"] == "error"
    assert result["locations"][0]["physicalLocation"] == {"artifactLocation": {"uri": "specs/g/game.yaml"}, "region": region}
    (replacement,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement == {"deletedRegion": region, "insertedContent": {"text": "field"}}
    assert json.loads(sarif_text([]))["runs"][0]["results"] == []


def test_exit_codes() -> None:
    warning = explain(Problem(code="RWC007", span=span("fild"), facts={"name": "x"}))
    missing = explain(Problem(code="RWL001", span=span("fild"), facts={"path": "x"}))
    assert exit_code([]) == 0
    assert exit_code([UNKNOWN]) == exit_code([warning]) == 1
    assert exit_code([warning, missing]) == 2
