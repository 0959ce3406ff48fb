"""What compiled code needs of CPython: the items of its table `api`, by name and by address."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import Final

FUNCTIONS: Final = (
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "PyBool_FromLong",
    "PyErr_Occurred",
    "PyErr_Format",
    "PyObject_GetBuffer",
    "PyBuffer_Release",
    "PyObject_CallFunction",
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "Py_IncRef",
    "Py_DecRef",
    "PyList_New",
    "PyList_SetItem",
)
OBJECTS: Final = {"PyExc_TypeError": TypeError, "PyExc_ValueError": ValueError, "Py_None": None}
API_NAMES: Final = (*FUNCTIONS, *OBJECTS, "array_type", "array_q", "array_l", "raise_fault")

ARRAY_TYPE, ARRAY_SIZE, ARRAY_DATA, ARRAY_KIND = 1, 2, 3, 5
"""Words of an `array` object: its type, number of items, where they stand, and what describes their kind."""

METH_FASTCALL: Final = 0x80


def symbol(number: int) -> str:
    """What the object code calls the wrapper of an entry: any identifier may name an entry, but no symbol."""
    return f"entry{number}"


class MethodDefinition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p))


def fill_table(address: int, raise_fault: Callable[[int, int, int], object]) -> None:
    """Writes the table of a loaded module; the caller keeps `raise_fault` alive. In CPython an object's id is its address."""
    table = (ctypes.c_void_p * len(API_NAMES)).from_address(address)
    for position, name in enumerate(FUNCTIONS):
        table[position] = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
    for position, item in enumerate(OBJECTS.values(), len(FUNCTIONS)):
        table[position] = id(item)
    for name, known in zip(("array_type", "array_q", "array_l"), array_layout(), strict=True):
        table[API_NAMES.index(name)] = known
    table[len(API_NAMES) - 1] = id(raise_fault)


def array_layout() -> tuple[int, int, int]:
    """Addresses of the type `array` and of its kinds q and l; zeros, which nothing equals, where its objects are not laid out as expected."""
    kinds = []
    for letter in "qld":
        for length in (1, 3):
            sample = array(letter, [0] * length)
            address, _ = sample.buffer_info()
            words = (ctypes.c_size_t * (ARRAY_KIND + 1)).from_address(id(sample))
            if array(letter).itemsize != 8 or [words[ARRAY_TYPE], words[ARRAY_SIZE], words[ARRAY_DATA]] != [id(array), length, address]:
                return 0, 0, 0
            kinds.append(words[ARRAY_KIND])
    q, l_, d = kinds[::2]
    return (id(array), q, l_) if kinds[1::2] == [q, l_, d] and len({q, l_, d}) == 3 else (0, 0, 0)


def make_function(definition: MethodDefinition, owner: object) -> Callable[..., int | list[int] | None]:
    """A builtin function of a definition; it keeps `owner`, which keeps definition and machine code."""
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    made: Callable[..., int | list[int] | None] = prototype(("PyCFunction_NewEx", ctypes.pythonapi))(ctypes.addressof(definition), owner, None)
    return made
