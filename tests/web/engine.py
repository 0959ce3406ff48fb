"""An engine as WebAssembly, run by wasmtime, with the contract's functions: what a browser runs, under the suite's eyes."""

from array import array
from collections.abc import Mapping
from typing import Any

from wasmtime import Func, Instance, Memory, Module, Store

from compiler.web.wasm import Wasm, wasm_module
from runtime.checked import ranges_of
from runtime.engine import FUNCTIONS, SPOKEN, from_functions, functions_of, load_source
from runtime.game import Game
from runtime.native.faults import Site, raise_fault


class WasmEngine:
    """Functions by name. Vectors go into the module's memory before a call and come back after it."""

    def __init__(self, made: Wasm, filename: str, *, checked: bool) -> None:
        self.start(made, filename, checked=checked)
        for name in (*FUNCTIONS, SPOKEN) if SPOKEN in self.exports else FUNCTIONS:
            setattr(self, name, self.function(name))

    def start(self, made: Wasm, filename: str, *, checked: bool) -> None:
        self._store = Store()
        instance = Instance(self._store, Module(self._store.engine, made.code), [])
        self.exports = instance.exports(self._store)
        memory = self.exports["memory"]
        assert isinstance(memory, Memory)
        self._memory, self._sites, self._filename, self._checked = memory, made.sites, filename, checked
        self._base = int(self.exports["__heap_base"].value(self._store)) + 7 & ~7  # type: ignore[union-attr]
        self._note = int(self.exports["fault_note"].value(self._store)) if checked else 0  # type: ignore[union-attr]

    def function(self, name: str) -> Any:
        inner = self.exports[name]
        assert isinstance(inner, Func)

        def call(*arguments: Any) -> int:
            passed: list[int] = []
            at, lent = self._base, []
            for argument in arguments:
                if isinstance(argument, int):
                    passed.append(argument)
                    continue
                room = 8 * len(argument)
                self._hold(at + room)
                self._memory.write(self._store, bytearray(array("q", argument).tobytes()), at)
                lent.append((argument, at, room))
                passed += [at, len(argument)] if self._checked else [at]
                at += room
            if self._checked:
                self._memory.write(self._store, bytearray(24), self._note)
            result = inner(self._store, *passed)
            for argument, start, room in lent:
                argument[:] = array("q", bytes(self._memory.read(self._store, start, start + room)))
            if self._checked:
                self._judge()
            return int(result) if result is not None else 0

        return call

    def _hold(self, end: int) -> None:
        lacking = end - self._memory.data_len(self._store)
        if lacking > 0:
            self._memory.grow(self._store, lacking // 65536 + 1)

    def _judge(self) -> None:
        site, first, second = array("q", bytes(self._memory.read(self._store, self._note, self._note + 24)))
        if site:
            raise_fault(self._filename, [Site(*item) for item in self._sites], site, first, second)


def wasm_game(source: str, filename: str, *, checked: bool = False) -> Game:
    """A `Game` whose functions run as WebAssembly."""
    facts: Mapping[str, Any] = load_source(source, filename, backend="python").facts
    made = wasm_module(source, filename, entries=functions_of(facts), checked=checked, ranges={"s": ranges_of(facts)} if checked else {})
    return from_functions(WasmEngine(made, filename, checked=checked), facts, backend="wasm")  # type: ignore[arg-type]
