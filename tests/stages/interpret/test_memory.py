"""Remembered positions: keys, the ring, how often."""

from typing import Literal

import pytest

from compiler.interpret import evaluate
from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play.meanings import program_of
from compiler.interpret.things.memories import present_key
from compiler.ir import exprs as x
from compiler.ir.flow import Decide
from compiler.ir.game import GameIR, MemoryIR
from compiler.ir.keys import MULTIPLIERS, PRIMES, exact_places
from compiler.ir.stmts import Record
from tests.stages.interpret.hand_made import Table, action, block, decision, digit, game, number, stage, store


def remembering(last: int, full: Literal["forget", "end"], words: tuple[tuple[x.Expr, int, int], ...], length: int = 2) -> GameIR:
    memory = MemoryIR(name="m", words=words, last=last, full=full, ring="ring", used="used", head="head")
    put = action("put", stage(digit("n", 0, 9)), do=(store("cell", x.Local("n")), Record("m")))
    return game(
        Decide(decision=0, after=0), actions=[put], decisions=[decision(0)], memories=[memory],
        blocks=[block("cell", length), block("ring", 2 * last), block("used"), block("head")],
    )  # fmt: skip


ONE = ((x.Load("cell"), 0, 9),)


def test_the_oldest_is_forgotten() -> None:
    table = Table(remembering(3, "forget", ONE))

    def times() -> int:
        return evaluate(table.game, table.s, x.Times("m"))

    assert times() == 0
    table.apply(4, 5, 4)
    assert (table["ring"], table["used"], table["head"], times()) == ([4, 0, 5, 0, 4, 0], 3, 0, 2)
    table.apply(6)
    assert (table["ring"], table["used"], table["head"], times()) == ([6, 0, 5, 0, 4, 0], 3, 1, 1)
    table.apply(4, 4)
    assert (table["ring"], table["head"], times()) == ([6, 0, 4, 0, 4, 0], 0, 2)


def test_a_full_ring_ends_the_game() -> None:
    table = Table(remembering(2, "end", ONE))
    table.apply(1, 2)
    assert (table.player(), table["used"]) == (0, 2)
    table.apply(3)
    assert (table.player(), table["verdict"], table["ring"]) == (-4, 0, [1, 0, 2, 0])


def key(words: tuple[tuple[x.Expr, int, int], ...], *cells: int) -> tuple[int, int]:
    made = remembering(1, "forget", words, length=len(cells))
    table = Table(made)
    offset = made.layout.block("cell").offset
    table.s[offset : offset + len(cells)] = cells
    return present_key(Frame(program_of(made, True), table.s, {}), made.memories[0])


def cells(count: int, low: int, high: int) -> tuple[tuple[x.Expr, int, int], ...]:
    return tuple((x.Load("cell", number(at)), low, high) for at in range(count))


def test_exact_keys() -> None:
    """-1..2 takes two bits: distances 0, 3, 2 from bit 0 on."""
    assert key(cells(3, -1, 2), -1, 2, 1) == (0 + 3 * 4 + 2 * 16, 0)
    assert key(cells(31, 0, 3), *[3] * 31) == (2**62 - 1, 0)
    assert key(cells(32, 0, 3), *[3] * 31, 2) == (2**62 - 1, 2)
    assert exact_places(Table(remembering(1, "forget", cells(62, 0, 3), length=62)).game.memories[0]) is not None
    assert exact_places(Table(remembering(1, "forget", cells(63, 0, 3), length=63)).game.memories[0]) is None


@pytest.mark.parametrize("values", [[1] + [0] * 69, [0] * 69 + [1], list(range(70))])
def test_fingerprints_are_four_polynomials(values: list[int]) -> None:
    hashes = [
        sum(value * pow(multiplier, 69 - at, prime) for at, value in enumerate(values)) % prime
        for prime, multiplier in zip(PRIMES, MULTIPLIERS, strict=True)
    ]
    assert key(cells(70, 0, 99), *values) == (hashes[0] * 2**31 + hashes[1], hashes[2] * 2**31 + hashes[3])


def test_the_primes_are_primes() -> None:
    for prime in PRIMES:
        assert all(prime % divisor for divisor in range(2, 46341))
