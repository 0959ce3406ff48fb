"""Whether the links of a graph surely hold both ways, as they are written.

In: a graph whose candidates are rows of a constant table, over `a`. Yes, if the table has b in the row of a wherever it has a in that of b, and what
else must hold says the same with `a` and `b` exchanged.
"""

from typing import Any

from compiler.ir import exprs as x
from compiler.ir.game import GameIR, GraphIR
from compiler.ir.walk import transform

EXCHANGED = {"a": "b", "b": "a"}


def is_symmetric(game: GameIR, graph: GraphIR) -> bool:
    if graph.directed or graph.to is not None or graph.near is None:
        return False
    near = graph.near
    match near.domain:
        case x.ListRow(lists=lists, row=x.Local("a"), limit=None):
            rows = game.layout.list_table(lists).rows
        case _:
            return False
    if near.keep is not None or near.where is not None or near.local != "b" or len(rows) < graph.size:
        return False
    sets = [frozenset(row) for row in rows[: graph.size]]
    if not all(0 <= other < graph.size and node in sets[other] for node, row in enumerate(sets) for other in row):
        return False
    return graph.link is None or _plain(graph.link) == _plain(transform(graph.link, _exchange))


def _exchange(part: Any) -> Any:
    return x.Local(EXCHANGED.get(part.name, part.name)) if isinstance(part, x.Local) else part


def _plain(condition: x.Cond) -> x.Cond:
    """Equations and conjunctions in one order."""
    return transform(condition, _ordered)


def _ordered(part: Any) -> Any:
    match part:
        case x.Compare("==" | "!=" as operator, left, right) if repr(right) < repr(left):
            return x.Compare(operator, right, left)
        case x.And(items):
            return x.And(tuple(sorted(items, key=repr)))
        case x.Or(items):
            return x.Or(tuple(sorted(items, key=repr)))
        case _:
            return part
