"""The lines of a spec that a rule stands in, as written.

In: the span of the rule's name. Out: its line and the deeper ones below it; of a step made of others only its own keys.
"""

import re

from compiler.source import Span

MOST = 40
"""lines shown of one rule"""

_INNER = re.compile(r"\s*(steps|either|actions|rows):\s*(#.*)?$")


def excerpt(span: Span) -> str:
    """The text, without the indentation of its first line."""
    file = span.file
    first = file.position(span.start).line
    lines = [file.line(first)]
    indent = _indent(lines[0])
    below: int | None = None
    for number in range(first + 1, file.line_count + 1):
        line = file.line(number)
        if line.strip() and _indent(line) <= indent:
            break
        if line.strip() and below is not None and _indent(line) > below:
            continue
        below = _indent(line) if _INNER.match(line) else None if line.strip() else below
        if below is None:
            lines.append(line)
        if len(lines) == MOST:
            lines.append(" " * (indent + 2) + "…")
            break
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(line[indent:] for line in lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
