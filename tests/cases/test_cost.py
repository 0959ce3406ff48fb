"""What would cost minutes or gigabytes is fast, or is said."""

import time

from tests.cases.played import codes, compiled, game_of


def doubling(levels: int) -> str:
    lines = ["sequences:", "  f0():", "    do: n = (n + 1) % 9"]
    for at in range(1, levels + 1):
        lines += [f"  f{at}():", "    steps:", f"      a: {{use: f{at - 1}()}}", f"      b: {{use: f{at - 1}()}}"]
    play = ("phases:", "  go:", "    for: p in players", "    choose: k in 0..2", "    do: n = k", f"  more: {{use: f{levels}()}}")
    return game_of("state:", "  n: {type: 0..9}", *lines, *play)


def test_sequences_that_double_are_refused_where_they_are_used() -> None:
    assert codes(compiled(doubling(8))) == []
    for levels in (16, 60):
        begun = time.process_time()
        found = codes(compiled(doubling(levels)))
        assert [code.rpartition(" ")[2] for code in found] == ["RWE004"]
        assert time.process_time() - begun < 5


def test_a_loop_over_a_wide_range_is_no_list() -> None:
    for high in (10**8, 10**18):
        spec = game_of("state:", "  n: {type: 0..9}", "phases:", "  go:", "    do: |", f"      for q in 0..{high} where q != 3:", "        n = q % 9")
        assert codes(compiled(spec)) == []
