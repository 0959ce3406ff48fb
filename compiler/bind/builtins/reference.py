"""The reference page of builtins, made from the table that calls are typed with."""

from collections.abc import Iterator

from compiler.bind.builtins.builtins import CALLS, FORMS, NAMES, Word
from compiler.bind.nouns.world import BuiltinEntry

GROUPS = ("players", "numbers and order", "searches and folds", "zones", "boards", "shapes and tiles", "graphs")


def reference_text() -> str:
    """Markdown: one section for each group, one row for each builtin in the order of the table."""
    lines = [
        "# Builtins",
        "",
        "What every spec may call or name. `->` tells the type of a value, `:` what a list holds. The page is made from the table that the",
        "compiler types calls with. Builtins cannot be defined anew; how they are used is told in the [language guide](language.md).",
        "",
    ]
    for group in GROUPS:
        lines.extend(_section(group))
    return "\n".join(lines)


def _section(group: str) -> Iterator[str]:
    yield f"## {group[0].upper()}{group[1:]}"
    yield ""
    yield "| written | means |"
    yield "|---|---|"
    entries: tuple[Word | BuiltinEntry, ...] = (*NAMES, *CALLS, *FORMS)
    for entry in entries:
        if entry.group == group:
            written = "<br>".join(f"`{form}`" for form in entry.forms)
            since = f" (since language {entry.since})" if isinstance(entry, BuiltinEntry) and entry.since > 1 else ""
            yield f"| {written} | {entry.meaning}{since} |"
    yield ""
