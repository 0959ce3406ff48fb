"""CSV tables: cells with their places."""

import pytest

from compiler.diagnostics import Problems
from compiler.load.tables import read_table
from compiler.load.tree import Table
from compiler.source import SourceFile
from tests.stages.load.looking import found


def read(text: str) -> tuple[Table, list[str]]:
    problems = Problems()
    return read_table(SourceFile(path="t.csv", text=text), problems), found(problems)


def texts(table: Table) -> list[dict[str, str]]:
    return [{head.text: cell.text for head, cell in row.cells} for row in table.rows]


def test_rows_by_head() -> None:
    table, problems = read("name,kind.front\ngoat, 0 1 \n\nold wolf,3\n")
    assert problems == []
    assert texts(table) == [{"name": "goat", "kind.front": "0 1"}, {"name": "old wolf", "kind.front": "3"}]


def test_places() -> None:
    #                0         1         2
    #                0123456789012345678901234
    table, _ = read('a,b\nxx,  yy \n"q,""r""",z\n')
    (a, xx), (b, yy) = table.rows[0].cells
    assert [(cell.span.start, cell.span.end) for cell in (a, b, xx, yy)] == [(0, 1), (2, 3), (4, 6), (9, 11)]
    quoted = table.rows[1].cells[0][1]
    assert quoted.text == 'q,"r"'
    assert (quoted.span.start, quoted.span.end) == (14, 21)


def test_an_empty_cell_is_not_there() -> None:
    table, problems = read("a,b,c\n1,,3\n")
    assert problems == []
    assert texts(table) == [{"a": "1", "c": "3"}]


def test_line_ends_and_byte_order_mark() -> None:
    table, problems = read('\ufeffa,b\r\n1,"two\nlines"\r\n')
    assert problems == []
    assert texts(table) == [{"a": "1", "b": "two\nlines"}]


def test_what_is_wrong() -> None:
    assert read("a,b\n1\n1,2,3\n1,2\n")[1] == ["RWL028 2:1", "RWL028 3:1"]
    assert read("a,a\n1,2\n")[1] == ["RWL029 1:3"]
    assert read("a,,b\n1,2,3\n")[1] == ["RWL029 1:3"]
    assert read('a,b\n1,"open\n')[1] == ["RWL030 2:3"]
    assert read("")[1] == ["RWL005 1:1"]
    assert read("\n \n")[1] == ["RWL005 1:1"]


@pytest.mark.parametrize("sign", [";", "\t"])
def test_another_separator_is_told_once_and_read(sign: str) -> None:
    rows, told = read(f"a{sign}b\n1{sign}2,5\n{sign}x\n")
    assert told == ["RWL054 1:2"]
    assert texts(rows) == [{"a": "1", "b": "2,5"}, {"b": "x"}]
    assert read("a\n1;2\n")[1] == []
    assert read("a,b;c\n1,2\n")[1] == []
