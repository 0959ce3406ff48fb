"""Footprints on a board, and the orientations that differ: constant lists by piece, orientation and site."""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol
from compiler.ir import exprs as x
from compiler.ir.simplify import minus, plus, times
from compiler.lower.expressions import expressions
from compiler.lower.geometry.boards import MOST_WORDS
from compiler.lower.geometry.shapes import covered, footprints, images, orientation_count, turning
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.things import planes


def domain(scope: Scope, item: t.Walked) -> x.Domain:
    world = scope.world
    component = world.components[item.component]
    if item.name == "footprint":
        return _footprint(scope, item, world.boards[item.board], component)
    if component.lies_on:
        return planes.orientations(scope, item, component)
    counts = tuple(len(images(cells, turning(world))) for cells in footprints(component))
    most = expressions.fetch(scope, f"{component.name}.orientations", counts, expressions.value(scope, item.arguments[0]))
    return x.Numbers(x.Const(0), minus(most, x.Const(1)))


def _footprint(scope: Scope, item: t.Walked, board: BoardSymbol, component: ComponentSymbol) -> x.Domain:
    """Row (piece * orientations + orientation) * sites + site; pieces of one drawing share their rows."""
    world = scope.world
    piece, orientation, site = (expressions.value(scope, argument) for argument in item.arguments)
    sites, turns = len(board.sites), orientation_count(world, component.name)
    drawings = footprints(component)
    distinct = tuple(dict.fromkeys(drawings))
    rows = tuple(row for cells in distinct for row in _rows(world, board, cells, turns))
    if sum(len(row) for row in rows) > MOST_WORDS:
        world.report(item.span, "a board and footprints as large as these together")
        return x.Listed(())
    shape = expressions.fetch(scope, f"{component.name}.shape", tuple(distinct.index(cells) for cells in drawings), piece)
    row = plus(times(plus(times(shape, x.Const(turns)), orientation), x.Const(sites)), site)
    return x.ListRow(world.list_table(f"{component.name}.on_{board.name}", rows), row)


def _rows(world: World, board: BoardSymbol, cells: tuple[tuple[int, int], ...], turns: int) -> list[tuple[int, ...]]:
    """An orientation that the shape does not have covers nothing."""
    shapes = images(cells, turning(world))
    return [covered(board, shapes[turn], site) if turn < len(shapes) else () for turn in range(turns) for site in range(len(board.sites))]
