"""What a seat cannot know: other positions that look the same to it.

`resample` gives a state whose history the seat could not tell from the true one, with hidden chance drawn anew (determinization, for
information-set search). `exchange_hidden` swaps two pieces that the seat sees neither of: its observation must not change (a law).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from runtime.chance import Stream
from runtime.contract import SEEN_NOT, Vec

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

MOST_UNSEEN: Final = 40
"""Choices in a row that a seat does not perceive."""


def resample(state: "State", seat: int, stream: Stream, tries: int = 20) -> "State":
    """A state that agrees with all that `seat` perceived, hidden outcomes and choices drawn anew; the true one if none is found.

    Needs explicit chance: what was drawn inside is not redrawn. Future chance is reseeded in any case.
    """
    for _ in range(tries):
        found = _retell(state, seat, stream)
        if found is not None:
            break
    else:
        found = state.clone()
    found.reseed(stream.step() << 20 ^ stream.step())
    return found


def _retell(state: "State", seat: int, stream: Stream) -> "State | None":
    line = list(state._line())
    if not line:
        return state.clone()
    told = type(state)(state.game, line[0][0][:])
    after = [vector for vector, _, _ in line[1:]] + [state.vector]
    for (before, action, _), true in zip(line, after, strict=True):
        seen = state.game.engine.seen_action(before[:], seat, action)
        view = state._observe(true, seat)
        if seen != SEEN_NOT:
            found = _found(told, seat, action, seen, view, stream)
            if found is None:
                return None
            told.apply_action(found)
        if not _comes_to(told, seat, view, stream):
            return None
    return told


def _found(told: "State", seat: int, action: int, seen: int, view: list[int], stream: Stream) -> int | None:
    """An action that the seat perceives in this way, after what it does not perceive where need be."""
    for _ in range(MOST_UNSEEN):
        found = _alike(told, seat, action, seen, view, stream)
        if found is not None or not _goes_on_unseen(told, seat, stream):
            return found
    return None


def _comes_to(told: "State", seat: int, view: list[int], stream: Stream) -> bool:
    """Goes on over what the seat does not perceive until it observes this; whether it does."""
    for _ in range(MOST_UNSEEN):
        if told.observation(seat) == view:
            return True
        if not _goes_on_unseen(told, seat, stream):
            return False
    return False


def _goes_on_unseen(told: "State", seat: int, stream: Stream) -> bool:
    """Applies something that the seat does not perceive, if there is such a thing."""
    unseen = [code for code in told.legal_actions() if told.game.engine.seen_action(told.vector, seat, code) == SEEN_NOT]
    if unseen:
        told.apply_action(unseen[stream.below(len(unseen))])
    return bool(unseen)


def _alike(told: "State", seat: int, action: int, seen: int, view: list[int], stream: Stream) -> int | None:
    """An action of `told` that the seat perceives as it perceived the true one; at chance steps drawn by weight."""
    if seen == action and action >= 0:
        options = [(action, 1)] if not told.game.engine.refusal(told.vector, action) else []
    elif told.is_chance_node():
        options = told.chance_weights()
    else:
        options = [(code, 1) for code in told.legal_actions()]
    fitting: list[tuple[int, int]] = []
    for code, weight in options:
        if told.game.engine.seen_action(told.vector, seat, code) != seen:
            continue
        child = told.child(code)
        if _comes_to(child, seat, view, stream):
            fitting.append((code, weight))
    if not fitting:
        return None
    return fitting[stream.weighted([weight for _, weight in fitting])][0]


def hidden_pairs(state: "State", seat: int) -> Iterator[tuple[str, int, int]]:
    """Pairs of pieces of one component whose places the seat sees neither of, as (component, piece, piece); neighbours only."""
    view = state.observation(seat)
    for name, count, _, _, where, _ in state.game.facts["COMPONENTS"]:
        at = state.game.offsets[where]
        hidden = [piece for piece in range(count) if view[at + piece] == state.game.hidden]
        for first, second in zip(hidden, hidden[1:], strict=False):
            if state.vector[at + first] != state.vector[at + second]:
                yield name, first, second


def exchange_hidden(game: "Game", vector: Vec, component: str, first: int, second: int) -> Vec:
    """A copy of the vector with two pieces in each other's places, orders and member words included."""
    changed = vector[:]
    where = game.offsets[next(row[4] for row in game.facts["COMPONENTS"] if row[0] == component)]
    changed[where + first], changed[where + second] = vector[where + second], vector[where + first]
    for row in game.facts["ZONES"]:
        if row[1] != component:
            continue
        items, members = row[8], row[10]
        if items:
            at = game.offsets[items]
            for slot in range(at, at + game.lengths[items]):
                changed[slot] = {first: second, second: first}.get(vector[slot], vector[slot])
        if members:
            _exchange_bits(changed, game.offsets[members], row[3], row[11], first, second)
    return changed


def _exchange_bits(vector: Vec, at: int, instances: int, words: int, first: int, second: int) -> None:
    for instance in range(instances):
        slots = [at + instance * words + piece // 62 for piece in (first, second)]
        bits = [vector[slot] >> piece % 62 & 1 for slot, piece in zip(slots, (first, second), strict=True)]
        if bits[0] != bits[1]:
            vector[slots[0]] ^= 1 << first % 62
            vector[slots[1]] ^= 1 << second % 62
