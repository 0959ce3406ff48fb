"""A YAML text as pieces, and where each line of it belongs.

In: a text that is known to be YAML. Out: for every piece (a word, a sign, a comment, a block of text) its characters, and for pieces that begin
an entry of a block the column that the entry has in canonical layout. None for the rare text whose layout is left alone: several documents,
directives, explicit keys (`? key`), texts that say how far they stand in (`|2`), line breaks other than `\\n`.

    "a:\\n   b:   1  # c\\n"     pieces  a : | b : 1 # c      columns  a at 0, b at 2
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import yaml
from msgspec import Struct

Kind: TypeAlias = Literal["open", "close", "comma", "colon", "dash", "scalar", "block", "name", "alias", "comment"]

INDENT: Final = 2
ODD_BREAKS: Final = ("\x85", "\u2028", "\u2029")
SIGNS: Final[dict[type[yaml.Token], Kind]] = {
    yaml.FlowMappingStartToken: "open",
    yaml.FlowSequenceStartToken: "open",
    yaml.FlowMappingEndToken: "close",
    yaml.FlowSequenceEndToken: "close",
    yaml.FlowEntryToken: "comma",
    yaml.ValueToken: "colon",
    yaml.BlockEntryToken: "dash",
    yaml.ScalarToken: "scalar",
    yaml.AnchorToken: "name",
    yaml.TagToken: "name",
    yaml.AliasToken: "alias",
}


class Piece(Struct, frozen=True, kw_only=True):
    """Characters that stay together; `block` is a literal or folded text from its sign to the end of its last line."""

    kind: Kind
    start: int
    text: str


class Beginning(Struct, frozen=True, kw_only=True):
    """Where an entry of a block begins: the column of its block, and the blocks around it as written and as laid out, outermost first."""

    column: int
    block: int
    """number of the block, in the order begun"""
    around: tuple[tuple[int, int], ...]


@dataclass(slots=True, kw_only=True)
class Entry:
    """The beginning and end of an entry of a block, as offsets; `flow` is where its value begins, if that is a mapping in braces."""

    start: int
    end: int
    flow: int = -1


class Pieces(Struct, frozen=True, kw_only=True):
    pieces: tuple[Piece, ...]
    beginnings: dict[int, Beginning]
    """by the offset of the piece that begins an entry: its key, or its dash"""
    entries: dict[int, Entry]
    """by the same offset"""


@dataclass(slots=True, kw_only=True)
class _Open:
    """A collection that is being read; for a block its columns, for all the entry they stand in."""

    mapping: bool
    flow: bool
    written: int = 0
    column: int = 0
    number: int = -1
    key_next: bool = True
    entry: Entry | None = None


@dataclass(slots=True)
class _Structure:
    """Follows the events; entries are closed with the end of their value."""

    dashes: list[int]
    text: str
    stack: list[_Open] = field(default_factory=list)
    beginnings: dict[int, Beginning] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    blocks: int = 0

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                mapping, flow = isinstance(event, yaml.MappingStartEvent), bool(event.flow_style)
                start = _index(event.start_mark)
                self._node(start, flow=flow and mapping)
                self.stack.append(self._opened(mapping, flow))
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self.stack.pop()
                self._done(_index(event.end_mark))
            case yaml.ScalarEvent() | yaml.AliasEvent():
                self._node(_index(event.start_mark), flow=False)
                self._done(_index(event.end_mark))
            case _:
                pass

    def _opened(self, mapping: bool, flow: bool) -> _Open:
        above = self.stack[-1] if self.stack else None
        if flow:
            return _Open(mapping=mapping, flow=True)
        self.blocks += 1
        return _Open(mapping=mapping, flow=False, column=above.column + INDENT if above is not None else 0, number=self.blocks)

    def _node(self, start: int, *, flow: bool) -> None:
        """A node begins: of a block it may be a key, a key's value, or an item, which begins at its dash."""
        top = self.stack[-1] if self.stack else None
        if top is None or top.flow:
            return
        if top.mapping and not top.key_next:
            assert top.entry is not None, "a value follows its key"
            top.entry.flow = start if flow else -1
            return
        if not top.mapping:
            start = next(dash for dash in reversed(self.dashes) if dash < start and dash not in self.entries)
        top.written = start - (self.text.rfind("\n", 0, start) + 1)
        around = tuple((each.written, each.column) for each in self.stack if not each.flow)
        self.beginnings[start] = Beginning(column=top.column, block=top.number, around=around)
        self.entries[start] = top.entry = Entry(start=start, end=start)

    def _done(self, end: int) -> None:
        top = self.stack[-1] if self.stack else None
        if top is None or top.flow:
            return
        if top.entry is not None:
            top.entry.end = max(top.entry.end, end)
        if top.mapping:
            top.key_next = not top.key_next


def pieces_of(text: str) -> Pieces | None:
    """The pieces of a text and the beginnings of its entries."""
    if any(sign in text for sign in ODD_BREAKS):
        return None
    found = list(_pieces(text))
    if any(piece is None for piece in found):
        return None
    pieces = tuple(piece for piece in found if piece is not None)
    structure = _Structure([piece.start for piece in pieces if piece.kind == "dash"], text)
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        structure.take(event)
    return Pieces(pieces=pieces, beginnings=structure.beginnings, entries=structure.entries)


def _pieces(text: str) -> Iterator[Piece | None]:
    """In order, comments among them; None for what is left alone."""
    at = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        start, end = _index(token.start_mark), _index(token.end_mark)
        yield from _comments(text, at, start)
        at = max(at, end)
        kind = SIGNS.get(type(token))
        if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
            at = start + len(text[start:end].rstrip())
            if any(sign.isdigit() for sign in text[start : start + 3]):
                yield None
            yield Piece(kind="block", start=start, text=text[start:at])
        elif kind is not None and end > start:
            yield Piece(kind=kind, start=start, text=text[start:end])
        elif isinstance(token, yaml.DirectiveToken | yaml.DocumentStartToken | yaml.DocumentEndToken) or (
            isinstance(token, yaml.KeyToken) and end > start
        ):
            yield None
    yield from _comments(text, at, len(text))


def _comments(text: str, start: int, end: int) -> Iterator[Piece]:
    """Between tokens there is nothing but blanks and comments."""
    while start < end:
        sign = text.find("#", start, end)
        if sign < 0:
            return
        start = text.find("\n", sign, end)
        start = end if start < 0 else start
        yield Piece(kind="comment", start=sign, text=text[sign:start].rstrip())


def _index(mark: object) -> int:
    index = getattr(mark, "index", None)
    assert isinstance(index, int), "tokens and events of a text have marks"
    return index
