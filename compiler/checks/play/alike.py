"""Readings of open points that play alike: equal games from equal seeds, in every number that is measured."""


from compiler.bind.nouns import typed as t
from compiler.checks.play.clock import Clock
from compiler.checks.play.counting import Build, cut_off
from compiler.checks.play.never import Read
from compiler.checks.points.compare import Sample, sampled
from compiler.checks.values import other_readings
from compiler.diagnostics.problem import Fact, Problem, Problems
from runtime import Game

GAMES = 60


def report_alike(typed: t.TypedSpec, problems: Problems, *, read: Read, build: Build, clock: Clock, seed: int = 0) -> None:
    """Adds a problem for each option of an open point under which every game came out the same, whatever its reading; stops when time is up."""
    made = build(typed, cut_off)
    if made is None:
        return
    base = _games(made.game, seed, clock)
    if base is None or any(sample.fault for sample in base):
        return
    for option in typed.options:
        others = other_readings(typed, option)
        if not option.settles or not others:
            continue
        alike = True
        for reading in others:
            if clock.over():
                return
            changed = read({option.name: reading})
            other = build(changed, cut_off) if changed is not None else None
            if other is None or other.game.min_players != made.game.min_players or other.game.max_players != made.game.max_players:
                alike = False
            else:
                games = _games(other.game, seed, clock)
                if games is None:
                    return
                alike = games == base
            if not alike:
                break
        if alike:
            facts: dict[str, Fact] = {
                "name": option.name,
                "readings": ", ".join(option.readings),
                "subject": f"options.{option.name}",
                "status": f"equal in {len(base):,} random games from seed {seed}",
            }
            problems.add(Problem(code="RWC069", span=option.span, facts=facts))


def _games(game: Game, seed: int, clock: Clock) -> list[Sample] | None:
    """Games over all numbers of players; None where time is up before they are played."""
    counts = range(game.min_players, game.max_players + 1)
    each = max(1, GAMES // len(counts))
    found: list[Sample] = []
    for number in range(each):
        for players in counts:
            if clock.over():
                return None
            found += sampled(game, players=players, games=1, seed=seed + number)
    return found
