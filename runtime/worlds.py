"""Worlds that a seat cannot tell from the true one, drawn as often as they are likely.

How likely: chance falls by its weights, and the other seats choose each legal action equally often; of all games that would come about so,
those count in which the seat has perceived just what it did perceive.

Where the worlds are few, all of them are found, event by event, and drawn by their weights: exactly. Where they are many, one history is made to fit
what was perceived (`runtime.fitting`) and then changed by the steps of a Markov chain that keeps to those weights (W. K. Hastings, 1970): hidden pieces
exchanged in all that the seat did not see, hidden choices and outcomes replaced. A chain that begins afresh takes `BURN_IN` steps before it is used.

    worlds = Worlds(state, seat, stream)
    vector = worlds.draw()                  # a position to play on from; None if none was found
"""

import math
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from runtime.chance import Stream
from runtime.contract import CHANCE, SEEN_NOT, Vec
from runtime.fitting import fit
from runtime.knowledge import Knowledge
from runtime.perception import observed
from runtime.tale import SCALE, Tale

if TYPE_CHECKING:
    from runtime.state import State

MOST: Final = 400
"""Worlds that are all looked at; of more, some are drawn."""

MOST_UNSEEN: Final = 40
"""Choices in a row that a seat does not perceive."""

BURN_IN: Final = 3
"""Steps of the chain for each hidden thing, before the first world is drawn."""


STEPS: Final = 32
"""Of so many hidden things one is changed between two worlds."""


class World:
    """A position that may be the true one, how likely its history is, and that history."""

    __slots__ = ("past", "vector", "weight")

    def __init__(self, vector: Vec, weight: float, past: "tuple[World, int] | None") -> None:
        self.vector = vector
        self.weight = weight
        self.past = past


