"""The engine subset of Python as WebAssembly: the translator's IR for another target, linked by `wasm-ld`.

In: the text of an engine. Out: a module that imports nothing and exports its memory, `__heap_base` and every entry of the contract under its own name.

Numbers are 64 bits wide (`BigInt` for JavaScript); a vector is the address of its first number, little-endian. In checked modules each address is
followed by the number of items, and where a test fails the three numbers at `fault_note` tell which (see `Wasm.sites`): its number, counted from 1,
and the two numbers tested.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from runtime.native.compile import SubsetError, read
from runtime.native.faults import Site
from runtime.native.machine import NativeUnavailable, binding, optimize, run_passes
from runtime.native.shape import Ranges
from runtime.native.translate import translate
from runtime.native.wrap import Entry

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
NOTE: Final = "@fault_note = dso_local global [3 x i64] zeroinitializer, align 8\n"
PRODUCT: Final = """\
define hidden void @__multi3(ptr %to, i64 %a, i64 %a.high, i64 %b, i64 %b.high) noinline nounwind {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %m0 = add i64 %p10, %c0
  %m1 = and i64 %m0, 4294967295
  %m2 = add i64 %p01, %m1
  %c1 = lshr i64 %m0, 32
  %c2 = lshr i64 %m2, 32
  %h0 = add i64 %p11, %c1
  %h1 = add i64 %h0, %c2
  %x0 = mul i64 %a, %b.high
  %x1 = mul i64 %a.high, %b
  %h2 = add i64 %h1, %x0
  %high = add i64 %h2, %x1
  %low = mul i64 %a, %b
  store i64 %low, ptr %to, align 8
  %second = getelementptr inbounds i64, ptr %to, i64 1
  store i64 %high, ptr %second, align 8
  ret void
}
"""
"""The product of two numbers of 128 bits, which LLVM calls by this name to see whether 64 overflow: there is no library to bring it."""

LINK: Final = ("--no-entry", "--export-dynamic", "--export=__heap_base", "--strip-all", "--stack-first", "-z", "stack-size=65536")


class WebUnavailable(RuntimeError):
    """WebAssembly cannot be made here; the message says why."""


class Wasm(Struct, frozen=True, kw_only=True):
    """A linked module; `sites` are the tests of checked code by number, from 1 on."""

    code: bytes
    sites: tuple[Site, ...]


def wasm_module(source: str, filename: str, *, entries: Sequence[str], checked: bool = False, ranges: Ranges | None = None) -> Wasm:
    """Compiles and links. Raises WebUnavailable, and SubsetError for a file outside the subset."""
    try:
        module, chosen = read(source, filename, entries, {}, frozenset(), {})
        text, sites = translate(module, chosen, doors(chosen, checked=checked), checked=checked, ranges=ranges or {})
        return Wasm(code=linked(object_code(text, checked=checked), checked=checked), sites=tuple(sites))
    except NativeUnavailable as error:
        raise WebUnavailable(str(error)) from error


def doors(entries: Sequence[Entry], *, checked: bool) -> Iterator[str]:
    """For each entry an exported function that hands its parameters on."""
    yield PRODUCT
    if checked:
        yield NOTE
    for entry in entries:
        yield _door(entry, checked=checked)


def _door(entry: Entry, *, checked: bool) -> str:
    taken: list[str] = []
    passed = ["ptr @fault_note"] if checked else []
    for k, parameter in enumerate(entry.parameters):
        own = [f"ptr %a{k}"] if parameter.kind == "vector" else [f"i64 %a{k}"]
        if checked and parameter.kind == "vector":
            own.append(f"i64 %n{k}")
        taken += own
        passed += own
    call = f'@"f.{entry.calls}"({", ".join(passed)})'
    head = f'"{entry.name}"({", ".join(taken)}) "wasm-export-name"="{entry.name}" {{'
    if entry.returns == "none":
        return f"define void @{head}\n  call void {call}\n  ret void\n}}\n"
    return f"define i64 @{head}\n  %r = call i64 {call}\n  ret i64 %r\n}}\n"


def object_code(text: str, *, checked: bool) -> bytes:
    machine = _machine(1 if checked else 2)  # at 0 another code generator is taken, which makes modules of wrong types
    llvm = binding()
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        module.triple = TRIPLE
        module.data_layout = str(machine.target_data)
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
        if checked:
            run_passes(module, builder, "sroa")
        else:
            optimize(module, builder)
        made: bytes = machine.emit_object(module)
    return made


@cache
def _machine(level: int) -> Any:
    llvm = binding()
    try:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=level, features=FEATURES)
    except RuntimeError as error:
        raise WebUnavailable(f"llvmlite makes no WebAssembly here: {error}") from error


def available() -> str | None:
    """Why there is no linker, or None."""
    return None if find_spec("ziglang") else "ziglang is not installed; `pip install rulewright[web]` brings it"


def linked(code: bytes, *, checked: bool) -> bytes:
    reason = available()
    if reason is not None:
        raise WebUnavailable(reason)
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        given, made = Path(folder) / "engine.o", Path(folder) / "engine.wasm"
        given.write_bytes(code)
        exports = ("--export=fault_note",) if checked else ()
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *LINK, *exports, str(given), "-o", str(made)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode or not made.is_file():
            raise WebUnavailable(f"wasm-ld failed: {(run.stderr or run.stdout).strip()}")
        return made.read_bytes()


__all__ = ["SubsetError", "Wasm", "WebUnavailable", "available", "doors", "linked", "object_code", "wasm_module"]
