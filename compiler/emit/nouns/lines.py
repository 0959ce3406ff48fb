"""Lines of code within the width of a page.

In: one logical line and its indentation. Out: the physical lines, broken inside brackets where it would be too long.

    wrap("return first_condition(s) and second_condition(s)", 4, 40)
    ["    return (", "        first_condition(s)", "        and second_condition(s)", "    )"]
"""

import re
from typing import Final

WIDTH: Final = 130
OPENING: Final = "([{"
CLOSING: Final = ")]}"
SEPARATORS: Final = ((", ",), (" else ",), (" if ",), (" or ",), (" and ",), (" | ",), (" + ", " - "), (" * ", " // ", " % "))
"""What a line is broken at, loosest first; a comma stays at the end of its line, an operator begins the next."""

STATEMENT: Final = re.compile(r"^((?:return|if|elif|while) |(?:[^=<>!]*? )(?:[-+|&^]?=) )(.*?)(:?)$")


def wrap(text: str, indent: int, width: int = WIDTH) -> list[str]:
    """The physical lines of a logical one; it stays whole where nothing can be broken."""
    if indent + len(text) <= width:
        return [" " * indent + text]
    comment = ""
    if "  # " in text and '"' not in text:
        text, _, rest = text.partition("  # ")
        comment = "  # " + rest
    lines = _broken(_parenthesised(text), indent, width)
    lines[0] += comment
    return lines


def _parenthesised(text: str) -> str:
    """`return a and b` as `return (a and b)`: only inside brackets may a line end anywhere."""
    match = STATEMENT.match(text)
    if match is None or not any(_split(match[2], separators)[1:] for separators in SEPARATORS[1:]):
        return text
    return f"{match[1]}({match[2]}){match[3]}"


def _broken(text: str, indent: int, width: int) -> list[str]:
    if indent + len(text) <= width:
        return [" " * indent + text]
    group = _longest_group(text)
    if group is None:
        return [" " * indent + text]
    start, end = group
    return [" " * indent + text[: start + 1], *_filled(text[start + 1 : end], indent + 4, width), " " * indent + text[end:]]


def _filled(text: str, indent: int, width: int) -> list[str]:
    """The inside of a bracket, on lines of its own."""
    if indent + len(text) <= width:
        return [" " * indent + text]
    for separators in SEPARATORS:
        pieces = _split(text, separators)
        if len(pieces) > 1:
            break
    else:
        return _broken(text, indent, width)
    lines: list[str] = []
    for piece in pieces:
        joined = f"{lines[-1]} {piece}" if lines else ""
        if separators == SEPARATORS[0] and lines and len(joined) <= width:
            lines[-1] = joined
        elif indent + len(piece) <= width:
            lines.append(" " * indent + piece)
        elif separators != SEPARATORS[0] or len(_split(piece, SEPARATORS[1])) > 1:
            lines.extend(_filled(piece, indent, width))
        else:
            lines.extend(_broken(piece, indent, width))
    return lines


def _split(text: str, separators: tuple[str, ...]) -> list[str]:
    """The pieces between separators that stand outside brackets and texts."""
    pieces: list[str] = []
    begun = depth = at = 0
    quote = ""
    while at < len(text):
        character = text[at]
        if quote:
            at += 2 if character == "\\" else 1
            quote = "" if character == quote else quote
            continue
        if character in "\"'":
            quote = character
        depth += (character in OPENING) - (character in CLOSING)
        found = next((separator for separator in separators if text.startswith(separator, at)), None) if depth == 0 else None
        if found is None:
            at += 1
            continue
        cut = at + 1 if found == ", " else at
        pieces.append(text[begun:cut].strip())
        begun, at = cut, at + len(found)
    pieces.append(text[begun:].strip())
    return pieces if len(pieces) > 1 and pieces[-1] else [text]


def _longest_group(text: str) -> tuple[int, int] | None:
    """Where the longest outermost bracket of a line begins and ends."""
    best: tuple[int, int] | None = None
    depth = begun = at = 0
    quote = ""
    while at < len(text):
        character = text[at]
        if quote:
            at += 2 if character == "\\" else 1
            quote = "" if character == quote else quote
            continue
        if character in "\"'":
            quote = character
        elif character in OPENING:
            begun = at if depth == 0 else begun
            depth += 1
        elif character in CLOSING:
            depth -= 1
            if depth == 0 and at > begun + 1 and (best is None or at - begun > best[1] - best[0]):
                best = (begun, at)
        at += 1
    return best
