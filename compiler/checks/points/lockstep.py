"""Two readings of a spec played side by side: where they part, and which cases of a table lay behind it.

Both engines count (see `probes`), get the same seed and, as long as they agree, the same choices. They part at the first stop where a
variable, a zone, whose turn it is or what is legal differs. The case that a table met last before that made the difference; those met
before it made none."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from compiler.checks.play.counting import players_of
from compiler.checks.play.probes import Probed
from compiler.checks.play.replay import Line, move_text
from runtime import Fault, Game, State
from runtime.chance import AGENTS, Stream

MOST = 3_000
"""moves of a game"""


@dataclass(slots=True)
class Tally:
    """By table and case: games in which the readings parted right after it, with the first line that shows it, and how often it made no
    difference."""

    parted: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    lines: dict[tuple[str, tuple[int, ...]], Line] = field(default_factory=dict)
    passed: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    games: int = 0
    different: int = 0

    def add(self, other: "Tally") -> None:
        for mine, theirs in ((self.parted, other.parted), (self.passed, other.passed)):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        for key, line in other.lines.items():
            self.lines.setdefault(key, line)
        self.games += other.games
        self.different += other.different


class Side(Struct, frozen=True):
    """An engine of one reading and what it counts."""

    game: Game
    probed: Probed


def side_by_side(one: Side, other: Side, *, games: int, seed: int, until: float) -> Tally:
    tally = Tally()
    compare = _Compare(one, other)
    for number in range(games):
        if number and time.monotonic() >= until:
            break
        tally.games += 1
        try:
            _play(one, other, compare, number, seed, tally)
        except Fault:
            continue
    return tally


def _play(one: Side, other: Side, compare: "_Compare", number: int, seed: int, tally: Tally) -> None:
    players = players_of(one.game, number)
    mine = one.game.new_initial_state(players, seed=seed + number)
    theirs = other.game.new_initial_state(players, seed=seed + number)
    stream = Stream.seeded(seed + number, AGENTS)
    moves: list[str] = []
    before = _counts(one, mine)
    latest: list[tuple[str, tuple[int, ...]]] = []
    for _ in range(MOST):
        after = _counts(one, mine)
        met = list(_met(one.probed, before, after))
        before = after
        if met:
            _pass(tally, latest)
            latest = met
        if compare.differ(mine, theirs):
            tally.different += 1
            line = Line(players=players, seed=seed + number, moves=tuple(moves), position=str(mine))
            for key in latest:
                tally.parted[key] = tally.parted.get(key, 0) + 1
                tally.lines.setdefault(key, line)
            return
        actions = mine.legal_actions()
        if mine.is_terminal() or not actions:
            break
        action = actions[stream.below(len(actions))]
        text = mine.action_to_string(action)
        moves.append(move_text(mine, action))
        mine.apply_action(action)
        theirs.apply_action(compare.code(theirs, action, text))
    _pass(tally, latest)


def _pass(tally: Tally, met: Sequence[tuple[str, tuple[int, ...]]]) -> None:
    for key in met:
        tally.passed[key] = tally.passed.get(key, 0) + 1


def _counts(side: Side, state: State) -> list[int]:
    name = side.probed.met
    if not name:
        return []
    at = side.game.offsets[name]
    return list(state.vector[at : at + side.game.lengths[name]])


def _met(probed: Probed, before: list[int], after: list[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for cases in probed.cases:
        for case in range(cases.size):
            if after and after[cases.first + case] > before[cases.first + case]:
                yield cases.table, cases.values(case)


class _Compare:
    """Two engines of one game: which slots of a position must be equal, and whether codes mean the same."""

    def __init__(self, one: Side, other: Side) -> None:
        counters = {one.probed.fired, one.probed.met}
        mine, theirs = one.game, other.game
        self.pairs: list[tuple[int, int, int]] = []
        self.apart = False
        for name, *row in mine.facts["BLOCKS"]:
            if row[2] not in ("state", "zone") or name in counters:
                continue
            if theirs.lengths.get(name) != mine.lengths[name]:
                self.apart = True
                continue
            first, second, length = mine.offsets[name], theirs.offsets[name], mine.lengths[name]
            if self.pairs and self.pairs[-1][0] + self.pairs[-1][2] == first and self.pairs[-1][1] + self.pairs[-1][2] == second:
                self.pairs[-1] = (*self.pairs[-1][:2], self.pairs[-1][2] + length)
            else:
                self.pairs.append((first, second, length))
        self.same_codes = mine.facts["CHOICES"] == theirs.facts["CHOICES"]

    def differ(self, mine: State, theirs: State) -> bool:
        if self.apart or mine.actor() != theirs.actor() or mine.is_terminal() and mine.returns() != theirs.returns():
            return True
        if any(mine.vector[a : a + length] != theirs.vector[b : b + length] for a, b, length in self.pairs):
            return True
        if mine.waiting_step() != theirs.waiting_step():
            return True
        codes, others = mine.legal_actions(), theirs.legal_actions()
        if self.same_codes:
            return codes != others
        return [mine.action_to_string(code) for code in codes] != [theirs.action_to_string(code) for code in others]

    def code(self, theirs: State, action: int, text: str) -> int:
        return action if self.same_codes else theirs.string_to_action(text)
