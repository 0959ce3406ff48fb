"""Types as sets of values: what fits into what, what two types have in common, and how a type reads.

    fits(RangeType(1, 6), RangeType(0, 9))          # True
    join(PlayerType(), NoneType())                  # OptionalType(PlayerType())
    show(OptionalType(SiteType("field")))           # "site(field) or none"
"""

from typing import assert_never

from compiler.bind.nouns.types import (
    LARGEST,
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

BAD = BadType()
BOOL = BoolType()
PLAYER = PlayerType()
NONE = NoneType()
TEXT = TextType()
MANY = 2**31 - 1
"""the end of a counter that nothing bounds"""


def show(type: Type) -> str:
    """The type as an author writes it."""
    match type:
        case BoolType():
            return "bool"
        case RangeType(low, high):
            return f"{low}..{high}" if low != high else str(low)
        case EnumType(name, _) | ComponentType(name):
            return name
        case PlayerType():
            return "player"
        case SiteType(board):
            return f"site({board})"
        case LineType(board):
            return f"line({board})"
        case DirectionType(board):
            return f"direction({board})"
        case OrientationType(component):
            return f"orientation({component})"
        case FaceType(_):
            return "face"
        case NodeType(graph):
            return f"node({graph})"
        case GroupType(graph):
            return f"group({graph})"
        case OptionalType(base):
            return f"{show(base)} or none"
        case NoneType():
            return "none"
        case TextType():
            return "text"
        case BadType():
            return "unknown"
        case _:
            assert_never(type)


def fits(smaller: Type, larger: Type) -> bool:
    """Is every value of the one a value of the other? What is bad fits everywhere."""
    match smaller, larger:
        case (BadType(), _) | (_, BadType()):
            return True
        case NoneType(), OptionalType(_):
            return True
        case OptionalType(base), OptionalType(other):
            return fits(base, other)
        case _, OptionalType(other):
            return fits(smaller, other)
        case RangeType(low, high), RangeType(lowest, highest):
            return high < low or (lowest <= low and high <= highest)
        case EnumType(name, within), EnumType(other_name, _):
            return name == other_name or within == other_name
        case _:
            return smaller == larger


def meet(left: Type, right: Type) -> Type | None:
    """The common values of two types, or None when there is none."""
    match left, right:
        case BadType(), _:
            return right
        case _, BadType():
            return left
        case (NoneType(), OptionalType(_)) | (OptionalType(_), NoneType()) | (NoneType(), NoneType()):
            return NONE
        case OptionalType(a), OptionalType(b):
            common = meet(a, b)
            return optional(common) if common is not None else NONE
        case OptionalType(a), _:
            return meet(a, right)
        case _, OptionalType(b):
            return meet(left, b)
        case RangeType(a, b), RangeType(c, d):
            return RangeType(max(a, c), min(b, d)) if max(a, c) <= min(b, d) else None
        case EnumType(_, within), EnumType() if whole(left) == whole(right):
            return right if within is None else left
        case _:
            return left if left == right else None


def join(left: Type, right: Type) -> Type | None:
    """The least type that has all values of both, or None when there is none."""
    match left, right:
        case (BadType(), _) | (_, BadType()):
            return BAD
        case NoneType(), _:
            return optional(right)
        case _, NoneType():
            return optional(left)
        case (OptionalType(), _) | (_, OptionalType()):
            common = join(bare(left), bare(right))
            return optional(common) if common is not None else None
        case RangeType(a, b), RangeType(c, d):
            if b < a or d < c:
                return right if b < a else left
            return RangeType(min(a, c), max(b, d))
        case EnumType(), EnumType() if whole(left) == whole(right):
            return left if left == right else whole(left)
        case _:
            return left if left == right else None


def bare(type: Type) -> Type:
    """Without `or none`."""
    return type.base if isinstance(type, OptionalType) else type


def optional(type: Type) -> Type | None:
    """The type `or none`; None for what has no such type."""
    match type:
        case OptionalType() | NoneType() | BadType():
            return type
        case TextType():
            return None
        case _:
            return OptionalType(type)


def whole(type: EnumType) -> EnumType:
    """The enum a part belongs to; a whole enum itself."""
    return EnumType(type.within) if type.within is not None else type


def is_base(type: Type) -> bool:
    return as_base(type) is not None


def as_base(type: Type) -> BaseType | None:
    """The type if it is one of plain values: no `none`, no text, not bad."""
    if isinstance(type, (OptionalType, NoneType, TextType, BadType)):
        return None
    return type


# ---- intervals


Interval = tuple[int, int]


def interval(type: Type) -> Interval | None:
    """The least and the greatest value of a range, in this order even when the range is empty; None for other types."""
    if not isinstance(type, RangeType):
        return None
    return (type.low, type.high) if type.low <= type.high else (type.low, type.low)


def too_large(span: Interval) -> bool:
    return span[0] < -LARGEST or span[1] > LARGEST


def add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def subtract(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def multiply(a: Interval, b: Interval) -> Interval:
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def divide(a: Interval, b: Interval) -> Interval:
    """Floor division by a positive interval."""
    corners = [x // y for x in a for y in b]
    return min(corners), max(corners)


def remainder(a: Interval, b: Interval) -> Interval:
    """The floor remainder by a positive interval."""
    if a[0] >= 0 and a[1] < b[0]:
        return a
    if b[0] == b[1] and a[0] // b[0] == a[1] // b[0]:
        return a[0] % b[0], a[1] % b[0]
    return 0, b[1] - 1
