"""How many members a domain can have at most: for buffers, codes and the most legal actions."""

from compiler.bind import typed as t
from compiler.bind.types import RangeType
from compiler.lower import domains, geometry
from compiler.lower.carriers import bare, carrier
from compiler.lower.shapes import footprints
from compiler.lower.world import World

MANY = 2**31


def most_members(world: World, item: t.Domain) -> int:
    if not isinstance(item, t.Numbers):
        constants = domains.constant_members(world, item)
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

