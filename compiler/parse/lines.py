"""What happens to line breaks between the lexer and the parser.

`Flat` drops them: an expression may be broken anywhere. `Lines` makes `_NEWLINE`, `_INDENT` and `_DEDENT` of them, as statements need, except
inside brackets. Comments and empty lines have no indentation; the line break that ends a slice need not be written.

    "\\n  if x:\\n    pass"      ->      _NEWLINE _INDENT if x : _NEWLINE _INDENT pass _NEWLINE _DEDENT _DEDENT
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token
from lark.lark import PostLex

DEEPEST_BRACKETS = 60
DEEPEST_SUITES = 20

_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Indentation(Exception):
    """A line that belongs to no suite around it: its first character, its indentation, and those that would be right."""

    at: int
    found: int
    allowed: tuple[int, ...]
    tabs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TooDeep(Exception):
    at: int


class Flat(PostLex):
    always_accept = ("_NEWLINE",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        for token in stream:
            if token.type != "_NEWLINE":
                depth = _depth(token, depth)
                yield token


class Lines(PostLex):
    always_accept = ("_NEWLINE",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        suites: list[int] = []
        depth = 0
        token: Token | None = None
        for token in stream:
            depth = _depth(token, depth)
            if token.type != "_NEWLINE":
                yield token
            elif depth == 0:
                yield token
                yield from _indentation(token, suites)
        if suites and token is not None:
            yield _behind("_NEWLINE", token)
            for _ in suites:
                yield _behind("_DEDENT", token)


def _indentation(newline: Token, suites: list[int]) -> Iterator[Token]:
    """The suites that begin or end at the line after a line break; `suites` holds the indentation of each open one."""
    blanks = newline.rpartition("\n")[2]
    found = len(blanks)
    start = newline.end_pos or 0
    if "\t" in blanks:
        raise Indentation(at=start, found=found, allowed=(), tabs=True)
    if not suites or found > suites[-1]:
        if len(suites) == DEEPEST_SUITES:
            raise TooDeep(at=start)
        suites.append(found)
        yield _borrow("_INDENT", newline)
        return
    allowed = tuple(reversed(suites))
    if found not in suites:
        raise Indentation(at=start, found=found, allowed=allowed)
    while suites[-1] != found:
        suites.pop()
        yield _borrow("_DEDENT", newline)


def _depth(token: Token, depth: int) -> int:
    if token.type in _OPENING:
        if depth == DEEPEST_BRACKETS:
            raise TooDeep(at=token.start_pos or 0)
        return depth + 1
    if token.type in _CLOSING:
        return max(0, depth - 1)
    return depth


def _behind(kind: str, token: Token) -> Token:
    return Token(kind, "", token.end_pos, token.end_line, token.end_column, token.end_line, token.end_column, token.end_pos)


def _borrow(kind: str, token: Token) -> Token:
    return Token.new_borrow_pos(kind, "", token)
