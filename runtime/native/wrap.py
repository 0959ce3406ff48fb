"""Functions that CPython calls, written in LLVM IR: METH_FASTCALL, no ctypes, no allocation.

In: the entries of a module. Out: one function `@entryN` each, which counts the arguments, reads integers, takes int64 buffers, calls the native
function, gives the buffers back on every path, and hands over the result; and what they share, mostly ways to refuse. What they need of
CPython they find in the table `@api`, filled at load time, so that the object code has no outside symbol and may lie anywhere.

A vector argument is any writable C-contiguous buffer of native int64 (array('q'), numpy.int64, memoryview cast to 'q'), long enough, and
sharing no memory with another vector of the call. An `array` is read in place where its layout is known (`python_api.array_layout`) and no other
thread can change it meanwhile, which saves most of what a call costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.native.borrow import OFFSET_LENGTH, OFFSET_OWNER, RAISERS, api, borrow_text, constant, raiser_text, word_of
from runtime.native.python_api import API_NAMES, ARRAY_DATA, ARRAY_KIND, ARRAY_SIZE, ARRAY_TYPE, symbol
from runtime.native.shape import Parameter, Returns

VIEW_BYTES: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A function to be called from Python: its parameters, the fewest items of each vector, and whether others run meanwhile.

    `name` is what Python calls it, `calls` the function of the file. One that lists is not given its last vector: it has room of its own, of the
    fewest items, and gives back, as a list, as many first ones as the function's result says.
    """

    name: str
    calls: str
    parameters: tuple[Parameter, ...]
    returns: Returns
    min_lengths: tuple[int, ...]
    release_gil: bool
    lists: bool = False


def wrappers(entries: Sequence[Entry], *, checked: bool) -> Iterator[str]:
    yield f"@api = dso_local global [{len(API_NAMES)} x ptr] zeroinitializer, align 8\n"
    for name, (parameters, error, form) in RAISERS.items():
        yield raiser_text(name, parameters, error, form)
    yield borrow_text()
    for number, entry in enumerate(entries):
        yield wrapper_text(entry, symbol(number), checked=checked)


class Wrapper:
    """The text of one wrapper while it is being written; names become constants of the module."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        vectors = [k for k, parameter in enumerate(entry.parameters) if parameter.kind == "vector"]
        self.listed = vectors[-1] if entry.lists else None
        self.vectors = [k for k in vectors if k != self.listed]
        self.lines: list[str] = []
        self.constants: dict[str, str] = {}

    def do(self, *lines: str) -> None:
        self.lines += (f"  {line}" for line in lines)

    def at(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def api(self, result: str, name: str) -> None:
        self.lines.append(api(result, name))

    def text(self, words: str) -> str:
        """The name of a constant string."""
        name = f'@"text.{self.entry.name}.{words}"'
        self.constants[name] = constant(name, words)
        return name

    def refuse(self, label: str, raiser: str, *given: str) -> None:
        """A block that sets an error and leaves; whatever has been borrowed is given back there."""
        self.at(label)
        self.do(f'call void @"raise.{raiser}"(ptr {self.text(self.entry.name)}, {", ".join(given)})', "br label %failed")

    def name(self, k: int) -> str:
        """A parameter's name, as an argument."""
        return f"ptr {self.text(self.entry.parameters[k].name)}"

    def in_place(self, k: int) -> bool:
        """Whether an `array` may be read where it stands: not while other threads run."""
        return not self.entry.release_gil

    def give_back(self, word: str) -> None:
        """Views that were never filled have no owner, and giving them back does nothing."""
        for k in reversed(self.vectors):
            self.api(f"%{word}.release{k}", "PyBuffer_Release")
            self.do(f"call void %{word}.release{k}(ptr %view{k})")


