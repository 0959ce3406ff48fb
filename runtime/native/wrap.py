"""Functions that CPython calls, written in LLVM IR: METH_FASTCALL, no ctypes, no allocation.

In: the entries of a module. Out: one function `@entryN` each, which counts the arguments, reads integers, takes int64 buffers, calls the native
function, gives the buffers back on every path, and hands over the result. What they need of CPython they find in the table
`@api`, filled at load time, so that the object code has no outside symbol and may lie anywhere.

A vector argument is any writable C-contiguous buffer of native int64 (array('q'), numpy.int64, memoryview cast to 'q'), long enough, and
sharing no memory with another vector of the call. An `array` is read in place where its layout is known (`python_api.array_layout`) and no other
thread can change it meanwhile, which saves most of what a call costs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.native.python_api import API_NAMES, ARRAY_DATA, ARRAY_KIND, ARRAY_SIZE, ARRAY_TYPE, symbol
from runtime.native.shape import Parameter, Returns

# PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_ND: the last without strides asks for C order.
BUFFER_FLAGS: Final = 0x1 | 0x4 | 0x8
VIEW_BYTES: Final = 80
OFFSET_OWNER, OFFSET_LENGTH, OFFSET_ITEMSIZE, OFFSET_FORMAT = 8, 16, 24, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A function to be called from Python: its parameters, the fewest items of each vector, and whether others run meanwhile.

    `name` is what Python calls it, `calls` the function of the file. One that lists gives back, as a list, as many first items of its last
    vector as the function's result says.
    """

    name: str
    calls: str
    parameters: tuple[Parameter, ...]
    returns: Returns
    min_lengths: tuple[int, ...]
    release_gil: bool
    lists: bool = False


class Wrapper:
    """The text of one wrapper while it is being written; messages become constants of the module."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.lines: list[str] = []
        self.constants: list[str] = []
        self.taken: list[int] = []

    def do(self, *lines: str) -> None:
        self.lines += (f"  {line}" for line in lines)

    def api(self, result: str, name: str) -> None:
        """Reads one item of the table of CPython's functions and objects."""
        self.do(f"{result} = load ptr, ptr getelementptr (ptr, ptr @api, i64 {API_NAMES.index(name)}), align 8")

    def text(self, words: str) -> str:
        """The name of a constant string."""
        name = f'@"text.{self.entry.name}.{len(self.constants)}"'
        data = words.encode() + b"\0"
        shown = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in data)
        self.constants.append(f'{name} = internal unnamed_addr constant [{len(data)} x i8] c"{shown}"')
        return name

    def refuse(self, label: str, error: str, words: str, given: str | None = None) -> None:
        """A block that raises, gives back the buffers taken so far, and returns NULL; `given` is an i64 to say at the end."""
        self.lines.append(f"{label}:")
        self.api(f"%{label}.set", "PyErr_Format")
        self.api(f"%{label}.type", error)
        # The words go in as an argument: they may hold any script, which a format may not.
        form = self.text("%s" if given is None else "%s (%zd given)")
        more = "" if given is None else f", i64 {given}"
        self.do(f"call ptr (ptr, ptr, ...) %{label}.set(ptr %{label}.type, ptr {form}, ptr {self.text(words)}{more})")
        self.give_back(label)
        self.do("ret ptr null")

    def in_place(self, k: int) -> bool:
        """Whether an `array` may be read where it stands: not while other threads run, nor the vector whose items become objects."""
        last = max(at for at, parameter in enumerate(self.entry.parameters) if parameter.kind == "vector")
        return not self.entry.release_gil and not (self.entry.lists and k == last)

    def lent(self, k: int) -> str:
        """Before the names of what a view says, where it is not alone in saying it."""
        return "lent." if self.in_place(k) else ""

    def give_back(self, word: str) -> None:
        for k in reversed(self.taken):
            self.api(f"%{word}.release{k}", "PyBuffer_Release")
            self.do(f"call void %{word}.release{k}(ptr %view{k})")


