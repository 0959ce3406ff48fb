"""A module of the engine subset as one text of LLVM IR.

In: a validated module, the names of its entries and how each is called. Out: the text, and the sites its checked code refers to by number.
Own functions become internal `@"f.name"`; what a target needs around the entries is its own (`wrap` for CPython).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from runtime.native.body import Body
from runtime.native.expressions import table_width
from runtime.native.faults import Site
from runtime.native.inlining import inlined
from runtime.native.shape import INT64_MAX, INT64_MIN, Function, Module, Parameter, Ranges
from runtime.native.statements import LOOP_NOTES, block
from runtime.native.wrap import Entry

INTRINSICS: Final = """\
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
"""

# The note of a fault: number of the site, and the two numbers tested.
NOTE_FAULT: Final = """\
define internal void @fault(ptr %to, i64 %site, i64 %first, i64 %second) cold noinline nounwind {
  store i64 %site, ptr %to, align 8
  %a = getelementptr inbounds i64, ptr %to, i64 1
  store i64 %first, ptr %a, align 8
  %b = getelementptr inbounds i64, ptr %to, i64 2
  store i64 %second, ptr %b, align 8
  ret void
}
"""


def translate(module: Module, entries: Sequence[Entry], doors: Iterable[str], *, checked: bool, ranges: Ranges) -> tuple[str, list[Site]]:
    """The IR of a module that `subset` found nothing wrong with. `doors`: the functions by which the target calls the entries."""
    sites: list[Site] = []
    texts = [INTRINSICS]
    if checked:
        texts.append(NOTE_FAULT)
        texts += range_tables(ranges)
    texts += tables(module.tables)
    bodies = [function_body(module, function, sites, checked=checked, ranges=ranges) for function in module.functions.values()]
    texts += map(function_text, bodies, inlining(bodies, entries))
    texts += doors
    texts.append(LOOP_NOTES)
    return "\n".join(texts), sites


def tables(found: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    for name, items in found.items():
        width = table_width(items)
        # An empty table still gets an address; no index into it is valid.
        shown = ", ".join(f"i{width} {item}" for item in items or (0,))
        yield f'@"t.{name}" = internal unnamed_addr constant [{len(items) or 1} x i{width}] [{shown}], align {width // 8}'


def range_tables(ranges: Ranges) -> Iterator[str]:
    """Lowest and highest value of each slot of a vector; one more item, without bounds, stands for all slots beyond."""
    for name, (lows, highs) in ranges.items():
        for end, items in (("low", (*lows, INT64_MIN)), ("high", (*highs, INT64_MAX))):
            yield f'@"{end}.{name}" = internal unnamed_addr constant [{len(items)} x i64] [{", ".join(f"i64 {item}" for item in items)}], align 8'


def inlining(bodies: Sequence[Body], entries: Sequence[Entry]) -> Iterator[bool]:
    """Whether each function is to be inlined."""
    lengths = {f.function.name: len(f.lines) for f in bodies}
    calls = {f.function.name: f.calls for f in bodies}
    chosen = inlined(lengths, calls, [entry.name for entry in entries])
    return (f.function.name in chosen for f in bodies)


def function_body(module: Module, function: Function, sites: list[Site], *, checked: bool, ranges: Ranges) -> Body:
    names = frozenset(parameter.name for parameter in function.parameters)
    f = Body(
        module=module,
        function=function,
        checked=checked,
        ranges=ranges,
        sites=sites,
        values=names | frozenset(function.locals),
        stored=frozenset(function.locals),
        assigned=names,
    )
    for name in function.locals:
        f.do(f'%"v.{name}" = alloca i64, align 8')
        if checked:
            f.do(f'%"set.{name}" = alloca i1')
            f.do(f'store i1 {str(name in names).lower()}, ptr %"set.{name}"')
        start = f'%"p.{name}"' if name in names else "0"
        f.do(f'store i64 {start}, ptr %"v.{name}"')
    block(f, function.node.body)
    if f.is_open:
        # The validator let no function with a result end here.
        f.leave("ret void" if function.returns == "none" else "unreachable")
    return f


def function_text(f: Body, is_inlined: bool) -> str:
    function = f.function
    result = "void" if function.returns == "none" else "i64"
    traits = "alwaysinline nounwind" if is_inlined else "nounwind"
    header = f'define internal {result} @"f.{function.name}"({parameters_text(function.parameters, checked=f.checked)}) {traits} {{'
    return "\n".join((header, "entry:", *f.lines, "}\n"))


def parameters_text(parameters: Sequence[Parameter], *, checked: bool) -> str:
    # Vectors do not overlap: a call passes different ones, and the wrappers refuse buffers that share memory.
    shown = ["ptr noalias %fault"] if checked else []
    for parameter in parameters:
        if parameter.kind == "value":
            shown.append(f'i64 %"p.{parameter.name}"')
            continue
        shown.append(f'ptr noalias %"p.{parameter.name}"')
        if checked:
            shown.append(f'i64 %"n.{parameter.name}"')
    return ", ".join(shown)
