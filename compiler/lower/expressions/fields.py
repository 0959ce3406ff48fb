"""What stands after a dot: fields of pieces, coordinates, owners, parts and totals.

    field(scope, `c.value`)             # Fetch("card.value", Local("c"))
    attribute(scope, `q.x`)             # Local("q") % 8
"""

from typing import assert_never

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import FieldSymbol
from compiler.bind.nouns.types import DirectionType, FaceType, OrientationType, SiteType, Type
from compiler.ir import exprs as x
from compiler.ir.simplify import binary, minus, plus, times
from compiler.lower.expressions import expressions
from compiler.lower.geometry.shapes import SIDES
from compiler.lower.nouns.scope import Scope
from compiler.lower.types.carriers import bare, carrier, constant


def field(scope: Scope, expr: t.FieldRef) -> x.Expr:
    symbol = scope.world.components[expr.component].field(expr.field)
    assert symbol is not None and symbol.kind == "value"
    piece = expressions.value(scope, expr.piece)
    name = f"{expr.component}.{expr.field}"
    if not symbol.axes:
        return expressions.fetch(scope, name, tuple(constant(scope.world, symbol.type, row[0]) for row in symbol.values), piece)
    indexes = expressions.values(scope, expr.indexes, symbol.axes)
    if _is_turned(expr, symbol):
        return _turned(scope, expr, symbol, piece, indexes)
    index = piece
    for number, axis in zip(indexes, symbol.axes, strict=True):
        found = carrier(scope.world, axis)
        index = plus(times(index, x.Const(found.size)), minus(number, x.Const(found.low)))
    return expressions.fetch(scope, name, _flat(scope, symbol), index)


def _is_turned(expr: t.FieldRef, symbol: FieldSymbol) -> bool:
    return any(
        isinstance(axis, FaceType) and isinstance(bare(given.type), OrientationType)
        for axis, given in zip(symbol.axes, expr.indexes, strict=True)
    )


def attribute(scope: Scope, expr: t.Attribute) -> x.Expr:
    base = expressions.value(scope, expr.base)
    match expr.kind:
        case "owner":
            component = scope.world.components[carrier(scope.world, bare(expr.base.type)).component]
            return binary("//", base, x.Const(component.per_seat))
        case "x" | "y":
            return coordinate(scope, expr.kind, bare(expr.base.type), base)
        case "part" | "total":
            return scope.world.builtins.attributes[expr.kind](scope, expr, base)
        case _:
            assert_never(expr.kind)


def coordinate(scope: Scope, kind: str, type: Type, base: x.Expr) -> x.Expr:
    """The `x` or `y` of a site or a direction."""
    assert isinstance(type, SiteType | DirectionType)
    board = scope.world.boards[type.board]
    if isinstance(type, DirectionType):
        return expressions.fetch(scope, f"{board.name}.d{kind}", board.dx if kind == "x" else board.dy, base)
    column = board.x if kind == "x" else board.y
    width = max(board.x, default=0) + 1
    if column == tuple((site % width if kind == "x" else site // width) for site in range(len(board.sites))):
        whole_row = len(board.sites) == width
        if not isinstance(base, x.Const) and not whole_row:
            return binary("%" if kind == "x" else "//", base, x.Const(width))
    return expressions.fetch(scope, f"{board.name}.{kind}", column, base)


def _turned(scope: Scope, expr: t.FieldRef, symbol: FieldSymbol, piece: x.Expr, indexes: tuple[x.Expr, ...]) -> x.Expr:
    """The face is the orientation's; a side as seen on the table is turned back to the piece's own."""
    orientation = next(value for value, axis in zip(indexes, symbol.axes, strict=True) if isinstance(axis, FaceType))
    index = piece
    for value, axis, name in zip(indexes, symbol.axes, symbol.axis_names, strict=True):
        found = carrier(scope.world, axis)
        if isinstance(axis, FaceType):
            value = binary("//", orientation, x.Const(SIDES))
        elif name == "side":
            value = binary("%", minus(value, orientation), x.Const(SIDES))
        index = plus(times(index, x.Const(found.size)), minus(value, x.Const(found.low)))
    return expressions.fetch(scope, f"{expr.component}.{expr.field}", _flat(scope, symbol), index)


def _flat(scope: Scope, symbol: FieldSymbol) -> tuple[int, ...]:
    return tuple(constant(scope.world, symbol.type, number) for row in symbol.values for number in row)