def wrappers(entries: Sequence[Entry], *, checked: bool) -> Iterator[str]:
    yield f"@api = dso_local global [{len(API_NAMES)} x ptr] zeroinitializer, align 8\n"
    for number, entry in enumerate(entries):
        yield wrapper_text(entry, symbol(number), checked=checked)


def wrapper_text(entry: Entry, name: str, *, checked: bool) -> str:
    w = Wrapper(entry)
    vectors = [k for k, parameter in enumerate(entry.parameters) if parameter.kind == "vector"]
    w.do(*(f"%view{k} = alloca [{VIEW_BYTES} x i8], align 8" for k in vectors))
    if checked:
        w.do("%fault = alloca [3 x i64], align 8", "store i64 0, ptr %fault, align 8")
    count_arguments(w)
    for k, parameter in enumerate(entry.parameters):
        if parameter.kind == "value":
            read_integer(w, k)
    for k in vectors:
        take_buffer(w, k)
    # Nothing that Python could run comes between reading an array in place and the call.
    for k in vectors:
        look_at_items(w, k)
    refuse_overlaps(w, vectors)
    call_native(w, checked=checked)
    if checked:
        pass_on_fault(w)
    if entry.lists:
        make_list(w, vectors[-1])
    w.give_back("end")
    hand_over(w)
    return "\n".join((*w.constants, f"define ptr @{name}(ptr %self, ptr %args, i64 %count) nounwind {{", *w.lines, "}\n"))


def count_arguments(w: Wrapper) -> None:
    wanted = len(w.entry.parameters)
    w.do(f"%counted = icmp eq i64 %count, {wanted}", "br i1 %counted, label %read, label %miscounted")
    noun = "argument" if wanted == 1 else "arguments"
    w.refuse("miscounted", "PyExc_TypeError", f"{w.entry.name}() takes exactly {wanted} {noun}", "%count")
    w.lines.append("read:")


def argument(w: Wrapper, k: int) -> None:
    w.do(f"%place{k} = getelementptr inbounds ptr, ptr %args, i64 {k}", f"%arg{k} = load ptr, ptr %place{k}, align 8")


def read_integer(w: Wrapper, k: int) -> None:
    """Anything with `__index__`; TypeError and OverflowError are CPython's own."""
    argument(w, k)
    w.api(f"%read{k}", "PyLong_AsLongLong")
    w.do(
        f"%value{k} = call i64 %read{k}(ptr %arg{k})",
        f"%odd{k} = icmp eq i64 %value{k}, -1",
        f"br i1 %odd{k}, label %doubt{k}, label %got{k}",
    )
    w.lines.append(f"doubt{k}:")
    w.api(f"%ask{k}", "PyErr_Occurred")
    w.do(
        f"%error{k} = call ptr %ask{k}()",
        f"%none{k} = icmp eq ptr %error{k}, null",
        f"br i1 %none{k}, label %got{k}, label %failed{k}",
    )
    w.lines.append(f"failed{k}:")
    w.do("ret ptr null")
    w.lines.append(f"got{k}:")


def take_buffer(w: Wrapper, k: int) -> None:
    name, parameter = w.entry.name, w.entry.parameters[k].name
    argument(w, k)
    if w.in_place(k):
        find_array(w, k)
    w.api(f"%take{k}", "PyObject_GetBuffer")
    w.do(
        f"%taken{k} = call i32 %take{k}(ptr %arg{k}, ptr %view{k}, i32 {BUFFER_FLAGS})",
        f"%held{k} = icmp eq i32 %taken{k}, 0",
        f"br i1 %held{k}, label %look{k}, label %withheld{k}",
    )
    w.lines.append(f"withheld{k}:")
    w.give_back(f"withheld{k}")
    w.do("ret ptr null")
    w.taken.append(k)
    w.lines.append(f"look{k}:")
    w.do(
        f"%{w.lent(k)}data{k} = load ptr, ptr %view{k}, align 8",
        *field(k, f"{w.lent(k)}bytes", OFFSET_LENGTH, "i64"),
        *field(k, "itemsize", OFFSET_ITEMSIZE, "i64"),
        *field(k, "format", OFFSET_FORMAT, "ptr"),
        f"%wide{k} = icmp eq i64 %itemsize{k}, 8",
        f"%named{k} = icmp ne ptr %format{k}, null",
        f"%whole{k} = and i1 %wide{k}, %named{k}",
        f"br i1 %whole{k}, label %format.a{k}, label %foreign{k}",
    )
    read_format(w, k)
    w.refuse(f"foreign{k}", "PyExc_TypeError", f"{name}() argument '{parameter}' must be a buffer of native int64 (format 'q')")
    w.lines.append(f"sized{k}:")
    if w.in_place(k):
        w.do(f"%lent{k} = phi i1 [ true, %format.c{k} ], [ false, %own{k} ]")
        for name, kind, nothing in (("data", "ptr", "null"), ("bytes", "i64", "0")):
            w.do(f"%borrowed.{name}{k} = phi {kind} [ %lent.{name}{k}, %format.c{k} ], [ {nothing}, %own{k} ]")


