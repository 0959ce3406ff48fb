"""The last touches, when everything is known: which loops may walk their domain live, which `prefer`s need a trial."""

from dataclasses import replace

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import ActionIR
from compiler.ir.game import GameIR
from compiler.ir.touch import Touch
from compiler.ir.walk import transform, walk


def finish_game(game: GameIR) -> GameIR:
    touch = Touch(game)

    def change(part: object) -> object:
        match part:
            case s.For() if not part.live and part.by is None and _undisturbed(touch, part):
                return replace(part, live=True)
            case ActionIR() if part.prefer:
                return replace(part, prefer_trial=_needs_trial(touch, part))
            case _:
                return part

    return transform(game, change)


def _undisturbed(touch: Touch, loop: s.For) -> bool:
    """Can nothing in the body change what is walked?"""
    walked = touch.reads(loop.binder.domain)
    if loop.binder.keep is not None:
        walked |= touch.reads(loop.binder.keep)
    return not walked & touch.writes(loop.body)


def _needs_trial(touch: Touch, action: ActionIR) -> bool:
    """Does `prefer` read what the effects write, or what was there before them?"""
    if any(isinstance(part, x.Old) for expr in action.prefer for part in walk(expr)):
        return True
    return bool(touch.reads(action.prefer) & touch.writes(action.do))
