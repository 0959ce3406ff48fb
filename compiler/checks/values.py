"""Values of types: which integers a type has, and how one is written in the game's words.

text_of(typed, EnumType("animal"), 2)       # "old_wolf"
"""

from typing import Final

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import OptionSymbol
from compiler.bind.nouns.types import NO_VALUE, BoolType, ComponentType, DirectionType, EnumType, OptionalType, PlayerType, RangeType, SiteType, Type

MANY: Final = 200_000
"""Types with more values are not listed."""


FEW: Final = 5
"""Of a range of numbers with more values, only its ends are readings to look at."""


def other_readings(typed: t.TypedSpec, option: OptionSymbol) -> tuple[str, ...]:
    """What an option may be instead of what it is, as `--set` takes it: words, each number of a short range, the ends of a long one."""
    chosen = next(spec.value.text for spec in typed.parsed.options if spec.name.text == option.name)
    readings = option.readings
    if isinstance(option.type, RangeType) and any(".." in reading for reading in readings):
        low, high = option.type.low, option.type.high
        numbers = range(low, high + 1) if high - low < FEW else (low, high)
        readings = tuple(str(number) for number in numbers if number != option.value)
    return tuple(reading for reading in readings if reading != chosen)


def values_of(typed: t.TypedSpec, type: Type) -> tuple[int, ...] | None:
    """Every value, ascending but for `none`, which comes first; None where the type cannot be listed."""
    match type:
        case OptionalType(base=base):
            inner = values_of(typed, base)
            return None if inner is None else (NO_VALUE, *inner)
        case EnumType():
            enum = _enum(typed, type)
            return enum if enum else None
        case _:
            span = interval_of(typed, type)
            return tuple(range(span[0], span[1] + 1)) if span is not None and span[1] - span[0] < MANY else None


def interval_of(typed: t.TypedSpec, type: Type) -> tuple[int, int] | None:
    """The least and greatest value; players at the largest table."""
    match type:
        case BoolType():
            return 0, 1
        case RangeType(low=low, high=high):
            return low, high
        case PlayerType():
            return 0, typed.players_high - 1
        case EnumType():
            numbers = _enum(typed, type)
            return (min(numbers), max(numbers)) if numbers else None
        case ComponentType(name=name):
            return 0, next(component.count for component in typed.components if component.name == name) - 1
        case SiteType(board=name):
            board = next((board for board in typed.boards if board.name == name), None)
            return (0, len(board.sites) - 1) if board is not None and board.sites else None
        case DirectionType(board=name):
            board = next((board for board in typed.boards if board.name == name), None)
            return (0, len(board.directions) - 1) if board is not None and board.directions else None
        case OptionalType(base=base):
            span = interval_of(typed, base)
            return (NO_VALUE, span[1]) if span is not None else None
        case _:
            return None


def text_of(typed: t.TypedSpec, type: Type, value: int) -> str:
    """A value as people read it."""
    match type:
        case OptionalType(base=base):
            return "none" if value == NO_VALUE else text_of(typed, base, value)
        case BoolType():
            return "true" if value else "false"
        case EnumType(name=name):
            enum = next((enum for enum in typed.enums if enum.type == type), None) or next((enum for enum in typed.enums if enum.name == name), None)
            return dict(zip(enum.numbers, enum.values, strict=True)).get(value, str(value)) if enum else str(value)
        case PlayerType():
            return f"p{value}"
        case ComponentType(name=name):
            names = next((component.names for component in typed.components if component.name == name), ())
            return f"{name} {names[value]}" if 0 <= value < len(names) else str(value)
        case SiteType(board=name):
            sites = next((board.sites for board in typed.boards if board.name == name), ())
            return sites[value] if 0 <= value < len(sites) else str(value)
        case DirectionType(board=name):
            ways = next((board.directions for board in typed.boards if board.name == name), ())
            return ways[value] if 0 <= value < len(ways) else str(value)
        case _:
            return str(value)


def _enum(typed: t.TypedSpec, type: EnumType) -> tuple[int, ...]:
    exact = next((enum.numbers for enum in typed.enums if enum.type == type), None)
    return exact or next((enum.numbers for enum in typed.enums if enum.name == type.name), ())
