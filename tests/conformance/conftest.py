"""Ends a run of this drawer with the table of games, from what the tests noted (see `table`)."""

import time
from pathlib import Path

import pytest

from runtime import load
from runtime.playouts import play_portion
from tests.conformance.table import LOCKSTEP, PERFT, Outcome, table

GENERATED = Path(__file__).resolve().parents[2] / "generated"
SECONDS = 0.2


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    outcomes = []
    for kind in ("passed", "failed"):
        for report in terminalreporter.stats.get(kind, ()):
            figures = tuple(value for name, value in getattr(report, "user_properties", ()) if name in (PERFT, LOCKSTEP))
            if figures:
                outcomes.append(Outcome(figures=figures, equal=kind == "passed"))
    if outcomes:
        terminalreporter.section("games beside known numbers and OpenSpiel; native moves a second, one core")
        names = {game for outcome in outcomes for _, game, *_ in outcome.figures}
        for line in table(outcomes, {name: speed(name) for name in sorted(names)}):
            terminalreporter.write_line(line)


def speed(name: str) -> float:
    """Decisions a second of CPU time in random games."""
    game = load(GENERATED / f"{name}.py", backend="native")
    players = max(2, game.min_players)
    begun = time.process_time()
    games = decisions = 0
    while (spent := time.process_time() - begun) < SECONDS:
        sums, _ = play_portion(game, players, 1, games, 10)
        games += sums[0]
        decisions += sums[1]
    return decisions / spent
