"""Finite types: what a value may be.

Every value is one integer: bool 0/1, an enum value, player, component, site, direction, orientation, line, node or group from 0, a range its
number, `none` is `NO_VALUE`. Types say which integers; two types are equal when they say the same of the same thing.
"""

from typing import Final, TypeAlias

from msgspec import Struct

NO_VALUE: Final = -(2**62) - 1
"""`none` as a constant of a spec: below every number. What stands for it in a position is decided in `compiler.lower.types.carriers`."""

LARGEST = 2**62
"""Intervals beyond plus or minus this are refused."""


class BoolType(Struct, frozen=True):
    pass


class RangeType(Struct, frozen=True):
    """The integers low..high; empty when high < low. A bound that reads `player_count` is taken at its extreme."""

    low: int
    high: int


class EnumType(Struct, frozen=True):
    """A whole enum, or with `within` a part of it: its values keep the numbers they have in the whole."""

    name: str
    within: str | None = None


class PlayerType(Struct, frozen=True):
    pass


class ComponentType(Struct, frozen=True):
    name: str


class SiteType(Struct, frozen=True):
    board: str


class LineType(Struct, frozen=True):
    """A row, column, line or member of a region family of a board; itself a domain of sites."""

    board: str


class DirectionType(Struct, frozen=True):
    board: str


class OrientationType(Struct, frozen=True):
    """of a component with a footprint, or of one that lies on a plane (face x turn, face first)"""

    component: str


class FaceType(Struct, frozen=True):
    component: str


class NodeType(Struct, frozen=True):
    """A node of a graph: the mixed radix number of its parts. A graph whose nodes have one part uses that part's type instead."""

    graph: str


class GroupType(Struct, frozen=True):
    """A group of a graph, numbered by its least node."""

    graph: str


class NoneType(Struct, frozen=True):
    """Only `none`."""


class TextType(Struct, frozen=True):
    """Constant texts: compared with `==` and shown, never kept."""


class BadType(Struct, frozen=True):
    """Of an expression that has a problem already: fits everything, silently."""


BaseType: TypeAlias = (
    BoolType | RangeType | EnumType | PlayerType | ComponentType | SiteType | LineType | DirectionType | OrientationType | FaceType
    | NodeType | GroupType
)  # fmt: skip


class OptionalType(Struct, frozen=True):
    """`T or none`"""

    base: BaseType


Type: TypeAlias = BaseType | OptionalType | NoneType | TextType | BadType
