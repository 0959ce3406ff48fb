"""What a block of statements does to the vector.

`run` carries a block out, in order, on the frame's own vector. `end`, the end of the game and a fault leave it as exceptions (see `frame`).
"""

from typing import assert_never

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import FaultRaised, FinishRaised, Frame, InternalError, LeaveRaised
from compiler.interpret.things import memories, planes, zones
from compiler.ir import exprs as x
from compiler.ir import stmts as st


def run(frame: Frame, block: st.Block) -> None:
    for statement in block:
        step(frame, statement)


def step(frame: Frame, statement: st.Stmt) -> None:
    match statement:
        case st.Store():
            stored = expressions.value(frame, statement.value)
            if statement.rule and not statement.low <= stored <= statement.high:
                raise FaultRaised(statement.rule)
            frame.store(statement.block, expressions.value(frame, statement.index), stored)
        case st.Let():
            frame.locals[statement.local] = expressions.value(frame, statement.value)
        case st.If():
            run(frame, statement.then if expressions.holds(frame, statement.condition) else statement.other)
        case st.For():
            for member in _ordered(frame, statement.binder, statement.by):
                frame.locals[statement.binder.local] = member
                if statement.binder.where is None or expressions.holds(frame, statement.binder.where):
                    run(frame, statement.body)
        case st.While():
            _while(frame, statement)
        case st.MovePiece():
            piece = expressions.value(frame, statement.piece)
            instance = expressions.value(frame, statement.instance)
            zones.move(frame, statement.component, piece, statement.zone, instance, bottom=statement.bottom, rule=statement.rule)
        case st.LayPiece():
            piece = expressions.value(frame, statement.piece)
            planes.lay(frame, statement.plane, piece, expressions.value(frame, statement.site))
        case st.Swap():
            instance, index = expressions.value(frame, statement.instance), expressions.value(frame, statement.index)
            zones.swap(frame, statement.zone, instance, index, expressions.value(frame, statement.piece))
        case st.Invoke():
            _invoke(frame, statement)
        case st.Collect():
            _collect(frame, statement)
        case st.Leave():
            raise LeaveRaised(statement.exit)
        case st.Finish():
            raise FinishRaised(statement.verdict, expressions.value(frame, statement.player) if statement.player is not None else -1)
        case st.Eliminate():
            frame.store("playing", expressions.value(frame, statement.player), 0)
        case st.Record():
            memories.record(frame, statement.memory)
        case st.Demand():
            if (frame.program.checked or not statement.checked) and not expressions.holds(frame, statement.condition):
                raise FaultRaised(statement.rule)
        case _:
            assert_never(statement)


def _ordered(frame: Frame, binder: x.Binder, by: x.Expr | None) -> list[int]:
    """The members of the domain as it stands, `keep` applied, in the order asked for; `where` is not asked."""
    frames = list(domains.binder_values(frame, binder))
    if by is not None:
        frames.sort(key=lambda inner: expressions.value(inner, by))
    return [inner.local(binder.local) for inner in frames]


def _while(frame: Frame, statement: st.While) -> None:
    passes = 0
    while expressions.holds(frame, statement.condition):
        passes += 1
        if passes > statement.limit:
            raise FaultRaised(statement.rule)
        run(frame, statement.body)


def _invoke(frame: Frame, statement: st.Invoke) -> None:
    procedure = frame.program.procedures[statement.procedure]
    arguments = [expressions.value(frame, argument) for argument in statement.arguments]
    for parameter, argument in zip(procedure.parameters, arguments, strict=True):
        if frame.program.checked and not parameter.low <= argument <= parameter.high:
            raise InternalError(f"{procedure.name}: {parameter.name} = {argument}, outside {parameter.low}..{parameter.high}")
    run(frame.inner({parameter.name: argument for parameter, argument in zip(procedure.parameters, arguments, strict=True)}), procedure.body)


def _collect(frame: Frame, statement: st.Collect) -> None:
    frames = list(domains.bindings(frame, (statement.binder,)))
    if statement.by is not None:
        by = statement.by
        frames.sort(key=lambda inner: expressions.value(inner, by))
    for at, inner in enumerate(frames):
        frame.store(statement.items, at, inner.local(statement.binder.local))
    frame.store(statement.count, 0, len(frames))
