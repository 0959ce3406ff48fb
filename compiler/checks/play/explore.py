"""Small games, whole: every position that can be reached, once.

Positions are told apart by their kept slots without counters and the number of decisions; chance outcomes are followed like moves. Where
the search comes to its end, what it did not find is not there: that is a proof. Where it does not, nothing is said."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from compiler.checks.play.clock import Clock
from compiler.checks.play.replay import Line, blanks, move_text, position_key
from runtime import Fault, Game, State
from runtime.contract import OVER, Vec

MOST: Final = 40_000
"""Positions after which a game is not small."""

Where = Callable[[], Line]
"""How the position at hand was reached."""

Look = Callable[[State, Where], None]
Step = Callable[[State, int, State, Where], None]


@dataclass(slots=True)
class Explored:
    """What was reached with each number of players; `complete` where that is everything."""

    positions: int = 0
    complete: bool = True
    ends: int = 0
    fired: list[int] = field(default_factory=list)
    met: list[int] = field(default_factory=list)
    faults: dict[int, Line] = field(default_factory=dict)
    trapped: Line | None = None
    """a position from which no end can be reached"""


class Explorer:
    def __init__(self, game: Game, counters: tuple[str, str], *, horizon: bool, clock: Clock, look: Look, step: Step, most: int = MOST) -> None:
        self._game = game
        self._fired, self._met = counters
        self._blank = blanks(game, counters)
        if horizon:
            at = game.offsets["decisions"]
            self._blank = tuple(slot for slot in self._blank if slot != at)
        self._clock = clock
        self._look = look
        self._step = step
        self._most = most
        self.found = Explored(fired=[0] * game.lengths[self._fired], met=[0] * (game.lengths[self._met] if self._met else 0))

    def explore(self) -> Explored:
        for players in range(self._game.min_players, self._game.max_players + 1):
            if self.found.complete:
                self._explore(players)
        if self.found.faults:
            self.found.complete, self.found.trapped = False, None
        return self.found

    def _explore(self, players: int) -> None:
        """Breadth first, so that the first line to anything is a shortest one."""
        origin: dict[bytes, tuple[bytes, int]] = {}
        before: dict[bytes, list[bytes]] = {}
        ends: list[bytes] = []
        try:
            start = self._game.new_initial_state(players, seed=0, explicit_chance=True)
        except Fault as fault:
            self.found.faults.setdefault(fault.rule, Line(players=players, seed=0, moves=(), position="", rule=fault.rule, explicit=True))
            return
        self._count(start.vector)
        first = position_key(self._game, start.vector, self._blank)
        waiting: deque[tuple[bytes, Vec]] = deque([(first, start.vector[:])])
        origin[first] = (b"", 0)
        while waiting:
            if self.found.positions >= self._most or self._clock.over():
                self.found.complete = False
                return
            key, vector = waiting.popleft()
            self.found.positions += 1
            self._clear(vector)
            state = State(self._game, vector)
            if self._game.engine.current_player(vector) == OVER:
                ends.append(key)
                self.found.ends += 1
                continue

            def where(key: bytes = key) -> Line:
                return self._line(players, key, origin)

            try:
                actions = state.legal_actions()
                self._look(state, where)
            except Fault as fault:
                self.found.faults.setdefault(fault.rule, replace(where(), rule=fault.rule))
                continue
            for action in actions:
                after = self._after(state, action, where)
                if after is None:
                    continue
                self._step(state, action, after, where)
                target = position_key(self._game, after.vector, self._blank)
                before.setdefault(target, []).append(key)
                if target not in origin:
                    origin[target] = (key, action)
                    waiting.append((target, after.vector))
        trapped = self._cannot_end(origin, before, ends)
        if trapped is not None and self.found.trapped is None:
            self.found.trapped = self._line(players, trapped, origin)

    def _after(self, state: State, action: int, where: Where) -> State | None:
        after = State(self._game, state.vector[:])
        self._clear(after.vector)
        rule = self._game.engine.apply(after.vector, action)
        if rule:
            if rule not in self.found.faults:
                line = where()
                self.found.faults[rule] = replace(line, moves=(*line.moves, move_text(state, action)), codes=(*line.codes, action), rule=rule)
            return None
        self._count(after.vector)
        return after

    def _clear(self, vector: Vec) -> None:
        """Counters begin anew with each move, and no horizon that is not the game's is met."""
        for name in (self._fired, self._met):
            if name:
                at = self._game.offsets[name]
                for slot in range(at, at + self._game.lengths[name]):
                    vector[slot] = 0
        if self._game.offsets["decisions"] in self._blank:
            vector[self._game.offsets["decisions"]] = 0

    def _count(self, vector: Vec) -> None:
        for name, sums in ((self._fired, self.found.fired), (self._met, self.found.met)):
            if name:
                at = self._game.offsets[name]
                for place in range(len(sums)):
                    sums[place] += vector[at + place]

    def _line(self, players: int, key: bytes, origin: dict[bytes, tuple[bytes, int]]) -> Line:
        actions: list[int] = []
        while origin[key][0]:
            key, action = origin[key]
            actions.append(action)
        state = self._game.new_initial_state(players, seed=0, explicit_chance=True)
        moves = []
        for action in reversed(actions):
            moves.append(move_text(state, action))
            state.apply_action(action)
        return Line(players=players, seed=0, moves=tuple(moves), position=str(state), codes=tuple(reversed(actions)), explicit=True)

    @staticmethod
    def _cannot_end(origin: dict[bytes, tuple[bytes, int]], before: dict[bytes, list[bytes]], ends: list[bytes]) -> bytes | None:
        """The first position met from which no line leads to an end."""
        good = set(ends)
        waiting = list(ends)
        while waiting:
            for source in before.get(waiting.pop(), ()):
                if source not in good:
                    good.add(source)
                    waiting.append(source)
        return next((key for key in origin if key not in good), None)
