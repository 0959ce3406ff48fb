"""The page of a code: what it says, why it matters, a spec that shows it and the mended one. Pages are package data, one Markdown file a code."""

from collections.abc import Iterator
from importlib.resources import files

from compiler.diagnostics.codes import CODES, Code

AREAS: tuple[tuple[str, str], ...] = (
    ("L", "Reading files"),
    ("P", "Expressions and statements"),
    ("N", "Names"),
    ("T", "Types"),
    ("C", "Consistency"),
    ("E", "Writing engines"),
    ("R", "While playing"),
    ("X", "Faults of the compiler"),
)


def page_of(code: Code) -> str:
    """The page's text."""
    return files("compiler.diagnostics").joinpath("pages", f"{code.code}.md").read_text(encoding="utf-8")


def index_text(folder: str = "../compiler/diagnostics/pages") -> str:
    """The list of all codes as Markdown, each with a link to its page."""
    return "\n".join(_index(folder)) + "\n"


def _index(folder: str) -> Iterator[str]:
    yield "# Diagnostic codes"
    yield ""
    yield "`rulewright explain CODE` prints the page of a code: what it means, why it matters, a spec that shows it, and the mended one."
    yield "Codes are stable; numbers are never given out again."
    for letter, title in AREAS:
        yield ""
        yield f"## {title} (RW{letter})"
        yield ""
        yield "| code | | severity | says |"
        yield "|---|---|---|---|"
        for code in CODES:
            if code.area == letter:
                headline = code.headline.replace("{{", "{").replace("}}", "}").replace("|", "\\|")
                yield f"| [{code.code}]({folder}/{code.code}.md) | {code.slug} | {code.severity} | {headline} |"
