"""Builtins on boards: steps, coordinates, directions, neighbours."""

from compiler.bind import typed as t
from compiler.bind.types import DirectionType
from compiler.ir import exprs as x
from compiler.ir.simplify import binary, compare, conjunction, is_simple, minus, plus, times, truth
from compiler.lower import expressions, geometry
from compiler.lower.carriers import bare, interval, is_optional
from compiler.lower.scope import Scope

MOST_STEPS = 10_000

SMALL = 128
"""Boards up to so many sites have a table of neighbour pairs."""


def step(scope: Scope, call: t.Builtin) -> x.Expr:
    world = scope.world
    board = world.boards[call.board]
    site, direction, *count = (expressions.value(scope, argument) for argument in call.arguments)
    sites = len(board.sites)
    count = [] if count == [x.Const(1)] else count
    if not count and not is_optional(call.arguments[0].type):
        return expressions.fetch(scope, f"{board.name}.steps", geometry.step_values(board), plus(times(direction, x.Const(sites)), site))
    place = plus(plus(times(direction, x.Const(sites + 1)), site), x.Const(1))
    if not count:
        return expressions.fetch(scope, f"{board.name}.steps_or_none", geometry.steps_or_none(board), place)
    if isinstance(count[0], x.Const):
        length = count[0].value
        if not 0 <= length <= MOST_STEPS:
            world.report(call.span, "a step of this length")
            return x.Const(-1)
        return expressions.fetch(scope, f"{board.name}.steps_{length}", geometry.stepped(board, length), place)
    low, high = interval(call.arguments[2].type)
    closed = any(row[-1:] and geometry.longest_ray(board) >= len(board.sites) - 1 for row in board.steps) and board.shape == "ring"
    most = high if closed else min(high, max(low, geometry.longest_ray(board) + 1))
    if low < 0 or (most - low + 1) * len(board.steps) * (sites + 1) > geometry.MOST_WORDS:
        world.report(call.span, "a step of so many different lengths")
        return x.Const(-1)
    columns = tuple(number for length in range(low, most + 1) for number in geometry.stepped(board, length))
    asked = count[0] if most == high else binary("min", count[0], x.Const(most))
    index = plus(times(minus(asked, x.Const(low)), x.Const(len(board.steps) * (sites + 1))), place)
    return expressions.fetch(scope, f"{board.name}.leaps", columns, index)


def at(scope: Scope, call: t.Builtin) -> x.Expr:
    """By a grid with a margin of none, into which numbers outside the board are drawn."""
    board = scope.world.boards[call.board]
    if not board.x:
        scope.world.report(call.span, "`at` on a board without coordinates")
        return x.Const(-1)
    low_x, low_y, width, height, cells = geometry.by_coordinates(board)
    across = _within(expressions.value(scope, call.arguments[0]), call.arguments[0], low_x, low_x + width - 1)
    up = _within(expressions.value(scope, call.arguments[1]), call.arguments[1], low_y, low_y + height - 1)
    index = plus(times(minus(up, x.Const(low_y)), x.Const(width)), minus(across, x.Const(low_x)))
    return expressions.fetch(scope, f"{board.name}.cells", cells, index)


def _within(expr: x.Expr, typed: t.Expr, low: int, high: int) -> x.Expr:
    least, most = interval(typed.type)
    if least < low:
        expr = binary("max", expr, x.Const(low))
    return binary("min", expr, x.Const(high)) if most > high else expr


def opposite(scope: Scope, call: t.Builtin) -> x.Expr:
    type = bare(call.arguments[0].type)
    assert isinstance(type, DirectionType)
    board = scope.world.boards[type.board]
    direction = expressions.value(scope, call.arguments[0])
    return expressions.fetch(scope, f"{board.name}.opposite", board.opposite, direction)


def perpendicular(scope: Scope, call: t.Builtin) -> x.Cond:
    type = bare(call.arguments[0].type)
    assert isinstance(type, DirectionType)
    board = scope.world.boards[type.board]
    count = len(board.directions)
    flags = tuple(
        int(board.dx[d] * board.dx[e] + board.dy[d] * board.dy[e] == 0) for d in range(count) for e in range(count)
    )
    first, second = (expressions.value(scope, argument) for argument in call.arguments)
    return truth(expressions.fetch(scope, f"{board.name}.perpendicular", flags, plus(times(first, x.Const(count)), second)))


def adjacent(scope: Scope, call: t.Builtin) -> x.Cond:
    """False where one of them is none."""
    board = scope.world.boards[call.board]
    sites = len(board.sites)
    first, second = (expressions.value(scope, argument) for argument in call.arguments)
    loose = [given for given, typed in zip((first, second), call.arguments, strict=True) if is_optional(typed.type)]
    if not loose and sites <= SMALL:
        return truth(expressions.fetch(scope, f"{board.name}.adjacent", geometry.adjacency(board), plus(times(first, x.Const(sites)), second)))
    row = x.ListRow(geometry.neighbours(scope.world, board), first)
    if not is_optional(call.arguments[0].type):
        return x.Member(second, row)
    if is_simple(first):
        return conjunction((compare("!=", first, x.Const(-1)), x.Member(second, row)))
    name = scope.fresh("site")
    inner = x.ListRow(geometry.neighbours(scope.world, board), x.Local(name))
    return x.Search("any", (x.Binder(name, x.One(first)),), x.Member(second, inner))

