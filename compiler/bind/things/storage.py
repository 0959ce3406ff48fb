"""Zones and state variables: what a position holds.

A variable with `inverse` is followed by the map that is kept for it.
"""

from math import prod

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions.constants import constant
from compiler.bind.expressions.evaluate import evaluate
from compiler.bind.expressions.type_names import index_type, kept_type
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.symbols import StateSymbol, Visibility, ZoneSymbol
from compiler.bind.nouns.types import BadType, EnumType, OptionalType, PlayerType, TextType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.declare import declare
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import BAD, NONE, as_base, interval, optional, show
from compiler.bind.types.sizes import size_of
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident
from compiler.parse.spec import IndexSpec, Seen, StateSpec, ZoneSpec

MOST_WORDS = 100_000
FAR_TOO_MANY = 10_000_000
_SEEN: dict[tuple[str, ...], Visibility] = {
    (): "all",
    ("all",): "all",
    ("owner",): "owner",
    ("none",): "none",
    ("count",): "count",
    ("owner", "count"): "owner_count",
    ("count", "owner"): "owner_count",
}


def bind_zones(world: World) -> None:
    for spec in world.parsed.zones:
        if declare(world, spec.name, "a zone"):
            with world.under("zones", spec.name.text):
                symbol = _zone(world, spec)
            if symbol is not None:
                world.zones[symbol.name] = symbol


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


def _zone(world: World, spec: ZoneSpec) -> ZoneSymbol | None:
    name = spec.name.text
    if spec.of.text not in world.components:
        if not world.is_lost(spec.of.text):
            known = tuple(world.components)
            world.report("RWN006", spec.of.span, kind="component", name=spec.of.text, known=known or None, near=nearest(spec.of.text, known))
        return None
    axes = tuple(index_type(world, axis, name) for axis in spec.per)
    if any(isinstance(axis, BadType) for axis in axes):
        return None
    count = prod(size_of(world, axis) for axis in axes)
    if count > MOST_WORDS:
        world.report("RWT038", spec.name.span, name=name, found=count, what="zones", most=MOST_WORDS)
        return None
    holds = None
    if spec.holds is not None:
        holds = constant(world, spec.holds, "`holds`")
        if holds is not None and holds < 0:
            world.report("RWT030", spec.holds.span, name=name, why=f"it holds {holds} pieces", hint="0 or more")
    seen = _seen(world, spec.seen, zone=True)
    if seen in ("owner", "owner_count") and not _has_owner(world, axes, spec.of.text):
        world.report("RWT030", spec.name.span, name=name, why="nobody owns it", hint="`seen: owner` needs `per: player`")
    return ZoneSymbol(
        name=name, component=spec.of.text, axes=axes, order=spec.order, holds=holds, seen=seen, cite=cites(spec.cite), span=spec.name.span
    )


def _has_owner(world: World, axes: tuple[Type, ...], component: str) -> bool:
    return any(isinstance(axis, PlayerType) for axis in axes) or world.components[component].each_player


def _seen(world: World, seen: Seen, zone: bool) -> Visibility:
    words = tuple(word.text for word in seen)
    found = _SEEN.get(words)
    known = ("all", "owner", "count", "none") if zone else ("all", "owner", "none")
    if found is None or (not zone and found in ("count", "owner_count")):
        wrong = next((word for word in seen if word.text not in known), seen[-1])
        world.report("RWN006", wrong.span, kind="way of seeing", name=wrong.text, known=known, near=nearest(wrong.text, known))
        return "all"
    return found


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
        name=name, axes=axes, parts=tuple(part for _, part in indexes), type=type, seen=_seen(world, spec.seen, zone=False),
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
