"""Constants are computed, branches that they decide are cut, and loops over nothing go.

    (1 + 2) * x          ->  3 * x
    if false: … else: b  ->  b
    any(q in 1..0 …)     ->  false
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import ActionIR, Chance, Decision
from compiler.ir.flow import Run
from compiler.ir.game import GameIR
from compiler.ir.layout import Table
from compiler.ir.simplify import (
    absolute,
    as_int,
    binary,
    checked,
    choose,
    compare,
    conjunction,
    disjunction,
    negation,
    truth,
)
from compiler.ir.walk import transform


def fold_constants(game: GameIR) -> GameIR:
    tables = {table.name: table for table in game.layout.tables}
    return transform(game, lambda part: folded(part, tables))


def folded(part: Any, tables: Mapping[str, Table]) -> Any:
    """The node as small as its parts allow; they are folded already."""
    match part:
        case x.Binary():
            return binary(part.operator, part.left, part.right)
        case x.Abs():
            return absolute(part.operand)
        case x.AsInt():
            return as_int(part.condition)
        case x.Choose():
            return choose(part.condition, part.value, part.other)
        case x.Checked():
            return checked(part.operand, part.low, part.high, part.rule)
        case x.Fetch(table=table, index=x.Const(at)) if 0 <= at < len(tables[table].values):
            return x.Const(tables[table].values[at])
        case x.Truth():
            return truth(part.operand)
        case x.Compare():
            return compare(part.operator, part.left, part.right)
        case x.And():
            return conjunction(part.items)
        case x.Or():
            return disjunction(part.items)
        case x.Not():
            return negation(part.operand)
        case x.Search():
            return _search(part)
        case x.Binder(where=x.Bool(True)):
            return replace(part, where=None)
        case s.If() | s.For() | s.While() | s.ProcedureIR() | ActionIR() | Decision() | Chance() | Run() | GameIR():
            return _with_blocks(part)
        case _:
            return part


def _search(search: x.Search) -> x.Cond:
    """Over no binding at all, or without binders."""
    if any(_is_empty(binder.domain) for binder in search.binders[:1]):
        return x.Bool(search.kind == "all")
    return search if search.binders else search.body


def _is_empty(domain: x.Domain) -> bool:
    match domain:
        case x.Numbers(low=x.Const(low), high=x.Const(high)):
            return high < low
        case x.Listed(items=items):
            return not items
        case _:
            return False


_BLOCKS = ("then", "other", "body", "do", "otherwise", "block", "init")


def _with_blocks(node: Any) -> Any:
    changed = {}
    for name in _BLOCKS:
        block = getattr(node, name, None)
        if isinstance(block, tuple):
            made = tuple(_statements(block))
            if made != block:
                changed[name] = made
    return replace(node, **changed) if changed else node


def _statements(block: s.Block) -> list[s.Stmt]:
    """What constants decide is spliced in; what stands behind the end of a block never runs."""
    found: list[s.Stmt] = []
    for statement in block:
        match statement:
            case s.If(condition=x.Bool(holds)):
                found.extend(statement.then if holds else statement.other)
            case s.If(then=(), other=other) if other:
                found.append(s.If(negation(statement.condition), other))
            case s.For(binder=x.Binder(domain=domain)) if _is_empty(domain):
                continue
            case s.Demand(condition=x.Bool(True)):
                continue
            case _:
                found.append(statement)
        if found and isinstance(found[-1], s.Leave | s.Finish):
            break
    return found
