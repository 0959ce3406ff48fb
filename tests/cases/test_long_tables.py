"""Resolution tables of many rows: looked up, checked for gaps and overlaps, and the same on every witness as asked row by row."""

import pytest

from tests.cases.played import Played, codes, compiled, game_of


def table(reads: dict[str, str], rows: list[tuple[str, str]], *, hit: str = "unique", gives: str = "", tail: str = "") -> str:
    states = [f"  v_{name}: {{type: {kind}}}" for name, kind in reads.items()]
    verb = "gives" if gives else "do"
    return game_of(
        "state:",
        *states,
        "  points: {type: -9999..9999, start: 0}",
        "resolution:",
        "  worth:",
        f"    reads: {{{', '.join(f'{name}: v_{name}' for name in reads)}}}",
        f"    hit: {hit}",
        *([f"    gives: {gives}"] if gives else []),
        "    rows:",
        *(f'      r{at}: {{when: "{when}", {verb}: {what}}}' for at, (when, what) in enumerate(rows)),
        *([f"    otherwise: {tail}"] if tail else []),
        "phases:",
        "  throw:",
        "    repeat: 200",
        "    for: p in players",
        "    steps:",
        "      set_it:",
        f"        choose: {', '.join(f'{name} in {kind}' if 'or none' not in kind else f'{name} in (none, -9, 5)' for name, kind in reads.items())}",
        "        do: |",
        *(f"          v_{name} = {name}" for name in reads),
        *(["          points = worth()"] if gives else []),
        *([] if gives else ["      judge: {resolve: worth}"]),
    )


@pytest.mark.parametrize("gives", ["", "-99..999"])
@pytest.mark.parametrize("count", [17, 400])
def test_one_number_each(count: int, gives: str) -> None:
    rows = [(f"a == {at}", f"{at * 7 % 90}" if gives else f"points = {at * 7 % 90}") for at in range(count)]
    played = Played(table({"a": f"0..{count - 1}"}, rows, gives=gives))
    for number in (0, 1, 16, count - 1, count // 2):
        assert played.do(f"set_it {number}").value("points") == number * 7 % 90


@pytest.mark.parametrize("wide", [99, 999_999_999])
def test_stretches_of_two_numbers(wide: int) -> None:
    """A first hit among stretches that overlap, over few cases (an index) and too many to list (a search); unlike effects."""
    cut = [(f"a < {3 * at + 3} and b >= {at}", f"points = {at}" if at % 2 else f"points = {at} - 1000") for at in range(30)]
    text = table({"a": f"0..{wide}", "b": "0..40"}, cut, hit="first", tail="points = 77")
    played = Played(text.replace(f"choose: a in 0..{wide}, b in 0..40", "choose: a in 0..99, b in 0..40"))
    for a, b in ((0, 0), (0, 40), (5, 0), (5, 1), (5, 40), (60, 20), (89, 29), (89, 28), (90, 40), (99, 40), (3, 1), (2, 0)):
        expected = next((at if at % 2 else at - 1000 for at in range(30) if a < 3 * at + 3 and b >= at), 77)
        assert played.do(f"set_it {a} {b}").value("points") == expected, (a, b)


def test_rows_that_ask_more_than_stretches() -> None:
    rows = [(f"a + b == {at}", f"points = {at}") for at in range(41)]
    played = Played(table({"a": "0..20", "b": "0..20"}, rows))
    for a, b in ((0, 0), (20, 20), (3, 9), (13, 0)):
        assert played.do(f"set_it {a} {b}").value("points") == a + b


def test_none_and_negative_numbers_are_cases() -> None:
    rows = [("a == none", "points = 500"), *((f"a == {at}", f"points = {at}") for at in range(-9, 10))]
    played = Played(table({"a": "-9..9 or none"}, rows))
    assert played.do("set_it none").value("points") == 500
    assert played.do("set_it -9").value("points") == -9 and played.do("set_it 5").value("points") == 5


def test_every_row_that_holds() -> None:
    rows = [(f"a >= {at}", "points += 1") for at in range(40)]
    played = Played(table({"a": "0..50"}, rows, hit="each", tail="points = -1"))
    assert played.do("set_it 0").value("points") == 1
    assert played.do("set_it 17").value("points") == 19
    assert played.do("set_it 50").value("points") == 59


def test_gaps_overlaps_and_dead_rows_of_long_tables_are_found() -> None:
    rows = [(f"a == {at}", "points = 1") for at in range(300)]
    for change, code in (((150, "a == 150 and a > 150"), ["RWC010", "RWC012"]), ((150, "a in (150, 151)"), ["RWC011"]), ((150, "a >= 150 and a <= 150"), [])):
        changed = [*rows]
        changed[change[0]] = (change[1], "points = 1")
        found = sorted(code.rpartition(" ")[2] for code in codes(compiled(table({"a": "0..299"}, changed))))
        assert found == code, change
