"""Does the spec say what the rulebook says, and only that? One file a check, run by table."""

from collections.abc import Callable
from typing import Final, TypeAlias

from compiler.bind.nouns.typed import TypedSpec
from compiler.checks.book import check_book
from compiler.checks.citations import check_citations
from compiler.checks.claims import check_claims
from compiler.checks.labels import check_labels
from compiler.checks.progress import check_progress
from compiler.checks.prose import check_prose
from compiler.checks.silence import STATIC, apply_silences
from compiler.checks.slips import check_slips
from compiler.checks.tables import check_tables
from compiler.checks.unclaimed import check_unclaimed
from compiler.checks.unused import check_unused
from compiler.diagnostics.problem import Problems
from compiler.ir.game import GameIR

Check: TypeAlias = Callable[[TypedSpec, GameIR | None, Problems], None]

CHECKS: Final[tuple[Check, ...]] = (
    check_citations,
    check_unused,
    check_labels,
    check_unclaimed,
    check_tables,
    check_claims,
    check_progress,
    check_prose,
    check_book,
    check_slips,
)
"""What `rulewright check` always runs; each is total and quick."""

OF_THE_WHOLE: Final[tuple[Check, ...]] = (check_book, check_labels, check_progress, check_prose, check_slips, check_unclaimed)
"""Those that say what is nowhere in a spec: asked only when all of it could be read."""


def check_spec(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    """Puts every check to a spec; `game` is None where it could not be lowered."""
    whole = not any(problem.code[2] in "LPNT" for problem in problems)
    for check in CHECKS:
        if whole or check not in OF_THE_WHOLE:
            check(typed, game, problems)
    apply_silences(typed.parsed, problems, STATIC)


__all__ = ["CHECKS", "check_spec"]
