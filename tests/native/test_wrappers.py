"""Calls from Python: what is accepted, what is refused and how, and that no buffer stays taken."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import inspect
import sys
import threading
import time
from array import array
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from runtime.native import NativeModule, compile_module
from runtime.native.python_api import array_layout

from .callers import LENGTHS, Index, call_wrongly, make_pool, module


@pytest.fixture(scope="module", params=[False, True], ids=["fast", "checked"])
def native(request: pytest.FixtureRequest) -> NativeModule:
    return module(checked=request.param)


@pytest.mark.parametrize(
    "vector",
    [
        array("q", range(8)),
        np.arange(8, dtype=np.int64),
        np.arange(8, dtype=np.int64).reshape(2, 4),
        np.arange(16, dtype=np.int64)[:8],
        memoryview(array("q", range(8))),
        memoryview(bytearray(array("q", range(8)).tobytes())).cast("q"),
        (ctypes.c_int64 * 8)(*range(8)),
        (ctypes.c_longlong * 8)(*range(8)),
    ],
    ids=lambda vector: type(vector).__name__,
)
def test_int64_buffers_of_any_kind(native: NativeModule, vector: Any) -> None:
    assert native.read(vector, 3) == 3
    other = array("q", [0, 0])
    assert native.mix(vector, other, 5, True) is True
    assert other[0] == 1 + 5
    native.clear(array("q", [1] * 4), other, vector)
    assert memoryview(vector).cast("B").cast("q")[0] == 0


@pytest.mark.parametrize(
    ("vector", "error", "words"),
    [
        ([1, 2, 3, 4], TypeError, "bytes-like"),
        (None, TypeError, "bytes-like"),
        (bytes(64), BufferError, "writable"),
        (np.frombuffer(bytes(64), dtype=np.int64), ValueError, "read-only"),
        (bytearray(64), TypeError, r"read\(\) argument 's' must be a buffer of native int64"),
        (array("Q", range(8)), TypeError, "int64"),
        (array("d", range(8)), TypeError, "int64"),
        (array("i", range(8)), TypeError, "int64"),
        (np.arange(8, dtype=">i8"), TypeError, "int64"),
        (np.arange(8, dtype=np.uint64), TypeError, "int64"),
        (np.arange(8, dtype="m8[s]"), ValueError, "buffer"),
        (np.zeros(8, dtype=[("a", "i8")]), TypeError, "int64"),
        (np.arange(8, dtype=np.int64)[::2], ValueError, "contiguous"),
        (memoryview(array("q", range(8)))[::2], BufferError, "contiguous"),
        (memoryview(bytearray(65))[1:].cast("q"), ValueError, r"read\(\) argument 's' is not aligned"),
        (array("q", range(3)), ValueError, r"read\(\) argument 's' must hold at least 4 items \(3 given\)"),
        (array("q"), ValueError, "at least 4"),
    ],
)
def test_other_vectors_are_refused(native: NativeModule, vector: Any, error: type[Exception], words: str) -> None:
    before = sys.getrefcount(vector)
    with pytest.raises(error, match=words):
        native.read(vector, 0)
    assert sys.getrefcount(vector) == before


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        (1.0, TypeError, "float"),
        ("1", TypeError, "str"),
        (None, TypeError, "NoneType"),
        (2**63, OverflowError, "int"),
        (-(2**63) - 1, OverflowError, "int"),
        (Index(None), LookupError, "no index"),
        (Index(2**64), OverflowError, "int"),
    ],
)
def test_other_values_are_refused(native: NativeModule, value: Any, error: type[Exception], words: str) -> None:
    s = array("q", range(8))
    with pytest.raises(error, match=words):
        native.read(s, value)
    s.append(1)


def test_values_with_an_index_are_accepted(native: NativeModule) -> None:
    s = array("q", range(8))
    assert [native.read(s, value) for value in (2, True, np.int32(2), Index(-1), -(2**63), 2**63 - 1)] == [2, 1, 2, 3, 0, 3]


def test_the_number_of_arguments(native: NativeModule) -> None:
    s = array("q", range(8))
    for arguments in ((), (s,), (s, 1, 1)):
        with pytest.raises(TypeError, match=rf"read\(\) takes exactly 2 arguments \({len(arguments)} given\)"):
            native.read(*arguments)
    with pytest.raises(TypeError, match="keyword"):
        native.read(s, x=1)


LISTING = """Vec = list[int]
def write(s: Vec, out: Vec) -> int:
    for at in range(s[0]):
        out[at] = s[at + 1] * 3
    return s[0]
def claim(s: Vec, out: Vec) -> int:
    return s[0]
"""


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("kind", [lambda items: array("q", items), lambda items: np.array(items, dtype=np.int64)], ids=["array", "numpy"])
def test_a_listing_gives_the_first_items_as_a_list(kind: Any, checked: bool) -> None:
    native = compile_module(
        LISTING, "listing.py", entries=("write",), lists={"listed": "write", "claimed": "claim"}, checked=checked, min_lengths={"s": 4, "out": 3}, cache=False
    )
    s, out = kind([3, 7, -(2**62) // 3, 2**40]), kind([0, 0, 0])
    assert native.listed(s) == [21, -(2**62) // 3 * 3, 3 * 2**40] == list(out[: native.write(s, out)])
    s[0] = 0
    assert native.listed(s) == []
    for lie in (4, 2**62, -1):
        s[0] = lie
        assert len(native.claimed(s)) == 3
    with pytest.raises(ValueError, match="at least 4"):
        native.listed(kind([0]))
    with pytest.raises(TypeError, match="takes exactly 1 argument"):
        native.listed(s, out)
    with pytest.raises(ValueError, match="writes|written"):
        compile_module(TEXT_WITHOUT, "none.py", entries=(), lists={"listed": "nothing"}, cache=False)


TEXT_WITHOUT = """Vec = list[int]
def nothing(s: Vec) -> None:
    s[0] = 0
