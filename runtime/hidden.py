"""What a seat cannot know: other positions that look the same to it.

`resample` gives a state whose history the seat could not tell from the true one, what is hidden drawn anew (determinization, for
information-set search). `exchange_hidden` swaps two pieces that the seat sees neither of: its observation must not change (a law).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from runtime.chance import Stream
from runtime.contract import Vec

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.history import Past
    from runtime.state import State

def resample(state: "State", seat: int, stream: Stream) -> "State | None":
    """A state that the seat cannot tell from this one, drawn as `runtime.worlds` says; None if none could be found.

    It has a history of its own, with explicit chance; chance to come is reseeded. Who wants many positions and no histories asks `Worlds` itself.
    """
    from runtime.worlds import Worlds

    history = Worlds(state, seat, stream, whole=True).history()
    if history is None:
        return None
    past: Past | None = None
    *line, (final, _) = history
    for vector, code in line:
        past = (vector, code, past)
    found = type(state)(state.game, final, past, state._opening)
    found.reseed(stream.step() << 20 ^ stream.step())
    return found


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
