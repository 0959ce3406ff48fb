"""Rulebooks: clauses, open points, and lines that only look like them."""

from compiler.diagnostics import Problems
from compiler.load.rulebook import read_rulebook
from compiler.source import SourceFile
from tests.stages.load.looking import found

BOOK = """# A game

Prose with **4.2** in it.

## 4 Tricks

- **4.2** A round has
  nine tricks.
- **4.10** Ten is not one.

  Prose after an empty line belongs to nobody.

### Open points
- **OP-3** (4.2, 5.1-5.3) Which way
  round?
- **OP-35** May it go on for ever?
- **OP-4** (4.10 against 7.3) Which of them?
"""


def read(text: str) -> tuple[object, list[str]]:
    problems = Problems()
    return read_rulebook(SourceFile(path="rulebook.md", text=text), problems), found(problems)


def test_clauses_and_open_points() -> None:
    problems = Problems()
    book = read_rulebook(SourceFile(path="rulebook.md", text=BOOK), problems)
    assert list(problems) == []
    assert [(clause.number, clause.text, clause.section) for clause in book.clauses] == [
        ("4.2", "A round has nine tricks.", "4 Tricks"),
        ("4.10", "Ten is not one.", "4 Tricks"),
    ]
    assert [(point.number, point.clauses, point.text) for point in book.open_points] == [
        ("OP-3", ("4.2", "5.1", "5.2", "5.3"), "Which way round?"),
        ("OP-35", (), "May it go on for ever?"),
        ("OP-4", ("4.10", "7.3"), "Which of them?"),
    ]


def test_a_clause_is_at_its_number() -> None:
    book = read_rulebook(SourceFile(path="rulebook.md", text=BOOK), Problems())
    assert [clause.span.text for clause in book.clauses] == ["4.2", "4.10"]
    assert (book.clauses[0].span.position.line, book.clauses[0].span.position.column) == (7, 5)
    assert book.open_points[0].span.text == "OP-3"


def test_twice_and_malformed() -> None:
    text = "- **1.1** a\n- **1.2.** b\n- **1.1** c\n- **Op 3** d\n- **bold** e\n- **1.3**\n"
    book, problems = read(text)
    assert problems == ["RWL027 2:3", "RWL026 3:5", "RWL027 4:3", "RWL027 6:3"]


def test_fenced_text_is_an_example() -> None:
    book, problems = read("```\n- **1.1** a\n- **1.1** a\n```\n- **1.1** b\n")
    assert problems == []


def test_carriage_returns() -> None:
    problems = Problems()
    book = read_rulebook(SourceFile(path="r.md", text="- **1.1** one\r\n  more\r\n\r\n- **1.2** two\r\n"), problems)
    assert [clause.text for clause in book.clauses] == ["one more", "two"]
