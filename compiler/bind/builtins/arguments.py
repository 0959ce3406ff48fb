"""What builtins ask of their arguments: how many there are, and of what kind each is.

Every function reports what is wrong and gives None, so that a rule reads: take, take, make.
"""

from compiler.bind.expressions import expressions, graph_types, operators
from compiler.bind.expressions.calls import counted
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import BoardSymbol
from compiler.bind.nouns.types import BadType, ComponentType, DirectionType, GroupType, NodeType, NoneType, OptionalType, RangeType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import PLAYER, bare, optional, show
from compiler.bind.types.values import described
from compiler.diagnostics import nearest
from compiler.parse import ast


def are(world: World, call: ast.Call, least: int, most: int | None = None) -> bool:
    """Is the number of arguments right?"""
    most = least if most is None else most
    if least <= len(call.arguments) <= most:
        return True
    expected = counted(least, "argument") if least == most else f"{least} or {most} arguments"
    forms = world.builtins[call.name.text].forms
    form = " or ".join(f"`{written}`" for written in forms)
    world.report("RWT008", call.span, name=call.name.text, expected=expected, found=str(len(call.arguments)), form=form)
    return False


def place(call: ast.Call, at: int) -> str:
    """`argument 2 of `step``"""
    if len(call.arguments) == 1:
        return f"the argument of `{call.name.text}`"
    return f"argument {at + 1} of `{call.name.text}`"


def of_type(world: World, scope: Scope, call: ast.Call, at: int, target: Type) -> typed.Expr | None:
    found = expressions.express_as(world, scope, call.arguments[at], target, place(call, at))
    return None if isinstance(found.type, BadType) else found


def player(world: World, scope: Scope, call: ast.Call, at: int) -> typed.Expr | None:
    return of_type(world, scope, call, at, PLAYER)


def number(world: World, scope: Scope, call: ast.Call, at: int, target: RangeType | None = None) -> typed.Expr | None:
    found = operators.number(world, expressions.express(world, scope, call.arguments[at], target), place(call, at))
    if target is not None:
        found = expressions.fit(world, found, target, place(call, at))
    return None if isinstance(found.type, BadType) else found


def board(world: World, call: ast.Call, at: int = 0) -> BoardSymbol | None:
    """A board named as such."""
    written = call.arguments[at]
    if isinstance(written, ast.Name) and written.text in world.boards:
        return world.boards[written.text]
    if not isinstance(written, ast.Bad) and not (isinstance(written, ast.Name) and world.is_lost(written.text)):
        text = " ".join(written.span.text.split())
        world.report("RWN006", written.span, kind="board", name=text, known=tuple(world.boards) or None, near=nearest(text, world.boards))
    return None


def plane(world: World, call: ast.Call, at: int = 0) -> BoardSymbol | None:
    found = board(world, call, at)
    if found is not None and found.shape != "plane":
        planes = tuple(name for name, other in world.boards.items() if other.shape == "plane")
        world.report("RWN006", call.arguments[at].span, kind="plane", name=found.name, known=planes or None)
        return None
    return found


def site(world: World, scope: Scope, call: ast.Call, at: int, or_none: bool = False, board: str = "") -> tuple[typed.Expr, BoardSymbol] | None:
    """A site with its board; with `or_none` one that may be none."""
    hint = SiteType(board) if board else _sole_board(world)
    found = expressions.express(world, scope, call.arguments[at], hint)
    type = bare(found.type)
    if isinstance(type, BadType):
        return None
    if isinstance(found.type, NoneType) and or_none and hint is not None:
        return found, world.boards[hint.board]
    if not isinstance(type, SiteType):
        expected = f"site({board})" if board else "a site"
        world.report("RWT001", call.arguments[at].span, context=place(call, at), expected=expected, found=show(found.type))
        return None
    target: Type = SiteType(board) if board else type
    found = expressions.fit(world, found, OptionalType(SiteType(board or type.board)) if or_none else target, place(call, at))
    return None if isinstance(found.type, BadType) else (found, world.boards[type.board])


