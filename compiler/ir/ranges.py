"""Between which values the locals of a game lie: what a parameter allows, what the domain of a binder holds.

    ranges_of(game)["c"]    ->    (6, 12), where every `c` is bound by the columns of a board
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.game import GameIR
from compiler.ir.layout import Lists
from compiler.ir.walk import walk

Range: TypeAlias = tuple[int, int]
"""Lowest and highest."""


def ranges_of(game: GameIR) -> dict[str, Range]:
    """Between which values each name lies, wherever it is bound; names of which that is not known are left out."""
    found: dict[str, Range] = {}
    unknown: set[str] = set()
    for name, bounds in _bindings(game):
        if bounds is None:
            unknown.add(name)
        else:
            low, high = found.get(name, bounds)
            found[name] = (min(low, bounds[0]), max(high, bounds[1]))
    return {name: bounds for name, bounds in found.items() if name not in unknown}


def _bindings(game: GameIR) -> Iterator[tuple[str, Range | None]]:
    for parameter in (*(one for function in game.functions for one in function.parameters), *(one for block in game.procedures for one in block.parameters)):
        yield parameter.name, (parameter.low, parameter.high)
    lists = {one.name: one for one in game.layout.lists}
    for part in walk(game):
        match part:
            case x.Binder(local=name, domain=domain):
                yield name, _bounds(game, domain, lists)
            case st.Let(local=name):
                yield name, None
            case _:
                pass
    for function in game.functions:
        yield from _unbound(function, {parameter.name for parameter in function.parameters})
    for procedure in game.procedures:
        yield from _unbound(procedure, {parameter.name for parameter in procedure.parameters})
    # What stands by itself may use names that no binder binds (the seat of a result, the nodes of a graph).
    units = (*game.actions, *game.chances, *game.decisions, *game.graphs, *game.memories, *game.planes, *game.flow)
    conditions = [condition for condition, _ in (*game.always, *game.claims)]
    for unit in (*units, *game.init, *conditions, *(() if game.result is None else (game.result,))):
        yield from _unbound(unit, set())


def _unbound(unit: object, bound: set[str]) -> Iterator[tuple[str, Range | None]]:
    """Names that a part of the game uses and does not bind."""
    parts = list(walk(unit))
    bound = bound | {part.local for part in parts if isinstance(part, x.Binder | st.Let)}
    for part in parts:
        if isinstance(part, x.Local) and part.name not in bound:
            yield part.name, None


def _bounds(game: GameIR, domain: x.Domain, lists: Mapping[str, Lists]) -> Range | None:
    match domain:
        case x.Numbers(x.Const(low), x.Const(high)) if low <= high:
            return low, high
        case x.ListRow(name):
            items = [item for row in lists[name].rows for item in row]
            return (min(items), max(items)) if items else None
        case x.Seats():
            return 0, game.players_high - 1
        case x.One(x.Fold("first", binders, x.Local(name), default=x.Const(default)), none) if default == none:
            return next((_bounds(game, binder.domain, lists) for binder in binders if binder.local == name), None)
        case x.One(x.Fetch(table), none):
            there = [item for one in game.layout.tables if one.name == table for item in one.values if item != none]
            return (min(there), max(there)) if there else None
        case _:
            return None
