"""Running the effects of a node, and what the machine itself keeps between stops: the step, the stages done."""

from collections.abc import Mapping, Sequence

from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import FaultRaised, FinishRaised, Frame, InternalError, LeaveRaised
from compiler.interpret.play import statements
from compiler.interpret.play.codes import locals_of
from compiler.ir.actions import ChanceStage, Stage
from compiler.ir.flow import Exit
from compiler.ir.stmts import Block


def effects(frame: Frame, block: Block, values: Mapping[str, int], after: int, exits: tuple[Exit, ...], *, completes: bool) -> int:
    """Runs a block with these locals; the node that play goes on at. `completes`: a step of play is done with it, so invariants are asked."""
    try:
        statements.run(frame.inner(values), block)
    except LeaveRaised as leave:
        for exit in exits:
            if exit.name == leave.exit:
                return exit.node
        raise InternalError(f"`end {leave.exit}` leads nowhere from here") from leave
    except FinishRaised as finish:
        frame.store("verdict", 0, ("end", "win", "lose").index(finish.verdict))
        frame.store("winner", 0, finish.player)
        return frame.program.game.over
    if completes:
        ask_always(frame)
    return after


def ask_always(frame: Frame) -> None:
    """What a spec says always holds, in checked runs."""
    if frame.program.checked:
        for condition, rule in frame.program.game.always:
            if not expressions.holds(frame.inner({}), condition):
                raise FaultRaised(rule)


def wait(frame: Frame, number: int, actor: int) -> None:
    """The machine stops at this node."""
    frame.store("step", 0, number)
    frame.store("actor", 0, actor)


def hold(frame: Frame, mark: int, done: Sequence[Stage] | Sequence[ChanceStage], values: Mapping[str, int]) -> None:
    """Writes the values of the stages done into `staged`."""
    frame.store("staged", 0, mark)
    frame.store("staged", 1, len(done))
    names = [name for stage in done for name in locals_of(stage)]
    for at, name in enumerate(names):
        frame.store("staged", 2 + at, values[name])


def held(frame: Frame, stages: Sequence[Stage] | Sequence[ChanceStage]) -> tuple[int, dict[str, int]]:
    """The number of stages done and the values of their names."""
    done = frame.load("staged", 1) if "staged" in frame.program.blocks else 0
    names = [name for stage in stages[:done] for name in locals_of(stage)]
    return done, {name: frame.load("staged", 2 + at) for at, name in enumerate(names)}


def release(frame: Frame) -> None:
    """Empties `staged`."""
    block = frame.program.blocks.get("staged")
    for at in range(block.length if block is not None else 0):
        frame.store("staged", at, 0)
