"""How many values a type has, and how many members a domain may have: the bounds of counts and sums.

    size_of(world, RangeType(1, 6))                     # 6
    members(world, `p in players`)                      # (2, 6): at least and at most
"""

from math import prod

from compiler.bind.geometry.shapes import footprints, orientation_count
from compiler.bind.nouns import typed
from compiler.bind.nouns.types import (
    BoolType,
    ComponentType,
    DirectionType,
    EnumType,
    FaceType,
    GroupType,
    LineType,
    NodeType,
    OptionalType,
    OrientationType,
    PlayerType,
    RangeType,
    SiteType,
    Type,
)
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import MANY, bare, interval


def size_of(world: World, type: Type) -> int:
    """The number of values, at the greatest player count; 1 for what has no values."""
    match type:
        case OptionalType(base):
            return size_of(world, base) + 1
        case BoolType():
            return 2
        case RangeType(low, high):
            return max(0, high - low + 1)
        case EnumType(name, _):
            return len(world.enums[name].values) if name in world.enums else 1
        case PlayerType():
            return world.players_high
        case ComponentType(name):
            return world.components[name].count if name in world.components else 1
        case SiteType(board) if board in world.boards:
            symbol = world.boards[board]
            if symbol.shape == "plane":
                return 4 * size_of(world, ComponentType(symbol.piece)) + 1
            return len(symbol.sites)
        case LineType(board) if board in world.boards:
            return len(world.boards[board].lines)
        case DirectionType(board) if board in world.boards:
            return len(world.boards[board].directions)
        case OrientationType(component):
            return orientation_count(world, component)
        case FaceType(component):
            return len(world.components[component].faces) if component in world.components else 1
        case NodeType(graph) | GroupType(graph):
            return _nodes(world, graph)
        case _:
            return 1


def _nodes(world: World, graph: str) -> int:
    facts = world.graphs.get(graph)
    if facts is None or facts.parts is None:
        return 1
    return prod(size_of(world, binder.local.type) for binder in facts.parts)


def members(world: World, domain: typed.Domain) -> tuple[int, int]:
    """The least and the greatest number of members a domain can have."""
    match domain:
        case typed.Whole(element=PlayerType()):
            return world.players_low, world.players_high
        case typed.Whole(element=ComponentType(name)):
            return _pieces(world, name)
        case typed.Whole(element=SiteType(board)) if board in world.boards and world.boards[board].shape == "plane":
            return 0, size_of(world, domain.element)
        case typed.Whole(element=element):
            size = size_of(world, element)
            return size, size
        case typed.Numbers(low=low, high=high):
            return _numbers(low, high)
        case typed.Listed(items=items):
            return len(items), len(items)
        case typed.InZone(zone=zone, component=component):
            most = size_of(world, ComponentType(component))
            symbol = world.zones.get(zone.zone) if zone is not None else None
            return 0, most if symbol is None or symbol.holds is None else min(most, symbol.holds)
        case typed.OptionalValue():
            return 0, 1
        case typed.Walked():
            return _walked(world, domain)


def _pieces(world: World, name: str) -> tuple[int, int]:
    symbol = world.components.get(name)
    if symbol is None:
        return 0, MANY
    least = symbol.per_seat * world.players_low if symbol.each_player else symbol.count
    return least, symbol.count


def _numbers(low: typed.Expr, high: typed.Expr) -> tuple[int, int]:
    least, most = interval(low.type), interval(high.type)
    if least is None or most is None:
        return 0, MANY
    return max(0, most[0] - least[1] + 1), max(0, most[1] - least[0] + 1)


def _walked(world: World, domain: typed.Walked) -> tuple[int, int]:
    board = world.boards.get(domain.board)
    match domain.name:
        case "seats_from":
            return 0, world.players_high
        case "seats_after" | "seats_before":
            return 0, world.players_high - 1
        case "directions" if board is not None:
            return len(board.directions), len(board.directions)
        case "axes" if board is not None:
            return len(board.axes), len(board.axes)
        case "neighbours" if board is not None:
            counts = [len(near) for near in board.neighbours] or [0]
            return min(counts), max(counts)
        case "lines" | "rows" | "columns" | "region_family" if board is not None:
            return _line_set(domain, dict(board.line_sets))
        case "line_sites" if board is not None:
            counts = [len(line) for line in board.lines] or [0]
            return min(counts), max(counts)
        case "ray" | "line_between" if board is not None:
            return 0, _walk_bound(world, domain, len(board.sites))
        case "orientations":
            return 1, size_of(world, bare(domain.element))
        case "footprint" if domain.component in world.components:
            counts = [len(cells) for cells in footprints(world.components[domain.component])] or [0]
            return min(counts), max(counts)
        case "members" | "groups":
            return (1 if domain.name == "members" else 0), _nodes(world, domain.graph) if domain.graph else MANY
        case _:
            return 0, size_of(world, domain.element)


def _line_set(domain: typed.Walked, sets: dict[str, tuple[int, ...]]) -> tuple[int, int]:
    match domain.name:
        case "lines":
            name = f"lines {domain.detail}" if domain.detail != "0" else "lines"
        case "region_family":
            name = domain.detail
        case _:
            name = domain.name
    count = len(sets.get(name, ()))
    return count, count


def _walk_bound(world: World, domain: typed.Walked, sites: int) -> int:
    """A ray is no longer than the board's longest straight run allows."""
    board = world.boards[domain.board]
    longest = max((len(line) for line in board.lines), default=sites)
    most = max(0, longest - 1) if board.steps else sites
    if domain.name == "ray" and len(domain.arguments) == 3:
        steps = interval(domain.arguments[2].type)
        most = min(most, max(0, steps[1])) if steps is not None else most
    return most
