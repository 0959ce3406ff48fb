"""The only door to llvmlite: is it there, what processor is this, IR to object code, object code to addresses.

Importing this file imports no llvmlite; the first call does.
"""

from __future__ import annotations

import struct
import sys
from functools import cache
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple

Effort = Literal["fast", "checked"]
# Levels of the code generator. Checked code is full of cold exits and made to be had at once.
CODE_LEVEL: Final[dict[Effort, int]] = {"fast": 2, "checked": 0}
OLDEST_LLVM: Final = 20
"""That of llvmlite 0.45: earlier ones lack passes, and pointers without a pointee."""

CLEAN: Final = ("sroa", "simplify_cfg", "instruction_combine")


class NativeUnavailable(RuntimeError):
    """Native code cannot be made here; the message says why."""


class Processor(NamedTuple):
    """What object code depends on besides its source."""

    llvmlite: str
    llvm: str
    triple: str
    cpu: str
    features: str


@cache
def binding() -> ModuleType:
    """llvmlite.binding, made ready for this machine."""
    if sys.implementation.name != "cpython":
        raise NativeUnavailable(f"native code needs CPython, this is {sys.implementation.name}")
    if struct.calcsize("P") != 8:
        raise NativeUnavailable("native code needs a 64-bit Python")
    try:
        import llvmlite.binding as llvm
    except (ImportError, OSError) as error:
        raise NativeUnavailable(f"llvmlite cannot be imported: {error}") from error
    if llvm.llvm_version_info[0] < OLDEST_LLVM:
        raise NativeUnavailable(f"llvmlite {sys.modules['llvmlite'].__version__} is too old, 0.45 is the first that serves")
    try:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        found: ModuleType = llvm
        return found
    except RuntimeError as error:
        raise NativeUnavailable(f"llvmlite does not know this processor: {error}") from error


@cache
def processor() -> Processor:
    """This machine as llvmlite sees it; raises NativeUnavailable."""
    llvm = binding()
    import llvmlite

    return Processor(
        llvmlite=str(llvmlite.__version__),
        llvm=".".join(str(part) for part in llvm.llvm_version_info),
        triple=str(llvm.get_process_triple()),
        cpu=str(llvm.get_host_cpu_name()),
        features=str(llvm.get_host_cpu_features().flatten()),
    )


def target_machine(level: int) -> Any:
    llvm, here = binding(), processor()
    target = llvm.Target.from_triple(here.triple)
    # Own tables and functions lie close together and nothing outside is named, so short relative addresses reach everything.
    return target.create_target_machine(cpu=here.cpu, features=here.features, opt=level, reloc="pic", codemodel="small", jit=True)


def object_code(text: str, effort: Effort) -> bytes:
    """Optimizes a text of LLVM IR and compiles it for this processor."""
    llvm = binding()
    machine = target_machine(CODE_LEVEL[effort])
    # In a context of its own, which takes all its constants and names with it.
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        module.triple = processor().triple
        module.data_layout = str(machine.target_data)
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
        if effort == "checked":
            run_passes(module, builder, "sroa")
        else:
            optimize(module, builder)
        made: bytes = machine.emit_object(module)
    return made


def optimize(module: Any, builder: Any) -> None:
    """Inlines what the translator marked, simplifies each function once, and unrolls what is left of the loops.

    The stock pipelines simplify over and over: the same speed of play for three times the compile time.
    """
    run_passes(module, builder, *CLEAN, "always_inliner", "global_dead_code_eliminate")
    with builder.getFunctionPassManager() as simplify:
        for function in module.functions:
            if not function.is_declaration:
                simplify.run(function, builder)
    run_passes(module, builder, "loop_unroll", "instruction_combine", "simplify_cfg")


def run_passes(module: Any, builder: Any, *names: str) -> None:
    with binding().create_new_module_pass_manager() as passes:
        for name in names:
            getattr(passes, f"add_{name}_pass")()
        passes.run(module, builder)


class Loaded:
    """Machine code in memory; it is freed with the last reference."""

    __slots__ = ("__weakref__", "engine")

    def __init__(self, code: bytes) -> None:
        llvm = binding()
        # The memory manager of llvmlite keeps all sections of one object together, within reach of short addresses.
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine(1), use_lmm=True)
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.engine.finalize_object()

    def function(self, name: str) -> int:
        return int(self.engine.get_function_address(name))

    def variable(self, name: str) -> int:
        return int(self.engine.get_global_value_address(name))
