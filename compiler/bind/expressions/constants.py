"""Whole numbers that are fixed when the spec is compiled: extents of boards, copies, limits."""

from compiler.bind.expressions import expressions
from compiler.bind.expressions.evaluate import evaluate
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import interval, show
from compiler.parse import ast


def constant(world: World, expr: ast.Expr, context: str) -> int | None:
    """The whole number that an expression over numbers and options stands for; a problem and None for anything else."""
    found = expressions.express(world, EMPTY, expr)
    if isinstance(found, typed.BadExpr):
        return None
    value = evaluate(world, found)
    if value is None:
        world.report("RWT023", expr.span, context=context)
        return None
    if interval(found.type) is None:
        world.report("RWT013", expr.span, context=context, found=show(found.type))
        return None
    return value
