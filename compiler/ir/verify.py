"""Is a game well-formed? Asked before and after every pass; what is found is a mistake of the compiler, so it is raised.

Sorts are not mixed, names lead somewhere, locals are bound before they are read and once a function, callees stand before callers, flow and
exits lead to nodes, codes are disjoint and as wide as their digits, blocks follow each other.
"""

from collections.abc import Iterator
from math import prod

from compiler.ir.actions import Digit
from compiler.ir.game import GameIR
from compiler.ir.layout import HEADER, Block, Carrier
from compiler.ir.sorts import ill_sorted
from compiler.ir.verify_flow import flow_mistakes
from compiler.ir.verify_names import name_mistakes, twice


class IllFormed(Exception):
    """The compiler made something that is no game: every mistake found, one a line."""


def verify(game: GameIR) -> None:
    found = list(mistakes(game))
    if found:
        raise IllFormed("\n".join(found[:40]))


def mistakes(game: GameIR) -> Iterator[str]:
    """Everything that is wrong, in words; nothing for a well-formed game."""
    broken = list(ill_sorted(game))
    if broken:
        yield from broken
        return
    yield from _layout(game)
    yield from name_mistakes(game)
    yield from _codes(game)
    yield from flow_mistakes(game)


# ---- layout


def _layout(game: GameIR) -> Iterator[str]:
    layout = game.layout
    yield from twice("block", [block.name for block in layout.blocks])
    yield from twice("zone", [zone.name for zone in layout.zones])
    yield from twice("table", [table.name for table in layout.tables])
    yield from twice("list table", [lists.name for lists in layout.lists])
    if tuple(block.name for block in layout.blocks[: len(HEADER)]) != tuple(name for name, _ in HEADER):
        yield "the layout does not begin with the header"
    at = 0
    for block in layout.blocks:
        if block.offset != at:
            yield f"block {block.name} at {block.offset}, expected {at}"
        at = block.offset + block.length
        yield from _block(block)
    if not 0 <= layout.shown <= layout.kept <= layout.size or at > layout.size:
        yield f"shown {layout.shown}, kept {layout.kept}, size {layout.size}, blocks up to {at}"
    blocks = {block.name: block for block in layout.blocks}
    components = {component.name: component for component in layout.components}
    for component in layout.components:
        if component.where not in blocks or blocks[component.where].length != component.count:
            yield f"component {component.name} has no block {component.where} of {component.count}"
        if len(component.kinds) != component.count:
            yield f"component {component.name} has {len(component.kinds)} kinds of {component.count}"
    for zone in layout.zones:
        if zone.component not in components:
            yield f"zone {zone.name} holds the unknown {zone.component}"
        ordered = zone.order in ("pile", "row")
        for name, length in ((zone.items, zone.instances * zone.capacity), (zone.count, zone.instances)) if ordered else (
            (zone.members, zone.instances * zone.words),
        ):
            if name not in blocks or blocks[name].length != length:
                yield f"zone {zone.name} has no block {name!r} of {length}"
        if len(zone.owners) != zone.instances:
            yield f"zone {zone.name} has {len(zone.owners)} owners of {zone.instances}"


def _block(block: Block) -> Iterator[str]:
    if block.start and len(block.start) != block.length:
        yield f"block {block.name} has {len(block.start)} start values of {block.length}"
    if block.owners and len(block.owners) != block.length:
        yield f"block {block.name} has {len(block.owners)} owners of {block.length}"
    if block.axes and prod(axis.size for axis in block.axes) != block.length:
        yield f"block {block.name} has {block.length} slots, its axes say {prod(axis.size for axis in block.axes)}"
    outside = [value for value in block.start if not block.carrier.low <= value <= block.carrier.high]
    if outside:
        yield f"block {block.name} starts with {outside[0]}, outside {block.carrier.name}"


# ---- codes


def _codes(game: GameIR) -> Iterator[str]:
    actions = [(f"{action.name} {at}", stage.base, stage.size, stage.digits) for action in game.actions for at, stage in enumerate(action.stages)]
    chances = [(f"{chance.path} {at}", stage.base, stage.size, stage.digits) for chance in game.chances for at, stage in enumerate(chance.stages)]
    for spaces, total, most in ((actions, game.num_actions, game.max_actions), (chances, game.num_outcomes, game.max_outcomes)):
        at = 0
        for name, base, size, digits in spaces:
            if base != at:
                yield f"{name}: codes from {base}, expected {at}"
            at = base + size
            if size != prod(digit.size for digit in digits):
                yield f"{name}: {size} codes, its digits make {prod(digit.size for digit in digits)}"
            for digit in digits:
                yield from _digit(name, digit)
        if at != total:
            yield f"codes end at {at}, expected {total}"
        if not 1 <= most <= max(total, 1):
            yield f"{most} of {total} codes at once"


def _digit(name: str, digit: Digit) -> Iterator[str]:
    width = len(digit.values) or _width(digit.carrier)
    if digit.size != width and not (digit.values and digit.carrier.optional and digit.size == width + 1):
        yield f"{name}: the digit {digit.local} has {digit.size} values, its carrier {width}"
    if digit.size < 1:
        yield f"{name}: the digit {digit.local} has no values"


def _width(carrier: Carrier) -> int:
    return carrier.high + 2 if carrier.optional else carrier.size
