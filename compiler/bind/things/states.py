"""State variables. One with `inverse` is followed by the map that is kept for it."""

from math import prod

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions.evaluate import evaluate
from compiler.bind.expressions.type_names import index_type, kept_type
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.symbols import StateSymbol
from compiler.bind.nouns.types import BadType, EnumType, OptionalType, TextType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.declare import declare
from compiler.bind.things.options import cites
from compiler.bind.things.zones import visibility
from compiler.bind.types.lattice import BAD, NONE, as_base, interval, optional, show
from compiler.bind.types.sizes import size_of
from compiler.parse.ast import Ident
from compiler.parse.spec import IndexSpec, StateSpec

MOST_WORDS = 100_000
FAR_TOO_MANY = 10_000_000

def bind_states(world: World) -> None:
    for spec in world.parsed.state:
        fresh = declare(world, spec.name, "a state variable")
        if spec.inverse is not None:
            declare(world, spec.inverse, "a state variable")
        if not fresh:
            continue
        with world.under("state", spec.name.text):
            symbol = _state(world, spec)
            if symbol is None:
                continue
            world.states[symbol.name] = symbol
            if spec.inverse is not None and (inverse := _inverse(world, spec, symbol, spec.inverse)) is not None:
                world.states[inverse.name] = inverse


def _state(world: World, spec: StateSpec) -> StateSymbol | None:
    name = spec.name.text
    indexes = [_index(world, index, name) for index in spec.per]
    axes = tuple(axis for axis, _ in indexes)
    type = kept_type(world, spec.type)
    if isinstance(type, TextType):
        world.report("RWT011", spec.type.span)
        type = BAD
    if isinstance(type, BadType) or any(isinstance(axis, BadType) for axis in axes):
        return None
    words = prod(size_of(world, axis) for axis in axes)
    if words > FAR_TOO_MANY:
        world.report("RWT038", spec.name.span, name=name, found=words, what="values", most=FAR_TOO_MANY)
        return None
    if words > MOST_WORDS:
        world.report("RWC023", spec.name.span, name=name, size=words)
    return StateSymbol(
        name=name, axes=axes, parts=tuple(part for _, part in indexes), type=type, seen=visibility(world, spec.seen, zone=False),
        inverse=spec.inverse.text if spec.inverse is not None else "", inverse_of="", cite=cites(spec.cite), span=spec.name.span,
    )  # fmt: skip


def _index(world: World, index: IndexSpec, name: str) -> tuple[Type, tuple[int, ...] | None]:
    """The index type, and for a part of one the numbers that are really there."""
    if index.type is not None:
        return index_type(world, index.type, name), None
    if index.binder is None:
        return BAD, None
    bound, _ = binding.bind(world, EMPTY, index.binder, "binder", ordered=False)
    binder = bound[0]
    type = binder.local.type
    if as_base(type) is None:
        return BAD, None
    if size_of(world, type) > FAR_TOO_MANY:
        world.report("RWT038", index.binder.domain.span, name=name, found=size_of(world, type), what="values", most=FAR_TOO_MANY)
        return BAD, None
    numbers = _values_of(world, type)
    if numbers is None or not isinstance(binder.domain, (typed.Whole, typed.Numbers)):
        world.report("RWT023", index.binder.domain.span, context=f"what `{name}` is indexed by")
        return BAD, None
    if binder.where is None:
        return type, None
    kept = []
    for number in numbers:
        holds = evaluate(world, binder.where, {binder.local.number: number})
        if holds is None:
            assert index.binder.where is not None
            if not isinstance(binder.where.type, BadType):
                world.report("RWT023", index.binder.where.span, context=f"which indexes `{name}` has")
            return BAD, None
        if holds:
            kept.append(number)
    return type, tuple(kept)


def _values_of(world: World, type: Type) -> tuple[int, ...] | None:
    if isinstance(type, EnumType):
        return world.enums[type.name].numbers if type.name in world.enums else None
    span = interval(type)
    if span is not None:
        return tuple(range(span[0], span[1] + 1))
    return tuple(range(size_of(world, type)))


def _inverse(world: World, spec: StateSpec, symbol: StateSymbol, name: Ident) -> StateSymbol | None:
    """From the variable's value back to its only index."""
    base = symbol.type.base if isinstance(symbol.type, OptionalType) else as_base(symbol.type)
    why = ""
    if len(symbol.axes) != 1:
        why = f"`{symbol.name}` has {len(symbol.axes)} indexes, one is needed"
    elif base is None or isinstance(base, BadType):
        why = f"`{symbol.name}` holds {show(symbol.type)}"
    result = optional(symbol.axes[0]) if symbol.axes else NONE
    if why or result is None or base is None:
        world.report("RWT025", name.span, name=name.text, of=symbol.name, why=why)
        return None
    return StateSymbol(
        name=name.text, axes=(base,), parts=(None,), type=result, seen=symbol.seen, inverse="", inverse_of=symbol.name,
        cite=cites(spec.cite), span=name.span,
    )  # fmt: skip
