"""Values ("Types and values"): a truth value is a bool, a number an int, a word of an enum a str, `none` None; the rest are small objects."""

from dataclasses import dataclass
from typing import Any

from compiler.bind.nouns import types as ty
from compiler.bind.nouns.typed import TypedSpec


@dataclass(frozen=True, order=True, slots=True)
class Seat:
    number: int

    def __str__(self) -> str:
        return f"p{self.number}"


@dataclass(frozen=True, slots=True)
class Piece:
    component: str
    number: int


@dataclass(frozen=True, slots=True)
class Site:
    board: str
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a plane, counted from its origin."""

    board: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Direction:
    board: str
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    board: str
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Orientation:
    """How a piece lies. Of a footprint: which of its images; on a plane: four turns to a face."""

    component: str
    number: int


@dataclass(frozen=True, slots=True)
class Face:
    component: str
    name: str


@dataclass(frozen=True, slots=True)
class Node:
    graph: str
    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Named by the parts of its least node."""

    graph: str
    least: tuple[Any, ...]


class Fault(Exception):
    """A mistake of the spec that play has found, by its kind ("Faults")."""

    def __init__(self, kind: str, span: Any = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.span = span


def range_of(type: ty.Type) -> tuple[int, int] | None:
    base = type.base if isinstance(type, ty.OptionalType) else type
    return (base.low, base.high) if isinstance(base, ty.RangeType) else None


class Types:
    """The values of each type, in their order, and whether a value belongs to a type."""

    def __init__(self, typed: TypedSpec, boards: Any) -> None:
        self.typed = typed
        self.boards = boards
        self.components = {item.name: item for item in typed.components}
        self.enums = {item.type: item for item in typed.enums}
        self.whole = {item.type.name: item for item in typed.enums if item.type.within is None}

    def words(self, type: ty.EnumType) -> tuple[str, ...]:
        """The words of the whole enum; a part's values keep the places they have there."""
        return self.whole[type.within or type.name].values

    def value(self, number: int, type: ty.Type) -> Any:
        """The object that a constant of the spec stands for: numbers are the "Encoding" of the page."""
        match type:
            case ty.NoneType():
                return None
            case ty.OptionalType(base):
                span = range_of(base)
                outside = number < span[0] or number > span[1] if span is not None else number < 0
                return None if outside else self.value(number, base)
            case ty.BoolType():
                return bool(number)
            case ty.RangeType():
                return number
            case ty.EnumType():
                return self.words(type)[number]
            case ty.PlayerType():
                return Seat(number)
            case ty.ComponentType(name):
                return Piece(name, number)
            case ty.SiteType(board):
                return self.boards[board].sites[number]
            case ty.DirectionType(board):
                return self.boards[board].directions[number]
            case ty.OrientationType(component):
                return Orientation(component, number)
            case ty.FaceType(component):
                return Face(component, self.components[component].faces[number])
            case _:
                raise AssertionError(type)

    def ordinal(self, value: Any) -> int:
        """The place of a value in its whole type, from 0; a number is itself."""
        match value:
            case bool() | int():
                return int(value)
            case Seat(number) | Piece(_, number) | Orientation(_, number):
                return number
            case str():
                raise AssertionError("a word belongs to an enum")
            case Site(board, _):
                return self.boards[board].sites.index(value)
            case Direction(board, _):
                return self.boards[board].directions.index(value)
            case Face(component, name):
                return self.components[component].faces.index(name)
            case _:
                raise AssertionError(value)

    def ordinal_in(self, value: Any, type: ty.Type) -> int:
        """`ordinal(x)`: the place in the type; of a range from its lowest, of an enum's part in the whole."""
        base = type.base if isinstance(type, ty.OptionalType) else type
        match base:
            case ty.EnumType():
                return self.words(base).index(value)
            case ty.RangeType(low, _):
                return value - low
            case ty.LineType(board):
                return self.boards[board].lines.index(value)
            case _:
                return self.ordinal(value)

    def all(self, type: ty.Type, players: int) -> list[Any]:
        """Every value of a type in order, absent seats and their pieces left out."""
        match type:
            case ty.BoolType():
                return [False, True]
            case ty.RangeType(low, high):
                return list(range(low, high + 1))
            case ty.EnumType():
                return list(self.enums[type].values)
            case ty.PlayerType():
                return [Seat(number) for number in range(players)]
            case ty.ComponentType(name):
                return [piece for piece in self.pieces(name) if self.at_table(piece, players)]
            case ty.SiteType(board):
                return list(self.boards[board].sites)
            case ty.DirectionType(board):
                return list(self.boards[board].directions)
            case ty.FaceType(component):
                return [Face(component, name) for name in self.components[component].faces]
            case ty.OrientationType(component):
                return [Orientation(component, number) for number in range(self.boards.orientations(component))]
            case ty.LineType(board):
                return list(self.boards[board].lines)
            case ty.OptionalType(base):
                return [*self.all(base, players), None]
            case _:
                raise AssertionError(type)

    def pieces(self, component: str) -> list[Piece]:
        return [Piece(component, number) for number in range(self.components[component].count)]

    def at_table(self, piece: Piece, players: int) -> bool:
        owner = self.owner(piece)
        return owner is None or owner.number < players

    def owner(self, piece: Piece) -> Seat | None:
        """With `each: player` all pieces of seat 0 come first."""
        symbol = self.components[piece.component]
        return Seat(piece.number // symbol.per_seat) if symbol.each_player else None

    def kind(self, piece: Piece) -> Any:
        """What alike pieces have in common: row, owner, and everything that play can ask of them."""
        symbol = self.components[piece.component]
        at = slice(piece.number, piece.number + 1)
        asked = tuple((field.values[at], field.texts[at], field.cells[at]) for field in symbol.fields)
        return symbol.row_of[piece.number], asked, self.owner(piece)

    def belongs(self, value: Any, type: ty.Type) -> bool:
        """Is it a value of this type?"""
        match type:
            case ty.NoneType():
                return value is None
            case ty.OptionalType(base):
                return value is None or self.belongs(value, base)
            case ty.BoolType():
                return isinstance(value, bool)
            case ty.RangeType(low, high):
                return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            case ty.EnumType():
                return isinstance(value, str) and value in self.enums[type].values
            case ty.PlayerType():
                return isinstance(value, Seat)
            case ty.ComponentType(name):
                return isinstance(value, Piece) and value.component == name
            case ty.SiteType(board):
                return isinstance(value, Site | Cell) and value.board == board
            case ty.DirectionType(board):
                return isinstance(value, Direction) and value.board == board
            case ty.LineType(board):
                return isinstance(value, Line) and value.board == board
            case ty.OrientationType(component):
                return isinstance(value, Orientation) and value.component == component
            case ty.FaceType(component):
                return isinstance(value, Face) and value.component == component
            case ty.NodeType(graph):
                return isinstance(value, Node) and value.graph == graph
            case ty.GroupType(graph):
                return isinstance(value, Group) and value.graph == graph
            case _:
                return True

    def lowest(self, type: ty.Type) -> Any:
        """What a variable holds that says no `start`: false, none, or the lowest of its type."""
        return None if isinstance(type, ty.OptionalType | ty.NoneType) else self.all(type, self.typed.players_high)[0]
