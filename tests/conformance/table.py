"""The table that `make conformance` ends with: each game beside numbers and engines from elsewhere.

In: what tests noted with `record_property` (figures below), whether they passed, and how many moves a second are played. Out: lines of text.

    game          perft                       OpenSpiel            moves/s
    tic_tac_toe   7 moves: 148,176            500 games equal   11,000,000
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

CLASSICS: Final = (
    "tic_tac_toe", "connect_four", "breakthrough", "reversi", "hex", "amazons", "english_draughts", "nine_mens_morris", "gomoku", "kalah", "nim",
    "pig", "kuhn_poker", "leduc_poker", "goofspiel", "liars_dice", "hearts", "go", "backgammon",
    "clobber", "y", "havannah", "lines_of_action", "pentago", "oware", "ultimate_tic_tac_toe", "dots_and_boxes", "phantom_tic_tac_toe", "dark_hex", "chess",
    "xiangqi", "shogi", "hive", "yacht", "blackjack",
)  # fmt: skip

PERFT: Final = "perft"
LOCKSTEP: Final = "lockstep"

Figure: TypeAlias = tuple[str, str, int, int]
"""What a test notes: PERFT or LOCKSTEP, the game, and how far it came: depth and count, or games and decisions. A depth is in moves; if
negative, in decisions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A test that is about a game: what it noted, and whether all of it was equal."""

    figures: tuple[Figure, ...]
    equal: bool


def table(outcomes: Iterable[Outcome], speeds: Mapping[str, float]) -> list[str]:
    noted: dict[tuple[str, str], list[tuple[int, int, bool]]] = {}
    for outcome in outcomes:
        for kind, game, reached, number in outcome.figures:
            noted.setdefault((kind, game), []).append((reached, number, outcome.equal))
    games = [game for game in CLASSICS if (PERFT, game) in noted or (LOCKSTEP, game) in noted]
    rows = [("game", "perft", "OpenSpiel", "moves/s")]
    for game in games:
        speed = f"{speeds[game]:,.0f}" if game in speeds else "-"
        rows.append((game, perft_text(noted.get((PERFT, game), ())), lockstep_text(noted.get((LOCKSTEP, game), ())), speed))
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    return ["  ".join((*(cell.ljust(width) for cell, width in zip(row[:3], widths, strict=False)), row[3].rjust(widths[3]))) for row in rows]


def perft_text(noted: Sequence[tuple[int, int, bool]]) -> str:
    """The deepest count of each unit; what failed says so."""
    parts = []
    for unit, sign in (("moves", 1), ("decisions", -1)):
        reached = [(abs(depth), number) for depth, number, _ in noted if depth * sign > 0]
        if reached:
            depth, number = max(reached)
            parts.append(f"{depth} {unit if depth > 1 else unit[:-1]}: {number:,}")
    if not all(equal for *_, equal in noted):
        parts.append("then NOT EQUAL")
    return ", ".join(parts) if parts else "-"


def lockstep_text(noted: Sequence[tuple[int, int, bool]]) -> str:
    """Games of all matches together; with several matches, how many of them there are."""
    if not noted:
        return "-"
    games = sum(number for number, _, equal in noted if equal)
    settings = f" in {len(noted)} settings" if len(noted) > 1 else ""
    failed = sum(not equal for *_, equal in noted)
    return f"{games:,} games equal{settings}" + (f", {failed} NOT EQUAL" if failed else "")
