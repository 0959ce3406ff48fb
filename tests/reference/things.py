"""What stands on the table ("Components and zones", "State"): variables, zones, planes, the box, who still plays."""

from typing import Any

from compiler.bind.nouns import types as ty
from tests.reference.geometry import ORTHOGONAL, Boards
from tests.reference.values import Cell, Fault, Piece, Seat, Types


class Position:
    """`variables[name][index]`, `zones[name][index]` as lists of pieces, `planes[board][cell]`; pieces that are nowhere lie in the box.

    `loops` holds the variables of loops and parameters of sequences by their number, `passes` the pass of each repeated step by its path.
    """

    def __init__(self, types: Types, players: int) -> None:
        self.types = types
        self.players = players
        self.variables: dict[str, dict[tuple[Any, ...], Any]] = {}
        self.inverses: dict[str, str] = {}
        self.zones: dict[str, dict[tuple[Any, ...], list[Piece]]] = {}
        self.planes: dict[str, dict[Cell, Piece]] = {}
        self.playing = {Seat(number): True for number in range(players)}
        self.loops: dict[int, Any] = {}
        self.passes: dict[tuple[str, ...], int] = {}
        self.memories: dict[str, list[Any]] = {}
        self.links: dict[Any, Any] = {}
        """what graphs found of this position; forgotten at each change"""

    def copy(self) -> "Position":
        new = Position.__new__(Position)
        new.types, new.players, new.inverses = self.types, self.players, self.inverses
        new.variables = {name: dict(values) for name, values in self.variables.items()}
        new.zones = {name: {index: list(pieces) for index, pieces in family.items()} for name, family in self.zones.items()}
        new.planes = {name: dict(laid) for name, laid in self.planes.items()}
        new.playing, new.loops, new.passes = dict(self.playing), dict(self.loops), dict(self.passes)
        new.memories = {name: list(kept) for name, kept in self.memories.items()}
        new.links = {}
        return new

    # ---- variables

    def value(self, name: str, index: tuple[Any, ...]) -> Any:
        if name in self.inverses:
            return next((at[0] for at, value in self.variables[self.inverses[name]].items() if value is not None and value == index[0]), None)
        return self.variables[name][index]

    def assign(self, name: str, index: tuple[Any, ...], value: Any, span: Any) -> None:
        kept = self.variables[name]
        if name in self.inverses.values() and value is not None and any(other != index and held == value for other, held in kept.items()):
            raise Fault("inverse", span)
        kept[index] = value
        self.links = {}

    # ---- pieces

    def place_of(self, piece: Piece) -> tuple[str, Any]:
        """The zone and its index, or the plane and the cell; empty text for the box."""
        for name, family in self.zones.items():
            for index, pieces in family.items():
                if piece in pieces:
                    return name, index
        for name, laid in self.planes.items():
            for cell, lying in laid.items():
                if lying == piece:
                    return name, cell
        return "", None

    def pieces(self, zone: str, index: tuple[Any, ...], ordered: bool) -> list[Piece]:
        """A pile from the bottom, a row from the left, everything else in component order."""
        if zone in self.planes:
            return sorted(self.planes[zone].values(), key=lambda piece: piece.number)
        found = self.zones[zone][index]
        return list(found) if ordered else sorted(found, key=lambda piece: piece.number)

    def boxed(self, component: str) -> list[Piece]:
        return [piece for piece in self.types.all(ty.ComponentType(component), self.players) if self.place_of(piece) == ("", None)]

    def take(self, piece: Piece) -> None:
        name, index = self.place_of(piece)
        if name in self.zones:
            self.zones[name][index].remove(piece)
        elif name:
            del self.planes[name][index]
        self.links = {}

    def put(self, piece: Piece, zone: str, index: tuple[Any, ...], bottom: bool, ordered: bool, holds: int | None, span: Any) -> None:
        if self.place_of(piece) == (zone, index) and not ordered:
            return
        self.take(piece)
        pieces = self.zones[zone][index]
        if holds is not None and len(pieces) >= holds:
            raise Fault("holds", span)
        pieces.insert(0 if bottom else len(pieces), piece)

    # ---- planes

    def lay(self, piece: Piece, cell: Cell, span: Any) -> None:
        self.take(piece)
        if cell in self.planes[cell.board]:
            raise Fault("twice", span)
        self.planes[cell.board][cell] = piece

    def places(self, board: str) -> list[Cell]:
        """The open cells beside laid pieces, by the lowest piece beside each and that piece's first side towards it; the origin of a bare plane."""
        laid = self.planes[board]
        if not laid:
            return [Cell(board, 0, 0)]
        found: dict[Cell, None] = {}
        for cell, _ in sorted(laid.items(), key=lambda item: item[1].number):
            for dx, dy in ORTHOGONAL.values():
                near = Cell(board, cell.x + dx, cell.y + dy)
                if near not in laid:
                    found[near] = None
        return list(found)


def laid_bare(types: Types, boards: Boards, players: int) -> Position:
    """The table before anything has happened: no variable has a value yet, every piece is in the box."""
    position = Position(types, players)
    typed = types.typed
    for state in typed.states:
        if state.inverse_of:
            position.inverses[state.name] = state.inverse_of
    for zone in typed.zones:
        position.zones[zone.name] = {index: [] for index in indexes(types, zone.axes, (None,) * len(zone.axes))}
    for board in boards.values():
        if board.shape == "plane":
            position.planes[board.name] = {}
    position.memories = {symbol.name: [] for symbol in typed.remembers}
    return position


def indexes(types: Types, axes: tuple[Any, ...], parts: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Every index of a variable or zone in row-major order, at the greatest table; of a part of a type those that are there."""
    found: list[tuple[Any, ...]] = [()]
    for axis, part in zip(axes, parts, strict=True):
        values = types.all(axis, types.typed.players_high)
        if part is not None:
            values = [types.value(number, axis) for number in part]
        found = [(*index, value) for index in found for value in values]
    return found
