"""The digits of codes: which names take part, and the carrier of each.

    `q in board, d in directions(board), t in step(q, d)`    ->   q: 64 values, d: 8 values; t adds nothing
"""

from math import prod

from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import BoolType, EnumType, RangeType
from compiler.ir.actions import Digit
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, carrier, is_optional, none_of, numbers_of
from compiler.lower.types.sizes import constant_members, most_members
from compiler.source import Span

LARGEST = 2**31
"""More codes than this are refused."""


def digit(scope: Scope, item: t.Binder, name: str) -> Digit:
    """A constant list's positions; a range's numbers; else the whole type at the greatest player count."""
    world = scope.world
    made = carrier(world, item.domain.element)
    if made.size < 1:
        # Nothing can ever be chosen; the code space still needs a place for it.
        made = replace(made, high=made.low)
    if isinstance(item.domain, t.Numbers) and isinstance(item.domain.element, RangeType):
        return Digit(local=name, carrier=made, size=made.size)
    members = tuple(dict.fromkeys(_members(world, item.domain) or ()))
    if members and not (len(members) == made.size and members == tuple(range(made.low, made.high + 1))):
        if is_optional(item.domain.element) and made.low in members:
            members = tuple(member for member in members if member != made.low)
            return Digit(local=name, carrier=made, size=len(members) + 1, values=members)
        return Digit(local=name, carrier=made, size=len(members), values=members)
    return Digit(local=name, carrier=made, size=made.size)


def _members(world: World, item: t.Domain) -> tuple[int, ...] | None:
    if isinstance(item, t.Whole):
        return numbers_of(world, item.element)
    return constant_members(world, item)


def in_code(item: t.Binder) -> bool:
    """A value that may be none is determined by the others."""
    return not isinstance(item.domain, t.OptionalValue)


def chosen(binders: tuple[t.Binder, ...], code: tuple[LocalSymbol, ...]) -> tuple[t.Binder, ...]:
    """The binders that form the code, in its order."""
    if not code:
        return tuple(item for item in binders if in_code(item))
    by_number = {item.local.number: item for item in binders}
    return tuple(by_number[local.number] for local in code if local.number in by_number)


def size_of(digits: tuple[Digit, ...]) -> int:
    return prod(item.size for item in digits)


def crowded(world: World, binders: tuple[t.Binder, ...], size: int) -> bool:
    """May there be more ways through the binders than codes?"""
    return prod(most_members(world, item.domain) for item in binders) > size


def most_choices(world: World, binders: tuple[t.Binder, ...], size: int) -> int:
    """How many codes of a stage can be there at once: all of them, or fewer where zones hold fewer pieces."""
    return min(size, prod(most_members(world, item.domain) for item in binders))


def ascending(world: World, binders: tuple[t.Binder, ...], forming: tuple[t.Binder, ...]) -> bool:
    """Do the binders, walked in order, meet the codes in ascending order, each once?"""
    walked = tuple(item for item in binders if in_code(item))
    return walked == forming and all(_rises(world, item) for item in walked) and all(item.by is None for item in binders)


def _rises(world: World, item: t.Binder) -> bool:
    match item.domain:
        case t.Whole(element=element):
            return isinstance(bare(element), EnumType | BoolType) or numbers_of(world, element) is None
        case t.Numbers():
            return True
        case t.InZone(zone=zone):
            return zone is None or zone.zone not in world.zones or world.zones[zone.zone].order in ("set", "bag")
        case t.Walked(name="seats_before" | "groups" | "members" | "places" | "orientations"):
            return True
        case t.Walked(name="neighbours", board=board):
            return all(list(near) == sorted(set(near)) for near in world.boards[board].neighbours)
        case _:
            members = constant_members(world, item.domain)
            return members is not None and len(set(members)) == len(members) and none_of(world, item.domain.element) not in members


def refuse_width(world: World, size: int, span: Span) -> None:
    if size > LARGEST:
        world.report(span, f"{size:,} codes")