def wrapper_text(entry: Entry, name: str, *, checked: bool) -> str:
    w = Wrapper(entry)
    w.do(*(f"%view{k} = alloca [{VIEW_BYTES} x i8], align 8" for k in w.vectors))
    if w.listed is not None:
        room = max(1, entry.min_lengths[w.listed])
        w.do(f"%data{w.listed} = alloca [{room} x i64], align 8", f"%items{w.listed} = add i64 {room}, 0")
    if checked:
        w.do("%fault = alloca [3 x i64], align 8", "store i64 0, ptr %fault, align 8")
    for k in w.vectors:
        w.lines += (*word_of(f"view{k}", f"owner{k}", OFFSET_OWNER), f"  store ptr null, ptr %owner{k}.at, align 8")
    count_arguments(w)
    for k, parameter in enumerate(entry.parameters):
        if parameter.kind == "value":
            read_integer(w, k)
    for k in w.vectors:
        take_buffer(w, k)
    # Nothing that Python could run comes between reading an array in place and the call.
    for k in w.vectors:
        look_at_items(w, k)
    refuse_overlaps(w)
    call_native(w, checked=checked)
    if checked:
        pass_on_fault(w)
    if w.listed is not None:
        make_list(w, w.listed)
    w.give_back("end")
    hand_over(w)
    w.at("failed")
    w.give_back("failed")
    w.do("ret ptr null")
    return "\n".join((*w.constants.values(), f"define ptr @{name}(ptr %self, ptr %args, i64 %count) nounwind {{", *w.lines, "}\n"))


def count_arguments(w: Wrapper) -> None:
    wanted = len(w.entry.parameters) - w.entry.lists
    w.do(f"%counted = icmp eq i64 %count, {wanted}", "br i1 %counted, label %read, label %miscounted")
    w.refuse("miscounted", "miscounted", f"i64 {wanted}", f"ptr {w.text('argument' if wanted == 1 else 'arguments')}", "i64 %count")
    w.at("read")


def argument(w: Wrapper, k: int) -> None:
    place = k if w.listed is None or k < w.listed else k - 1
    w.do(f"%place{k} = getelementptr inbounds ptr, ptr %args, i64 {place}", f"%arg{k} = load ptr, ptr %place{k}, align 8")


def read_integer(w: Wrapper, k: int) -> None:
    """Anything with `__index__`; TypeError and OverflowError are CPython's own."""
    argument(w, k)
    w.api(f"%read{k}", "PyLong_AsLongLong")
    w.do(
        f"%value{k} = call i64 %read{k}(ptr %arg{k})",
        f"%odd{k} = icmp eq i64 %value{k}, -1",
        f"br i1 %odd{k}, label %doubt{k}, label %got{k}",
    )
    w.at(f"doubt{k}")
    w.api(f"%ask{k}", "PyErr_Occurred")
    w.do(
        f"%error{k} = call ptr %ask{k}()",
        f"%none{k} = icmp eq ptr %error{k}, null",
        f"br i1 %none{k}, label %got{k}, label %failed",
    )
    w.at(f"got{k}")


def take_buffer(w: Wrapper, k: int) -> None:
    """An array that will be read in place, or else a buffer."""
    argument(w, k)
    own = w.in_place(k)
    if own:
        find_array(w, k)
    w.do(f"%taken{k} = call i1 @borrow(ptr %arg{k}, ptr %view{k}, ptr {w.text(w.entry.name)}, {w.name(k)})")
    w.do(f"br i1 %taken{k}, label %lent{k}, label %failed")
    w.at(f"lent{k}")
    before = "lent." if own else ""
    w.do(f"%{before}data{k} = load ptr, ptr %view{k}, align 8")
    w.lines += word_of(f"view{k}", f"{before}bytes{k}", OFFSET_LENGTH, "i64")
    if own:
        w.do(f"br label %held{k}")
        w.at(f"held{k}")
        w.do(f"%borrowed{k} = phi i1 [ true, %lent{k} ], [ false, %kind{k} ]")
        for name, kind, nothing in (("data", "ptr", "null"), ("bytes", "i64", "0")):
            w.do(f"%borrowed.{name}{k} = phi {kind} [ %lent.{name}{k}, %lent{k} ], [ {nothing}, %kind{k} ]")


def find_array(w: Wrapper, k: int) -> None:
    """Goes to `held` where a vector is an `array` of int64, which is looked at later, else to `any`."""
    w.api(f"%array{k}", "array_type")
    w.api(f"%q{k}", "array_q")
    w.api(f"%l{k}", "array_l")
    w.lines += word_of(f"arg{k}", f"type{k}", 8 * ARRAY_TYPE, "ptr")
    w.do(f"%is.array{k} = icmp eq ptr %type{k}, %array{k}", f"br i1 %is.array{k}, label %kind{k}, label %any{k}")
    w.at(f"kind{k}")
    w.lines += word_of(f"arg{k}", f"items.kind{k}", 8 * ARRAY_KIND, "ptr")
    w.do(
        f"%is.q{k} = icmp eq ptr %items.kind{k}, %q{k}",
        f"%is.l{k} = icmp eq ptr %items.kind{k}, %l{k}",
        f"%is.long{k} = or i1 %is.q{k}, %is.l{k}",
        f"br i1 %is.long{k}, label %held{k}, label %any{k}",
    )
    w.at(f"any{k}")


