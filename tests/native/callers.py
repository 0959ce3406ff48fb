"""Wrong calls of native functions, made at random, and what each may raise."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from runtime.native import NativeCheckError, NativeModule, compile_module

TEXT = """Vec = list[int]
def read(s: Vec, x: int) -> int:
    return s[x & 3]
def mix(s: Vec, o: Vec, x: int, flag: bool) -> bool:
    o[0] = s[1] + x
    return flag
def clear(s: Vec, t: Vec, o: Vec) -> None:
    s[0] = t[0] = o[0] = 0
def long(s: Vec, n: int) -> int:
    t: int = 0
    for i in range(n):
        t = (t * 31 + s[i & 3]) & 65535
    return t
"""
NAMES = ("read", "mix", "clear", "long")
LENGTHS = {"s": 4, "o": 2, "t": 1, "clear.o": 3}
SHAPES = {"read": "vi", "mix": "vvii", "clear": "vvv", "long": "vi"}
REFUSALS = (TypeError, ValueError, BufferError, OverflowError)


def module(*, checked: bool = False) -> NativeModule:
    return compile_module(TEXT, "callers.py", entries=NAMES, checked=checked, min_lengths=LENGTHS, release_gil={"long"}, cache=False)


class Index:
    """Something with `__index__`, which may fail."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __index__(self) -> int:
        if isinstance(self.value, int):
            return self.value
        raise LookupError("no index")


class Endless:
    """Something whose `__index__` is no integer."""

    def __index__(self) -> int:
        return "x"  # type: ignore[return-value]


MAKERS: tuple[Callable[[Random], Any], ...] = (
    lambda r: array("q", [r.randrange(9) for _ in range(r.randrange(6))]),
    lambda r: array("q", range(8)),
    lambda r: array(r.choice("bBhHiIfdQ"), range(8)),
    lambda r: np.arange(r.randrange(1, 9), dtype=np.int64),
    lambda r: np.arange(16, dtype=np.int64).reshape(4, 4),
    lambda r: np.arange(16, dtype=np.int64)[:: r.choice((2, -1, 3))],
    lambda r: np.zeros(8, dtype=r.choice((np.int32, np.float64, np.uint64, ">i8", "<i8", np.complex128, np.bool_))),
    lambda r: np.frombuffer(bytes(64), dtype=np.int64),
    lambda r: memoryview(bytearray(64)).cast("q"),
    lambda r: memoryview(bytearray(65))[1:].cast("q"),
    lambda r: memoryview(bytearray(64)),
    lambda r: memoryview(array("q", range(8)))[r.randrange(4) :],
    lambda r: memoryview(array("q", range(8)))[::2],
    lambda r: (ctypes.c_int64 * 8)(),
    lambda r: (ctypes.c_int32 * 8)(),
    lambda r: bytes(64),
    lambda r: bytearray(64),
    lambda r: [1, 2, 3, 4],
    lambda r: r.choice((None, "text", 1.5, (1, 2), {}, object, 2j)),
    lambda r: r.randrange(-5, 5),
    lambda r: r.choice((2**63, -(2**63) - 1, 2**200, -(2**63), 2**63 - 1, True)),
    lambda r: Index(r.randrange(9)),
    lambda r: Index(r.choice((None, 2**70))),
    lambda r: Endless(),
    lambda r: np.int64(3),
    lambda r: np.float32(3),
    lambda r: 2**64,
)
VECTORS = (0, 1, 3, 4, 8, 11, 13)
"""Where the pool holds vectors of int64, though some may be too short."""


def call_wrongly(native: NativeModule, random: Random, pool: list[Any]) -> str:
    """One call, mostly with something wrong about it, arguments from the pool; the name of what it raised, or `returned`."""
    name = random.choice(NAMES)
    arguments: list[Any] = []
    for kind in SHAPES[name]:
        right = random.random() < 0.75
        arguments.append(random.choice(pool) if not right else pool[random.choice(VECTORS)] if kind == "v" else random.randrange(99))
    if random.random() < 0.05:
        arguments = [random.choice(pool) for _ in range(random.randrange(6))]
    if name == "long" and len(arguments) == 2 and isinstance(arguments[1], int) and 9 < arguments[1] < 2**63:
        arguments[1] = 9
    try:
        if random.random() < 0.02:
            getattr(native, name)(*arguments, x=1)
        else:
            getattr(native, name)(*arguments)
    except (*REFUSALS, LookupError, NativeCheckError) as error:
        return type(error).__name__
    return "returned"


def make_pool(random: Random) -> list[Any]:
    return [make(random) for make in MAKERS]
