"""The closing table of `make conformance`: what it says of equal and of unequal games."""

from tests.conformance.table import LOCKSTEP, PERFT, Outcome, table


def test_a_row_a_game_in_the_order_of_the_list() -> None:
    outcomes = [
        Outcome(figures=((LOCKSTEP, "nim", 500, 3_900),), equal=True),
        Outcome(figures=((LOCKSTEP, "nim", 200, 1_500),), equal=True),
        Outcome(figures=((PERFT, "connect_four", 1, 7), (PERFT, "connect_four", 2, 49)), equal=True),
        Outcome(figures=((PERFT, "nim", -1, 16),), equal=True),
    ]
    assert table(outcomes, {"nim": 2_500_000.4}) == [
        "game          perft           OpenSpiel                        moves/s",
        "connect_four  2 moves: 49     -                                      -",
        "nim           1 decision: 16  700 games equal in 2 settings  2,500,000",
    ]


def test_what_failed_is_said_and_not_counted() -> None:
    outcomes = [
        Outcome(figures=((LOCKSTEP, "go", 500, 0),), equal=False),
        Outcome(figures=((PERFT, "go", 1, 82),), equal=False),
        Outcome(figures=((LOCKSTEP, "hearts", 500, 9), (LOCKSTEP, "hearts", 500, 9)), equal=True),
    ]
    (_, hearts, go) = table(outcomes, {})
    assert [part.strip() for part in go.split("  ") if part] == ["go", "1 move: 82, then NOT EQUAL", "0 games equal, 1 NOT EQUAL", "-"]
    assert [part.strip() for part in hearts.split("  ") if part] == ["hearts", "-", "1,000 games equal in 2 settings", "-"]