"""


def test_an_index_that_shortens_a_vector_is_seen(native: NativeModule) -> None:
    """Whatever Python code runs during a call, an array is looked at after it."""
    s = array("q", range(8))

    class Shortens:
        def __index__(self) -> int:
            del s[2:]
            return 0

    with pytest.raises(ValueError, match=r"at least 4 items \(2 given\)"):
        native.read(s, Shortens())
    s.append(1)


def test_arrays_are_read_in_place_here() -> None:
    """Their layout is known on this interpreter; elsewhere the buffer protocol does the same, only slower."""
    assert all(array_layout())


def test_vectors_of_one_call_share_no_memory(native: NativeModule) -> None:
    whole = np.arange(8, dtype=np.int64)
    for pair in ((whole, whole), (whole, whole[2:4]), (whole[:6], whole[5:]), (whole[3:], whole[:6])):
        with pytest.raises(ValueError, match=r"mix\(\) arguments 's' and 'o' share memory"):
            native.mix(*pair, 1, 1)
    with pytest.raises(ValueError, match=r"clear\(\) arguments 't' and 'o' share memory"):
        native.clear(array("q", range(4)), whole, whole)
    assert native.mix(whole[:4], whole[4:], 1, 1) is True
    assert native.mix(whole[4:], whole[:4], 1, 1) is True


def test_the_length_of_one_functions_parameter_goes_before_the_general_one(native: NativeModule) -> None:
    s = array("q", range(4))
    native.clear(s, array("q", [1]), array("q", [1] * LENGTHS["clear.o"]))
    with pytest.raises(ValueError, match="'o' must hold at least 3"):
        native.clear(s, array("q", [1]), array("q", [1, 2]))


def test_buffers_are_given_back_whatever_happens(native: NativeModule) -> None:
    """An array refuses to grow while one of its buffers is out."""
    s, o, short = array("q", range(8)), array("q", range(8)), array("q")
    held = (s, o, short)
    before = [sys.getrefcount(vector) for vector in held]
    for function, arguments in (
        (native.read, (s, 1)),
        (native.mix, (s, o, 1, 1)),
        (native.mix, (s, short, 1, 1)),
        (native.mix, (s, s, 1, 1)),
        (native.mix, (s, o, 1.5, 1)),
        (native.mix, (s, o, 1, 2**70)),
        (native.mix, (s, None, 1, 1)),
        (native.clear, (s, o, short)),
        (native.clear, (s, o, bytes(64))),
        (native.clear, (s, o, bytearray(64))),
        (native.clear, (s, o, memoryview(bytearray(65))[1:].cast("q"))),
        (native.long, (s, 3)),
        (native.long, (s, "3")),
    ):
        with contextlib.suppress(TypeError, ValueError, BufferError, OverflowError):
            function(*arguments)
        for vector in held:
            vector.append(1)
            vector.pop()
    del vector, arguments
    assert [sys.getrefcount(vector) for vector in held] == before


def test_wrong_calls_neither_crash_nor_leak(native: NativeModule) -> None:
    random = Random(7)
    outcomes: Counter[str] = Counter()
    pool = make_pool(random)
    before = [sys.getrefcount(item) for item in pool]
    for _ in range(20_000):
        outcomes[call_wrongly(native, random, pool)] += 1
    gc.collect()
    after = [sys.getrefcount(item) for item in pool]
    immortal = [k for k, item in enumerate(pool) if item is None or isinstance(item, int | str | tuple | type)]
    assert [x for k, x in enumerate(after) if k not in immortal] == [x for k, x in enumerate(before) if k not in immortal]
    assert {"returned", "TypeError", "ValueError", "BufferError", "OverflowError", "LookupError"} <= set(outcomes)
    for item in pool:
        if isinstance(item, array):
            item.append(item.typecode in "fd")


def test_none_keeps_its_count(native: NativeModule) -> None:
    s, t, o = array("q", range(8)), array("q", [1]), array("q", range(8))
    before = sys.getrefcount(None)
    for _ in range(10_000):
        native.clear(s, t, o)
    assert abs(sys.getrefcount(None) - before) < 100


def test_other_threads_run_during_a_long_call() -> None:
    native = module()
    s, ended = array("q", range(4)), threading.Event()

    def work() -> None:
        native.long(s, 200_000_000)
        ended.set()

    thread = threading.Thread(target=work)
    turns = 0
    thread.start()
    while not ended.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join()
    assert turns > 5


def test_functions_outlive_their_module() -> None:
    function = module().read
    gc.collect()
    for _ in range(5):
        module()
    gc.collect()
    assert function(array("q", range(8)), 2) == 2


def test_functions_introduce_themselves(native: NativeModule) -> None:
    assert native.read.__name__ == "read"
    assert str(inspect.signature(native.mix)) == "(s, o, x, flag, /)"
    assert repr(native) == "<native callers.py: read, mix, clear, long>"
    with pytest.raises(AttributeError, match="no native entry 'missing'"):
        native.missing  # noqa: B018


def test_options_name_what_exists() -> None:
    text = "def f(x: int) -> int:\n    return x\n"
    with pytest.raises(ValueError, match="g is no entry"):
        compile_module(text, "e.py", entries=["f"], release_gil={"g"}, cache=False)
