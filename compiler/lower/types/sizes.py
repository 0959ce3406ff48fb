"""The members of a domain where they are always the same, and how many it can have at most: for buffers, codes and the most legal actions."""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import ComponentType, GroupType, NodeType, PlayerType, RangeType, SiteType
from compiler.lower.geometry import boards as geometry
from compiler.lower.geometry.shapes import footprints
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, carrier, constant, numbers_of

MANY = 2**31

LISTED = 100_000
"""Longer ranges are not listed."""


def most_members(world: World, item: t.Domain) -> int:
    if not isinstance(item, t.Numbers):
        constants = constant_members(world, item)
        if constants is not None:
            return len(constants)
    match item:
        case t.Whole():
            return carrier(world, item.element).size
        case t.Numbers():
            return max(0, _high(item.high) - _low(item.low) + 1)
        case t.Listed():
            return len(item.items)
        case t.InZone():
            return _pieces(world, item)
        case t.OptionalValue():
            return 1
        case t.Walked():
            return _walked(world, item)


def constant_members(world: World, item: t.Domain) -> tuple[int, ...] | None:
    """The members of a domain that is the same in every position of every table; None for others."""
    match item:
        case t.Whole(element=element):
            numbers = numbers_of(world, element)
            if numbers is not None:
                return tuple(sorted(numbers))
            match element:
                case PlayerType() if world.players_low != world.players_high:
                    return None
                case ComponentType(name) if world.components[name].each_player and world.players_low != world.players_high:
                    return None
                case SiteType(board) if world.boards[board].shape == "plane":
                    return None
                case NodeType() | GroupType():
                    return None
                case _:
                    made = carrier(world, element)
                    return tuple(range(made.low, made.high + 1)) if made.size <= LISTED else None
        case t.Numbers(low=t.Const(value=low), high=t.Const(value=high)) if high - low < LISTED:
            return tuple(range(low, high + 1))
        case t.Listed(items=items):
            values = [constant(world, item.element, value.value) for value in items if isinstance(value, t.Const)]
            return tuple(values) if len(values) == len(items) else None
        case t.Walked():
            return _constant_walk(world, item)
        case _:
            return None


def _constant_walk(world: World, item: t.Walked) -> tuple[int, ...] | None:
    board = world.boards.get(item.board)
    if board is None:
        return None
    match item.name:
        case "directions":
            return tuple(range(len(board.directions)))
        case "axes":
            return board.axes
        case "rows" | "columns":
            return geometry.line_set(board, item.name)
        case "lines":
            return geometry.line_set(board, "lines" if item.detail in ("", "0") else f"lines {item.detail}")
        case "region_family":
            return geometry.line_set(board, item.detail)
        case _:
            return None


def _pieces(world: World, item: t.InZone) -> int:
    component = world.components[item.component]
    most = component.count
    symbol = world.zones.get(item.zone.zone) if item.zone is not None else None
    if symbol is not None and symbol.holds is not None:
        most = min(most, symbol.holds)
    if item.kinds:
        most = min(most, len(set(kind_numbers(world, item.component))))
    return most


def kind_numbers(world: World, component: str) -> tuple[int, ...]:
    """For each piece the first of the same row and owner."""
    symbol = world.components[component]
    first: dict[tuple[int, int], int] = {}
    found = []
    for piece in range(symbol.count):
        owner = piece // symbol.per_seat if symbol.each_player else 0
        found.append(first.setdefault((symbol.row_of[piece], owner), piece))
    return tuple(found)


def _walked(world: World, item: t.Walked) -> int:
    board = world.boards.get(item.board)
    match item.name:
        case "seats_from" | "seats_after" | "seats_before":
            return world.players_high
        case "ray" if board is not None:
            longest = geometry.longest_ray(board)
            return min(longest, max(0, _high(item.arguments[2]))) if len(item.arguments) == 3 else longest
        case "line_between" if board is not None:
            return max(geometry.longest_ray(board), 1)
        case "line_sites" if board is not None:
            return max((len(line) for line in board.lines), default=0)
        case "neighbours" if board is not None:
            return max((len(near) for near in board.neighbours), default=0)
        case "footprint":
            return max((len(cells) for cells in footprints(world.components[item.component])), default=0)
        case "members" | "groups" | "places" | "orientations":
            return carrier(world, bare(item.element)).size
        case _:
            return carrier(world, item.element).size


def _high(expr: t.Expr) -> int:
    return expr.type.high if isinstance(expr.type, RangeType) else MANY


def _low(expr: t.Expr) -> int:
    return expr.type.low if isinstance(expr.type, RangeType) else -MANY

