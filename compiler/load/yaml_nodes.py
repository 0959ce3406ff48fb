"""YAML text as nodes with places, never as Python values.

    read_nodes(SourceFile(path="game.yaml", text="language: 1\\n"), problems)
    # Mapping with one entry: Scalar "language" at 0..8, Scalar "1" at 10..11

Built from the parser's events with a stack of our own, so no nesting or alias can exhaust Python's. Afterwards keys are unique scalars,
anchors and merge keys (`<<`) are resolved, tags are gone, and a node used through an alias keeps the place where it is written.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

import yaml

from compiler.diagnostics.problem import Problem, Problems
from compiler.load.characters import amiss, name_of, place_of, whole, without_amiss
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence, Style
from compiler.load.yaml_problems import character_problem, syntax_problem
from compiler.source import SourceFile, Span

DEEPEST = 100
MOST_NODES = 200_000


@dataclass(slots=True)
class _Open:
    """A collection under construction; in a mapping, `key` waits for its value."""

    start: int
    mapping: bool
    anchor: str | None
    items: list[Node] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    written: dict[str, Scalar] = field(default_factory=dict)
    """the keys so far, by their texts"""
    merges: dict[int, Node] = field(default_factory=dict)
    """the value of each `<<`, by the number of entries written before it"""
    key: Scalar | None = None
    merging: bool = False
    skipping: bool = False
    keyed: bool = False
    """a key has been read and its value has not"""
    size: int = 1


@dataclass(slots=True)
class _Anchored:
    node: Node
    size: int


def read_nodes(file: SourceFile, problems: Problems, *, start: str = "`language: 1`") -> Node | None:
    """The one document of a file, or None with a problem; total on any text."""
    return _Reader(file, problems).read(start)


DOUBTFUL = ("\t", "?", "\ufeff")
"""Where the parser in C and the one in Python read some texts differently."""


def events(text: str) -> Iterable[yaml.Event]:
    """What the text says, as PyYAML's own parser reads it: ten times as fast by libyaml where that is there, and sure to say the same."""
    if yaml.__with_libyaml__ and not any(mark in text for mark in DOUBTFUL):
        try:
            return list(yaml.parse(text, Loader=yaml.CSafeLoader))
        except (yaml.YAMLError, ValueError, OverflowError):
            pass
    return cast(Iterable[yaml.Event], yaml.parse(text, Loader=yaml.SafeLoader))