def look_at_items(w: Wrapper, k: int) -> None:
    """Where a vector's items stand, and that they are enough."""
    if w.in_place(k):
        w.do(f"br i1 %borrowed{k}, label %stand{k}.lent, label %stand{k}.own")
        w.at(f"stand{k}.own")
        w.lines += word_of(f"arg{k}", f"own.data{k}", 8 * ARRAY_DATA, "ptr")
        w.lines += word_of(f"arg{k}", f"own.count{k}", 8 * ARRAY_SIZE, "i64")
        w.do(f"%own.bytes{k} = shl i64 %own.count{k}, 3", f"br label %stand{k}")
        w.at(f"stand{k}.lent")
        w.do(f"br label %stand{k}")
        w.at(f"stand{k}")
        for word, kind in (("data", "ptr"), ("bytes", "i64")):
            w.do(f"%{word}{k} = phi {kind} [ %borrowed.{word}{k}, %stand{k}.lent ], [ %own.{word}{k}, %stand{k}.own ]")
    fewest = w.entry.min_lengths[k]
    w.do(
        f"%items{k} = lshr exact i64 %bytes{k}, 3",
        f"%enough{k} = icmp uge i64 %items{k}, {fewest}",
        f"br i1 %enough{k}, label %long{k}, label %short{k}",
    )
    w.refuse(f"short{k}", "short", w.name(k), f"i64 {fewest}", f"i64 %items{k}")
    w.at(f"long{k}")


def refuse_overlaps(w: Wrapper) -> None:
    pairs = [(a, b) for position, b in enumerate(w.vectors) for a in w.vectors[:position]]
    for k in w.vectors if pairs else ():
        w.do(f"%stop{k} = getelementptr inbounds i8, ptr %data{k}, i64 %bytes{k}")
    for a, b in pairs:
        w.do(
            f"%before{a}.{b} = icmp ult ptr %data{a}, %stop{b}",
            f"%after{a}.{b} = icmp ult ptr %data{b}, %stop{a}",
            f"%meet{a}.{b} = and i1 %before{a}.{b}, %after{a}.{b}",
            f"br i1 %meet{a}.{b}, label %overlap{a}.{b}, label %apart{a}.{b}",
        )
        w.refuse(f"overlap{a}.{b}", "overlap", w.name(a), w.name(b))
        w.at(f"apart{a}.{b}")


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
    w.at("faulty")
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
        "br label %failed",
    )
    w.at("end")


def make_list(w: Wrapper, k: int) -> None:
    """Fills a new list. The room is this call's own: making objects may run anything."""
    w.api("%new", "PyList_New")
    w.api("%int", "PyLong_FromLongLong")
    w.api("%put", "PyList_SetItem")
    w.do(
        f"%fits = icmp ule i64 %result, %items{k}",
        f"%listed = select i1 %fits, i64 %result, i64 %items{k}",
        "%list = call ptr %new(i64 %listed)",
        "%listless = icmp eq ptr %list, null",
        "br i1 %listless, label %failed, label %fill",
    )
    w.at("fill")
    w.do("br label %next")
    w.at("next")
    w.do(
        "%at = phi i64 [ 0, %fill ], [ %after, %keep ]",
        "%more = icmp slt i64 %at, %listed",
        "br i1 %more, label %item, label %full",
    )
    w.at("item")
    w.do(
        f"%item.at = getelementptr inbounds i64, ptr %data{k}, i64 %at",
        "%item.value = load i64, ptr %item.at, align 8",
        "%item.made = call ptr %int(i64 %item.value)",
        "%itemless = icmp eq ptr %item.made, null",
        "br i1 %itemless, label %broken, label %keep",
    )
    w.at("keep")
    w.do("call i32 %put(ptr %list, i64 %at, ptr %item.made)", "%after = add i64 %at, 1", "br label %next")
    w.at("broken")
    w.api("%drop", "Py_DecRef")
    w.do("call void %drop(ptr %list)", "br label %failed")
    w.at("full")


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
                w.at(label)
                w.api(f"%{label}.make", maker)
                w.do(f"%{label}.made = call ptr %{label}.make(i64 %result)", f"ret ptr %{label}.made")
        case "none":
            w.api("%none", "Py_None")
            w.api("%keep", "Py_IncRef")
            w.do("call void %keep(ptr %none)", "ret ptr %none")
