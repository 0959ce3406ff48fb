"""Rules that fail under a reading of an open point that is not the default one: each reading is played, one at a time."""


from compiler.bind.nouns import typed as t
from compiler.checks.play.always import asking_all
from compiler.checks.play.clock import Clock
from compiler.checks.play.counting import Build, count_games, cut_off
from compiler.checks.play.findings import Status, failed, report_faults
from compiler.checks.play.never import Read
from compiler.checks.play.probes import with_probes
from compiler.checks.values import other_readings
from compiler.diagnostics.problem import Problems
from compiler.ir.game import GameIR

GAMES = 200
"""games under another reading, and not more than were played under the default ones"""


def report_faults_elsewhere(
    typed: t.TypedSpec, status: Status, read: Read, build: Build, problems: Problems, *, games: int, seed: int, clock: Clock
) -> None:
    """Adds what fails under other readings and not under the default ones, with the reading; stops when time is up."""
    known = set(failed(status))
    for option in typed.options:
        for reading in other_readings(typed, option) if option.settles else ():
            if clock.over():
                return
            changed = read({option.name: reading})
            if changed is None:
                continue
            probed = with_probes(changed)
            made = build(probed.typed, _examined)
            if made is None:
                continue
            counted = count_games(made.game, probed, games=min(games, GAMES), seed=seed, clock=clock)
            there = Status(game=made.game, ir=made.ir, counted=counted, explored=None)
            report_faults(changed, there, problems, known=frozenset(known), under=f"{option.name}={reading}")
            known |= failed(there)


def _examined(game: GameIR) -> GameIR:
    return cut_off(asking_all(game))
