"""What `check` does beyond a compile: proofs, play, points taken away; and the lock of the rulebook.

All of it adds to the problems of a compilation, silenced ones taken out, and says in lines what was done.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, field

from compiler.bind.nouns.typed import TypedSpec
from compiler.checks.coverage.lock import check_lock
from compiler.checks.silence import PLAYED, PROVED, apply_silences
from compiler.cli.finding import unusable
from compiler.cli.locked import lock_in
from compiler.diagnostics import explain_all
from compiler.driver import Compilation, compile_game

if TYPE_CHECKING:
    from compiler.checks.play.counting import Counted, Made
    from compiler.checks.play.probes import Probed

    _Counted: TypeAlias = tuple[Probed, Made, Counted]

SHARE = 2
"""Of the time for play, what counting takes where nothing else plays: one part in so many."""


class Asked(Struct, frozen=True, kw_only=True):
    play: bool = False
    prove: bool = False
    games: int = 1_000
    positions: int = 40_000
    seconds: float = 20.0
    without: tuple[str, ...] = ()
    book: bool = False
    variants: Sequence[str] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


def go_further(path: Path, compilation: Compilation, asked: Asked) -> list[str]:
    """Adds problems to the compilation; what was done, in lines for people."""
    typed, problems = compilation.typed, compilation.problems
    folder = path if path.is_dir() else path.parent
    if typed is None:
        return []
    _stale(typed, folder, compilation)
    lines = _questions(typed) if asked.book else []
    if not (asked.play or asked.prove or asked.without) or not _playable(compilation):
        return lines
    from compiler.cli.examined import builder

    def read(changed: Mapping[str, str]) -> TypedSpec | None:
        return compile_game(path, variants=asked.variants, settings={**asked.settings, **changed}).typed

    build = builder()
    counted: _Counted | None = None
    whole = False
    if asked.play:
        from compiler.checks.play.check import check_play

        played = check_play(typed, build, problems, games=asked.games, positions=asked.positions, seconds=asked.seconds, read=read, slow=builder("python"))
        if played is not None:
            whole = played.proof
            counted = played.probed, played.made, played.counted
            lines.append(f"played: {played.told()}")
    if asked.prove:
        from compiler.checks.prove.check import check_proofs

        counted = counted or _count(typed, asked)
        lines += [f"proof: {line}" for line in check_proofs(typed, problems, counted[1:] if counted is not None else None).told()]
    if counted is not None:
        from compiler.checks.prove.status import add_statuses

        add_statuses(typed, problems, *counted)
    for what in asked.without:
        from compiler.checks.points.check import check_without

        told = check_without(typed, what, problems, build=build, read=read, games=min(asked.games, 400), seconds=asked.seconds)
        if told is None:
            unusable(f"{typed.parsed.game.text} has no open point, option or row `{what}`")
        lines += told
    ran = (PROVED if asked.prove else frozenset()) | (PLAYED if whole else frozenset())
    apply_silences(typed.parsed, problems, ran)
    return lines


def _questions(typed: TypedSpec) -> list[str]:
    """What the book is asked, in its order, and a last line with how many are answered by whom."""
    from compiler.checks.questions import questions_of, summary

    found = questions_of(typed)
    return [f"book: {line}" for line in (*(question.told() for question in found), summary(found))]


def _count(typed: TypedSpec, asked: Asked) -> "_Counted | None":
    from compiler.checks.play.check import examined
    from compiler.checks.play.clock import Clock
    from compiler.checks.play.counting import count_games
    from compiler.checks.play.probes import with_probes
    from compiler.cli.examined import builder

    probed = with_probes(typed)
    made = builder()(probed.typed, examined)
    if made is None:
        return None
    return probed, made, count_games(made.game, probed, games=asked.games, clock=Clock(asked.seconds / SHARE))


def _playable(compilation: Compilation) -> bool:
    """Whether an engine can be made: only the spec's consistency is at fault, if anything."""
    return not any(found.severity == "error" and found.code[2] != "C" for found in explain_all(compilation.problems))


def _stale(typed: TypedSpec, folder: Path, compilation: Compilation) -> None:
    lock = lock_in(folder)
    if lock is not None and typed.parsed.tree.rulebook is not None:
        check_lock(typed, lock, compilation.problems)