def look_at_items(w: Wrapper, k: int) -> None:
    """Where a vector's items stand, how many they are, and that they will do."""
    name, parameter = w.entry.name, w.entry.parameters[k].name
    if w.in_place(k):
        w.do(f"br i1 %lent{k}, label %stand{k}.lent, label %stand{k}.own")
        w.lines.append(f"stand{k}.own:")
        w.do(*inside(k, "own.data", ARRAY_DATA, "ptr"), *inside(k, "own.count", ARRAY_SIZE, "i64"))
        w.do(f"%own.bytes{k} = shl i64 %own.count{k}, 3", f"br label %stand{k}")
        w.lines.append(f"stand{k}.lent:")
        w.do(f"br label %stand{k}")
        w.lines.append(f"stand{k}:")
        for word, kind in (("data", "ptr"), ("bytes", "i64")):
            w.do(f"%{word}{k} = phi {kind} [ %borrowed.{word}{k}, %stand{k}.lent ], [ %own.{word}{k}, %stand{k}.own ]")
    fewest = w.entry.min_lengths[k]
    w.do(
        f"%items{k} = lshr exact i64 %bytes{k}, 3",
        f"%enough{k} = icmp uge i64 %items{k}, {fewest}",
        f"br i1 %enough{k}, label %long{k}, label %short{k}",
    )
    words = f"{name}() argument '{parameter}' must hold at least {fewest} items"
    w.refuse(f"short{k}", "PyExc_ValueError", words, f"%items{k}")
    w.lines.append(f"long{k}:")
    # An empty buffer may have any address.
    w.do(
        f"%address{k} = ptrtoint ptr %data{k} to i64",
        f"%tail{k} = and i64 %address{k}, 7",
        f"%level{k} = icmp eq i64 %tail{k}, 0",
        f"%empty{k} = icmp eq i64 %items{k}, 0",
        f"%aligned{k} = or i1 %level{k}, %empty{k}",
        f"br i1 %aligned{k}, label %ready{k}, label %unaligned{k}",
    )
    w.refuse(f"unaligned{k}", "PyExc_ValueError", f"{name}() argument '{parameter}' is not aligned to 8 bytes")
    w.lines.append(f"ready{k}:")


def find_array(w: Wrapper, k: int) -> None:
    """Whether a vector is an `array` of int64; its view then has no owner, and giving it back does nothing."""
    w.api(f"%array{k}", "array_type")
    w.api(f"%long{k}.a", "array_q")
    w.api(f"%long{k}.b", "array_l")
    w.do(
        *inside(k, "type", ARRAY_TYPE, "ptr"),
        f"%is.array{k} = icmp eq ptr %type{k}, %array{k}",
        f"br i1 %is.array{k}, label %array{k}.items, label %any{k}",
    )
    w.lines.append(f"array{k}.items:")
    w.do(
        *inside(k, "items.kind", ARRAY_KIND, "ptr"),
        f"%is.q{k} = icmp eq ptr %items.kind{k}, %long{k}.a",
        f"%is.l{k} = icmp eq ptr %items.kind{k}, %long{k}.b",
        f"%is.long{k} = or i1 %is.q{k}, %is.l{k}",
        f"br i1 %is.long{k}, label %own{k}, label %any{k}",
    )
    w.lines.append(f"own{k}:")
    w.do(
        f"%owner.at{k} = getelementptr inbounds i8, ptr %view{k}, i64 {OFFSET_OWNER}",
        f"store ptr null, ptr %owner.at{k}, align 8",
        f"br label %sized{k}",
    )
    w.lines.append(f"any{k}:")


