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
    portion = 1
    while True:
        begun = time.process_time()
        sums, _ = play_portion(game, players, 1, 0, portion)
        spent = time.process_time() - begun
        if spent >= SECONDS:
            return sums[1] / spent
        portion *= 2 if spent > SECONDS / 8 else 8
