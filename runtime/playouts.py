"""Many random games at once: the numbers of `simulate`.

Games are numbered; game k depends on the seed and k alone, so sums are the same whatever the number of threads and the size of the portions.
Native engines release the interpreter's lock, so threads use all cores. Interrupted, it stops at once with what it has.

    simulate(game, players=3, games=1000, by="finished").groups      # results by what `finished` is at the end: none, first, second, …
"""

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from runtime.contract import SEAT_SUMS, SUMS
from runtime.texts import Carrier

if TYPE_CHECKING:
    from runtime.game import Game

PORTION_SECONDS: Final = 0.05
"""Aimed length of a portion: how long an interruption may have to wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean and the half-width of its 95 % confidence interval."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """`first`: share of games in which the seat was first (ties shared), `sole` of those in which it was first alone."""

    first: Estimate
    sole: Estimate
    returns: Estimate
    score: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The results of all seats for which a variable had this value when the game was over; `count` of them."""

    value: str
    count: int
    results: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What random games of one game and player count came to."""

    players: int
    games: int
    decisions: int
    seconds: float
    length: Estimate
    longest: int
    shortest: int
    branching: float
    ties: float
    """share of games in which several seats were first"""
    truncated: int
    faults: int
    last_fault: int
    """rule of the latest fault, or 0"""
    interrupted: bool
    seats: tuple[Seat, ...]
    groups: tuple[Group, ...] = ()
    """by the value of a variable of players, ascending, if one was asked for"""

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class Sums:
    """Exact sums over games; adding is all that happens to them, so order does not matter."""

    seats: int
    numbers: list[int] = field(default_factory=list)
    last_fault: int = 0
    groups: dict[int, list[int]] = field(default_factory=dict)
    """by a variable's value: how many seats had it, and their sums"""

    def __post_init__(self) -> None:
        self.numbers = [0] * (len(SUMS) + len(SEAT_SUMS) * self.seats)
        self.numbers[SUMS.index("shortest")] = -1

    def add(self, other: list[int], fault: int) -> None:
        for index, value in enumerate(other):
            name = SUMS[index] if index < len(SUMS) else ""
            mine = self.numbers[index]
            if name == "longest":
                value = max(mine, value)
            elif name == "shortest":
                value = mine if value < 0 else value if mine < 0 else min(mine, value)
            else:
                value += mine
            self.numbers[index] = value
        self.last_fault = fault or self.last_fault

    def merge(self, other: "Sums") -> None:
        self.add(other.numbers, other.last_fault)
        for value, row in other.groups.items():
            mine = self.groups.get(value, [0] * len(row))
            self.groups[value] = [here + more for here, more in zip(mine, row, strict=True)]

    def group(self, values: Sequence[int], one: list[int]) -> None:
        """Adds the seats of one game that came to its end, by their values there."""
        for seat, value in enumerate(values):
            first = len(SUMS) + len(SEAT_SUMS) * seat
            row = self.groups.setdefault(value, [0] * (1 + len(SEAT_SUMS)))
            self.groups[value] = [mine + more for mine, more in zip(row, (1, *one[first : first + len(SEAT_SUMS)]), strict=True)]

    def __getitem__(self, name: str) -> int:
        return self.numbers[SUMS.index(name)]

    def seat(self, seat: int, name: str) -> int:
        return self.numbers[len(SUMS) + len(SEAT_SUMS) * seat + SEAT_SUMS.index(name)]


def simulate(
    game: "Game", *, players: int | None = None, games: int, seed: int = 0, threads: int | None = None,
    progress: Callable[[int], None] | None = None, by: str | None = None,
) -> Summary:  # fmt: skip
    """Plays `games` random games. `progress` is told how many are done. Ctrl-C ends it early, `interrupted` then.

    `by`: a variable of players; `groups` then has the results by its value at the end. ValueError if there is none of this name."""
    count = game.check_players(players)
    variable = player_variable(game, by) if by is not None else None
    workers = (threads or os.cpu_count() or 1) if game.backend == "native" else 1
    sums = Sums(game.max_players)
    begun = time.perf_counter()
    interrupted = _run(_Portions(game=game, players=count, seed=seed % 2**61, variable=variable), games, workers, sums, progress)
    summary = _summary(sums, count, time.perf_counter() - begun, interrupted)
    return summary if variable is None else replace(summary, groups=tuple(_groups(sums, variable)))


def play_portion(
    game: "Game", players: int, seed: int, first: int, count: int, vector: MutableSequence[int] | None = None
) -> tuple[list[int], int]:
    """The sums of games first .. first + count - 1, and the rule of the last fault or 0. `vector` is left at the end of the last game."""
    vector = game.new_vector() if vector is None else vector
    out = game.blank(max(game.max_actions, game.max_outcomes, 2 * game.max_players))
    numbers = game.blank(len(SUMS) + len(SEAT_SUMS) * game.max_players)
    numbers[SUMS.index("shortest")] = -1
    fault = game.engine.playouts(vector, out, players, seed, first, count, numbers)
    return list(numbers), fault


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerVariable:
    """A variable of players: its first slot, and the texts of its values."""

    offset: int
    carrier: Carrier


