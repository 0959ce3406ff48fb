"""A snippet as words, tolerant of anything: what friendly messages look at when the grammar has given up.

    "a && Foo"   ->   name a, sign &&, odd Foo

Comments and blanks are left out. No text is refused: what fits nothing is a word of kind `other`, one character long.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

Kind: TypeAlias = Literal["newline", "name", "odd", "number", "text", "quote", "sign", "open", "close", "other"]
"""`odd` is almost a name: upper case, foreign letters, a digit first. `quote` stands in single quotes."""

KEYWORDS = frozenset({
    "and", "or", "not", "in", "where", "for", "by", "if", "elif", "else", "while", "let", "move", "to", "end", "win", "lose", "eliminate",
    "pass", "true", "false", "none", "as",
})  # fmt: skip
"""the words that can never be names"""

_WORDS = re.compile(
    r"""
    (?P<newline>\n)
    | (?P<name>[a-z_][a-z0-9_]*(?!\w))
    | (?P<number>[0-9]+(?:\.[0-9]+)?(?!\w))
    | (?P<odd>\w+)
    | (?P<text>"[^"\n]*")
    | (?P<quote>'[^'\n]*')
    | (?P<sign>===|!==|\.\.\.|&&|\|\||\.\.|->|=>|=<|<>|<=|>=|==|!=|\+=|-=|\*=|/=|%=|:=|\+\+|\*\*|//|[-+*/%=<>!&|.,:;?~^≤≥≠×÷−–…])
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<blank>[ \t\r]+|(?<!\S)\#[^\n]*)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}

PAIRS = {"(": ")", "[": "]", "{": "}"}


class Word(Struct, frozen=True, kw_only=True):
    kind: Kind
    text: str
    start: int
    end: int


def words_of(text: str, start: int, end: int) -> tuple[Word, ...]:
    return tuple(_words(text, start, end))


def _words(text: str, start: int, end: int) -> Iterator[Word]:
    for found in _WORDS.finditer(text, start, end):
        kind = _KINDS.get(found.lastgroup or "")
        if kind is not None:
            yield Word(kind=kind, text=found.group(), start=found.start(), end=found.end())


def opened(words: Sequence[Word]) -> tuple[int, ...]:
    """Where the brackets stand that these words leave open, outermost first."""
    stack: list[int] = []
    for at, word in enumerate(words):
        if word.kind == "open":
            stack.append(at)
        elif word.kind == "close" and stack and PAIRS[words[stack[-1]].text] == word.text:
            stack.pop()
    return tuple(stack)


def closing(words: Sequence[Word], at: int) -> int | None:
    """Where the bracket that opens at `at` is closed."""
    depth = 0
    for place in range(at, len(words)):
        if words[place].kind == "open":
            depth += 1
        elif words[place].kind == "close":
            depth -= 1
            if depth == 0:
                return place if PAIRS[words[at].text] == words[place].text else None
    return None


def inside(words: Sequence[Word], at: int) -> Iterator[int]:
    """The places from `at` on that are in no bracket opened after it, up to where its own bracket ends."""
    depth = 0
    for place in range(at, len(words)):
        if words[place].kind == "close":
            depth -= 1
            if depth < 0:
                return
        if depth == 0:
            yield place
        if words[place].kind == "open":
            depth += 1
