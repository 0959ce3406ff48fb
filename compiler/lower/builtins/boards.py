"""Builtins on boards: steps, coordinates, directions, neighbours."""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import DirectionType, SiteType
from compiler.ir import exprs as x
from compiler.ir.simplify import binary, checked, choose, compare, conjunction, disjunction, is_simple, minus, plus, times, truth
from compiler.lower.expressions import expressions, fields
from compiler.lower.geometry import boards as geometry
from compiler.lower.nouns.scope import Scope
from compiler.lower.types.carriers import bare, interval, is_optional

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
    slanted = board.shape == "hex"  # its axes stand at 60 degrees: no two of the six directions are at a right angle
    ways = tuple(zip(board.dx, board.dy, strict=True))
    flags = tuple(int(not slanted and a * c + b * d == 0) for a, b in ways for c, d in ways)
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


def ray(scope: Scope, item: t.Walked) -> x.Domain:
    board = scope.world.boards[item.board]
    if geometry.too_many_rays(board):
        scope.world.report(item.span, "`ray` on a board as large as this")
        return x.Listed(())
    site, direction, *count = (expressions.value(scope, argument) for argument in item.arguments)
    row = plus(times(direction, x.Const(len(board.sites))), site)
    return x.ListRow(geometry.rays(scope.world, board), row, count[0] if count else None)


def line_between(scope: Scope, item: t.Walked) -> x.Domain:
    """On a plain grid a cut of a ray, by the signs and the size of the difference; else a row for each pair of sites."""
    world = scope.world
    board = world.boards[item.board]
    sites = len(board.sites)
    start, end = (expressions.value(scope, argument) for argument in item.arguments)
    rule = scope.rule("item", item.span)
    if not (geometry.is_plain_grid(board) and is_simple(start) and is_simple(end)):
        if sites * sites > geometry.MOST_WORDS:
            world.report(item.span, "`line` on a board as large as this")
            return x.Listed(())
        numbers, rows = geometry.between(board)
        pair = plus(times(start, x.Const(sites)), end)
        row = checked(x.Fetch(world.table(f"{board.name}.between", numbers), pair), 0, len(rows) - 1, rule)
        return x.ListRow(world.list_table(f"{board.name}.ways", rows), row)
    if geometry.too_many_rays(board):
        world.report(item.span, "`line` on a board as large as this")
        return x.Listed(())
    site = SiteType(board.name)
    across = minus(fields.coordinate(scope, "x", site, end), fields.coordinate(scope, "x", site, start))
    up = minus(fields.coordinate(scope, "y", site, end), fields.coordinate(scope, "y", site, start))
    length = binary("max", x.Abs(across), x.Abs(up))
    signs = plus(times(plus(_sign(up), x.Const(1)), x.Const(3)), plus(_sign(across), x.Const(1)))
    direction = x.Fetch(world.table(f"{board.name}.heading", geometry.heading(board)), signs)
    straight = disjunction(
        (
            compare("==", across, x.Const(0)),
            compare("==", up, x.Const(0)),
            compare("==", x.Abs(across), x.Abs(up)),
        )
    )
    row = plus(times(checked(choose(straight, direction, x.Const(-1)), 0, len(board.steps) - 1, rule), x.Const(sites)), start)
    return x.ListRow(geometry.rays(world, board), row, length)


def _sign(expr: x.Expr) -> x.Expr:
    return binary("min", binary("max", expr, x.Const(-1)), x.Const(1))


def line_sites(scope: Scope, item: t.Walked) -> x.Domain:
    board = scope.world.boards[item.board]
    return x.ListRow(geometry.lines(scope.world, board), expressions.value(scope, item.arguments[0]))


def neighbours(scope: Scope, item: t.Walked) -> x.Domain:
    board = scope.world.boards[item.board]
    return x.ListRow(geometry.neighbours(scope.world, board), expressions.value(scope, item.arguments[0]))


def places(_: Scope, item: t.Walked) -> x.Domain:
    return x.Places(item.board)
