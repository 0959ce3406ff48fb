"""Paths of keys: how an overlay or a citation names a part of a spec.

    phases.round.trick.commit.do        `steps`, `either`, `offers`, `actions`, `rows` of tables and `otherwise` of actions are left out, or written
    define.best                         a definition, effect or sequence by its name, its parameters left out
    components.card.rows.goat           a row by the name that `as` gives it, by a word that only it has, or by its number counted from 1

A found path is concrete: the tuple of keys as written in the tree, with `#0`, `#1` … for items of lists.
"""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from compiler.diagnostics.suggest import nearest
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence
from compiler.source import Span

Concrete: TypeAlias = tuple[str, ...]

LEFT_OUT = ("steps", "either", "offers", "actions", "otherwise", "rows")
"""the keys that a path may leave out where they hold entries with names"""


HEADED = ("define", "effects", "sequences")
"""the sections whose keys have parameters"""

BODY = {"define": ("is",), "effects": ("do",)}
"""how the text of an entry is called that is no mapping"""


class Missing(Struct, frozen=True):
    """A path that leads nowhere: the names near the one that is not there, and how many of its words were found.

    `places` has the items that the word after these could mean, when there are several.
    """

    near: tuple[str, ...]
    depth: int
    places: tuple[Span, ...] = ()


def find(root: Node, path: str) -> Concrete | Missing:
    """The place that a path names."""
    return _walk(root, tuple(path.split(".")), (), 0)


def node_at(root: Node, path: Concrete) -> Node:
    """The node at a concrete path, which must be there."""
    for key in path:
        match root:
            case Mapping():
                entry = root.entry(key)
                assert entry is not None, "a concrete path leads somewhere"
                root = entry.value
            case Sequence():
                root = root.items[int(key[1:])]
            case Scalar():
                raise AssertionError("a concrete path ends at a scalar")
    return root


def entry_called(mapping: Mapping, name: str) -> Entry | None:
    """The entry with this key, or with a key that is this name and parameters."""
    exact = mapping.entry(name)
    if exact is not None:
        return exact
    return next((entry for entry in mapping.entries if "(" in entry.key.text and name_of(entry.key.text) == name_of(name)), None)


def name_of(key: str) -> str:
    """A key without parameters: `best(colour c) -> bool` is `best`."""
    return key.partition("(")[0].strip()


def heading_of(found: Concrete, path: str, at: Scalar) -> Scalar | None:
    """Other parameters, or another type, that a path writes behind the name of a definition, effect or sequence: its new key."""
    section, _, rest = path.partition(".")
    if len(found) < 2 or found[0] not in HEADED or section != found[0] or "(" not in rest:
        return None
    if section == "define":
        key = rest[: -len(found[2]) - 1] if len(found) > 2 else rest.removesuffix(".is")
    else:
        key = rest[: rest.index(")") + 1] if ")" in rest else rest
    if key.split() == found[1].split():
        return None
    start = at.span.start + len(section) + 1
    return Scalar(text=key, span=Span(file=at.span.file, start=start, end=start + len(key)))


def shown(path: Concrete) -> str:
    """A concrete path as people write it."""
    words = [key for key, below in zip(path, (*path[1:], ""), strict=True) if key not in LEFT_OUT or not below or below.startswith("#")]
    return ".".join(str(int(key[1:]) + 1) if key.startswith("#") else name_of(key) for key in words)


def places_of(node: Node, name: str, above: Concrete = ()) -> Iterator[Concrete]:
    """Wherever an entry of this name stands."""
    for entry in node.entries if isinstance(node, Mapping) else ():
        here = (*above, entry.key.text)
        if name_of(entry.key.text) == name:
            yield here
        yield from places_of(entry.value, name, here)


def _walk(node: Node, rest: tuple[str, ...], done: Concrete, depth: int) -> Concrete | Missing:
    if not rest or (isinstance(node, Scalar) and len(done) == 2 and BODY.get(done[0]) == rest):
        return done
    missed: Missing | None = None
    for key, below, count in _ways(node, rest):
        found = _walk(below, rest[count:], (*done, key), depth + count)
        if not isinstance(found, Missing):
            return found
        if missed is None or found.depth > missed.depth:
            missed = found
    if missed is None or missed.depth <= depth:
        return Missing(nearest(rest[0], _names(node)), depth, _rivals(node, rest[0]))
    return missed


def _ways(node: Node, rest: tuple[str, ...]) -> Iterator[tuple[str, Node, int]]:
    """The steps that a path may take from here: the key, what is below it, and how many words it took."""
    match node:
        case Mapping():
            for count in range(1, len(rest) + 1):
                entry = entry_called(node, ".".join(rest[:count]))
                if entry is not None:
                    yield entry.key.text, entry.value, count
            for name in LEFT_OUT:
                hidden = node.get(name)
                if isinstance(hidden, Mapping) and rest[0] != name:
                    yield name, hidden, 0
        case Sequence():
            place = item_called(node, rest[0])
            if place is not None:
                yield f"#{place}", node.items[place], 1
        case Scalar():
            pass


def item_called(node: Sequence, name: str) -> int | None:
    """The item of this name, with this text, the one row that has it, or the item of this number."""
    called = [place for place, item in enumerate(node.items) if _name_in(item) == name]
    if len(called) == 1:
        return called[0]
    having = [place for place, item in enumerate(node.items) if name in _texts(item)]
    if len(having) == 1:
        return having[0]
    if name.isascii() and name.isdigit() and 1 <= int(name) <= len(node.items):
        return int(name) - 1
    return None


def _name_in(item: Node) -> str | None:
    named = item.get("as") if isinstance(item, Mapping) else None
    return named.text if isinstance(named, Scalar) else None


def _rivals(node: Node, name: str) -> tuple[Span, ...]:
    having = [item.span for item in node.items if name in _texts(item)] if isinstance(node, Sequence) else []
    return tuple(having) if len(having) > 1 else ()


def _texts(node: Node) -> tuple[str, ...]:
    match node:
        case Scalar():
            return (node.text,)
        case Mapping():
            return tuple(entry.value.text for entry in node.entries if isinstance(entry.value, Scalar))
        case Sequence():
            return ()


def _names(node: Node) -> tuple[str, ...]:
    """What may follow a path that ends here."""
    match node:
        case Mapping():
            hidden = [entry.value for entry in node.entries if entry.key.text in LEFT_OUT and isinstance(entry.value, Mapping)]
            own = tuple(name_of(entry.key.text) for entry in node.entries if entry.value not in hidden)
            below = tuple(name for value in hidden for name in _names(value))
            return own + below
        case Sequence():
            return tuple(text for item in node.items for text in _texts(item))
        case Scalar():
            return ()
