"""What a seat has perceived of a game so far: all that a world drawn for it may depend on.

In: a State and a seat. Out: a `Knowledge`: a position that the seat knows for certain, and since then each action or outcome as it perceived it,
with what it observed afterwards. Two states that the seat cannot tell apart give equal knowledge. What an engine has drawn inside is laid
open first, so that it makes no difference whether chance is explicit.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from runtime.chance import Stream
from runtime.contract import CHANCE, SEALED, SEEN_NOT, Vec
from runtime.history import Past, links, told_again
from runtime.perception import observed

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State


class Knowledge:
    """`start` is certain; `seen[k]` is how the seat perceived event k after it, `rows[k + 1]` what it observed then, `rows[0]` at the start.

    `asked`: whether the seat is the one to choose now, which it knows.

    `certain` is False where nothing certain is known to begin with (a position set up with hidden things in it). `whole`: from the first
    position on, not the latest that is certain."""

    def __init__(self, state: "State", seat: int, *, whole: bool = False) -> None:
        game = state.game
        self.game: Game = game
        self.seat = seat
        self.explicit = bool(state.vector[game.offsets["explicit"]])
        line, final = laid_open(state)
        first = line[0][0] if line else final
        self.start: Vec = first[:]
        self.certain = state._opening is not None or is_certain(game, observed(game, first, seat), first)
        self.rows: list[Vec] = [_row(game, first, seat)]
        self.seen: list[int] = []
        after = [*(vector for vector, _ in line[1:]), final] if line else []
        for (before, action), vector in zip(line, after, strict=True):
            seen = game.engine.seen_action(before[:], seat, action)
            row = _row(game, vector, seat)
            if seen == SEEN_NOT:
                self.rows[-1] = row
                continue
            self.seen.append(seen)
            self.rows.append(row)
            if not whole and is_certain(game, row, vector):
                self.start, self.rows, self.seen, self.certain = vector[:], [row], [], True
        self.start[game.offsets["explicit"]] = 1
        self.asked = game.engine.actor(final) == seat

    def waits(self, vector: Vec) -> bool:
        """Whether a position can be the present one as far as whose turn it is: the seat's own, where it is asked."""
        return not self.asked or self.game.engine.actor(vector) == self.seat

    def views(self) -> Vec:
        """All rows as one vector."""
        views = array("q")
        for row in self.rows:
            views.extend(row)
        return views if self.game.backend == "native" else list(views)


def _row(game: "Game", vector: Vec, seat: int) -> Vec:
    return array("q", observed(game, vector, seat))


class Told:
    """What a seat has perceived up to `past`, where `vector` stands if chance is laid open: each action or outcome as it saw it and what it observed
    after it, oldest first. `texts` are those of the first `steps`; the latest may still change."""

    __slots__ = ("past", "steps", "texts", "vector")

    def __init__(self, past: "Past | None", vector: Vec, steps: list[tuple[int, tuple[int, ...]]], texts: list[str]) -> None:
        self.past = past
        self.vector = vector
        self.steps = steps
        self.texts = texts

    def text(self) -> str:
        """All steps, one after the other."""
        self.texts.extend(map(_step_text, self.steps[len(self.texts) : -1]))
        return ";".join((*self.texts, _step_text(self.steps[-1])))


def _step_text(step: tuple[int, tuple[int, ...]]) -> str:
    return f"{step[0]}:{','.join(map(str, step[1]))}"


def told(state: "State", seat: int) -> Told:
    """All that the seat has perceived; the state keeps it, and its clones go on from there.

    What the seat perceives nothing of (`SEEN_NOT`) is no step: what it observes then replaces what it observed after the latest."""
    known = state._told.get(seat)
    part = _opened(state, known.past, known.vector) if known is not None else None
    if known is None or part is None:
        known, part = Told(None, state._vector, [(-1, ())], []), laid_open(state)
    line, final = part
    positions = [*(vector for vector, _ in line), final]
    steps, seen = known.steps[:-1], state.game.engine.seen_action
    steps.append((known.steps[-1][0], tuple(observed(state.game, positions[0], seat))))
    for (before, action), vector in zip(line, positions[1:], strict=True):
        event, view = seen(before[:], seat, action), tuple(observed(state.game, vector, seat))
        if event == SEEN_NOT:
            steps[-1] = (steps[-1][0], view)
        else:
            steps.append((event, view))
    found = Told(state._past, final[:], steps, known.texts[:])
    state._told = {**state._told, seat: found}
    return found


