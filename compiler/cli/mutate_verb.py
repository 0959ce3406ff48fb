"""Changes a spec in small ways, and says which changes no worked example, claim, invariant or game notices: what the examples do not pin down.

A change that is the same rule said otherwise can be explained in `survivors.yaml` beside the spec, and is then not counted.

Example: rulewright mutate specs/my_game --jobs 2 --at-least 85
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
import typer
from msgspec import yaml
from rich.progress import Progress

from compiler.builds import variants_of
from compiler.checks.mutate.changes import Change, Verdict, changes_of
from compiler.checks.mutate.score import Explained, score_json, score_of, score_text
from compiler.cli.again import again
from compiler.cli.examined import builder
from compiler.cli.figures import Format, FormatOption
from compiler.cli.finding import SetOption, SpecArgument, VariantOption, compile_or_leave, find_spec, settings_of, unusable
from compiler.cli.noticed import GAMES, Bench
from compiler.cli.printing import console

SURVIVORS = "survivors.yaml"


def mutate(
    spec: SpecArgument,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Changes looked at, evenly taken over the spec; 0: all.")] = 0,
    games: Annotated[int, typer.Option("--games", min=0, help="Random games by which a change may be noticed; 0: none.")] = GAMES,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes that work at once; the figures do not depend on it.")] = 1,
    at_least: Annotated[float, typer.Option("--at-least", min=0, max=100, help="Exit code 1 below this share, in per cent.")] = 0,
    format: FormatOption = Format.text,
    variant: VariantOption = "",
    settings: SetOption = None,
) -> None:
    compilation = compile_or_leave(spec, variant, settings, plain=format is Format.json)
    path = find_spec(spec)
    folder = path if path.is_dir() else path.parent
    assert compilation.typed is not None
    changes = changes_of(compilation.typed)
    chosen = _evenly(changes, limit)
    explained = _explained(folder / SURVIVORS)
    with tempfile.TemporaryDirectory(prefix="rulewright-mutate-") as copies:
        verdicts = _judged(chosen, (str(folder), copies, tuple(variants_of(variant)), tuple(settings_of(settings).items()), games), jobs)
    command = again("mutate", folder, variant=variant, settings=settings or [], limit=limit or None, games=None if games == GAMES else games)
    score = score_of(folder.resolve().name, command, len(changes), list(zip(chosen, verdicts, strict=True)), explained)
    typer.echo((score_json if format is Format.json else score_text)(score), nl=False)
    raise typer.Exit(1 if score.percent < at_least else 0)


def _evenly(changes: Sequence[Change], limit: int) -> list[Change]:
    """So many of them, spread over the whole spec."""
    if not limit or limit >= len(changes):
        return list(changes)
    return [changes[number * len(changes) // limit] for number in range(limit)]


def _explained(file: Path) -> list[Explained]:
    if not file.is_file():
        return []
    try:
        return yaml.decode(file.read_bytes(), type=list[Explained])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        unusable(f"{file}: {error}; it is a list of changes, each with `rule`, `was`, `put` and `because`")


_Makers: TypeAlias = tuple[str, str, tuple[str, ...], tuple[tuple[str, str], ...], int]
"""what a bench is made of: the game's folder, where copies are kept, variants, settings, games"""
_benches: dict[_Makers, Bench] = {}
"""the bench of this process, made by its first change"""


def _judge(change: Change, makers: _Makers) -> Verdict:
    if makers not in _benches:
        folder, copies, variants, settings, games = makers
        own = Path(tempfile.mkdtemp(dir=copies))
        _benches[makers] = Bench(Path(folder), own, builder(), variants=variants, settings=dict(settings), games=games)
    try:
        return _benches[makers].judge(change)
    except Exception as error:
        # A fault of the compiler over one change must not cost the others.
        print(f"rulewright: the compiler failed over a change, which is not counted: {change.told()}: {type(error).__name__}: {error}", file=sys.stderr)
        return Verdict(noticed="not a spec", by=f"{type(error).__name__}: {error}")


def _judged(changes: Sequence[Change], makers: _Makers, jobs: int) -> list[Verdict]:
    with _progress(len(changes)) as seen:
        if jobs == 1:
            return [seen(_judge(change, makers)) for change in changes]
        with ProcessPoolExecutor(jobs) as pool:
            return [seen(verdict) for verdict in pool.map(_judge, changes, [makers] * len(changes))]


class _Seen:
    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self.task = progress, progress.add_task("changes", total=total)

    def __call__(self, verdict: Verdict) -> Verdict:
        self.progress.advance(self.task)
        return verdict


@contextmanager
def _progress(total: int) -> Iterator[_Seen]:
    with Progress(console=console(sys.stderr), transient=True, disable=not sys.stderr.isatty()) as progress:
        yield _Seen(progress, total)
