"""A history as a seat may imagine it: from a position that it knows for certain, codes that look to it like what it perceived.

`alternatives` are other histories one change away: two hidden pieces exchanged in all that the seat did not see, a hidden choice or outcome
replaced, or two of one kind exchanged. `retold` says where other codes lead, if the seat would have perceived the same all the way.
"""

import math
from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from runtime.chance import Stream
from runtime.contract import CHANCE, SEEN_NOT, Vec
from runtime.knowledge import Knowledge
from runtime.texts import Choice

if TYPE_CHECKING:
    from runtime.game import Game

SCALE: Final = 2**24
MOST_MENDS: Final = 12
"""Codes that are put in or left out of one history"""

LOGARITHMS: Final = 4096
LOGS: Final = [LOGARITHMS, *(round(SCALE * math.log(number)) for number in range(1, LOGARITHMS))]


class Told(NamedTuple):
    """A history as a Tale keeps it."""

    codes: Vec
    seen: Vec
    ends: Vec
    chance: list[bool]
    last: list[int]

    def leave_out(self, at: int) -> None:
        """Leaves out a code that the seat does not perceive."""
        if at and self.ends[at - 1] < 0:
            self.ends[at - 1] = self.ends[at]
        del self.codes[at], self.seen[at], self.ends[at], self.chance[at]
        self.last[:] = [end - (end > at) for end in self.last]

    def put_in(self, code: int, at: int, *, behind: bool) -> None:
        """Puts in a code that the seat does not perceive: before an event, or behind one whose observation it then gives."""
        row = self.ends[at - 1] if behind else sum(end <= at for end in self.last)
        if behind:
            self.ends[at - 1] = -1
        self.codes.insert(at, code)
        self.seen.insert(at, SEEN_NOT)
        self.ends.insert(at, row)
        self.chance.insert(at, False)
        self.last[:] = [end + (end >= at if behind else end > at) for end in self.last]


