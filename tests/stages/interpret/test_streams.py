"""The streams of chance, against another implementation of the same text and against what uniform means."""

from collections.abc import Iterator

import pytest

from compiler.interpret.play.chance import below, seeded, stepped
from compiler.ir.layout import MULTIPLIER
from tests.stages.interpret.hand_made import Table, game


def plain_stream(seed: int, number: int) -> Iterator[int]:
    """Multiply-with-carry as one big number: (low, high) is the state high * b + low, a step is state -> a * low + high, b = 2**32."""
    state = ((seed // 2**32 * 69069 + 362437 * (number + 1)) % 2**29 + 1) * 2**32 + (seed + 2654435769 * (number + 1)) % 2**32
    for passed in range(10**9):
        state = MULTIPLIER * (state % 2**32) + state // 2**32
        if passed >= 16:
            yield state % 2**32


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**61 + 12345, 2**62 - 1])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_values_are_those_of_a_plain_implementation(seed: int, number: int) -> None:
    low, high = seeded(seed, number)
    for expected, _ in zip(plain_stream(seed, number), range(50), strict=False):
        low, high = stepped(low, high)
        assert low == expected
        assert MULTIPLIER * low + high < 2**62


def test_a_step_by_hand() -> None:
    """1073740155 * 4294967295 + 1 = 4611650844796461226 = 1073740154 * 2**32 + 3221227142"""
    assert stepped(2**32 - 1, 1) == (3221227142, 1073740154)
    assert 1073740154 * 2**32 + 3221227142 == 1073740155 * (2**32 - 1) + 1


def test_below_rejects_what_would_be_uneven() -> None:
    """With bound 3 * 2**30 the limit is 3 * 2**30 itself: values from there on are passed over."""
    bound = 3 * 2**30
    values = [value for value, _ in zip(plain_stream(5, 0), range(200), strict=False)]
    low, high = seeded(5, 0)
    for expected in [value for value in values if value < bound][:100]:
        drawn, low, high = below(low, high, bound)
        assert drawn == expected


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10])
def test_below_is_uniform(bound: int) -> None:
    """Pearson's chi-square at 1 in 100,000 for the given degrees of freedom (the seed is fixed, so it cannot fail by chance tomorrow)."""
    critical = {1: 19.5, 2: 23.1, 5: 30.9, 6: 33.1, 9: 39.3}[bound - 1]
    counts = [0] * bound
    low, high = seeded(2024, 1)
    draws = 20_000
    for _ in range(draws):
        drawn, low, high = below(low, high, bound)
        counts[drawn] += 1
    assert sum((count - draws / bound) ** 2 / (draws / bound) for count in counts) < critical


def test_the_vector_holds_both_streams_and_reseed_replaces_them() -> None:
    table = Table(game(), seed=77)
    assert (table["deal_low"], table["deal_high"]) == seeded(77, 0)
    assert (table["dice_low"], table["dice_high"]) == seeded(77, 1)
    table.engine.reseed(table.s, 78)
    assert (table["deal_low"], table["deal_high"], table["dice_low"], table["dice_high"]) == (*seeded(78, 0), *seeded(78, 1))
