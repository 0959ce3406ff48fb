"""Statements of the machine as indented text."""

from collections.abc import Iterator
from typing import assert_never

from compiler.ir import stmts as s
from compiler.ir.dump_exprs import binder, condition, expression
from compiler.ir.exprs import Const, Expr


def block(statements: s.Block, depth: int) -> list[str]:
    return [f"{'  ' * depth}{line}" for statement in statements for line in _lines(statement)]


def _lines(statement: s.Stmt) -> Iterator[str]:
    match statement:
        case s.Store():
            checked = f"  [{statement.low}..{statement.high}, {statement.rule}]" if statement.rule else ""
            yield f"{_slot(statement.block, statement.index)} = {expression(statement.value)}{checked}"
        case s.Let():
            yield f"let {statement.local} = {expression(statement.value)}"
        case s.If():
            yield f"if {condition(statement.condition)}:"
            yield from block(statement.then, 1)
            if statement.other:
                yield "else:"
                yield from block(statement.other, 1)
        case s.For():
            by = f" by {expression(statement.by)}" if statement.by is not None else ""
            fixed = "" if statement.live else f"  (fixed, at most {statement.bound})"
            yield f"for {binder(statement.binder)}{by}:{fixed}"
            yield from block(statement.body, 1)
        case s.While():
            yield f"while {condition(statement.condition)} limit {statement.limit}:  [{statement.rule}]"
            yield from block(statement.body, 1)
        case s.MovePiece():
            place = f"{statement.zone}[{expression(statement.instance)}]" if statement.zone else "box"
            yield f"move {statement.component} {expression(statement.piece)} to {place}{' bottom' if statement.bottom else ''}"
        case s.LayPiece():
            yield f"lay {expression(statement.piece)} on {statement.plane} at {expression(statement.site)}"
        case s.Swap():
            place = f"{statement.zone}[{expression(statement.instance)}][{expression(statement.index)}]"
            yield f"swap {expression(statement.piece)} into {place}"
        case s.Invoke():
            yield f"{statement.procedure}({', '.join(expression(argument) for argument in statement.arguments)})"
        case s.Collect():
            by = f" by {expression(statement.by)}" if statement.by is not None else ""
            yield f"collect {binder(statement.binder)}{by} into {statement.items}, {statement.count}"
        case s.Leave():
            yield f"end {statement.exit}"
        case s.Finish():
            yield f"{statement.verdict} {expression(statement.player)}" if statement.player is not None else "end game"
        case s.Eliminate():
            yield f"eliminate {expression(statement.player)}"
        case s.Record():
            yield f"record {statement.memory}"
        case s.Demand():
            yield f"demand {condition(statement.condition)}  [{statement.rule}{', checked' if statement.checked else ''}]"
        case _:
            assert_never(statement)


def _slot(name: str, index: Expr) -> str:
    return name if index == Const(0) else f"{name}[{expression(index)}]"
