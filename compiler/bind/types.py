"""Finite types: what a value may be.

Every value is one integer: bool 0/1, an enum value, player, component, site, direction, orientation, line, node or group from 0, a range its
number, `none` -1. Types say which integers; two types are equal when they say the same of the same thing.
"""

from dataclasses import dataclass
from typing import TypeAlias

LARGEST = 2**62
"""Intervals beyond plus or minus this are refused."""


@dataclass(frozen=True, slots=True)
class BoolType:
    pass


@dataclass(frozen=True, slots=True)
class RangeType:
    """The integers low..high; empty when high < low. A bound that reads `player_count` is taken at its extreme."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class EnumType:
    """A whole enum, or with `within` a part of it: its values keep the numbers they have in the whole."""

    name: str
    within: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerType:
    pass


@dataclass(frozen=True, slots=True)
class ComponentType:
    name: str


@dataclass(frozen=True, slots=True)
class SiteType:
    board: str


@dataclass(frozen=True, slots=True)
class LineType:
    """A row, column, line or member of a region family of a board; itself a domain of sites."""

    board: str


@dataclass(frozen=True, slots=True)
class DirectionType:
    board: str


@dataclass(frozen=True, slots=True)
class OrientationType:
    """of a component with a footprint, or of one that lies on a plane (face x turn, face first)"""

    component: str


@dataclass(frozen=True, slots=True)
class FaceType:
    component: str


@dataclass(frozen=True, slots=True)
class NodeType:
    """A node of a graph: the mixed radix number of its parts. A graph whose nodes have one part uses that part's type instead."""

    graph: str


@dataclass(frozen=True, slots=True)
class GroupType:
    """A group of a graph, numbered by its least node."""

    graph: str


@dataclass(frozen=True, slots=True)
class NoneType:
    """Only `none`."""


@dataclass(frozen=True, slots=True)
class TextType:
    """Constant texts: compared with `==` and shown, never kept."""


@dataclass(frozen=True, slots=True)
class BadType:
    """Of an expression that has a problem already: fits everything, silently."""


BaseType: TypeAlias = (
    BoolType | RangeType | EnumType | PlayerType | ComponentType | SiteType | LineType | DirectionType | OrientationType | FaceType
    | NodeType | GroupType
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OptionalType:
    """`T or none`"""

    base: BaseType


Type: TypeAlias = BaseType | OptionalType | NoneType | TextType | BadType
