"""Where the grammar gave up, as the rules for friendly messages see it."""

from collections.abc import Sequence

from msgspec import Struct

from compiler.diagnostics.problem import Fact, Problem
from compiler.parse.expected import wants_value
from compiler.parse.words import Word, inside, opened
from compiler.source import SourceFile, Span


class Trouble(Struct, frozen=True, kw_only=True):
    """`at` is the word at which the text stopped making sense; `len(words)` when it ended too early.

    `lines` is true in statements, `block` where these stand in a literal block. `indented` and `outdented` say that the word itself is
    fine, but that its line is deeper, or not deeper, than the grammar would have it.
    """

    file: SourceFile
    start: int
    end: int
    words: tuple[Word, ...]
    at: int
    accepts: frozenset[str]
    what: str
    lines: bool
    block: bool
    indented: bool = False
    outdented: bool = False

    @property
    def word(self) -> Word | None:
        return self.words[self.at] if self.at < len(self.words) else None

    @property
    def text(self) -> str:
        """The word's text, or nothing at the end."""
        return self.text_at(self.at)

    def text_at(self, at: int) -> str:
        return self.words[at].text if 0 <= at < len(self.words) else ""

    @property
    def value_wanted(self) -> bool:
        return wants_value(self.accepts)

    @property
    def opener(self) -> int | None:
        """Where the innermost bracket stands that is open at the word."""
        stack = opened(self.words[: self.at])
        return stack[-1] if stack else None

    @property
    def line(self) -> Sequence[Word]:
        """The words before the trouble on its line."""
        before = self.words[: self.at]
        newlines = [at for at, word in enumerate(before) if word.kind == "newline"]
        return before[newlines[-1] + 1 :] if newlines else before

    def span(self, first: int, last: int | None = None) -> Span:
        """From one word to another, both included."""
        return Span(file=self.file, start=self.words[first].start, end=self.words[first if last is None else last].end)

    @property
    def here(self) -> Span:
        """The word, or an empty place behind the last one."""
        if self.word is not None:
            return self.span(self.at)
        end = self.words[-1].end if self.words else self.end
        return Span(file=self.file, start=end, end=end)

    def source(self, start: int, end: int) -> str:
        """A part of the text on one line."""
        return " ".join(self.file.text[start:end].split())

    def until(self, first: int, stops: frozenset[str]) -> int:
        """The last word of a run that begins at `first`, ends with its bracket, and holds none of `stops` outside inner brackets."""
        last = first
        for at in inside(self.words, first):
            if at > first and self.words[at].text in stops:
                return at - 1
            last = at
        if self.words[last].kind == "open":
            depth = 0
            for at in range(last, len(self.words)):
                depth += (self.words[at].kind == "open") - (self.words[at].kind == "close")
                if depth == 0:
                    return at
            return len(self.words) - 1
        return last

    def problem(self, code: str, span: Span, **facts: Fact) -> Problem:
        return Problem(code=code, span=span, facts=facts)
