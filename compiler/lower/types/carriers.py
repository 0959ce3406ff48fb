"""Types as the machine sees them: what numbers a value may be, and the text of each.

    carrier(world, OptionalType(PlayerType()))      # Carrier("player or none", -1, 1, optional, texts ("p0", "p1"))
"""

from typing import Final, assert_never

from compiler.bind.nouns.symbols import BoardSymbol, FieldSymbol
from compiler.bind.nouns.types import (
    NO_VALUE,
    BadType,
    BaseType,
    BoolType,
    ComponentType,
    DirectionType,
    EnumType,
    FaceType,
    GroupType,
    LineType,
    NodeType,
    NoneType,
    OptionalType,
    OrientationType,
    PlayerType,
    RangeType,
    SiteType,
    TextType,
    Type,
)
from compiler.ir.layout import Carrier
from compiler.lower.geometry.shapes import orientation_count
from compiler.lower.nouns.world import World

NOBODY: Final = -1

_TRUTHS = ("false", "true")


def carrier(world: World, type: Type) -> Carrier:
    """`none` alone counts as a range of one number; texts have no numbers at all."""
    made = _made(world, type)
    world.least = min(world.least, made.low)
    return made


def _made(world: World, type: Type) -> Carrier:
    match type:
        case OptionalType(base):
            made = carrier(world, base)
            pad = ("",) * max(0, made.low) if made.texts else ()
            none = none_of(world, base)
            return Carrier(
                name=f"{made.name} or none", low=none, high=made.high, optional=True, texts=pad + made.texts, component=made.component
            )
        case NoneType():
            return Carrier(name="none", low=NOBODY, high=NOBODY, optional=True)
        case TextType() | BadType():
            raise AssertionError("texts and bad types are no values")
        case _:
            return _base(world, type)


def none_of(world: World, type: Type) -> int:
    """What stands for none beside the values of a type: one less than seats, pieces, words and places count from; beside numbers one less than
    the least number that stands beside none anywhere in the game. It is never a value of the type, and always the least of its carrier."""
    return world.no_number if isinstance(bare(type), RangeType) else NOBODY


def constant(world: World, type: Type, value: int) -> int:
    """The number that a constant of a spec is in a position."""
    return none_of(world, type) if value == NO_VALUE else value


def field_values(world: World, field: FieldSymbol, piece: int) -> tuple[int, ...]:
    """A piece's values of a field as they are in a position."""
    return tuple(constant(world, field.type, value) for value in field.values[piece])


def bounds(world: World, type: Type) -> tuple[int, int]:
    found = carrier(world, type)
    return found.low, found.high


def numbers_of(world: World, type: Type) -> tuple[int, ...] | None:
    """The values of a part of an enum that leaves numbers out between them; None where low..high is the whole truth."""
    if isinstance(type, EnumType) and type.within is not None:
        numbers = world.enums[type.name].numbers
        if sorted(numbers) != list(range(min(numbers), max(numbers) + 1)):
            return numbers
    return None


def bare(type: Type) -> Type:
    return type.base if isinstance(type, OptionalType) else type


def is_optional(type: Type) -> bool:
    return isinstance(type, OptionalType | NoneType)


def interval(type: Type) -> tuple[int, int]:
    assert isinstance(type, RangeType)
    return type.low, type.high


def node_sizes(world: World, graph: str) -> tuple[Carrier, ...]:
    """The carriers of a node's parts."""
    found = next(item for item in world.typed.graphs if item.name == graph)
    return tuple(carrier(world, binder.local.type) for binder in found.parts)


def line_text(board: BoardSymbol, line: int) -> str:
    """A column by its letter, a row by its number, anything else by its ends."""
    sets = dict(board.line_sets)
    sites = [board.sites[site] for site in board.lines[line]]
    if line in sets.get("columns", ()) and board.shape == "square":
        return sites[0].rstrip("0123456789")
    if line in sets.get("rows", ()) and board.shape == "square":
        return sites[0].lstrip("abcdefghijklmnopqrstuvwxyz")
    for name, members in board.line_sets:
        if (name in dict(board.regions) or name not in ("rows", "columns", "lines") and not name.startswith("lines ")) and line in members:
            return f"{name}-{members.index(line) + 1}"
    return f"{sites[0]}-{sites[-1]}" if len(sites) > 1 else "".join(sites)


def _base(world: World, type: BaseType) -> Carrier:
    match type:
        case BoolType():
            return Carrier(name="bool", low=0, high=1, texts=_TRUTHS, truth=True)
        case RangeType(low, high):
            return Carrier(name=f"{low}..{high}", low=low, high=max(high, low - 1))
        case EnumType():
            return _enum(world, type)
        case PlayerType():
            seats = range(world.players_high)
            return Carrier(name="player", low=0, high=world.players_high - 1, texts=tuple(f"p{seat}" for seat in seats))
        case ComponentType(name):
            component = world.components[name]
            return Carrier(name=name, low=0, high=component.count - 1, texts=component.names, component=name)
        case SiteType(board):
            return _sites(world, world.boards[board])
        case LineType(board):
            symbol = world.boards[board]
            texts = tuple(line_text(symbol, line) for line in range(len(symbol.lines)))
            return Carrier(name=f"line({board})", low=0, high=len(symbol.lines) - 1, texts=texts)
        case DirectionType(board):
            symbol = world.boards[board]
            return Carrier(name=f"direction({board})", low=0, high=len(symbol.directions) - 1, texts=symbol.directions)
        case OrientationType(component):
            return Carrier(name=f"orientation({component})", low=0, high=orientation_count(world, component) - 1)
        case FaceType(component):
            faces = world.components[component].faces
            return Carrier(name="face", low=0, high=len(faces) - 1, texts=faces)
        case NodeType(graph) | GroupType(graph):
            size = 1
            for part in node_sizes(world, graph):
                size *= part.size
            return Carrier(name=f"{'node' if isinstance(type, NodeType) else 'group'}({graph})", low=0, high=size - 1)
        case _:
            assert_never(type)


def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """The second of two equal names ends in `#2`."""
    counts: dict[str, int] = {}
    found = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        found.append(name if counts[name] == 1 else f"{name} #{counts[name]}")
    return tuple(found)


def _enum(world: World, type: EnumType) -> Carrier:
    enum = world.enums[type.name]
    texts = dict(zip(enum.numbers, enum.values, strict=True))
    low, high = min(enum.numbers), max(enum.numbers)
    return Carrier(name=type.name, low=low, high=high, texts=tuple(texts.get(number, "") for number in range(low, high + 1)))


def _sites(world: World, board: BoardSymbol) -> Carrier:
    """A plane's site is `4 * piece + side`, the place beside the lowest-numbered neighbour; the last one is the origin."""
    if board.shape != "plane":
        return Carrier(name=f"site({board.name})", low=0, high=len(board.sites) - 1, texts=board.sites)
    component = world.components[board.piece]
    sides = len(board.directions)
    texts = tuple(f"{name}-{side}" for name in _told_apart(component.names) for side in board.directions)
    return Carrier(name=f"site({board.name})", low=0, high=sides * component.count, texts=(*texts, "origin"))
