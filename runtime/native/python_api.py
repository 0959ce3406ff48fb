"""What compiled code needs of CPython: the items of its table `api`, by name and by address."""

from __future__ import annotations

import ctypes
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
)
OBJECTS: Final = {"PyExc_TypeError": TypeError, "PyExc_ValueError": ValueError, "Py_None": None}
API_NAMES: Final = (*FUNCTIONS, *OBJECTS, "raise_fault")

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
    table[len(API_NAMES) - 1] = id(raise_fault)


def make_function(definition: MethodDefinition, owner: object) -> Callable[..., int | None]:
    """A builtin function of a definition; it keeps `owner`, which keeps definition and machine code."""
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    made: Callable[..., int | None] = prototype(("PyCFunction_NewEx", ctypes.pythonapi))(ctypes.addressof(definition), owner, None)
    return made
