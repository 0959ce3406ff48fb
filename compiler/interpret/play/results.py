"""What a position is worth: scores, places, returns, judged as it stands."""

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import Frame

WIN = 1
LOSE = 2


def scores(frame: Frame) -> list[int]:
    """The score of each seat, 0 each in a game without."""
    result = frame.program.game.result
    seats = range(frame.load("players"))
    if result is None or result.score is None:
        return [0 for _ in seats]
    return [expressions.value(frame.inner({"p": seat}), result.score) for seat in seats]


def returns(frame: Frame) -> list[int]:
    """What each seat gets."""
    result = frame.program.game.result
    if result is not None and result.returns == "score":
        return scores(frame)
    keys = [_standing(frame, seat) for seat in range(frame.load("players"))]
    if result is not None and result.returns == "place":
        return [sum(other < key for other in keys) - sum(other > key for other in keys) for key in keys]
    first = keys.count(max(keys))
    return [len(keys) - first if key == max(keys) else -first for key in keys]


def firsts(frame: Frame) -> list[int]:
    """The seats that nobody is ahead of."""
    keys = [_standing(frame, seat) for seat in range(frame.load("players"))]
    return [seat for seat, key in enumerate(keys) if key == max(keys)]


def _standing(frame: Frame, seat: int) -> tuple[int, ...]:
    """What seats are compared by, the higher the better: a verdict, then the keys of `rank`."""
    verdict = 0
    if frame.load("winner") == seat:
        verdict = {WIN: 1, LOSE: -1}.get(frame.load("verdict"), 0)
    keys = [verdict]
    result = frame.program.game.result
    for key in result.rank if result is not None else ():
        here = frame.inner({"p": seat})
        standing = domains.bindings(here, (key.binder,) if key.binder is not None else ())
        keys.extend(expressions.value(inner, key.value) for inner in standing)
    return tuple(keys)
