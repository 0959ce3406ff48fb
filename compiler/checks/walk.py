"""Going through a typed spec without knowing each kind of node: what is below one, and a copy with parts replaced.

    [part.option for part in walk(row.do) if isinstance(part, Const) and part.option]

A node is a struct of `compiler.bind.typed`; symbols, types, spans and texts are never entered.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind import typed as t

Node = TypeVar("Node")


def parts(node: object) -> Iterator[Any]:
    """The nodes directly below; of a tuple its items, however deep the tuples."""
    if isinstance(node, tuple):
        for item in node:
            if is_node(item):
                yield item
            elif isinstance(item, tuple):
                yield from parts(item)
        return
    kind: Any = type(node)
    for name in _fields(kind):
        found = getattr(node, name)
        if is_node(found):
            yield found
        elif isinstance(found, tuple):
            yield from parts(found)


def walk(node: object) -> Iterator[Any]:
    """The node itself (unless it is a tuple) and every node below it, parents first, in written order."""
    if not isinstance(node, tuple):
        yield node
    for part in parts(node):
        yield from walk(part)


def transform(node: Node, change: Callable[[Any], Any]) -> Node:
    """A copy in which every node, innermost first, is what `change` makes of it; the node itself where nothing changes."""
    found: Node = _inside(node, change)
    return found


def is_node(value: object) -> bool:
    return isinstance(value, Struct) and type(value).__module__ == t.__name__


def _inside(node: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(node, tuple):
        items = tuple(_inside(item, change) if is_node(item) or isinstance(item, tuple) else item for item in node)
        return items if any(new is not old for new, old in zip(items, node, strict=True)) else node
    kind: Any = type(node)
    changed = {}
    for name in _fields(kind):
        old = getattr(node, name)
        if is_node(old) or isinstance(old, tuple):
            new = _inside(old, change)
            if new is not old:
                changed[name] = new
    return change(replace(node, **changed) if changed else node)


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name != "parsed")
