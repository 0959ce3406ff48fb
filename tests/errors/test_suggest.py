"""Near names."""

import pytest

from compiler.diagnostics import nearest


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("fild", ("hand", "field", "fold"), ("field", "fold")),
        ("filed", ("fled", "field"), ("fled", "field")),
        ("unitl", ("while", "until"), ("until",)),
        ("Hand", ("hand",), ("hand",)),
        ("hand", ("hand",), ()),
        ("x", ("y", "zoo"), ()),
        ("orange", ("apple", "pear"), ()),
        ("count", ("count_up",), ("count_up",)),
        ("player_cuont", ("player_count", "players"), ("player_count",)),
    ],
)
def test_nearest(name: str, candidates: tuple[str, ...], expected: tuple[str, ...]) -> None:
    assert nearest(name, candidates) == expected


def test_few_and_in_order() -> None:
    assert nearest("aaaa", ("aaab", "aaac", "aaad", "aaae")) == ("aaab", "aaac", "aaad")