def direction(world: World, scope: Scope, call: ast.Call, at: int, board: str) -> typed.Expr | None:
    return of_type(world, scope, call, at, DirectionType(board))


def any_direction(world: World, scope: Scope, call: ast.Call, at: int, hint: Type | None) -> tuple[typed.Expr, str] | None:
    """A direction of whichever board it belongs to."""
    sole = _sole_board(world)
    expected = bare(hint) if hint is not None and isinstance(bare(hint), DirectionType) else None
    if expected is None and sole is not None:
        expected = DirectionType(sole.board)
    found = expressions.express(world, scope, call.arguments[at], expected)
    type = bare(found.type)
    if isinstance(type, BadType):
        return None
    if not isinstance(type, DirectionType):
        world.report("RWT001", call.arguments[at].span, context=place(call, at), expected="a direction", found=show(found.type))
        return None
    fitted = expressions.fit(world, found, type, place(call, at))
    return None if isinstance(fitted.type, BadType) else (fitted, type.board)


def piece(world: World, scope: Scope, call: ast.Call, at: int) -> tuple[typed.Expr, str] | None:
    """A piece with its component."""
    found = expressions.express(world, scope, call.arguments[at])
    type = bare(found.type)
    if isinstance(type, BadType):
        return None
    if not isinstance(type, ComponentType):
        world.report("RWT001", call.arguments[at].span, context=place(call, at), expected="a piece", found=show(found.type))
        return None
    fitted = expressions.fit(world, found, type, place(call, at))
    return None if isinstance(fitted.type, BadType) else (fitted, type.name)


def graph(world: World, call: ast.Call) -> str | None:
    """The graph named first; the call counts as a use of it."""
    written = call.arguments[0]
    if isinstance(written, ast.Name) and written.text in world.graphs:
        world.use("graph", written.text, call.span)
        return written.text
    text = " ".join(written.span.text.split())
    if not isinstance(written, ast.Bad):
        known = tuple(world.graphs)
        world.report("RWN006", written.span, kind="graph", name=text, known=known or None, near=nearest(text, known))
    return None


def node(
    world: World, scope: Scope, call: ast.Call, graph: str, at: int, or_none: bool = False, groups: bool = True
) -> tuple[tuple[typed.Expr, ...], int] | None:
    """A node from the arguments that start at `at`, and where the next one starts: one value that is a node (or a group, for its least
    node), or one argument for each part."""
    types = graph_types.part_types(world, graph)
    if not types:
        return None
    first = expressions.express(world, scope, call.arguments[at], types[0])
    whole = bare(first.type)
    if whole == NodeType(graph) or (groups and whole == GroupType(graph)):
        target = (optional(whole) or whole) if or_none else whole
        fitted = expressions.fit(world, first, target, place(call, at))
        return None if isinstance(fitted.type, BadType) else ((fitted,), at + 1)
    if at + len(types) > len(call.arguments):
        expected = " and ".join(show(type) for type in types)
        world.report("RWT001", call.arguments[at].span, context=f"a node of `{graph}`", expected=expected, found=show(first.type))
        return None
    parts = []
    for offset, type in enumerate(types):
        found = first if offset == 0 else expressions.express(world, scope, call.arguments[at + offset], type)
        wanted = (optional(type) or type) if or_none else type
        parts.append(expressions.fit(world, found, wanted, place(call, at + offset)))
    if any(isinstance(part.type, BadType) for part in parts):
        return None
    return tuple(parts), at + len(types)


def wrong_kind(world: World, call: ast.Call, at: int, expected: str, found: typed.Expr) -> None:
    if not isinstance(found.type, BadType):
        world.report("RWT001", call.arguments[at].span, context=place(call, at), expected=expected, found=described(found.type))


def _sole_board(world: World) -> SiteType | None:
    grids = [name for name, symbol in world.boards.items() if symbol.shape != "plane"] or list(world.boards)
    return SiteType(grids[0]) if len(grids) == 1 else None
