"""Does the spec say what the rulebook says, and only that? One file a check, run by table."""

from collections.abc import Callable
from typing import Final, TypeAlias

from compiler.bind.typed import TypedSpec
from compiler.checks.citations import check_citations
from compiler.checks.claims import check_claims
from compiler.checks.tables import check_tables
from compiler.checks.unused import check_unused
from compiler.diagnostics.problem import Problems
from compiler.ir.game import GameIR

Check: TypeAlias = Callable[[TypedSpec, GameIR | None, Problems], None]

CHECKS: Final[tuple[Check, ...]] = (check_citations, check_unused, check_tables, check_claims)
"""What `rulewright check` always runs; each is total and quick."""


def check_spec(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    """Puts every check to a spec; `game` is None where it could not be lowered."""
    for check in CHECKS:
        check(typed, game, problems)


__all__ = ["CHECKS", "check_spec"]
