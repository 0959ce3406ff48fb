"""Sealed choices: everybody commits on the opening position, then all effects run in order."""

from typing import Final

from compiler.interpret.nouns.frame import FaultRaised, Frame, InternalError
from compiler.interpret.play import choices
from compiler.interpret.play.effects import ask_always, effects, wait
from compiler.ir.actions import ActionIR
from compiler.ir.flow import Sealed

ASKED: Final = -2
UNABLE: Final = -3
NOT_ASKED: Final = -1
"""What `pending` says of a seat that has committed to nothing."""


def open_seal(frame: Frame, node: Sealed, number: int) -> bool:
    """Asks those who can choose. False if nobody can: then the effects run at once."""
    decision = frame.program.game.decisions[node.decision]
    _forget(frame)
    able = [seat for seat in _seats(frame) if choices.anything_legal(choices.Asked(decision, None, 0, frame.inner({decision.sealed: seat})))]
    for seat in _seats(frame):
        frame.store("pending", seat, ASKED if seat in able else UNABLE)
    if able:
        wait(frame, number, able[0])
    return bool(able)


def commit(frame: Frame, node: Sealed, code: int) -> int | None:
    """Takes the actor's code; the node after the effects, or None while others are asked."""
    frame.store("decisions", 0, frame.load("decisions") + 1)
    frame.store("pending", frame.load("actor"), code)
    left = [seat for seat in _seats(frame) if frame.load("pending", seat) == ASKED]
    if not left:
        return carry_out_all(frame, node)
    frame.store("actor", 0, left[0])
    return None


def carry_out_all(frame: Frame, node: Sealed) -> int:
    """Carries out what everybody chose, in order, and forgets it; the node after it."""
    game = frame.program.game
    decision = game.decisions[node.decision]
    chosen = [(seat, *_committed(frame, decision.sealed, seat)) for seat in _seats(frame)]
    after = node.after
    for seat, action, values in chosen:
        block = action.do if action is not None else decision.otherwise
        if block is None:
            raise FaultRaised(decision.rule)
        after = effects(frame, block, {**values, decision.sealed: seat}, node.after, (), completes=False)
        if after == game.over:
            break
    _forget(frame)
    frame.store("seal_count", 0, 0)
    if after != game.over:
        ask_always(frame)
    return after


def _seats(frame: Frame) -> list[int]:
    return [frame.load("seal_order", at) for at in range(frame.load("seal_count"))]


def _forget(frame: Frame) -> None:
    for seat in range(frame.program.blocks["pending"].length):
        frame.store("pending", seat, NOT_ASKED)


def _committed(frame: Frame, parameter: str, seat: int) -> tuple[ActionIR | None, dict[str, int]]:
    """The action a seat committed to with its values; no action for one that had none."""
    code = frame.load("pending", seat)
    if code == UNABLE:
        return None, {}
    found = choices.locate(frame, code)
    bound = choices.chosen(frame.inner({parameter: seat}), *found, code) if found is not None else None
    if found is None or bound is None:
        raise InternalError(f"seat {seat} is committed to {code}, which stands for nothing")
    return frame.program.game.actions[found[0]], bound.locals
