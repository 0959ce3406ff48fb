"""Diagnostics one a line, as editors and greps want them: `game.yaml:12:12: error RWN001 unknown-name: unknown name `fild``."""

from collections.abc import Iterable

from compiler.diagnostics.problem import Diagnostic


def concise_text(diagnostics: Iterable[Diagnostic]) -> str:
    return "".join(f"{it.span.place}: {it.severity} {it.code} {it.slug}: {' '.join(it.headline.split())}\n" for it in diagnostics)
