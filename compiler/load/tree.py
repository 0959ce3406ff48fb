"""The tree a spec is read into: YAML nodes as text with spans, and the rulebook's clauses.

`game.yaml` becomes a `Mapping`; a scalar is its text, never a Python value (`no` stays a word, `4.10` stays `4.10`). Nothing here knows
what a key means beyond the shape of a spec, which `load` has checked: after it, unknown keys, duplicates and wrong kinds of node are
reported and gone from the tree.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from compiler.source import SourceFile, Span

Style: TypeAlias = Literal["plain", "quoted", "literal"]


Joining: TypeAlias = Literal["set", "and", "or", "plus", "before", "after", "remove"]


class TextEdit(Struct, frozen=True, kw_only=True):
    """What a variant changes inside a text: at a part, written as it stands there or by the name given to it, or (None) at all of it.

    `over` are the variants that it is written over: those it requires, whose edits it may change.
    """

    verb: Joining
    path: str
    kind: str
    """what the text is: `expression`, `statements`, … as the shape of a spec calls it"""
    part: "Scalar | None"
    value: "Scalar | None"
    """what is put there; None where the part is taken away"""
    variant: str
    over: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        written = self.part or self.value
        assert written is not None
        return written.span


class Scalar(Struct, frozen=True, kw_only=True):
    """One piece of text.

    `text` is the value as YAML gives it. `span` covers the characters that embedded text is parsed from, in place: a plain scalar's
    own characters, the inside of quotes, or a literal block from the line break after its bar to its end.
    """

    text: str
    span: Span
    style: Style = "plain"
    edits: tuple[TextEdit, ...] = ()
    """what variants change inside it, in the order in which they are carried out"""


class Sequence(Struct, frozen=True, kw_only=True):
    items: tuple["Node", ...]
    span: Span


class Entry(Struct, frozen=True, kw_only=True):
    key: Scalar
    value: "Node"

    @property
    def name(self) -> str:
        """The key without parameters: `best(colour c) -> bool` is `best`."""
        return self.key.text.partition("(")[0].strip()


class Mapping(Struct, frozen=True, kw_only=True):
    """Entries in written order; keys are unique."""

    entries: tuple[Entry, ...]
    span: Span

    def get(self, key: str) -> "Node | None":
        return next((entry.value for entry in self.entries if entry.key.text == key), None)

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key.text == key), None)

    def __contains__(self, key: str) -> bool:
        return self.entry(key) is not None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping


def same(one: Node, other: Node) -> bool:
    """Whether two values say the same; where and how they are written does not matter."""
    match one, other:
        case Scalar(), Scalar():
            return one.text.strip() == other.text.strip()
        case Sequence(), Sequence():
            return len(one.items) == len(other.items) and all(same(a, b) for a, b in zip(one.items, other.items, strict=True))
        case Mapping(), Mapping():
            return len(one.entries) == len(other.entries) and all(
                a.key.text == b.key.text and same(a.value, b.value) for a, b in zip(one.entries, other.entries, strict=True)
            )
        case _:
            return False


class Clause(Struct, frozen=True, kw_only=True):
    """A numbered sentence of the rulebook."""

    number: str
    text: str
    span: Span
    section: str = ""


class OpenPoint(Struct, frozen=True, kw_only=True):
    """A question the rulebook leaves open: its number (`OP-3`), the clauses it concerns, and its text."""

    number: str
    clauses: tuple[str, ...]
    text: str
    span: Span


class Rulebook(Struct, frozen=True, kw_only=True):
    file: SourceFile
    clauses: tuple[Clause, ...]
    open_points: tuple[OpenPoint, ...]


class TableRow(Struct, frozen=True, kw_only=True):
    """A row of a CSV table: cells by column head, each with the span of its text."""

    cells: tuple[tuple[Scalar, Scalar], ...]
    span: Span


class Table(Struct, frozen=True, kw_only=True):
    file: SourceFile
    rows: tuple[TableRow, ...]


class SpecTree(Struct, frozen=True, kw_only=True):
    """A spec as read: the (merged) mapping of `game.yaml`, the rulebook if there is one, and the component tables by written path.

    `variants` names the overlays laid over the base, in order; `origins` maps an edited path to the overlay that edited it.
    """

    root: Mapping
    rulebook: Rulebook | None = None
    tables: tuple[tuple[str, Table], ...] = ()
    variants: tuple[str, ...] = ()
    origins: tuple[tuple[str, str], ...] = field(default=())
    cited: tuple[tuple[tuple[str, ...], str, tuple[Scalar, ...]], ...] = ()
    """by the top-level `cite`: the keys that lead to a part, its path, and the clauses it cites besides its own"""
    successors: tuple[tuple[str, str], ...] = ()
    """each superseded clause with the one that holds in its place"""

    def table(self, path: str) -> Table | None:
        return next((table for name, table in self.tables if name == path), None)
