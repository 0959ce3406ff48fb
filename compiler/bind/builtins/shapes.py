"""How calls of the builtins on footprints, oriented pieces and planes are typed."""

from compiler.bind.builtins import arguments
from compiler.bind.expressions import expressions
from compiler.bind.expressions.domains import nothing
from compiler.bind.geometry.shapes import footprints
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, ComponentType, DirectionType, OptionalType, OrientationType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import bare
from compiler.parse import ast


def footprint(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """`footprint(c, o, q)`: for each cell of the shape its site, or none off the board."""
    del hint
    if not arguments.are(world, call, 3):
        return nothing(call.span)
    taken = arguments.piece(world, scope, call, 0)
    if taken is None:
        return nothing(call.span)
    piece, component = taken
    if not footprints(world.components[component]):
        world.report("RWN003", call.arguments[0].span, type=f"`{component}`", name="footprint", known=None)
        return nothing(call.span)
    orientation = arguments.of_type(world, scope, call, 1, OrientationType(component))
    place = arguments.site(world, scope, call, 2)
    if orientation is None or place is None:
        return nothing(call.span)
    site, board = place
    return typed.Walked(
        name="footprint", arguments=(piece, orientation, site), element=OptionalType(SiteType(board.name)), span=call.span,
        board=board.name, component=component,
    )  # fmt: skip


def orientations(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """Those of a piece that differ."""
    del hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    taken = arguments.piece(world, scope, call, 0)
    if taken is None:
        return nothing(call.span)
    piece, component = taken
    symbol = world.components[component]
    if not symbol.lies_on and not footprints(symbol):
        why = "neither drawn as a footprint nor laid on a plane"
        world.report("RWT001", call.arguments[0].span, context=arguments.place(call, 0), expected="a piece that can be turned", found=why)
        return nothing(call.span)
    return typed.Walked(name="orientations", arguments=(piece,), element=OrientationType(component), span=call.span, component=component)


def places(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """The open places beside the pieces of a plane."""
    del scope, hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    board = arguments.plane(world, call)
    if board is None:
        return nothing(call.span)
    return typed.Walked(name="places", arguments=(), element=SiteType(board.name), span=call.span, board=board.name)


def origin(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    del scope, hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    board = arguments.plane(world, call)
    if board is None:
        return expressions.bad(call.span)
    return typed.Builtin(name="origin", arguments=(), type=SiteType(board.name), span=call.span, board=board.name)


def beside(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`beside(x, d)`: the piece next to a place or a piece of a plane, or none."""
    del hint
    if not arguments.are(world, call, 2):
        return expressions.bad(call.span)
    found = expressions.express(world, scope, call.arguments[0])
    type = bare(found.type)
    if isinstance(type, BadType):
        return expressions.bad(call.span)
    board = _plane_of(world, type)
    if board is None:
        arguments.wrong_kind(world, call, 0, "a place of a plane, or a piece that lies on one", found)
        return expressions.bad(call.span)
    found = expressions.fit(world, found, type, arguments.place(call, 0))
    direction = arguments.of_type(world, scope, call, 1, DirectionType(board))
    if direction is None:
        return expressions.bad(call.span)
    piece = OptionalType(ComponentType(world.boards[board].piece))
    return typed.Builtin(name="beside", arguments=(found, direction), type=piece, span=call.span, board=board)


def _plane_of(world: World, type: Type) -> str | None:
    match type:
        case SiteType(board) if world.boards[board].shape == "plane":
            return board
        case ComponentType(component):
            planes = (name for name, board in world.boards.items() if board.shape == "plane" and board.piece == component)
            return next(planes, None)
        case _:
            return None
