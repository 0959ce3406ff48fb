"""The codes: numbered, unique, complete in their texts."""

import re
from pathlib import Path

import pytest

from compiler.diagnostics import CODES, Code, Problem, Problems, explain, lookup
from compiler.diagnostics.problem import Fact
from compiler.diagnostics.registry import BY_CODE, explain_all, fact_names
from compiler.source import SourceFile, Span

SPAN = Span(file=SourceFile(path="game.yaml", text="where: fild[q]\n"), start=7, end=11)
AREAS = "LPNTCERX"


def test_codes_are_unique_and_in_order() -> None:
    numbers = [code.code for code in CODES]
    assert len(set(numbers)) == len(numbers)
    for area in AREAS:
        own = [number for number in numbers if number[2] == area]
        assert own == sorted(own)
    assert sorted(numbers, key=lambda number: AREAS.index(number[2])) == numbers
    slugs = [code.slug for code in CODES]
    assert sorted(slugs) == sorted(set(slugs)), "a slug names one code"


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_texts_keep_the_house_style(code: Code) -> None:
    assert re.fullmatch(rf"RW[{AREAS}]\d{{3}}", code.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.slug)
    assert not code.headline.endswith(".")
    assert code.headline[0].islower() or code.headline[0] in "`{1YUT", code.headline
    for text in (code.label, *(text for _, text in code.at), *code.notes, *code.helps):
        assert not text.endswith(".")


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_every_code_can_be_shown_with_all_facts_and_with_none(code: Code) -> None:
    bare = explain(Problem(code=code.code, span=SPAN))
    assert bare.span == SPAN
    assert "{" not in bare.headline.replace("{…}", "")
    spans = {key for key, _ in code.at}
    facts = {name: SPAN if name in spans else f"<{name}>" for name in fact_names(code)}
    full = explain(Problem(code=code.code, span=SPAN, facts=facts))
    shown = " ".join([full.headline, *(label.text for label in full.labels), *full.notes, *full.helps])
    for name in fact_names(code):
        assert name in spans or f"<{name}>" in shown, name
    assert "…`" not in full.headline
    assert len(full.labels) == 1 + len(code.at)


def test_facts_that_are_not_given_leave_their_lines_out() -> None:
    code = lookup("unknown-name")
    assert code is not None
    shown = explain(Problem(code=code.code, span=SPAN, facts={"name": "fild"}))
    assert shown.headline == "unknown name `fild`"
    assert shown.helps == ()
    assert shown.fix is None


def test_near_names_become_a_help_and_a_fix() -> None:
    one = explain(Problem(code="RWN001", span=SPAN, facts={"name": "fild", "near": ("field",)}))
    assert one.helps == ("did you mean `field`?",)
    assert one.fix is not None
    assert [(edit.span.text, edit.text) for edit in one.fix.edits] == [("fild", "field")]
    assert not one.fix.sure
    two = explain(Problem(code="RWN001", span=SPAN, facts={"name": "fild", "near": ("field", "fold", "wild")}))
    assert two.helps == ("did you mean `field`, `fold` or `wild`?",)
    assert two.fix is None


def test_further_places_notes_and_replacements() -> None:
    other = Span(file=SourceFile(path="rulebook.md", text="- **1.1** a\n"), start=4, end=7)
    facts: dict[str, Fact] = {"name": "x", "second": other, "second_text": "see here", "note": "why", "help": "how"}
    facts |= {"replacement": "y", "sure": 1, "label": "here"}
    shown = explain(Problem(code="RWN001", span=SPAN, facts=facts))
    assert [(label.span.file.path, label.text) for label in shown.labels] == [("game.yaml", "here"), ("rulebook.md", "see here")]
    assert (shown.notes, shown.helps) == (("why",), ("how",))
    assert shown.fix is not None and shown.fix.sure and shown.fix.title == "write `y`"


def test_diagnostics_are_sorted_by_file_place_and_code() -> None:
    def problem(path: str, start: int, code: str) -> Problem:
        return Problem(code=code, span=Span(file=SourceFile(path=path, text="abcdef"), start=start, end=start + 1))

    found = [problem("b", 0, "RWN001"), problem("a", 3, "RWN001"), problem("a", 1, "RWT001"), problem("a", 1, "RWN002")]
    assert [(it.span.file.path, it.span.start, it.code) for it in explain_all(found)] == [
        ("a", 1, "RWN002"),
        ("a", 1, "RWT001"),
        ("a", 3, "RWN001"),
        ("b", 0, "RWN001"),
    ]


def test_lookup_by_number_and_slug() -> None:
    assert lookup("rwn001") is lookup("Unknown-Name")
    assert lookup("RWN999") is None


def test_every_code_is_raised_somewhere() -> None:
    root = Path(__file__).resolve().parents[2]
    sources = [path for room in ("compiler", "runtime") for path in sorted((root / room).rglob("*.py")) if "diagnostics" not in path.parts]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    problem = (root / "compiler" / "diagnostics" / "problem.py").read_text(encoding="utf-8")
    assert {code for code in re.findall(r"RW[A-Z]\d{3}", text) if code not in BY_CODE} <= {"RWR000"}, "a code without an entry"
    assert set(re.findall(r"RW[A-Z]\d{3}", problem)) <= set(BY_CODE)
    assert [code for code in BY_CODE if code not in text] == []


def test_lost_names_are_not_called_unknown() -> None:
    problems = Problems()
    problems.lose(frozenset({"heap"}), frozenset({"pile"}))
    for code, name in (("RWN001", "heap"), ("RWN001", "heep"), ("RWN006", "pile"), ("RWN009", "pile")):
        problems.add(Problem(code=code, span=Span(file=SPAN.file, start=len(problems), end=9), facts={"name": name}))
    assert [(problem.code, problem.facts["name"]) for problem in problems] == [("RWN001", "heep"), ("RWN009", "pile")]


def test_nothing_is_unused_while_something_is_unread() -> None:
    problems = Problems()
    unused = Problem(code="RWC007", span=SPAN, facts={"name": "x"})
    problems.add(Problem(code="RWT001", span=SPAN))
    problems.add(unused)
    assert len(problems) == 2
    problems = Problems()
    problems.add(Problem(code="RWP001", span=SPAN))
    problems.add(unused)
    assert len(problems) == 1
