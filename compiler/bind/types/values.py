"""Values by name, and names of values: `sheep` of `animal`, `e5` of `site(board)`, `north` of `direction(board)`, `yes` of `bool`."""

from collections.abc import Iterator

from compiler.bind.nouns.types import NO_VALUE, BoolType, ComponentType, DirectionType, EnumType, FaceType, PlayerType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import bare, show, whole

_TRUTHS = {"no": 0, "yes": 1}


def value_named(world: World, type: Type, name: str) -> int | None:
    """The number of the value of this type that is called so."""
    match bare(type):
        case BoolType():
            return _TRUTHS.get(name)
        case EnumType(enum, _):
            symbol = world.enums.get(enum)
            if symbol is None or name not in symbol.values:
                return None
            return symbol.numbers[symbol.values.index(name)]
        case SiteType(board) if board in world.boards:
            return _place(world.boards[board].sites, name)
        case DirectionType(board) if board in world.boards:
            return _place(world.boards[board].directions, name)
        case FaceType(component) if component in world.components:
            return _place(world.components[component].faces, name)
        case _:
            return None


def names_of(world: World, type: Type) -> tuple[str, ...]:
    """The names a value of this type may have; nothing for types whose values have none."""
    match bare(type):
        case BoolType():
            return tuple(_TRUTHS)
        case EnumType(enum, _) if enum in world.enums:
            return world.enums[enum].values
        case SiteType(board) if board in world.boards:
            return world.boards[board].sites
        case DirectionType(board) if board in world.boards:
            return world.boards[board].directions
        case FaceType(component) if component in world.components:
            return world.components[component].faces
        case _:
            return ()


def types_with(world: World, name: str) -> tuple[Type, ...]:
    """The types that have a value of this name without being asked for: enums (a whole one for all its parts) and option value sets."""
    found: dict[Type, None] = {}
    for symbol in world.enums.values():
        if name in symbol.values:
            found.setdefault(whole(symbol.type))
    for component in world.components.values():
        if name in component.faces:
            found.setdefault(FaceType(component.name))
    return tuple(found)


def show_value(world: World, type: Type, value: int) -> str:
    """The value's text, as people read it."""
    match bare(type):
        case _ if value == NO_VALUE:
            return "none"
        case BoolType():
            return "yes" if value else "no"
        case EnumType(enum, _) if enum in world.enums:
            symbol = world.enums[enum]
            return symbol.values[symbol.numbers.index(value)] if value in symbol.numbers else str(value)
        case SiteType(board) if board in world.boards and value < len(world.boards[board].sites):
            return world.boards[board].sites[value]
        case DirectionType(board) if board in world.boards:
            return world.boards[board].directions[value]
        case FaceType(component) if component in world.components:
            return world.components[component].faces[value]
        case ComponentType(component) if component in world.components:
            return world.components[component].names[value]
        case PlayerType():
            return f"seat {value}"
        case _:
            return str(value)


def known_values(world: World) -> Iterator[str]:
    """Every name of a value of an enum or option, for near names."""
    for symbol in world.enums.values():
        yield from symbol.values


def described(type: Type) -> str:
    """The type as sentences name it."""
    return {"bool": "a condition", "text": "a text"}.get(show(type), show(type))


def _place(names: tuple[str, ...], name: str) -> int | None:
    return names.index(name) if name in names else None