def inside(k: int, name: str, word: int, kind: str) -> tuple[str, str]:
    """Reads a word of the argument's object itself."""
    return (
        f"%{name}.at{k} = getelementptr inbounds i8, ptr %arg{k}, i64 {8 * word}",
        f"%{name}{k} = load {kind}, ptr %{name}.at{k}, align 8",
    )


def field(k: int, name: str, offset: int, kind: str) -> tuple[str, str]:
    return (
        f"%{name}.at{k} = getelementptr inbounds i8, ptr %view{k}, i64 {offset}",
        f"%{name}{k} = load {kind}, ptr %{name}.at{k}, align 8",
    )


def read_format(w: Wrapper, k: int) -> None:
    """Accepts `q` and `l`, alone or after a mark of native byte order; the item size has been seen to be 8."""
    w.lines.append(f"format.a{k}:")
    w.do(f"%first{k} = load i8, ptr %format{k}, align 1", f"switch i8 %first{k}, label %foreign{k} [")
    w.do(*(f"  i8 {ord(sign)}, label %format.b{k}" for sign in "@=" + native_order_mark()))
    w.do(*(f"  i8 {ord(sign)}, label %format.c{k}" for sign in "ql"), "]")
    w.lines.append(f"format.b{k}:")
    w.do(
        f"%second.at{k} = getelementptr inbounds i8, ptr %format{k}, i64 1",
        f"%second{k} = load i8, ptr %second.at{k}, align 1",
        f"switch i8 %second{k}, label %foreign{k} [",
        *(f"  i8 {ord(sign)}, label %format.c{k}" for sign in "ql"),
        "]",
    )
    w.lines.append(f"format.c{k}:")
    w.do(
        f"%letter{k} = phi i64 [ 1, %format.a{k} ], [ 1, %format.a{k} ], [ 2, %format.b{k} ], [ 2, %format.b{k} ]",
        f"%last.at{k} = getelementptr inbounds i8, ptr %format{k}, i64 %letter{k}",
        f"%last{k} = load i8, ptr %last.at{k}, align 1",
        f"%ended{k} = icmp eq i8 %last{k}, 0",
        f"br i1 %ended{k}, label %sized{k}, label %foreign{k}",
    )


def native_order_mark() -> str:
    return "<" if sys.byteorder == "little" else ">!"


def refuse_overlaps(w: Wrapper, vectors: Sequence[int]) -> None:
    pairs = [(a, b) for position, b in enumerate(vectors) for a in vectors[:position]]
    for k in vectors if pairs else ():
        w.do(f"%stop{k} = getelementptr inbounds i8, ptr %data{k}, i64 %bytes{k}")
    for a, b in pairs:
        w.do(
            f"%before{a}.{b} = icmp ult ptr %data{a}, %stop{b}",
            f"%after{a}.{b} = icmp ult ptr %data{b}, %stop{a}",
            f"%meet{a}.{b} = and i1 %before{a}.{b}, %after{a}.{b}",
            f"br i1 %meet{a}.{b}, label %overlap{a}.{b}, label %apart{a}.{b}",
        )
        names = w.entry.parameters[a].name, w.entry.parameters[b].name
        words = f"{w.entry.name}() arguments '{names[0]}' and '{names[1]}' share memory"
        w.refuse(f"overlap{a}.{b}", "PyExc_ValueError", words)
        w.lines.append(f"apart{a}.{b}:")


def call_native(w: Wrapper, *, checked: bool) -> None:
    passed = ["ptr %fault"] if checked else []
    for k, parameter in enumerate(w.entry.parameters):
        if parameter.kind == "value":
            passed.append(f"i64 %value{k}")
            continue
        passed.append(f"ptr %data{k}")
        if checked:
            passed.append(f"i64 %items{k}")
    if w.entry.release_gil:
        w.api("%save", "PyEval_SaveThread")
        w.do("%thread = call ptr %save()")
    target = f'@"f.{w.entry.calls}"({", ".join(passed)})'
    w.do(f"call void {target}" if w.entry.returns == "none" else f"%result = call i64 {target}")
    if w.entry.release_gil:
        w.api("%restore", "PyEval_RestoreThread")
        w.do("call void %restore(ptr %thread)")