class Worlds:
    """Worlds for one seat at one position; `whole`: with histories from the first position on."""

    def __init__(self, state: "State", seat: int, stream: Stream, *, whole: bool = False) -> None:
        self._stream = stream
        self.knowledge = Knowledge(state, seat, whole=whole)
        self._few = list(all_worlds(self.knowledge) or ()) if self.knowledge.certain else []
        self._sum = sum(world.weight for world in self._few)
        self._chain: Chain | None = None
        if self.knowledge.certain and not self._few and (tale := fit(self.knowledge, stream)) is not None:
            self._chain = Chain(tale)
            self._chain.walk(BURN_IN * self._chain.hidden)

    def draw(self) -> Vec | None:
        """The next world's position, chance explicit; its streams are those of the position that all worlds begin with."""
        if self._few:
            return self._one().vector[:]
        if self._chain is None:
            return None
        self._chain.walk(1 + self._chain.hidden // STEPS)
        return self._chain.tale.vector[:]

    def history(self) -> list[tuple[Vec, int]] | None:
        """A world as its positions, each with the code that was applied to it, the last with -1."""
        if self._few:
            world: World = self._one()
            found = [(world.vector[:], -1)]
            while world.past is not None:
                world, code = world.past
                found.append((world.vector[:], code))
            return found[::-1]
        return None if self._chain is None else self._chain.history()

    def _one(self) -> World:
        left = self._stream.step() / 2**32 * self._sum
        for world in self._few:
            left -= world.weight
            if left < 0:
                return world
        return self._few[-1]


class Chain:
    """A Markov chain over the histories that fit, each as often as it is likely."""

    def __init__(self, tale: Tale) -> None:
        self.tale = tale
        self._pieces = tale.hidden_pieces(tale.knowledge.rows[-1])
        codes = list(tale.hidden_codes())
        self._codes = [at for at in codes if not self._pieces or not self._names_pieces(at)] or ([] if self._pieces else codes)
        self.hidden = sum(len(pieces) for _, pieces in self._pieces) + len(self._codes)

    def walk(self, steps: int) -> None:
        tale = self.tale
        for _ in range(steps):
            codes = self._proposed()
            if codes is None or codes == tale.codes:
                continue
            vector = tale.retold(codes, weigh=True)
            if vector is None or not tale.knowledge.waits(vector):
                continue
            gain = tale.weight - tale.likely
            if gain >= 0 or tale.stream.step() / 2**32 < math.exp(gain / SCALE):
                tale.codes, tale.vector, tale.likely = codes, vector, tale.weight

    def history(self) -> list[tuple[Vec, int]]:
        vector = self.tale.knowledge.start[:]
        found: list[tuple[Vec, int]] = []
        for code in self.tale.codes:
            found.append((vector[:], code))
            self.tale.game.engine.apply(vector, code)
        return [*found, (vector, -1)]

    def _proposed(self) -> Vec | None:
        """Other codes, as likely to be proposed here as these would be there."""
        tale, below = self.tale, self.tale.stream.below
        number = below(self.hidden) if self.hidden else -1
        for component, pieces in self._pieces:
            if number < len(pieces):
                return tale.elsewhere(component, pieces)
            number -= len(pieces)
        if not self._codes:
            return None
        if below(2) or len(self._codes) < 2:
            return tale.replaced(self._codes[number])
        other = below(len(self._codes) - 1)
        return tale.traded(self._codes[number], self._codes[other + (other >= number)])

    def _names_pieces(self, at: int) -> bool:
        return any(True for _ in self.tale.pieces_of(self.tale.chance[at], self.tale.codes[at]))


def all_worlds(knowledge: Knowledge) -> list[World] | None:
    """Every world, or None where there are more than `MOST` on the way."""
    worlds = [World(knowledge.start[:], 1.0, None)]
    for number, seen in enumerate(knowledge.seen):
        row, kept = knowledge.rows[number + 1], knowledge.rows[number]
        # What nobody else perceives may come before the event and after it.
        ready = list(islice(_unseen(knowledge, worlds, kept), 2 * MOST))
        worlds = list(islice(_applied(knowledge, ready, seen, row), MOST + 1))
        if not worlds or len(worlds) > MOST:
            return None
        greatest = max(world.weight for world in worlds)
        for world in worlds:
            world.weight /= greatest
    if all(knowledge.waits(world.vector) for world in worlds):
        return worlds
    # Others are asked first, which the seat does not perceive.
    return [world for world in islice(_unseen(knowledge, worlds, knowledge.rows[-1]), 2 * MOST) if knowledge.waits(world.vector)]


def _unseen(knowledge: Knowledge, worlds: list[World], row: Vec) -> Iterator[World]:
    """The worlds, and those that they become by what the seat does not perceive, as long as it observes this row."""
    for _ in range(MOST_UNSEEN):
        yield from worlds
        worlds = [after for world in worlds for after in _children(knowledge, world, SEEN_NOT) if observed(knowledge.game, after.vector, knowledge.seat) == list(row)]
        if not worlds or len(worlds) > MOST:
            return


def _applied(knowledge: Knowledge, worlds: list[World], seen: int, row: Vec) -> Iterator[World]:
    for world in worlds:
        for after in _children(knowledge, world, seen):
            yield from _coming_to(knowledge, after, row)


def _coming_to(knowledge: Knowledge, world: World, row: Vec) -> Iterator[World]:
    """The world if the seat observes this row in it, else what it becomes unperceived until the seat does."""
    pending = [world]
    for _ in range(MOST_UNSEEN):
        if not pending:
            return
        later: list[World] = []
        for each in pending:
            if observed(knowledge.game, each.vector, knowledge.seat) == list(row):
                yield each
            else:
                later.extend(_children(knowledge, each, SEEN_NOT))
        pending = later


def _children(knowledge: Knowledge, world: World, seen: int) -> Iterator[World]:
    """What becomes of a world by the actions or outcomes that the seat perceives in this way."""
    for code, share in options(knowledge, world.vector, seen):
        after = world.vector[:]
        if not knowledge.game.engine.apply(after, code):
            yield World(after, world.weight * share, (world, code))


def options(knowledge: Knowledge, vector: Vec, seen: int) -> list[tuple[int, float]]:
    """Codes that the seat would perceive in this way, each with its chance."""
    game = knowledge.game
    out = game.blank(game.widest)
    who = game.engine.actor(vector)
    if who == CHANCE:
        weights = game.blank(game.max_outcomes)
        count = game.engine.chance_outcomes(vector, out, weights)
        total = sum(weights[:count])
        all_of_them = [(code, weight / total) for code, weight in zip(out[:count], weights[:count], strict=True)]
    else:
        codes = game.list_actions(vector)
        all_of_them = [(code, 1.0 if who == knowledge.seat else 1 / len(codes)) for code in codes]
    return [(code, share) for code, share in all_of_them if game.engine.seen_action(vector, knowledge.seat, code) == seen]
