"""What the wrappers of a module share: taking a buffer, and one way to refuse for each thing that may be wrong with a call.

In: nothing but the table `@api` of CPython's functions. Out: `@borrow` and the functions `@"raise.…"` as LLVM IR, and the words it is written in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from runtime.native.python_api import API_NAMES

# PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_ND: the last without strides asks for C order.
BUFFER_FLAGS: Final = 0x1 | 0x4 | 0x8
OFFSET_OWNER, OFFSET_LENGTH, OFFSET_ITEMSIZE, OFFSET_FORMAT = 8, 16, 24, 40

# What is wrong with a call, by the function that says so: its parameters, the error, and the format they go into.
RAISERS: Final = {
    "miscounted": ("ptr %function, i64 %wanted, ptr %noun, i64 %given", "PyExc_TypeError", "%s() takes exactly %zd %s (%zd given)"),
    "foreign": ("ptr %function, ptr %name", "PyExc_TypeError", "%s() argument '%s' must be a buffer of native int64 (format 'q')"),
    "unaligned": ("ptr %function, ptr %name", "PyExc_ValueError", "%s() argument '%s' is not aligned to 8 bytes"),
    "short": ("ptr %function, ptr %name, i64 %fewest, i64 %given", "PyExc_ValueError", "%s() argument '%s' must hold at least %zd items (%zd given)"),
    "overlap": ("ptr %function, ptr %one, ptr %other", "PyExc_ValueError", "%s() arguments '%s' and '%s' share memory"),
}


def constant(name: str, words: str) -> str:
    """A constant string of the module."""
    data = words.encode() + b"\0"
    shown = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in data)
    return f'{name} = internal unnamed_addr constant [{len(data)} x i8] c"{shown}"'


def api(result: str, name: str) -> str:
    """Reads one item of the table of CPython's functions and objects."""
    return f"  {result} = load ptr, ptr getelementptr (ptr, ptr @api, i64 {API_NAMES.index(name)}), align 8"


def raiser_text(name: str, parameters: str, error: str, form: str) -> str:
    return "\n".join((
        constant(f'@"form.{name}"', form),
        f'define internal void @"raise.{name}"({parameters}) noinline cold nounwind {{',
        api("%set", "PyErr_Format"),
        api("%type", error),
        f'  call ptr (ptr, ptr, ...) %set(ptr %type, ptr @"form.{name}", {parameters})',
        "  ret void\n}\n",
    ))  # fmt: skip


def borrow_text() -> str:
    """`@borrow`: takes the buffer of any object into a view, and says whether it is one of aligned native int64. If not, an error is set."""
    letters = "".join(f" i8 {ord(sign)}, label %last" for sign in "ql")
    return "\n".join((
        "define internal i1 @borrow(ptr %arg, ptr %view, ptr %function, ptr %name) noinline nounwind {",
        api("%take", "PyObject_GetBuffer"),
        f"  %taken = call i32 %take(ptr %arg, ptr %view, i32 {BUFFER_FLAGS})",
        "  %held = icmp eq i32 %taken, 0",
        "  br i1 %held, label %look, label %withheld",
        "withheld:",
        *word_of("view", "owner", OFFSET_OWNER),
        "  store ptr null, ptr %owner.at, align 8",
        "  ret i1 false",
        "look:",
        *word_of("view", "itemsize", OFFSET_ITEMSIZE, "i64"),
        *word_of("view", "format", OFFSET_FORMAT, "ptr"),
        "  %wide = icmp eq i64 %itemsize, 8",
        "  %named = icmp ne ptr %format, null",
        "  %whole = and i1 %wide, %named",
        "  br i1 %whole, label %first, label %foreign",
        # `q` or `l`, alone or after a mark of native byte order.
        "first:",
        "  %one = load i8, ptr %format, align 1",
        f"  switch i8 %one, label %foreign [{''.join(f' i8 {ord(sign)}, label %second' for sign in '@=' + native_order_mark())}{letters} ]",
        "second:",
        "  %two.at = getelementptr inbounds i8, ptr %format, i64 1",
        "  %two = load i8, ptr %two.at, align 1",
        f"  switch i8 %two, label %foreign [{letters} ]",
        "last:",
        "  %letter = phi i64 [ 1, %first ], [ 1, %first ], [ 2, %second ], [ 2, %second ]",
        "  %end.at = getelementptr inbounds i8, ptr %format, i64 %letter",
        "  %end = load i8, ptr %end.at, align 1",
        "  %ended = icmp eq i8 %end, 0",
        "  br i1 %ended, label %place, label %foreign",
        "place:",
        "  %data = load i64, ptr %view, align 8",
        *word_of("view", "bytes", OFFSET_LENGTH, "i64"),
        # An empty buffer may have any address.
        "  %tail = and i64 %data, 7",
        "  %level = icmp eq i64 %tail, 0",
        "  %empty = icmp eq i64 %bytes, 0",
        "  %aligned = or i1 %level, %empty",
        "  br i1 %aligned, label %good, label %unaligned",
        "good:",
        "  ret i1 true",
        "unaligned:",
        '  call void @"raise.unaligned"(ptr %function, ptr %name)',
        "  ret i1 false",
        "foreign:",
        '  call void @"raise.foreign"(ptr %function, ptr %name)',
        "  ret i1 false",
        "}\n",
    ))  # fmt: skip


def word_of(base: str, name: str, offset: int, kind: str = "") -> Iterator[str]:
    """A word at an offset of an object in memory: its address, and of a kind what it holds."""
    yield f"  %{name}.at = getelementptr inbounds i8, ptr %{base}, i64 {offset}"
    if kind:
        yield f"  %{name} = load {kind}, ptr %{name}.at, align 8"


def native_order_mark() -> str:
    return "<" if sys.byteorder == "little" else ">!"
