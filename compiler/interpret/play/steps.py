"""The flow: from one stop to the next.

`begin` sets a vector up and goes to the first stop; `carry_out` applies a code where the machine waits and goes on. Both change the frame's
vector, and raise `FaultRaised` where a rule of the spec fails. What each node does is said in `compiler.ir.flow`.
"""

from typing import Final, assert_never

from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import FaultRaised, Frame, InternalError
from compiler.interpret.play import chance, choices, draws, sealed
from compiler.interpret.play.effects import effects, hold, release, wait
from compiler.ir.flow import Branch, Decide, Draw, Over, Run, Sealed

MOST_NODES: Final = 100_000
"""Nodes that may run without a stop."""

CHANCE: Final = -1
OVER: Final = -4
"""What `actor` says where no seat acts."""


def begin(frame: Frame, players: int, seed: int, explicit: bool) -> None:
    """Everything at its start value, then setup, up to the first stop."""
    lay_bare(frame, players)
    frame.store("explicit", 0, int(explicit))
    chance.seed_streams(frame, seed)
    arrive(frame, effects(frame, frame.program.game.init, {}, 0, (), completes=False))


def lay_bare(frame: Frame, players: int) -> None:
    """Constant start values everywhere, and the number of players; nothing has run."""
    for slot in range(len(frame.vector)):
        frame.vector[slot] = 0
    for block in frame.program.game.layout.blocks:
        for at, value in enumerate(block.start):
            frame.store(block.name, at, value)
    frame.store("players", 0, players)
    frame.store("winner", 0, -1)


def arrive(frame: Frame, number: int) -> None:
    """Goes from node to node until one waits."""
    passed = 0
    while not _stops(frame, number):
        passed += 1
        if passed > MOST_NODES:
            raise FaultRaised(frame.program.game.spin_rule)
        number = _next(frame, number)


def carry_out(frame: Frame, code: int) -> None:
    """Applies a legal code, or at a chance step an outcome. An illegal one may do anything but run on."""
    node = frame.program.game.flow[frame.load("step")]
    after: int | None = None
    match node:
        case Decide():
            after = _decide(frame, node, code)
        case Sealed():
            after = sealed.commit(frame, node, code)
        case Draw():
            after = draws.take(frame, node, code)
        case Over():
            pass
        case Run() | Branch():
            raise InternalError("the machine does not wait here")
        case _:
            assert_never(node)
    if after is not None:
        arrive(frame, after)


def _stops(frame: Frame, number: int) -> bool:
    """Whether the node waits now; if so it is the step, and its actor is known."""
    node = frame.program.game.flow[number]
    match node:
        case Run() | Branch():
            return False
        case Over():
            wait(frame, number, OVER)
            return True
        case Decide():
            if _is_cut(frame):
                return False
            decision = frame.program.game.decisions[node.decision]
            here = choices.Asked(decision, None, 0, frame.inner({}))
            if not choices.anything_legal(here) and not choices.anything_forced(here):
                return False
            wait(frame, number, expressions.value(frame.inner({}), decision.actor))
            return True
        case Draw():
            if not draws.must_wait(frame, node):
                return False
            wait(frame, number, CHANCE)
            return True
        case Sealed():
            return frame.load("seal_count") > 0 and not _is_cut(frame) and sealed.open_seal(frame, node, number)
        case _:
            assert_never(node)


def _next(frame: Frame, number: int) -> int:
    """The node after one that does not wait now."""
    game = frame.program.game
    node = game.flow[number]
    match node:
        case Run():
            return effects(frame, node.block, {}, node.next, node.exits, completes=node.step)
        case Branch():
            return node.yes if expressions.holds(frame.inner({}), node.condition) else node.no
        case Decide():
            if _is_cut(frame):
                return _cut(frame)
            decision = game.decisions[node.decision]
            if decision.otherwise is None or decision.forced:
                raise FaultRaised(decision.rule)
            return effects(frame, decision.otherwise, {}, node.after, node.exits, completes=True)
        case Draw():
            return draws.draw(frame, node)
        case Sealed():
            if frame.load("seal_count") == 0:
                return node.skip
            return _cut(frame) if _is_cut(frame) else sealed.carry_out_all(frame, node)
        case Over():
            raise InternalError("play goes on after its end")
        case _:
            assert_never(node)


def _decide(frame: Frame, node: Decide, code: int) -> int | None:
    """Applies an action's code; the node after its effects, or None while a further stage is asked for."""
    now = choices.asked(frame, node)
    found = choices.locate(frame, code)
    if found is None:
        raise InternalError(f"no action has the code {code}")
    number, stage = found
    action = frame.program.game.actions[number]
    bound = choices.chosen(frame.inner({}) if action.outside else now.frame, number, stage, code)
    if bound is None:
        raise FaultRaised(action.stages[stage].rule)
    frame.store("decisions", 0, frame.load("decisions") + 1)
    if stage + 1 < len(action.stages):
        hold(frame, 1 + number, action.stages[: stage + 1], bound.locals)
        return None
    release(frame)
    return effects(frame, action.do, bound.locals, node.after, node.exits, completes=True)


def _is_cut(frame: Frame) -> bool:
    """Whether the horizon ends play at a decision now."""
    horizon = frame.program.game.horizon
    return horizon > 0 and frame.load("decisions") >= horizon


def _cut(frame: Frame) -> int:
    frame.store("truncated", 0, 1)
    return frame.program.game.over
