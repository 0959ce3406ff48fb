"""Who notices a change: the spec changed is checked, its worked examples are played, then random games.

In: a game folder, a change. Out: a verdict in words. A change is judged in a copy of the folder, so that nothing of the author's is touched.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from compiler.checks.mutate.changes import Change, Verdict, changed_text
from compiler.checks.play.check import check_play
from compiler.checks.play.counting import Build
from compiler.diagnostics import Problems, explain_all
from compiler.driver import Compilation, compile_game, emit
from compiler.scenarios import run_file, scenario_files

CLAIM: Final = "RWC014"
GAMES: Final = 60
POSITIONS: Final = 800
SECONDS: Final = 60.0

class Bench:
    """A copy of a game folder in which changes are made, one after another, and what the spec as it stands comes to."""

    def __init__(
        self, folder: Path, copies: Path, build: Build, *, variants: Sequence[str] = (), settings: Mapping[str, str] | None = None, games: int = GAMES
    ) -> None:
        self.folder, self.build, self.games = folder.resolve(), build, games
        self.variants, self.settings = tuple(variants), dict(settings or {})
        self.copy = copies / self.folder.name
        shutil.copytree(self.folder, self.copy)
        whole = self._compile()
        self.engine = _engine(whole)
        self.findings = self._played(whole) if games else frozenset()
        self.files = [file for file in scenario_files(self.copy) if self._examples(file) == ""]
        self.texts = {file: file.read_text(encoding="utf-8") for file in self.files}

    def judge(self, change: Change) -> Verdict:
        """What notices the change; the folder is as before afterwards."""
        file = self.copy / Path(change.span.file.path).resolve().relative_to(self.folder)
        before = file.read_bytes()
        file.write_bytes(changed_text(change.span.file, change).encode())
        try:
            return self._judge(change)
        finally:
            file.write_bytes(before)

    def _judge(self, change: Change) -> Verdict:
        made = self._compile()
        errors = [each for each in made.diagnostics if each.severity == "error"]
        if any(each.code[2] != "C" for each in errors):
            return Verdict(noticed="not a spec")
        if errors:
            first = next((each for each in errors if each.code == CLAIM), errors[0])
            return Verdict(noticed="claim" if first.code == CLAIM else "check", by=f"{first.code} {first.headline}")
        if _engine(made) == self.engine:
            return Verdict(noticed="no change")
        for file in sorted(self.files, key=lambda file: (not self._speaks(file, change), file.name)):
            failed = self._examples(file)
            if failed:
                return Verdict(noticed="scenario", by=f"{file.name}: {failed}")
        fresh = sorted(self._played(made) - self.findings) if self.games else []
        return Verdict(noticed="play", by=fresh[0]) if fresh else Verdict(noticed="")

    def _compile(self) -> Compilation:
        return compile_game(self.copy, variants=self.variants, settings=self.settings, root=self.copy.parent)

    def _examples(self, file: Path) -> str:
        """The first scenario of a file that fails; empty where all hold. A file that cannot be read any more is one that fails."""
        problems = Problems()
        results = run_file(self.copy, file, problems, variants=self.variants, settings=self.settings)
        failed = next((each.scenario.name for each in results if each.failures), "")
        errors = [each for each in explain_all(problems) if each.severity == "error"]
        return failed or (errors[0].headline if errors else "")

    def _speaks(self, file: Path, change: Change) -> bool:
        """Whether a file names a clause of the rule that was changed: such are played first."""
        return any(clause in self.texts[file] for clause in change.clauses)

    def _played(self, made: Compilation) -> frozenset[str]:
        """What playing finds, in words that do not depend on where in the text it stands."""
        if made.typed is None:
            return frozenset()
        problems = Problems()
        check_play(made.typed, self.build, problems, games=self.games, positions=POSITIONS, seconds=SECONDS)
        return frozenset(f"{each.code} {each.headline}" for each in explain_all(problems))


def _engine(made: Compilation) -> str:
    """The engine's code, without what it says about where its rules stand."""
    if made.game is None:
        return ""
    ((_, text),) = emit(made.game).items()
    return "\n".join(line for line in text.partition("SOURCE_MAP")[0].splitlines() if "SPEC_HASH" not in line)
