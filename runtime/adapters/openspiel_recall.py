"""Information states as keys, at a cost that does not grow with the play so far.

OpenSpiel asks for the information state as text at every step. Up to PLAIN perceived steps it is `State.information_state_string`; of longer plays the
steps before the latest are a digest, which is carried on from the position where it was asked for last.
"""

from __future__ import annotations

import hashlib
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from runtime.contract import SEEN_NOT, Vec
from runtime.history import Past, links, told_again

if TYPE_CHECKING:
    from runtime.state import State

PLAIN: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What a seat has perceived up to `past`: a digest of all but the latest step, and that one."""

    past: Past | None
    steps: int
    before: Any
    event: int
    view: bytes

    def text(self, seat: int) -> str:
        return f"seat {seat};{self.steps} steps {self.before.hexdigest()};{self.event}:{','.join(map(str, array('q', self.view)))}"


def recalled(state: State, seat: int, known: Recall | None) -> Recall:
    """The recall of this state; `known` is one of the same seat at an earlier state of the same play, or at any other."""
    chain = links(state._past, known.past) if known is not None else None
    if chain is None:
        known, chain = None, links(state._past) or []
    found = list(told_again(state.game, chain))
    if known is None:
        first = found[0][0] if found else state._vector
        known = Recall(past=None, steps=1, before=hashlib.blake2b(digest_size=16), event=-1, view=_view(state, first, seat))
    for number, (before, action, _) in enumerate(found):
        after = found[number + 1][0] if number + 1 < len(found) else state._vector
        event, view = state.game.engine.seen_action(before[:], seat, action), _view(state, after, seat)
        past = chain[number]
        if event == SEEN_NOT:
            known = Recall(past=past, steps=known.steps, before=known.before, event=known.event, view=view)
            continue
        digest = known.before.copy()
        digest.update(known.event.to_bytes(8, "little", signed=True) + known.view)
        known = Recall(past=past, steps=known.steps + 1, before=digest, event=event, view=view)
    return known


def _view(state: State, vector: Vec, seat: int) -> bytes:
    return array("q", state._observe(vector, seat)).tobytes()
