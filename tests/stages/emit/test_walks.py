"""Walks are printed so that little of them cannot be foreseen: short ranges are looked at to the end, rows of one length need no table of starts."""

from tests.games import source


def test_few_cells_are_all_looked_at() -> None:
    """Nine cells, four piles: no jump out of the walk. Sixty-four squares are left as soon as one is found."""
    for name, asked in (("tic_tac_toe", "can_place"), ("tic_tac_toe", "all_q_mark"), ("nim", "all_k_pile")):
        lines = body(source(name), asked)
        assert not any(line.startswith("        ") and "return" in line for line in lines), lines
    assert any("return True" in line for line in body(source("breakthrough"), "any_c_pawn"))


def test_columns_of_one_length_begin_where_arithmetic_says() -> None:
    """Six rows of seven cells come first, then seven columns of six: column c, counted from 6, begins at 42 + 6 (c - 6)."""
    text = source("connect_four")
    assert "    for at in range(6 * c + 6, 6 * c + 12):" in body(text, "first_s_disc")
    assert "    for at in range(6 * c + 11, 6 * c + 5, -1):" in body(text, "any_s_disc")
    assert "BOARD_LINES_ROWS" not in text


def body(text: str, name: str) -> list[str]:
    """The lines of a function."""
    lines = text.split(f"\ndef {name}(", 1)[1].split("\n\n\n", 1)[0]
    return lines.splitlines()[1:]
