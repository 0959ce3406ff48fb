"""Chance steps in both modes: drawn inside from a stream, or applied from outside, stage after stage."""

from compiler.interpret.nouns.frame import FaultRaised, Frame
from compiler.interpret.play import chance
from compiler.interpret.play.effects import effects, held, hold, release
from compiler.ir.actions import Chance
from compiler.ir.flow import Draw


def must_wait(frame: Frame, node: Draw) -> bool:
    """Whether an outcome has to come from outside."""
    drawn = frame.program.game.chances[node.chance]
    return frame.load("explicit") == 1 and bool(chance.outcomes(frame.inner({}), drawn.stages[0]))


def draw(frame: Frame, node: Draw) -> int:
    """Draws all stages inside; the node after it. (With explicit chance only a step without outcomes comes here.)"""
    drawn = frame.program.game.chances[node.chance]
    values: dict[str, int] = {}
    for done, stage in enumerate(drawn.stages):
        outcome = chance.drawn(frame.inner(values), drawn, stage)
        if outcome is None:
            return _nothing(frame, node, drawn)
        values.update(outcome.values)
        if done + 1 < len(drawn.stages):
            hold(frame, 1 + node.chance, drawn.stages[: done + 1], values)
    release(frame)
    return effects(frame, drawn.do, values, node.after, node.exits, completes=True)


def so_far(frame: Frame, node: Draw) -> tuple[int, Frame]:
    """The stage that a waiting chance step asks for, and a frame with the values of those before it."""
    done, values = held(frame, frame.program.game.chances[node.chance].stages)
    return done, frame.inner(values)


def take(frame: Frame, node: Draw, code: int) -> int | None:
    """Applies an outcome from outside; the node after it, or None while a further stage is asked for."""
    drawn = frame.program.game.chances[node.chance]
    done, before = so_far(frame, node)
    outcome = chance.outcome_of(before, drawn.stages[done], code)
    if outcome is None:
        raise FaultRaised(drawn.rule)
    values = {**before.locals, **outcome.values}
    if done + 1 == len(drawn.stages):
        release(frame)
        return effects(frame, drawn.do, values, node.after, node.exits, completes=True)
    hold(frame, 1 + node.chance, drawn.stages[: done + 1], values)
    if not chance.outcomes(frame.inner(values), drawn.stages[done + 1]):
        return _nothing(frame, node, drawn)
    return None


def _nothing(frame: Frame, node: Draw, drawn: Chance) -> int:
    release(frame)
    if drawn.otherwise is None:
        raise FaultRaised(drawn.rule)
    return effects(frame, drawn.otherwise, {}, node.after, node.exits, completes=True)
