"""Diagnostics one a line, as editors and greps want them: `game.yaml:12:12: error RWN001 unknown-name: unknown name `fild``."""

from collections.abc import Iterable

from compiler.diagnostics.problem import Diagnostic
from compiler.diagnostics.snippet import place_of


def concise_text(diagnostics: Iterable[Diagnostic]) -> str:
    return "".join(f"{place_of(it.labels[0])}: {it.severity} {it.code} {it.slug}: {' '.join(it.headline.split())}\n" for it in diagnostics)
