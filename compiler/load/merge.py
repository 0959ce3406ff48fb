"""How a tree grows into another: mappings merge, lists grow, nothing is replaced.

    add `{define: {f() -> bool: true}}` at the root: one growth, the entry `f() -> bool` at the end of `define`
"""

from msgspec import Struct

from compiler.load.paths import Concrete, entry_called, node_at
from compiler.load.shape import shape_of
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence, same
from compiler.source import Span

LISTS = ("cite", "settles", "table", "after", "of", "per", "seen")
"""keys under which one text is a list of one"""


class Growth(Struct, frozen=True, kw_only=True):
    """Entries or items added at the end of what stands at a path."""

    path: Concrete
    entries: tuple[Entry, ...] = ()
    items: tuple[Node, ...] | None = None

    @property
    def touched(self) -> Concrete:
        """The path that is new, or the list that grew."""
        return self.path if self.items is not None else (*self.path, self.entries[0].key.text)

    @property
    def span(self) -> Span:
        return self.entries[0].key.span if self.items is None else self.items[0].span


class Taken(Struct, frozen=True):
    """A path at which there is something already."""

    path: Concrete
    span: Span
    was: Span


def growths(root: Node, path: Concrete, value: Node, *, append: bool) -> tuple[Growth, ...] | Taken:
    """What a value adds at a path, one growth for each new entry or grown list. What another overlay has added there already is the same."""
    target = node_at(root, path)
    listed = path[-1:] != () and (path[-1] in LISTS or path[0] == "cite")
    if isinstance(target, Mapping) and isinstance(value, Mapping) and not append:
        return _entries(root, path, value)
    if isinstance(target, Sequence) or (isinstance(target, Scalar) and listed):
        items = value.items if isinstance(value, Sequence) else (value,)
        if isinstance(value, Sequence) or append or listed:
            items = tuple(item for item in items if not any(_from_overlay(root, old) and same(old, item) for old in _items(target)))
            return (Growth(path=path, items=items),) if items else ()
    return Taken(path, value.span, target.span)


def _keys(root: Node, path: Concrete) -> list[Node]:
    """The keys that lead to a place, as they are written."""
    found: list[Node] = []
    for key in path:
        entry = root.entry(key) if isinstance(root, Mapping) else None
        found += [entry.key] if entry is not None else []
        root = node_at(root, (key,))
    return found


def _from_overlay(root: Node, node: Node) -> bool:
    return node.span.file.path != root.span.file.path


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def home_of(root: Node, path: Concrete, key: str) -> Concrete:
    """Where a new key of a node belongs: a step's own keys in it, the names of further steps in its `steps`."""
    node = node_at(root, path)
    if isinstance(node, Mapping) and shape_of("step").key(key) is None:
        for below in ("steps", "either", "offers"):
            if isinstance(node.get(below), Mapping):
                return (*path, below)
    return path


def _entries(root: Node, path: Concrete, value: Mapping) -> tuple[Growth, ...] | Taken:
    found: list[Growth] = []
    for entry in value.entries:
        home = home_of(root, path, entry.key.text)
        mapping = node_at(root, home)
        assert isinstance(mapping, Mapping)
        there = entry_called(mapping, entry.key.text)
        if there is None:
            found.append(Growth(path=home, entries=(entry,)))
            continue
        if _from_overlay(root, there.key) and same(there.value, entry.value) and not any(_from_overlay(root, key) for key in _keys(root, home)[1:]):
            continue
        below = growths(root, (*home, there.key.text), entry.value, append=False)
        if isinstance(below, Taken):
            return below if below.path != (*home, there.key.text) else Taken(below.path, entry.key.span, there.key.span)
        found.extend(below)
    return tuple(found)
