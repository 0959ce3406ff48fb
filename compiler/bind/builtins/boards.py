"""How calls of the builtins on boards are typed."""

from compiler.bind.builtins import arguments
from compiler.bind.expressions import expressions
from compiler.bind.expressions.domains import nothing, sites_listed
from compiler.bind.expressions.evaluate import evaluate
from compiler.bind.geometry.lines import line_set, runs, with_lines
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import BoardSymbol
from compiler.bind.nouns.types import DirectionType, LineType, OptionalType, RangeType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BOOL, MANY, interval
from compiler.parse import ast

_COUNT = RangeType(0, MANY)

MOST_IN_LINES = 1_000_000
"""sites in all runs of one length together"""


def step(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """A step from none, or off the board, is none."""
    del hint
    taken = _walk(world, scope, call, or_none=True)
    if taken is None:
        return expressions.bad(call.span)
    given, board = taken
    return typed.Builtin(name="step", arguments=given, type=OptionalType(SiteType(board.name)), span=call.span, board=board.name)


def ray(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    del hint
    taken = _walk(world, scope, call, or_none=False)
    if taken is None:
        return nothing(call.span)
    given, board = taken
    return typed.Walked(name="ray", arguments=given, element=SiteType(board.name), span=call.span, board=board.name)


def _walk(world: World, scope: Scope, call: ast.Call, or_none: bool) -> tuple[tuple[typed.Expr, ...], BoardSymbol] | None:
    if not arguments.are(world, call, 2, 3):
        return None
    start = arguments.site(world, scope, call, 0, or_none=or_none)
    if start is None:
        return None
    site, board = start
    if not _has_directions(world, call, board) or not _is_grid(world, call, board):
        return None
    direction = arguments.direction(world, scope, call, 1, board.name)
    count = arguments.number(world, scope, call, 2, _COUNT) if len(call.arguments) == 3 else None
    if direction is None or (count is None and len(call.arguments) == 3):
        return None
    return ((site, direction) if count is None else (site, direction, count)), board


def line_between(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """`line(q, r)`: the sites after q up to r; a fault when they are not aligned."""
    del hint
    if not arguments.are(world, call, 2):
        return nothing(call.span)
    start = arguments.site(world, scope, call, 0)
    if start is None:
        return nothing(call.span)
    site, board = start
    end = arguments.site(world, scope, call, 1, board=board.name)
    if end is None or not _has_directions(world, call, board) or not _is_grid(world, call, board):
        return nothing(call.span)
    return typed.Walked(name="line_between", arguments=(site, end[0]), element=SiteType(board.name), span=call.span, board=board.name)


def lines(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """Runs of a length are made when first asked for."""
    del hint
    if not arguments.are(world, call, 1, 2):
        return nothing(call.span)
    board = arguments.board(world, call)
    if board is None:
        return nothing(call.span)
    length = 0
    if len(call.arguments) == 2:
        written = arguments.number(world, scope, call, 1)
        if written is None:
            return nothing(call.span)
        value = evaluate(world, written)
        if value is None or value < 1:
            code = "RWT023" if value is None else "RWT032"
            world.report(code, written.span, context="the length of a line", expected="1 or more", found=str(value))
            return nothing(call.span)
        length = value
        words = len(board.sites) * min(length, len(board.sites))
        if words > MOST_IN_LINES:
            called = f"lines({board.name}, {length})"
            world.report("RWT038", call.span, name=called, found=words, what="sites in its lines", most=MOST_IN_LINES)
            return nothing(call.span)
        name = f"lines {length}"
        if line_set(board, name) is None:
            world.boards[board.name] = with_lines(board, name, runs(board, length))
    if not _is_grid(world, call, board):
        return nothing(call.span)
    element = LineType(board.name)
    return typed.Walked(name="lines", arguments=(), element=element, span=call.span, board=board.name, detail=str(length))


def rows(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """`rows`, `columns`, `directions`, `axes` of a board"""
    del scope, hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    board = arguments.board(world, call)
    if board is None:
        return nothing(call.span)
    name = call.name.text
    element: Type = LineType(board.name) if name in ("rows", "columns") else DirectionType(board.name)
    fine = _has_directions(world, call, board) if isinstance(element, DirectionType) else _is_grid(world, call, board)
    if not fine:
        return nothing(call.span)
    return typed.Walked(name=name, arguments=(), element=element, span=call.span, board=board.name)


def neighbours(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    del hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    taken = arguments.site(world, scope, call, 0)
    if taken is None or not _is_grid(world, call, taken[1]):
        return nothing(call.span)
    site, board = taken
    return typed.Walked(name="neighbours", arguments=(site,), element=SiteType(board.name), span=call.span, board=board.name)


def adjacent(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """False when one of them is none."""
    del hint
    if not arguments.are(world, call, 2):
        return expressions.bad(call.span)
    first = arguments.site(world, scope, call, 0, or_none=True)
    if first is None:
        return expressions.bad(call.span)
    board = first[1]
    second = arguments.site(world, scope, call, 1, or_none=True, board=board.name)
    if second is None or not _is_grid(world, call, board):
        return expressions.bad(call.span)
    return typed.Builtin(name="adjacent", arguments=(first[0], second[0]), type=BOOL, span=call.span, board=board.name)


def at(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`at(board, x, y)`: a site, or none unless both numbers are proven to lie on the board."""
    del hint
    if not arguments.are(world, call, 3):
        return expressions.bad(call.span)
    board = arguments.board(world, call)
    x, y = arguments.number(world, scope, call, 1), arguments.number(world, scope, call, 2)
    if board is None or x is None or y is None or not _is_grid(world, call, board):
        return expressions.bad(call.span)
    site = SiteType(board.name)
    type: Type = site if _covers(board, x, y) else OptionalType(site)
    return typed.Builtin(name="at", arguments=(x, y), type=type, span=call.span, board=board.name)


def _covers(board: BoardSymbol, x: typed.Expr, y: typed.Expr) -> bool:
    across, up = interval(x.type), interval(y.type)
    if across is None or up is None:
        return False
    width, height = across[1] - across[0] + 1, up[1] - up[0] + 1
    if width * height > len(board.sites):
        return False
    cells = set(zip(board.x, board.y, strict=True))
    return all((across[0] + i, up[0] + j) in cells for i in range(width) for j in range(height))


def opposite(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    taken = arguments.any_direction(world, scope, call, 0, hint)
    if taken is None:
        return expressions.bad(call.span)
    direction, board = taken
    return typed.Builtin(name="opposite", arguments=(direction,), type=DirectionType(board), span=call.span, board=board)


def perpendicular(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """Are two directions at right angles?"""
    del hint
    if not arguments.are(world, call, 2):
        return expressions.bad(call.span)
    taken = arguments.any_direction(world, scope, call, 0, None)
    if taken is None:
        return expressions.bad(call.span)
    direction, board = taken
    other = arguments.direction(world, scope, call, 1, board)
    if other is None:
        return expressions.bad(call.span)
    return typed.Builtin(name="perpendicular", arguments=(direction, other), type=BOOL, span=call.span, board=board)


def side(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """The sites from which no step leads in a direction that is named."""
    del hint
    if not arguments.are(world, call, 2):
        return nothing(call.span)
    board = arguments.board(world, call)
    if board is None or not _has_directions(world, call, board) or not _is_grid(world, call, board):
        return nothing(call.span)
    direction = arguments.direction(world, scope, call, 1, board.name)
    if direction is None:
        return nothing(call.span)
    number = evaluate(world, direction)
    if number is None:
        world.report("RWT023", call.arguments[1].span, context="the direction of `side`")
        return nothing(call.span)
    steps = board.steps[number]
    return sites_listed(board.name, tuple(site for site in range(len(board.sites)) if steps[site] == -1), call.span)


def _has_directions(world: World, call: ast.Call, board: BoardSymbol) -> bool:
    if board.directions:
        return True
    world.report("RWT029", call.span, name=board.name, why="it has no directions", hint="ask for `neighbours(…)` or `lines(…)`")
    return False


def _is_grid(world: World, call: ast.Call, board: BoardSymbol) -> bool:
    """Is it a board whose sites are known, not a plane that grows?"""
    if board.shape != "plane":
        return True
    why = f"`{call.name.text}` needs a board of fixed sites"
    world.report("RWT029", call.span, name=board.name, why=why, hint="on a plane ask `beside(x, d)` and `places(…)`")
    return False