def pass_on_fault(w: Wrapper) -> None:
    w.do("%noted = load i64, ptr %fault, align 8", "%sound = icmp eq i64 %noted, 0")
    w.do("br i1 %sound, label %end, label %faulty")
    w.lines.append("faulty:")
    w.give_back("faulty")
    w.do(
        "%fault.a = getelementptr inbounds i64, ptr %fault, i64 1",
        "%first = load i64, ptr %fault.a, align 8",
        "%fault.b = getelementptr inbounds i64, ptr %fault, i64 2",
        "%second = load i64, ptr %fault.b, align 8",
    )
    w.api("%callfunction", "PyObject_CallFunction")
    w.api("%raiser", "raise_fault")
    w.do(
        f"%raised = call ptr (ptr, ptr, ...) %callfunction(ptr %raiser, ptr {w.text('LLL')}, i64 %noted, i64 %first, i64 %second)",
        "ret ptr null",
    )
    w.lines.append("end:")


def make_list(w: Wrapper, k: int) -> None:
    """Fills a new list while the buffer is still held: making objects may run anything."""
    w.api("%new", "PyList_New")
    w.api("%int", "PyLong_FromLongLong")
    w.api("%put", "PyList_SetItem")
    w.do(
        f"%fits = icmp ule i64 %result, %items{k}",
        f"%listed = select i1 %fits, i64 %result, i64 %items{k}",
        "%list = call ptr %new(i64 %listed)",
        "%listless = icmp eq ptr %list, null",
        "br i1 %listless, label %unlisted, label %fill",
    )
    w.lines.append("unlisted:")
    w.give_back("unlisted")
    w.do("ret ptr null")
    w.lines.append("fill:")
    w.do("br label %next")
    w.lines.append("next:")
    w.do(
        "%at = phi i64 [ 0, %fill ], [ %after, %keep ]",
        "%more = icmp slt i64 %at, %listed",
        "br i1 %more, label %item, label %full",
    )
    w.lines.append("item:")
    w.do(
        f"%item.at = getelementptr inbounds i64, ptr %data{k}, i64 %at",
        "%item.value = load i64, ptr %item.at, align 8",
        "%item.made = call ptr %int(i64 %item.value)",
        "%itemless = icmp eq ptr %item.made, null",
        "br i1 %itemless, label %broken, label %keep",
    )
    w.lines.append("keep:")
    w.do("call i32 %put(ptr %list, i64 %at, ptr %item.made)", "%after = add i64 %at, 1", "br label %next")
    w.lines.append("broken:")
    w.api("%drop", "Py_DecRef")
    w.do("call void %drop(ptr %list)")
    w.give_back("broken")
    w.do("ret ptr null")
    w.lines.append("full:")


def hand_over(w: Wrapper) -> None:
    if w.entry.lists:
        w.do("ret ptr %list")
        return
    match w.entry.returns:
        case "int":
            w.api("%make", "PyLong_FromLongLong")
            w.do("%made = call ptr %make(i64 %result)", "ret ptr %made")
        case "bool":
            # A function declared -> bool may give an integer back; only 0 and 1 are bools.
            w.do("%truth = icmp ult i64 %result, 2", "br i1 %truth, label %as.bool, label %as.int")
            for label, maker in (("as.bool", "PyBool_FromLong"), ("as.int", "PyLong_FromLongLong")):
                w.lines.append(f"{label}:")
                w.api(f"%{label}.make", maker)
                w.do(f"%{label}.made = call ptr %{label}.make(i64 %result)", f"ret ptr %{label}.made")
        case "none":
            w.api("%none", "Py_None")
            w.api("%keep", "Py_IncRef")
            w.do("call void %keep(ptr %none)", "ret ptr %none")
