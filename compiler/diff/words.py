"""The texts of a spec as words and signs, so that blanks and comments make no difference, and names can be exchanged.

    words_of("n <= left   # at most")       # ("n", "<=", "left")
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from compiler.load.tree import Mapping as Tree
from compiler.load.tree import Node, Scalar, Sequence

WORD: Final = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\w\s]+|\n[ \t]*')
STATEMENTS: Final = frozenset({"do", "otherwise", "effects"})
"""Keys below which lines and their indents have a meaning."""


@cache
def words_of(text: str, lines: bool = False) -> tuple[str, ...]:
    """Words and signs in order, comments left out; with `lines` also where a line begins, as a line break and its indent."""
    found: list[str] = []
    for word in WORD.findall(text.strip() if not lines else _squared(text)):
        if word.startswith("\n"):
            if lines and found:
                found.append(word)
        elif not word.startswith("#"):
            found.extend(_quoted(word) if word.startswith('"') else (word,))
    return tuple(found)


def same_words(one: Scalar, other: Scalar, names: Mapping[str, str], *, lines: bool) -> bool:
    """Whether two texts say the same once the names of the first are exchanged."""
    return tuple(names.get(word, word) for word in words_of(one.text, lines)) == words_of(other.text, lines)


def one_to_one(one: str, other: str) -> bool:
    """Whether two texts differ in names alone, each name standing for one other."""
    pairs = set(zip(words_of(one), words_of(other), strict=False))
    named = all(a == b or (a.isidentifier() and b.isidentifier()) for a, b in pairs)
    return len(words_of(one)) == len(words_of(other)) and named and len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)


def vocabulary(node: Node) -> Iterator[str]:
    """Every word of a tree, keys among them."""
    match node:
        case Scalar():
            yield from words_of(node.text)
        case Sequence():
            for item in node.items:
                yield from vocabulary(item)
        case Tree():
            for entry in node.entries:
                yield from words_of(entry.key.text)
                yield from vocabulary(entry.value)


def exchanged(text: str, names: Mapping[str, str]) -> str:
    """A text with other names in it."""
    return re.sub(r"\w+", lambda found: names.get(found[0], found[0]), text)


def _squared(text: str) -> str:
    """Without the indent that all lines share, and without empty lines and those that only comment."""
    rows = [row.rstrip() for row in text.split("\n") if row.strip() and not row.strip().startswith("#")]
    shared = min((len(row) - len(row.lstrip()) for row in rows), default=0)
    return "\n".join(row[shared:] for row in rows)


def _quoted(text: str) -> Iterator[str]:
    yield '"'
    yield from re.findall(r"\w+|[^\w\s]+|\s+", text[1:-1])
    yield '"'