def laid_open(state: "State") -> tuple[list[tuple[Vec, int]], Vec]:
    """Each position and the code applied to it, outcomes drawn inside among them, and the last position; chance is explicit in all of them."""
    found = _opened(state, None, None)
    assert found is not None, "every history goes back to its beginning"
    return found


def _opened(state: "State", since: "Past | None", vector: Vec | None) -> tuple[list[tuple[Vec, int]], Vec] | None:
    """As `laid_open`, of what came after a link, where `vector` stood then; None where that link is not in this history."""
    game = state.game
    chain = links(state._past, since)
    if chain is None:
        return None
    line = [(before, action) for before, action, _ in told_again(game, chain)]
    if state._vector[game.offsets["explicit"]] or game.num_outcomes == 0:
        return line, state._vector
    if vector is None:
        vector = _opening(state, line[0][0] if line else state._vector)
        found = list(_outcomes(game, vector))
    else:
        vector, found = vector[:], []
    for before, action in line:
        for name in ("deal_low", "deal_high", "dice_low", "dice_high"):
            vector[game.offsets[name]] = before[game.offsets[name]]
        found.append((vector[:], action))
        game.engine.apply(vector, action)
        found.extend(_outcomes(game, vector))
    return found, vector


def _opening(state: "State", first: Vec) -> Vec:
    vector = state.game.new_vector()
    if state._opening is None:
        vector[:] = first
        vector[state.game.offsets["explicit"]] = 1
    else:
        players, seed, _ = state._opening
        state.game.engine.init(vector, players, seed, 1)
    return vector


def _outcomes(game: "Game", vector: Vec) -> Iterator[tuple[Vec, int]]:
    """Draws from the vector's own streams until a seat is to act, as the engine does inside."""
    out, weights = game.blank(game.max_outcomes), game.blank(game.max_outcomes)
    while game.engine.actor(vector) == CHANCE:
        count = game.engine.chance_outcomes(vector, out, weights)
        choice = game.texts.outcome(out[0])
        low = game.offsets["dice_low" if choice is not None and choice.action == "roll" else "deal_low"]
        stream = Stream(low=vector[low], high=vector[low + 1])
        code = out[stream.weighted(list(weights[:count]))]
        vector[low], vector[low + 1] = stream.low, stream.high
        yield vector[:], code
        game.engine.apply(vector, code)


def is_certain(game: "Game", view: Sequence[int], vector: Vec) -> bool:
    """Whether only one position looks like this to the seat: it sees all variables, no sealed choice, hidden interrupt or choice in stages is going on, and the
    pieces it does not see all lie in one zone without order, the only one that can hold any."""
    stop = (game.offsets["step"], game.offsets["actor"])
    if game.engine.current_player(vector) == SEALED or any(view[slot] != vector[slot] for slot in stop):
        return False
    for name, offset, length, section, *_ in game.facts["BLOCKS"]:
        if (section == "state" or name == "staged") and offset < len(view) and game.hidden in view[offset : offset + length]:
            return False
    return all(_are_together(game, view, row) for row in game.facts["COMPONENTS"])


def _are_together(game: "Game", view: Sequence[int], component: Sequence[Any]) -> bool:
    where = game.offsets[component[4]]
    hidden = [piece for piece in range(component[1]) if view[where + piece] == game.hidden]
    if not hidden:
        return True
    places = Counter(view[where : where + component[1]])
    able: list[str] = []
    count_at = game.facts["SHOWN"]
    for _, kind, order, instances, first, *_ in game.facts["ZONES"]:
        if kind == component[0]:
            counts = view[count_at : count_at + instances]
            able.extend(order for at, count in enumerate(counts) if count == game.hidden or count > places[first + at])
        count_at += instances
    return len(able) == 1 and able[0] in ("set", "bag")
