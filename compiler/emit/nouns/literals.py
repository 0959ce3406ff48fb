"""Constants as text: numbers, texts and tuples of them, within the width of a page."""

from typing import Final

from compiler.emit.nouns.lines import WIDTH

PIECE: Final = 90
"""Longest piece of a text that is broken."""


def literal(value: object) -> str:
    """Python's own notation, with double quotes, on one line."""
    if isinstance(value, tuple):
        items = ", ".join(literal(item) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(text: str) -> str:
    # With a double quote in it, `repr` always takes single ones.
    inside = repr('"' + text)[2:-1]
    return '"' + inside.replace("\\'", "'").replace('"', '\\"') + '"'


def lines_of(value: object, indent: int = 0, before: str = "", after: str = "") -> list[str]:
    """The lines of a constant, broken after commas where it is too long. `before` and `after` stand on its first and last line."""
    whole = f"{' ' * indent}{before}{literal(value)}{after}"
    if len(whole) <= WIDTH or not isinstance(value, tuple | str) or value in ((), ""):
        return [whole]
    if isinstance(value, str):
        return _text_lines(value, indent, before, after)
    if all(isinstance(item, int) for item in value):
        return [" " * indent + before + "(", *_numbers(value, indent + 4), " " * indent + ")" + after]
    inside = [line for item in value for line in lines_of(item, indent + 4, after=",")]
    return [" " * indent + before + "(", *inside, " " * indent + ")" + after]


def _numbers(values: tuple[object, ...], indent: int) -> list[str]:
    """As many numbers on a line as have room."""
    lines = [" " * indent]
    for value in values:
        item = f"{value!r},"
        if len(lines[-1]) + len(item) + 1 > WIDTH:
            lines.append(" " * indent)
        lines[-1] += item if lines[-1].isspace() else f" {item}"
    return lines


def _text_lines(text: str, indent: int, before: str, after: str) -> list[str]:
    """A long text as pieces that Python joins."""
    pieces = [""]
    for word in text.split(" "):
        if pieces[-1] and len(pieces[-1]) + len(word) >= PIECE:
            pieces.append("")
        pieces[-1] += word + " "
    pieces[-1] = pieces[-1][:-1]
    inside = [" " * (indent + 4) + quoted(piece) for piece in pieces]
    return [f"{' ' * indent}{before}(", *inside, f"{' ' * indent}){after}"]
