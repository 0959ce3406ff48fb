"""Statements ("Statements"): what effects do to a position. What stops them all is an exception: a step ended, or the game."""

from typing import Any

from compiler.bind.nouns import typed as t
from tests.reference.expressions import Scope, evaluate, members, walked
from tests.reference.values import Fault


class Ended(Exception):
    """`end X`: a step is left with its whole loop. `target` is its path, or in effects that may run in several places its bare name."""

    def __init__(self, target: Any) -> None:
        super().__init__(target)
        self.target = target


class Finished(Exception):
    """The game is over: by `end game`, a verdict, or the horizon."""

    def __init__(self, kind: str, seat: Any = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.seat = seat


def run(block: tuple[t.Stmt, ...], s: Scope) -> None:
    for statement in block:
        if isinstance(statement, t.Let):
            s = s.having(statement.local, evaluate(statement.value, s))
        else:
            _STATEMENTS[type(statement)](statement, s)


def _assign(e: t.Assign, s: Scope) -> None:
    index = tuple(evaluate(value, s) for value in e.indexes)
    s.position.assign(e.state, index, evaluate(e.value, s), e.span)


def _move(e: t.Move, s: Scope) -> None:
    _put(evaluate(e.piece, s), e.to, e.bottom, s, e.span)


def _move_all(e: t.MoveAll, s: Scope) -> None:
    """What is moved, and in which order, is fixed before the first piece moves."""
    for piece in members(e.source, s):
        _put(piece, e.to, e.bottom, s, e.span)


def _put(piece: Any, to: t.Destination, bottom: bool, s: Scope, span: Any) -> None:
    target = next(target for asked, target in to.choices if asked is None or evaluate(asked, s))
    if target.zone is not None:
        symbol = s.game.zones[target.zone.zone]
        index = tuple(evaluate(value, s) for value in target.zone.indexes)
        s.position.put(piece, symbol.name, index, bottom, symbol.order in ("pile", "row"), symbol.holds, span)
    elif target.board:
        s.position.lay(piece, evaluate(target.site, s), span)  # type: ignore[arg-type]
    else:
        s.position.take(piece)


def _verdict(e: t.Verdict, s: Scope) -> None:
    seat = evaluate(e.player, s)
    if e.kind != "eliminate":
        raise Finished(e.kind, seat)
    s.position.playing[seat] = False
    s.position.links = {}


def _end(e: t.End, s: Scope) -> None:
    if not e.target:
        raise Finished("end")
    raise Ended(e.target)


def _do(e: t.Do, s: Scope) -> None:
    effect = s.game.effects[e.effect]
    given = {local.number: evaluate(argument, s) for local, argument in zip(effect.parameters, e.arguments, strict=True)}
    run(effect.body, s.bare(given))


def _if(e: t.If, s: Scope) -> None:
    for condition, body in e.branches:
        if evaluate(condition, s):
            run(body, s)
            return
    run(e.other, s)


def _for(e: t.For, s: Scope) -> None:
    """Members and their order are fixed before the first pass; `where` is asked again before each."""
    found = list(walked(e.binder, s))
    if e.binder.by is not None:
        found = [inner for inner in found if e.binder.where is None or evaluate(e.binder.where, inner)]
        found.sort(key=lambda inner: int(evaluate(e.binder.by, inner)))  # type: ignore[arg-type]
    for inner in found:
        if e.binder.where is None or evaluate(e.binder.where, inner):
            run(e.body, inner)


def _while(e: t.While, s: Scope) -> None:
    passes = 0
    while evaluate(e.condition, s):
        passes += 1
        if passes > e.limit:
            raise Fault("while", e.span)
        run(e.body, s)


_STATEMENTS: dict[type, Any] = {
    t.Assign: _assign, t.Move: _move, t.MoveAll: _move_all, t.Verdict: _verdict, t.End: _end, t.Do: _do, t.If: _if, t.For: _for, t.While: _while,
}  # fmt: skip

