"""Zones: where pieces are kept, in which order, and who sees them."""

from math import prod

from compiler.bind.expressions.constants import constant
from compiler.bind.expressions.type_names import index_type
from compiler.bind.nouns.symbols import Visibility, ZoneSymbol
from compiler.bind.nouns.types import BadType, PlayerType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.declare import declare
from compiler.bind.things.options import cites
from compiler.bind.types.sizes import size_of
from compiler.diagnostics import nearest
from compiler.parse.spec import Seen, ZoneSpec

MOST_WORDS = 100_000
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
    seen = visibility(world, spec.seen, zone=True)
    if seen in ("owner", "owner_count") and not _has_owner(world, axes, spec.of.text):
        world.report("RWT030", spec.name.span, name=name, why="nobody owns it", hint="`seen: owner` needs `per: player`")
    return ZoneSymbol(
        name=name, component=spec.of.text, axes=axes, order=spec.order, holds=holds, seen=seen, cite=cites(spec.cite), span=spec.name.span
    )


def _has_owner(world: World, axes: tuple[Type, ...], component: str) -> bool:
    return any(isinstance(axis, PlayerType) for axis in axes) or world.components[component].each_player


def visibility(world: World, seen: Seen, zone: bool) -> Visibility:
    words = tuple(word.text for word in seen)
    found = _SEEN.get(words)
    known = ("all", "owner", "count", "none") if zone else ("all", "owner", "none")
    if found is None or (not zone and found in ("count", "owner_count")):
        wrong = next((word for word in seen if word.text not in known), seen[-1])
        world.report("RWN006", wrong.span, kind="way of seeing", name=wrong.text, known=known, near=nearest(wrong.text, known))
        return "all"
    return found
