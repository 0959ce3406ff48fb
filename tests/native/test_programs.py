"""Random programs of the subset give the same values natively and under CPython, and the same faults where CPython's values leave int64."""

from __future__ import annotations

from array import array
from random import Random

from hypothesis import HealthCheck, currently_in_test_context, given, note, settings
from hypothesis import strategies as st

from runtime.native import NativeCheckError, NativeModule, compile_module, validate

from .oracle import Items, judge, load_exact
from .programs import VECTOR_LENGTH, Writer

NUMBERS = (0, 1, -1, 2, -5, 7, 63, 2**31, -(2**40), 2**62, 2**63 - 1, -(2**63))
TRIALS = 8


def inputs(random: Random, wild: bool) -> tuple[list[int], list[int], list[int]]:
    pool = NUMBERS if wild else (0, 1, 2, 3, -1, -4, 9)
    one, two = ([random.choice(pool) for _ in range(VECTOR_LENGTH)] for _ in range(2))
    return one, two, [random.choice(pool), random.choice(pool), random.randrange(2)]


def run(module: NativeModule, vectors: tuple[list[int], list[int]], values: list[int]) -> tuple[tuple[str, object], list[list[int]]]:
    held = [array("q", vector) for vector in vectors]
    try:
        outcome: tuple[str, object] = ("value", module.main(*held, *values))
    except NativeCheckError as error:
        outcome = ("fault", (error.kind, error.line if error.kind != "unassigned" else 0))
    return outcome, [list(vector) for vector in held]


def show(text: str) -> None:
    if currently_in_test_context():
        note(text)


def compare(random: Random, wild: bool) -> set[str]:
    """Compares one program on several inputs; gives back the kinds of outcome seen."""
    source = Writer(random, wild=wild).module()
    show(source)
    found = validate(source, "program.py")
    assert not found, found
    exact = load_exact(source)
    fast = compile_module(source, "program.py", entries=["main"], min_lengths={"s": VECTOR_LENGTH, "o": VECTOR_LENGTH}, cache=False)
    checked = compile_module(source, "program.py", entries=["main"], checked=True, cache=False)
    seen: set[str] = set()
    for _ in range(TRIALS):
        one, two, values = inputs(random, wild)
        show(f"s={one} o={two} values={values}")
        items = Items(one), Items(two)
        verdict = judge(exact["main"], items, values)
        left = [list(map(int, vector)) for vector in items]
        outcome, after = run(checked, (one, two), values)
        assert outcome == verdict
        assert after == left
        seen.add("value" if verdict[0] == "value" else verdict[1][0])
        if verdict[0] == "value":
            assert run(fast, (one, two), values) == (verdict, left)
        elif verdict[1][0] in ("overflow", "division", "shift", "step") and not wild:
            # Every index of a tame program stays inside, whatever wraps; only that it ends is asked here.
            run(fast, (one, two), values)
    return seen


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_small_numbers(random: Random) -> None:
    compare(random, wild=False)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_limits_of_int64(random: Random) -> None:
    compare(random, wild=True)


def test_the_programs_reach_values_and_every_kind_of_fault(long: bool) -> None:
    """The two tests above say nothing if their programs all end alike."""
    seen: set[str] = set()
    for seed in range(1000 if long else 40):
        seen |= compare(Random(seed), wild=bool(seed % 2))
    assert seen >= {"value", "overflow", "index", "division", "shift", "unassigned"}
