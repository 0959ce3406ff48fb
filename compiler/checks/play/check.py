"""`check --play`: a spec is played, by random games and, where it is small, through every position, and what goes wrong is reported.

In: a typed spec, a builder of engines, bounds. Out: problems, each with the line of play that shows it or the number of games in which it
was looked for, and a `Played` that says what was done and what that proves."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.play.alike import report_alike
from compiler.checks.play.always import asking_all
from compiler.checks.play.clock import Clock
from compiler.checks.play.counting import Build, Counted, Made, count_games, cut_off
from compiler.checks.play.elsewhere import report_faults_elsewhere
from compiler.checks.play.explore import MOST, Explorer
from compiler.checks.play.findings import Status, report_endless, report_faults, report_judged, report_same_result
from compiler.checks.play.judge import Judge
from compiler.checks.play.never import Reading, report_never
from compiler.checks.play.probes import Probed, with_probes
from compiler.checks.play.watch import watch_games
from compiler.diagnostics.problem import Problems
from compiler.ir.game import GameIR

GAMES: Final = 1_000
SECONDS: Final = 20.0
REMEMBERED: Final = 2_000
"""positions of a small game that are watched with all that led to them: what a seat may know depends on what it has seen"""


class Played(Struct, frozen=True, kw_only=True):
    """What was done: random games counted and watched, positions judged; `proof` when every position of the game was reached."""

    games: int
    watched: int
    positions: int
    proof: bool
    seed: int
    truncated: int
    seconds: float
    late: float
    """the seconds that were allowed, if they ended something before its games and positions did"""
    probed: Probed
    made: Made
    counted: Counted

    def told(self) -> str:
        """One line for people."""
        if self.proof:
            secrets = f", but for secrets that legal actions show: {self.watched:,} random games were watched for these" if self.watched else ""
            return f"every one of its {self.positions:,} positions was looked at: what was not found is not there{secrets}"
        cut = f", {self.truncated:,} of them cut off" if self.truncated else ""
        late = f"; stopped by the limit of {self.late:g} seconds" if self.late else ""
        return f"{self.games:,} random games{cut}, {self.watched:,} watched move by move ({self.positions:,} positions); nothing is proved by that{late}"


def check_play(
    typed: t.TypedSpec,
    build: Build,
    problems: Problems,
    *,
    games: int = GAMES,
    positions: int = MOST,
    seconds: float = SECONDS,
    seed: int = 0,
    read: Callable[[Mapping[str, str]], t.TypedSpec | None] | None = None,
    slow: Build | None = None,
) -> Played | None:
    """`read` gives the spec under other option values and `slow` engines that are made quickly: with both, what never happens under the
    default readings is looked for under the others. None where no engine can be made."""
    begun = time.monotonic()
    probed = with_probes(typed)
    made = build(probed.typed, examined)
    if made is None:
        return None
    game, ir = made.game, made.ir
    counters = (probed.fired, probed.met)
    clocks: list[Clock] = []

    def clock(share: float) -> Clock:
        """One that strikes when this share of the seconds is over, counted from here."""
        clocks.append(Clock(begun_play + seconds * share - time.monotonic()))
        return clocks[-1]

    begun_play = time.monotonic()
    judge = Judge(game, ir, typed, probed)
    explored = Explorer(game, counters, horizon=bool(typed.horizon), clock=clock(1 / 4), look=judge.look, step=judge.move, most=positions).explore()
    counted = count_games(game, probed, games=games, seed=seed, clock=clock(1 / 2))
    watched = 0
    if not explored.complete:
        judge = Judge(game, ir, typed, probed)
        watched = watch_games(game, judge, games=games, positions=positions, seed=seed, clock=clock(3 / 4))
    elif judge.hides:
        remembering = Judge(game, ir, typed, probed)
        watched = watch_games(game, remembering, games=games, positions=REMEMBERED, seed=seed, clock=clock(3 / 4))
        judge.judged.legality |= remembering.judged.legality
    status = Status(game=game, ir=ir, counted=counted, explored=explored if explored.complete else None)
    report_faults(typed, status, problems)
    report_endless(typed, status, counters, problems)
    report_same_result(typed, status, problems)
    report_judged(typed, status, judge.judged, problems)
    others: Sequence[Reading] = ()
    if read is not None and slow is not None:
        others = [Reading(read, slow)]
        report_faults_elsewhere(typed, status, read, slow, problems, games=games, seed=seed, clock=clock(1.1))
    report_never(typed, probed, status, others, problems, clock=clock(1.25))
    endless = counted.truncated and not typed.horizon
    if read is not None and slow is not None and not endless:
        report_alike(typed, problems, read=read, build=slow, clock=clock(1.5), seed=seed)
    return Played(
        games=counted.games,
        watched=watched,
        positions=explored.positions if explored.complete else judge.judged.positions,
        proof=explored.complete,
        seed=seed,
        truncated=counted.truncated if not typed.horizon else 0,
        seconds=time.monotonic() - begun,
        late=seconds if any(each.struck for each in clocks) else 0.0,
        probed=probed,
        made=made,
        counted=counted,
    )


def examined(game: GameIR) -> GameIR:
    """With invariants and what tables take for granted asked, and an end to every game."""
    return cut_off(asking_all(game))
