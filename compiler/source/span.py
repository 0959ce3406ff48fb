"""A source file and spans in it.

Every value of a spec keeps the span of the text it came from. A span is two offsets into the *original* text of one file;
`SourceFile.position` is the one door through which an offset becomes a line and a column.

    file = SourceFile(path="game.yaml", text="language: 1\\ngame: nim\\n")
    file.position(18)          # Position(line=2, column=7), both counted from 1
"""

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A line and a column, both counted from 1; the column counts characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A text under the name it is shown by (a path relative to where the user works)."""

    path: str
    text: str = field(repr=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False, default=())

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(at + 1 for at, character in enumerate(self.text) if character == "\n")
        object.__setattr__(self, "_starts", tuple(starts))

    def position(self, offset: int) -> Position:
        """The place of an offset; offsets outside the text are drawn to its nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return Position(line=line, column=offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its line break."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    @property
    def line_count(self) -> int:
        return len(self._starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The characters `start <= i < end` of a file."""

    file: SourceFile = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.file.text[self.start : self.end]

    @property
    def position(self) -> Position:
        return self.file.position(self.start)

    @property
    def place(self) -> str:
        """`path:line:column`, as editors read it."""
        at = self.position
        return f"{self.file.path}:{at.line}:{at.column}"

    def to(self, other: "Span") -> "Span":
        """From the start of this span to the end of another in the same file."""
        return Span(file=self.file, start=self.start, end=max(self.end, other.end))

    def head(self) -> "Span":
        """An empty span at the start."""
        return Span(file=self.file, start=self.start, end=self.start)