class _Reader:
    def __init__(self, file: SourceFile, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchored] = {}
        self.root: Node | None = None
        self.documents = 0

    def read(self, start: str) -> Node | None:
        try:
            for event in events(self.file.text):
                if not self._take(event):
                    return None
        except yaml.reader.ReaderError as error:
            self.problems.add(character_problem(self.file, error))
            return None
        except yaml.MarkedYAMLError as error:
            self.problems.add(syntax_problem(self.file, error))
            return None
        except (ValueError, OverflowError):
            # The parser turns the digits of escapes and directives into numbers without asking their size.
            self._problem("RWL004", Span(file=self.file, start=0, end=0), what="an escape names no character")
            return None
        if self.root is None or (isinstance(self.root, Scalar) and self.root.style == "plain" and not self.root.text):
            self._problem("RWL005", Span(file=self.file, start=0, end=0), path=self.file.path, start=start)
            return None
        return self.root

    def _take(self, event: yaml.Event) -> bool:
        """Goes on with one event; False when reading on makes no sense."""
        match event:
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    self._problem("RWL006", self._at(event))
                    return False
                self.anchors = {}
            case yaml.AliasEvent():
                return self._alias(event)
            case yaml.ScalarEvent():
                self._tag(event)
                node = self._scalar(event)
                self._anchor(event.anchor, node, 1)
                return self._place(node, 1)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._tag(event)
                if len(self.stack) >= DEEPEST:
                    self._problem("RWL009", self._at(event), depth=DEEPEST)
                    return False
                mapping = isinstance(event, yaml.MappingStartEvent)
                self.stack.append(_Open(start=_start(event), mapping=mapping, anchor=event.anchor))
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                return self._close(event)
            case _:
                pass
        return True

    def _close(self, event: yaml.Event) -> bool:
        done = self.stack.pop()
        end = self._trimmed(done.start, _end(event))
        span = Span(file=self.file, start=done.start, end=end)
        node: Node
        node = Mapping(entries=self._merged(done), span=span) if done.mapping else Sequence(items=tuple(done.items), span=span)
        self._anchor(done.anchor, node, done.size)
        return self._place(node, done.size)

    def _place(self, node: Node, size: int) -> bool:
        """Puts a finished node where it belongs."""
        if not self.stack:
            self.root = node
            return True
        top = self.stack[-1]
        top.size += size
        if top.size > MOST_NODES:
            self._problem("RWL010", node.span, limit=MOST_NODES)
            return False
        if not top.mapping:
            top.items.append(node)
        elif not top.keyed:
            self._key(top, node)
        else:
            self._value(top, node)
        return True

    def _key(self, top: _Open, node: Node) -> None:
        top.keyed = True
        top.merging = isinstance(node, Scalar) and node.text == "<<" and node.style == "plain"
        top.skipping = False
        if top.merging:
            return
        if not isinstance(node, Scalar):
            found = "a list" if isinstance(node, Sequence) else "a mapping"
            self._problem("RWL015", node.span, owner="a key", expected="a single word or line", found=found)
            top.skipping = True
            return
        first = top.written.setdefault(node.text, node)
        if first is not node:
            self._problem("RWL007", node.span, name=node.text, first=first.span)
            top.skipping = True
            return
        top.key = node

    def _value(self, top: _Open, node: Node) -> None:
        top.keyed = False
        if top.merging:
            top.merges[len(top.entries)] = node
        elif not top.skipping and top.key is not None:
            top.entries.append(Entry(key=top.key, value=node))

    def _merged(self, done: _Open) -> tuple[Entry, ...]:
        """The written entries with those of `<<` where it stands; what is written wins over what is merged, earlier over later."""
        if not done.merges:
            return tuple(done.entries)
        written = {entry.key.text for entry in done.entries}
        entries: list[Entry] = []
        for place in range(len(done.entries) + 1):
            for mapping in self._merge_sources(done.merges.get(place)):
                for entry in mapping.entries:
                    if entry.key.text not in written:
                        written.add(entry.key.text)
                        entries.append(entry)
            entries.extend(done.entries[place : place + 1])
        return tuple(entries)

    def _merge_sources(self, node: Node | None) -> tuple[Mapping, ...]:
        match node:
            case None:
                return ()
            case Mapping():
                return (node,)
            case Sequence() if all(isinstance(item, Mapping) for item in node.items):
                return tuple(item for item in node.items if isinstance(item, Mapping))
            case _:
                self._problem("RWL015", node.span, owner="`<<`", expected="a mapping, or a list of them", found=described(node))
                return ()

    def _alias(self, event: yaml.AliasEvent) -> bool:
        name = str(event.anchor)
        if any(node.anchor == name for node in self.stack):
            self._problem("RWL011", self._at(event), name=name)
            return False
        known = self.anchors.get(name)
        if known is None:
            near = tuple(anchor for anchor in self.anchors if anchor[:1] == name[:1])
            self._problem("RWL004", self._at(event), what=f"there is no anchor `{name}` before this place", near=near or None)
            return False
        return self._place(known.node, known.size)

    def _anchor(self, name: str | None, node: Node, size: int) -> None:
        if name is not None:
            self.anchors[name] = _Anchored(node=node, size=size)

    def _tag(self, event: yaml.ScalarEvent | yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        if event.tag is not None:
            start = _start(event)
            end = start
            while end < len(self.file.text) and not self.file.text[end].isspace():
                end += 1
            self._problem("RWL008", Span(file=self.file, start=start, end=end), tag=self.file.text[start:end])

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        start, end = _start(event), _end(event)
        text = self.file.text
        style: Style = "plain"
        if event.tag is not None or event.anchor is not None:
            start = self._past_properties(start, end)
        if event.style in ("'", '"'):
            style, start, end = "quoted", start + 1, end - 1
        elif event.style == "|":
            newline = text.find("\n", start, end)
            style, start, end = "literal", (newline if newline >= 0 else end), end
            end = self._trimmed(start, end)
        elif event.style == ">":
            style, end = "quoted", self._trimmed(start, end)
        span = Span(file=self.file, start=start, end=end)
        value = whole(event.value)
        strange = amiss(value)
        if strange:
            self._problem("RWL044", place_of(strange, span), character=name_of(strange))
            value = without_amiss(value)
        return Scalar(text=value, span=span, style=style)

    def _past_properties(self, start: int, end: int) -> int:
        """Past `&anchor` and `!tag`, which stand before the value."""
        text = self.file.text
        while start < end and text[start] in "&!":
            while start < end and not text[start].isspace():
                start += 1
            while start < end and text[start].isspace():
                start += 1
        return start

    def _trimmed(self, start: int, end: int) -> int:
        text = self.file.text
        while end > start and text[end - 1].isspace():
            end -= 1
        return end

    def _at(self, event: yaml.Event) -> Span:
        start = _start(event)
        return Span(file=self.file, start=start, end=max(start, self._trimmed(start, _end(event))))

    def _problem(self, code: str, span: Span, **facts: str | int | Span | tuple[str, ...] | None) -> None:
        self.problems.add(Problem(code=code, span=span, facts=facts))


def _start(event: yaml.Event) -> int:
    assert event.start_mark is not None, "events of a text have marks"
    return int(event.start_mark.index)


def _end(event: yaml.Event) -> int:
    assert event.end_mark is not None, "events of a text have marks"
    return int(event.end_mark.index)


def described(node: Node) -> str:
    """What a node is, as a message says it."""
    match node:
        case Mapping():
            return "a mapping" if node.entries else "an empty mapping"
        case Sequence():
            return "a list" if node.items else "an empty list"
        case Scalar() if not node.text and node.style == "plain":
            return "nothing"
        case Scalar():
            line = " ".join(node.text.split())
            return f"`{line[:40]}…`" if len(line) > 40 else f"`{line}`"
