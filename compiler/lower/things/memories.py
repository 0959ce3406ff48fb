"""Remembered positions: what is recorded, and where it is kept. When, is said in `play/memories`."""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import RememberSymbol
from compiler.ir import exprs as x
from compiler.ir.game import MemoryIR
from compiler.ir.simplify import as_int
from compiler.lower.expressions.references import state_slots
from compiler.lower.geometry.boards import MOST_WORDS
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, carrier


def ring_slots(symbol: RememberSymbol) -> str:
    return f"{symbol.name}.ring"


def used_slots(symbol: RememberSymbol) -> str:
    return f"{symbol.name}.used"


def head_slots(symbol: RememberSymbol) -> str:
    return f"{symbol.name}.head"


def flag_slots(symbol: RememberSymbol) -> str:
    return f"{symbol.name}.due"


def memory(world: World, symbol: RememberSymbol) -> MemoryIR:
    """Words in the order of `of`: a variable's slots, a definition's values for all its arguments."""
    words: list[tuple[x.Expr, int, int]] = []
    for name in symbol.of:
        define = next((item for item in world.typed.defines if item.name == name), None)
        if name in world.states:
            state = world.states[name]
            made = carrier(world, state.type)
            length = 1
            for axis in state.axes:
                length *= carrier(world, axis).size
            words.extend((x.Load(state_slots(name), x.Const(at)), made.low, made.high) for at in range(length))
        elif define is not None:
            words.extend(_table_of(world, define))
        else:
            raise AssertionError(name)
    return MemoryIR(
        name=symbol.name, words=tuple(words), last=symbol.last, full=symbol.full, ring=ring_slots(symbol), used=used_slots(symbol),
        head=head_slots(symbol),
    )  # fmt: skip


def _table_of(world: World, define: t.Define) -> list[tuple[x.Expr, int, int]]:
    made = carrier(world, define.result)
    rows: list[tuple[int, ...]] = [()]
    for parameter in define.parameters:
        index = carrier(world, parameter.type)
        if len(rows) * index.size > MOST_WORDS:
            world.report(define.span, "remembering so many values")
            return []
        least = carrier(world, bare(parameter.type)).low
        values = [*([index.low] if index.optional else []), *range(least, index.high + 1)]
        rows = [(*row, value) for row in rows for value in values]
    found: list[tuple[x.Expr, int, int]] = []
    for row in rows:
        call = x.Call(define.name, tuple(x.Const(value) for value in row))
        found.append((as_int(x.Truth(call)) if made.truth else call, made.low, made.high))
    return found
