"""Examines a game for whoever owns its rulebook: check, worked examples, play, proofs, coverage, open points and a mutation score, as one HTML page.

The parts run at once, each is kept as it ends, and a part whose spec and command are the same is not done again. What was not done in the time is
named on the page, with the command that does it.

Example: rulewright examine specs/my_game --to build/my_game.html --seconds 300
"""

import hashlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from msgspec import Struct

from compiler.builds import variants_of
from compiler.cli.examine_page import Done, examination_page
from compiler.cli.finding import SetOption, SpecArgument, VariantOption, compile_or_leave, find_spec
from compiler.cli.versions import versions
from compiler.emit.write import write_files

SLOWEST_FIRST = ("mutate", "ambiguities", "play", "prove", "coverage", "test", "check")


class Part(Struct, frozen=True, kw_only=True):
    """One verb with its options; `words` is the command as people type it."""

    name: str
    arguments: tuple[str, ...]

    @property
    def words(self) -> str:
        return "rulewright " + " ".join(self.arguments)


def examine(
    spec: SpecArgument,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="The page; build/examine/GAME.html if not said.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="Seconds for all of it; what is not done by then is named on the page.")] = 600.0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Parts that run at once.")] = 2,
    games: Annotated[int, typer.Option("--games", min=2, help="Random games of each part that plays.")] = 1_000,
    changes: Annotated[int, typer.Option("--changes", min=0, help="Changes of the spec that are looked at, evenly taken; 0: all.")] = 60,
    again: Annotated[bool, typer.Option("--again", help="Do every part anew, whatever is kept.")] = False,
    variant: VariantOption = "",
    settings: SetOption = None,
) -> None:
    compilation = compile_or_leave(spec, variant, settings)
    path = find_spec(spec)
    folder = path if path.is_dir() else path.parent
    assert compilation.typed is not None and compilation.game is not None
    name = "__".join([compilation.game.game, *variants_of(variant)])
    page = to or Path("build") / "examine" / f"{name}.html"
    kept = page.with_suffix(".parts")
    own = (["--variant", variant] if variant else []) + [word for setting in settings or [] for word in ("--set", setting)]
    parts = _parts(spec, own, games, changes, book=compilation.typed.parsed.tree.rulebook is not None, seconds=seconds)
    digest = _digest(folder)
    try:
        done = _run_all(parts, kept, digest, jobs=jobs, until=time.monotonic() + seconds, seconds=seconds, again=again)
    except KeyboardInterrupt:
        typer.echo(f"interrupted; what is done is kept in {kept}", err=True)
        raise typer.Exit(130) from None
    write_files({page: examination_page(compilation.game.title or name, done)})
    left = [part.name for part in done if part.data is None]
    typer.echo(f"{page}: written" + (f"; not done: {', '.join(left)}" if left else ""))


def _parts(spec: str, own: Sequence[str], games: int, changes: int, *, book: bool, seconds: float) -> list[Part]:
    """In the order of the page."""
    count = ("--games", str(games))
    limit = ("--seconds", f"{seconds:g}")
    found = [
        Part(name="check", arguments=("check", spec, *own, *(("--book",) if book else ()))),
        Part(name="test", arguments=("test", spec, *own)),
        Part(name="play", arguments=("check", spec, *own, "--play", *count, *limit)),
        Part(name="prove", arguments=("check", spec, *own, "--prove", *count, *limit)),
        Part(name="coverage", arguments=("coverage", spec, *own, *count)),
        Part(name="ambiguities", arguments=("ambiguities", spec, *own, *count)),
        Part(name="mutate", arguments=("mutate", spec, *own, *(("--limit", str(changes)) if changes else ()))),
    ]
    return [part for part in found if book or part.name != "coverage"]


def _digest(folder: Path) -> str:
    """Of every file of the game, and of the compiler's version."""
    found = hashlib.sha256(versions().encode())
    for file in sorted(each for each in folder.rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        found.update(str(file.relative_to(folder)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def _run_all(parts: Sequence[Part], kept: Path, digest: str, *, jobs: int, until: float, seconds: float, again: bool) -> list[Done]:
    running: list[subprocess.Popen[str]] = []

    def run(part: Part) -> Done:
        file = kept / f"{part.name}.json"
        key = hashlib.sha256(f"{digest} {part.words}".encode()).hexdigest()
        before = None if again else _kept(file, key)
        if before is not None:
            typer.echo(f"{part.name}: kept from an earlier run", err=True)
            return Done(name=part.name, command=part.words, data=before, why="")
        begun = time.monotonic()
        data, why = _run(part, running, until - begun, seconds)
        if data is not None:
            write_files({file: json.dumps({"key": key, "data": data}, ensure_ascii=False)})
        typer.echo(f"{part.name}: {why or f'{time.monotonic() - begun:.1f} s'}", err=True)
        return Done(name=part.name, command=part.words, data=data, why=why)

    def stop(number: int, frame: FrameType | None) -> None:
        for process in running:
            process.kill()
        raise KeyboardInterrupt

    earlier = signal.signal(signal.SIGINT, stop)
    try:
        with ThreadPoolExecutor(jobs) as pool:
            waiting = {part.name: pool.submit(run, part) for part in sorted(parts, key=lambda part: SLOWEST_FIRST.index(part.name))}
            return [waiting[part.name].result() for part in parts]
    finally:
        signal.signal(signal.SIGINT, earlier)


def _run(part: Part, running: list[subprocess.Popen[str]], left: float, seconds: float) -> tuple[object | None, str]:
    """What a part has found, as its JSON; else why there is none."""
    if left <= 0:
        return None, f"not begun in {seconds:g} seconds"
    command = [sys.executable, "-m", "compiler.cli", *part.arguments, "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as process:
        running.append(process)
        try:
            out, errors = process.communicate(timeout=left)
        except subprocess.TimeoutExpired:
            process.kill()
            return None, f"not done in {seconds:g} seconds"
        finally:
            running.remove(process)
    if process.returncode not in (0, 1):
        return None, (errors.strip().splitlines() or [f"ended with {process.returncode}"])[-1]
    try:
        return json.loads(out), ""
    except ValueError:
        return None, "wrote no JSON"


def _kept(file: Path, key: str) -> object | None:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found.get("data") if isinstance(found, dict) and found.get("key") == key else None
