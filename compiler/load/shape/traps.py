"""The traps of YAML that still give a tree: an expression that was cut by a comment, or broken up by flow style."""

import re
from collections.abc import Sequence as Several

from compiler.load.tree import Mapping, Scalar, Sequence
from compiler.source import Span

_UNFINISHED = re.compile(
    r"(?:[-+*/%=<>,.(\[]|\b(?:and|or|not|in|if|else|where|by|for|while|to|default|move|let|win|lose|end))\s*\Z"
)


def is_folded(node: Scalar) -> bool:
    """Whether a text is a folded block: the reader keeps its bar, and no quote stands before it."""
    text, start = node.span.file.text, node.span.start
    return node.style == "quoted" and text[start : start + 1] == ">" and text[start - 1 : start] not in ('"', "'")


def in_flow(node: Mapping | Sequence) -> bool:
    return node.span.file.text[node.span.start : node.span.start + 1] in ("{", "[")


def cut_off(node: Scalar, *, pattern: bool) -> Span | None:
    """The `#` that ends a plain text before it is complete, if that is what happened.

    A comment after a complete expression is a comment. Text for people is never incomplete; there, a `#` with braces right behind it was meant.
    """
    if node.style != "plain":
        return None
    text, end = node.span.file.text, node.span.end
    comment = re.compile(r"[ \t]+(?P<hash>#[^\n]*)").match(text, end)
    if comment is None:
        return None
    meant = re.match(r"#\S*\{", comment.group("hash")) is not None if pattern else _unfinished(node.text)
    return Span(file=node.span.file, start=comment.start("hash"), end=comment.start("hash") + 1) if meant else None


def broken_by_flow(node: Mapping | Sequence, texts: Several[Scalar]) -> tuple[Scalar, ...] | None:
    """The neighbouring texts of a flow collection that together make one expression in brackets: `{start: item(list, 2)}`."""
    if not in_flow(node):
        return None
    for first, scalar in enumerate(texts):
        if scalar.style != "plain" or _depth(scalar.text) <= 0:
            continue
        depth = 0
        for last in range(first, len(texts)):
            depth += _depth(texts[last].text)
            if last > first and depth <= 0:
                return tuple(texts[first : last + 1])
    return None


def _unfinished(text: str) -> bool:
    return _depth(text) > 0 or text.count('"') % 2 == 1 or _UNFINISHED.search(text) is not None


def _depth(text: str) -> int:
    """How many brackets are left open, texts in quotes aside."""
    bare = re.sub(r'"[^"]*"', "", text)
    return sum((character in "([") - (character in ")]") for character in bare)


def by_place(node: Mapping) -> str | None:
    """`{a1: king, a2: pawn}` as the expression it is meant to be; None where it is no such list of places."""
    pairs = [(entry.key.text, entry.value.text) for entry in node.entries if isinstance(entry.value, Scalar) and entry.value.text]
    if not pairs or len(pairs) < len(node.entries) or not all(re.fullmatch(r"[a-z_0-9]+", key) for key, _ in pairs):
        return None
    shown = pairs[:2]
    return "start(q): " + " else ".join([*(f"{value} if q == {key}" for key, value in shown), "…" if len(pairs) > 2 else "none"])
