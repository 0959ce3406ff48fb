"""Where things are kept: the names of blocks, and indexes into them by row-major arithmetic.

A variable's block has its name, with `state.` before it where a header slot has that name; a piece's zone stands in `<component>.where`.
"""

from typing import Final

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import ComponentType, PlayerType, Type
from compiler.ir import exprs as x
from compiler.ir.layout import HEADER
from compiler.ir.simplify import minus, plus, times
from compiler.lower.expressions import expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import NOBODY, bare, carrier

MACHINE: Final = (
    *(name for name, _ in HEADER), "playing", "staged", "pending", "seal_order", "seal_count", "resume", "asked",
)  # fmt: skip
"""Names of blocks that are the machine's own."""


def state_slots(name: str) -> str:
    return f"state.{name}" if name in MACHINE else name


def state_index(world: World, symbol: StateSymbol, indexes: tuple[x.Expr, ...]) -> x.Expr:
    return flat(world, symbol.axes, indexes)


def flat(world: World, axes: tuple[Type, ...], indexes: tuple[x.Expr, ...]) -> x.Expr:
    """The row-major place of these indexes."""
    found: x.Expr = x.Const(0)
    for axis, index in zip(axes, indexes, strict=True):
        made = carrier(world, axis)
        found = plus(times(found, x.Const(made.size)), minus(index, x.Const(made.low)))
    return found


def where_slots(component: str) -> str:
    return f"{component}.where"


def instance(scope: Scope, zone: t.ZoneRef) -> x.Expr:
    """Which of a family of zones."""
    symbol = scope.world.zones[zone.zone]
    return flat(scope.world, symbol.axes, expressions.values(scope, zone.indexes, symbol.axes))


def instances(world: World, symbol: ZoneSymbol) -> int:
    count = 1
    for axis in symbol.axes:
        count *= carrier(world, axis).size
    return count


def first_number(world: World, zone: str) -> int:
    """The number of a family's first zone in `where`; 0 is the box, planes come last."""
    symbol = world.zones[zone]
    number = 1
    for other in world.typed.zones:
        if other.name == zone:
            return number
        if other.component == symbol.component:
            number += instances(world, other)
    raise AssertionError(zone)


def zone_name(board: str) -> str:
    """The zone in which the pieces laid on a plane are."""
    return board


def plane_number(world: World, board: str) -> int:
    """The number of a plane in `where` of the component that is laid on it."""
    piece = world.boards[board].piece
    number = 1 + sum(instances(world, zone) for zone in world.typed.zones if zone.component == piece)
    for other in world.typed.boards:
        if other.name == board:
            return number
        if other.shape == "plane" and other.piece == piece:
            number += 1
    raise AssertionError(board)


def zone_number(scope: Scope, zone: t.ZoneRef) -> x.Expr:
    if zone.zone in scope.world.boards:
        return x.Const(plane_number(scope.world, zone.zone))
    return plus(instance(scope, zone), x.Const(first_number(scope.world, zone.zone)))


def owners(world: World, axes: tuple[Type, ...]) -> tuple[int, ...]:
    """The owning seat of each place: of the first index that is a player, or a piece that belongs to one; empty if there is none."""
    at = owner_axis(world, axes)
    if at < 0:
        return ()
    sizes = [carrier(world, axis).size for axis in axes]
    inner = 1
    for size in sizes[at + 1 :]:
        inner *= size
    total = inner
    for size in sizes[: at + 1]:
        total *= size
    axis = bare(axes[at])
    low = carrier(world, axes[at]).low
    seats = []
    for place in range(total):
        value = place // inner % sizes[at] + low
        if isinstance(axis, ComponentType):
            value = value // world.components[axis.name].per_seat if value >= 0 else NOBODY
        seats.append(value)
    return tuple(seats)


def owner_axis(world: World, axes: tuple[Type, ...]) -> int:
    for at, axis in enumerate(axes):
        if isinstance(bare(axis), PlayerType):
            return at
    for at, axis in enumerate(axes):
        base = bare(axis)
        if isinstance(base, ComponentType) and world.components[base.name].each_player:
            return at
    return NOBODY