def player_variable(game: "Game", name: str) -> PlayerVariable:
    """ValueError if no variable `per: player` has this name."""
    known = {}
    for block, offset, _, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section == "state" and [game.texts.carriers[axis].name for axis in axes] == ["player"]:
            known[block] = PlayerVariable(offset=offset, carrier=game.texts.carriers[carrier])
    if name not in known:
        raise ValueError(f"{game.title} has no variable of players called `{name}`; there are: {', '.join(known) or 'none'}")
    return known[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Portions:
    """Plays some of the games; one by one where their last positions are asked for."""

    game: "Game"
    players: int
    seed: int
    variable: PlayerVariable | None

    def play(self, first: int, count: int) -> Sums:
        sums = Sums(self.game.max_players)
        if self.variable is None:
            sums.add(*play_portion(self.game, self.players, self.seed, first, count))
            return sums
        start = self.variable.offset
        for number in range(first, first + count):
            vector = self.game.new_vector()
            one, fault = play_portion(self.game, self.players, self.seed, number, 1, vector)
            sums.add(one, fault)
            if one[SUMS.index("games")]:
                sums.group(vector[start : start + self.players], one)
        return sums


def _run(portions: _Portions, games: int, workers: int, sums: Sums, progress: Callable[[int], None] | None) -> bool:
    begun = time.perf_counter()
    try:
        sums.merge(portions.play(0, 1 if games else 0))
        each = max(time.perf_counter() - begun, 1e-6)
        _all(portions, games, workers, max(1, min(100_000, int(PORTION_SECONDS / each))), sums, progress)
    except KeyboardInterrupt:
        return True
    return False


def _all(portions: _Portions, games: int, workers: int, portion: int, sums: Sums, progress: Callable[[int], None] | None) -> None:
    done = first = min(1, games)
    pool = ThreadPoolExecutor(workers)
    waiting: dict[Future[Sums], int] = {}
    try:
        while first < games or waiting:
            while first < games and len(waiting) < 2 * workers:
                size = min(portion, games - first)
                waiting[pool.submit(portions.play, first, size)] = size
                first += size
            ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                done += waiting.pop(future)
                sums.merge(future.result())
            if progress is not None:
                progress(done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _summary(sums: Sums, players: int, seconds: float, interrupted: bool) -> Summary:
    games = sums["games"]
    decisions = sums["decisions"]
    sole = [sums.seat(seat, "sole") for seat in range(players)]
    return Summary(
        players=players,
        games=games,
        decisions=decisions,
        seconds=seconds,
        length=mean_of(decisions, sums["decisions_squared"], games),
        longest=sums["longest"],
        shortest=max(0, sums["shortest"]),
        branching=sums["choices"] / decisions if decisions else 0.0,
        ties=(games - sum(sole)) / games if games else 0.0,
        truncated=sums["truncated"],
        faults=sums["faults"],
        last_fault=sums.last_fault,
        interrupted=interrupted,
        seats=tuple(_seat(dict(zip(SEAT_SUMS, [sums.seat(seat, name) for name in SEAT_SUMS], strict=True)), games) for seat in range(players)),
    )


def _seat(sums: Mapping[str, int], games: int) -> Seat:
    return Seat(
        first=share_of(sums["sole"] + sums["shared"], games),
        sole=share_of(sums["sole"], games),
        returns=mean_of(sums["returns"], sums["returns_squared"], games),
        score=mean_of(sums["scores"], sums["scores_squared"], games),
    )


def _groups(sums: Sums, variable: PlayerVariable) -> Iterator[Group]:
    for value, (count, *row) in sorted(sums.groups.items()):
        yield Group(value=variable.carrier.text(value), count=count, results=_seat(dict(zip(SEAT_SUMS, row, strict=True)), count))


def mean_of(total: int, squares: int, count: int) -> Estimate:
    """Mean with the half-width of the normal 95 % interval."""
    if count == 0:
        return Estimate(mean=0.0, margin=0.0)
    mean = total / count
    if count == 1:
        return Estimate(mean=mean, margin=math.inf)
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    return Estimate(mean=mean, margin=1.96 * math.sqrt(variance / count))


def share_of(hits: int, count: int) -> Estimate:
    """A share with the half-width of its 95 % Wilson interval (E. B. Wilson, 1927), measured from the share itself."""
    if count == 0:
        return Estimate(mean=0.0, margin=0.0)
    share, z = hits / count, 1.96
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return Estimate(mean=share, margin=max(abs(centre - half - share), abs(centre + half - share)))
