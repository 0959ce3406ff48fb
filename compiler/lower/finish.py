"""The last touches, when everything is known: which loops may walk their domain live, which `prefer`s need a trial."""

from msgspec.structs import replace

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
                return _without_trial(touch, part) or replace(part, prefer_trial=_needs_trial(touch, part))
            case _:
                return part

    return transform(game, change)


def _undisturbed(touch: Touch, loop: s.For) -> bool:
    """Can nothing in the body change what is walked?"""
    written = touch.writes(loop.body)
    if touch.reads(loop.binder.domain) & written:
        return False
    if loop.binder.keep is None:
        return True
    disturbed = touch.reads(loop.binder.keep) & written
    return not disturbed or (_each_once(touch, loop.binder.domain) and _only_here(loop, disturbed))


def _each_once(touch: Touch, domain: x.Domain) -> bool:
    """Does the walk meet no value twice?"""
    match domain:
        case x.Numbers() | x.Pieces() | x.Seats() | x.One() | x.GraphNodes() | x.Places():
            return True
        case x.ListRow(lists=name):
            return all(len(set(row)) == len(row) for row in touch.lists[name])
        case _:
            return False


def _only_here(loop: s.For, blocks: frozenset[str]) -> bool:
    """Do `while` and the body touch these blocks at the loop's own value only, so that no pass disturbs what is asked for later ones?"""
    own = x.Local(loop.binder.local)
    for part in walk((loop.binder.keep, loop.body)):
        match part:
            case x.Load(block=block, index=index) | s.Store(block=block, index=index) if block in blocks and index != own:
                return False
            case x.Call() | s.Invoke() | x.GraphValue() | x.Linked() | x.GraphNodes() | x.Times() | x.CanAct() | s.MovePiece() | s.Collect():
                return False
            case _:
                pass
    return True


def _without_trial(touch: Touch, action: ActionIR) -> ActionIR | None:
    """The action with a `prefer` that is judged beforehand, where all it reads of what the effects write stands in `before(…)`."""
    outside = transform(action.prefer, lambda part: x.Const(0) if isinstance(part, x.Old) else part)
    if touch.reads(outside) & touch.writes(action.do):
        return None
    return replace(action, prefer=transform(action.prefer, lambda part: part.operand if isinstance(part, x.Old) else part), prefer_trial=False)


def _needs_trial(touch: Touch, action: ActionIR) -> bool:
    """Does `prefer` read what the effects write, or what was there before them?"""
    if any(isinstance(part, x.Old) for expr in action.prefer for part in walk(expr)):
        return True
    return bool(touch.reads(action.prefer) & touch.writes(action.do))
