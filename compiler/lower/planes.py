"""Planes: tables without edges, where pieces lie beside each other. Not lowered yet; what asks for one is told so."""

from compiler.bind import typed as t
from compiler.bind.symbols import ComponentSymbol, FieldSymbol
from compiler.ir import exprs as x
from compiler.ir.game import PlaneIR
from compiler.ir.layout import Zone
from compiler.lower.scope import Scope
from compiler.lower.world import World


def zone_name(board: str) -> str:
    """The zone in which the pieces laid on a plane are."""
    return board


def beside(scope: Scope, call: t.Builtin) -> x.Expr:
    return _not_yet(scope, call)


def origin(scope: Scope, call: t.Builtin) -> x.Expr:
    return _not_yet(scope, call)


def orientations(scope: Scope, item: t.Walked, component: ComponentSymbol) -> x.Domain:
    scope.world.report(item.span, "a piece that lies on a plane")
    return x.Listed(())


def turned_field(scope: Scope, expr: t.FieldRef, symbol: FieldSymbol, piece: x.Expr, indexes: tuple[x.Expr, ...]) -> x.Expr:
    scope.world.report(expr.span, "a field of a turned piece")
    return x.Const(0)


def _not_yet(scope: Scope, call: t.Builtin) -> x.Expr:
    scope.world.report(call.span, f"`{call.name}`")
    return x.Const(0)


def planes_of(world: World, component: str) -> tuple[str, ...]:
    """The planes on which this component is laid."""
    return tuple(board.name for board in world.typed.boards if board.shape == "plane" and board.piece == component)


def place(world: World, placer: object) -> None:
    for board in world.typed.boards:
        if board.shape == "plane":
            world.report(board.span, "planes")


def zones(world: World) -> tuple[Zone, ...]:
    return ()


def lower_planes(world: World) -> tuple[PlaneIR, ...]:
    return ()