class Tale:
    """`codes`, how the seat perceives each (`seen`), which of its observations it must have after each (`ends`, -1: none is compared),
    and which are outcomes (`chance`). `vector` is where they lead, `likely` the logarithm of how likely they are, times `SCALE`."""

    def __init__(self, knowledge: Knowledge, stream: Stream) -> None:
        game = knowledge.game
        self.knowledge = knowledge
        self.game: Game = game
        self.stream = stream
        self.seat = knowledge.seat
        self.vector = knowledge.start[:]
        self.likely = 0
        self.codes, self.seen, self.ends = (as_vector(game, []) for _ in range(3))
        self.chance: list[bool] = []
        self.last: list[int] = []
        """for each event that was perceived, how many codes it is to its end"""
        self.out, self.weights = game.blank(max(game.widest, game.observation_size)), game.blank(game.max_outcomes)
        self._tally = game.blank(1)
        self._interrupted = any(step.startswith("interrupts.") for step in game.facts["STEPS"])
        self._views = knowledge.views()
        self._logs = as_vector(game, LOGS)
        self._families: dict[tuple[bool, int], Choice | None] = {}
        self._names: dict[tuple[bool, int], tuple[tuple[str, int], ...]] = {}
        self._noted: dict[tuple[str, int], tuple[int, int]] = {}
        """by piece: how many rows were looked through for when the seat last saw it, and the answer"""
        self._hidden: list[int] = []
        self._renamed: dict[tuple[bool, int, str, int, int], int] = {}
        self.where = {row[0]: game.offsets[row[4]] for row in game.facts["COMPONENTS"]}
        self._pieces = {row[0]: row[1] for row in game.facts["COMPONENTS"]}

    def append(self, code: int, seen: int, end: int, *, chance: bool) -> None:
        self.codes.append(code)
        self.seen.append(seen)
        self.ends.append(end)
        self.chance.append(chance)
        if seen < 0:
            self._hidden.append(len(self.codes) - 1)

    def cut(self, mark: int) -> None:
        del self.codes[mark:], self.seen[mark:], self.ends[mark:], self.chance[mark:]
        self._hidden = [at for at in self._hidden if at < mark]

    def retold(self, codes: Vec, count: int = -1, *, weigh: bool = False) -> Vec | None:
        """Where (the first `count` of) these codes lead; None if the seat would perceive something else on the way. With `weigh`, `weight` says
        how likely they are."""
        count = len(codes) if count < 0 else count
        vector, reached = self._reach(Told(codes, self.seen, self.ends, self.chance, self.last), count, weigh=weigh)
        return vector if reached == count else None

    def _reach(self, told: "Told", count: int, *, weigh: bool = False) -> tuple[Vec, int]:
        """Where the codes lead as far as the seat perceives what it perceived, and how far that is."""
        vector = self.knowledge.start[:]
        reached = self.game.retell(
            vector, told.codes, told.seen, told.ends, self._views, self.out, self.weights, self._logs, self._tally, self.seat, count, int(weigh)
        )  # fmt: skip
        return vector, reached

    @property
    def weight(self) -> int:
        """The logarithm of how likely the codes weighed last are, times `SCALE`."""
        return self._tally[0]

    def told(self) -> "Told":
        return Told(self.codes, self.seen, self.ends, self.chance, self.last)

    def take(self, told: "Told", vector: Vec) -> None:
        """Tells it so from now on."""
        self.codes, self.seen, self.ends, self.chance, self.last = told
        self.vector = vector
        self._hidden = [at for at, seen in enumerate(self.seen) if seen < 0]
        self._noted.clear()

    def mended(self, codes: Vec) -> "tuple[Told, Vec] | None":
        """These codes with what the seat does not perceive told anew, where others are now asked who were not, or no longer; and where they lead.

        Another hand may be asked whether it interrupts, which its neighbour never learns of."""
        told = Told(codes[:], self.seen[:], self.ends[:], self.chance[:], self.last[:])
        for _ in range(MOST_MENDS if self._interrupted else 0):
            vector, at = self._reach(told, len(told.codes))
            if at == len(told.codes):
                return told, vector
            before, _ = self._reach(told, at)
            engine, code = self.game.engine, told.codes[at]
            fits = engine.refusal(before, code) == 0 and engine.seen_action(before, self.seat, code) == told.seen[at]
            if not fits and told.seen[at] == SEEN_NOT:
                told.leave_out(at)
                continue
            hidden = self.options(vector if fits else before, SEEN_NOT)
            if not hidden:
                return None
            told.put_in(self.mixed(hidden)[0], at + fits, behind=fits)
        return None

    def settle(self) -> None:
        """Makes `vector` and `likely` what the codes say."""
        vector = self.retold(self.codes, weigh=True)
        assert vector is not None, "a history that was made to fit does not"
        self.vector, self.likely = vector, self.weight

    def options(self, vector: Vec, seen: int) -> list[tuple[int, int]]:
        """Codes that the seat would perceive in this way, with weights."""
        engine = self.game.engine
        if seen >= 0:
            return [(seen, 1)] if engine.refusal(vector, seen) == 0 and engine.seen_action(vector, self.seat, seen) == seen else []
        if engine.actor(vector) == CHANCE:
            count = engine.chance_outcomes(vector, self.out, self.weights)
            pairs = list(zip(self.out[:count], self.weights[:count], strict=True))
        else:
            pairs = [(code, 1) for code in self.game.list_actions(vector)]
        return [(code, weight) for code, weight in pairs if engine.seen_action(vector, self.seat, code) == seen]

    def mixed(self, pairs: list[tuple[int, int]]) -> list[int]:
        """The codes in an order drawn by their weights."""
        pairs, found = pairs[:], list[int]()
        while pairs:
            found.append(pairs.pop(self.stream.weighted([weight for _, weight in pairs]) if len(pairs) > 1 else 0)[0])
        return found

    # ---- other histories

    def hidden_pieces(self, row: Vec) -> list[tuple[str, list[int]]]:
        """Of each component the pieces that are hidden in a row of observations, where there are two or more."""
        found = [(name, [piece for piece in range(self._pieces[name]) if row[at + piece] == self.game.hidden]) for name, at in self.where.items()]
        return [(name, hidden) for name, hidden in found if len(hidden) > 1]

    def hidden_codes(self) -> list[int]:
        """Places of codes that the seat did not wholly see."""
        return self._hidden

    def exchanged(self, component: str, first: int, second: int) -> Vec:
        """The codes with two pieces in each other's places, since the seat last saw either."""
        codes, chance, names = self.codes[:], self.chance, self._names
        since = max(self._since(component, first), self._since(component, second))
        for at in self.hidden_codes():
            if at < since:
                continue
            key = chance[at], codes[at]
            named = names.get(key)
            if named is None:
                named = names[key] = tuple(self.pieces_of(*key))
            if (component, first) in named or (component, second) in named:
                codes[at] = self._rename(*key, component, first, second)
        return codes

    def elsewhere(self, component: str, pieces: list[int]) -> Vec | None:
        """Two pieces of different places exchanged, all pairs of places equally likely: as many lie in each place afterwards."""
        below, where = self.stream.below, self.where[component]
        places: dict[int, list[int]] = {}
        for piece in pieces:
            places.setdefault(self.vector[where + piece], []).append(piece)
        if len(places) < 2:
            return None
        numbers = sorted(places)
        one = numbers.pop(below(len(numbers)))
        other = numbers[below(len(numbers))]
        return self.exchanged(component, places[one][below(len(places[one]))], places[other][below(len(places[other]))])

    def pieces_of(self, chance: bool, code: int) -> Iterator[tuple[str, int]]:
        """The pieces that a code names, each with its component."""
        choice = self.family(chance, code)
        if choice is not None:
            for digit, position in zip(choice.digits, choice.positions(code), strict=True):
                if digit.carrier.component and digit.value(position) >= 0:
                    yield digit.carrier.component, digit.value(position)

    def replaced(self, at: int) -> Vec | None:
        """The codes with another at this place, each possible one equally likely."""
        before = self.retold(self.codes, at)
        options = [code for code, _ in self.options(before, self.seen[at])] if before is not None else []
        if len(options) < 2:
            return None
        codes = self.codes[:]
        codes[at] = options[self.stream.below(len(options))]
        return codes

    def traded(self, one: int, other: int) -> Vec:
        """The codes with those of two places exchanged."""
        codes = self.codes[:]
        codes[one], codes[other] = codes[other], codes[one]
        return codes

    def family(self, chance: bool, code: int) -> Choice | None:
        key = chance, code
        if key not in self._families:
            self._families[key] = self.game.texts.outcome(code) if chance else self.game.texts.action(code)
        return self._families[key]

    def _since(self, component: str, piece: int) -> int:
        """How many codes were told when the seat last saw this piece, or knew at the start where it is."""
        where = self.where[component]
        told, seen = self._noted.get((component, piece), (0, 0))
        for number in range(told, len(self.last) + 1):
            if self.knowledge.rows[number][where + piece] != self.game.hidden:
                seen = self.last[number - 1] if number else 0
        self._noted[component, piece] = len(self.last) + 1, seen
        return seen

    def _rename(self, chance: bool, code: int, component: str, first: int, second: int) -> int:
        key = chance, code, component, first, second
        if key not in self._renamed:
            self._renamed[key] = self._rename_anew(*key)
        return self._renamed[key]

    def _rename_anew(self, chance: bool, code: int, component: str, first: int, second: int) -> int:
        choice = self.family(chance, code)
        if choice is None:
            return code
        positions = list(choice.positions(code))
        for at, digit in enumerate(choice.digits):
            value = digit.value(positions[at])
            if digit.carrier.component == component and value in (first, second):
                positions[at] = digit.position(second if value == first else first)
        return choice.code(positions) if min(positions, default=0) >= 0 else code


def as_vector(game: "Game", values: list[int]) -> Vec:
    return array("q", values) if game.backend == "native" else list(values)
