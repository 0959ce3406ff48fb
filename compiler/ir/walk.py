"""Going through the IR without knowing each kind of node: its parts, everything below it, and a copy with parts replaced.

    [part.name for part in walk(block) if isinstance(part, Leave)]
    transform(condition, lambda part: Const(5) if part == Local("n") else part)

A node is a frozen struct of this room; its parts are the nodes in its fields, and in tuples there, in written order.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from compiler.ir.game import Rule
from compiler.ir.layout import Block, Carrier, Component, Layout, Lists, Table, Zone
from compiler.ir.stmts import Doc
from compiler.source import Span

Node = TypeVar("Node")

_OPAQUE: tuple[type, ...] = (Span, Doc, Carrier, Block, Zone, Component, Layout, Lists, Table, Rule)
"""What holds no expressions: never entered."""


class Walker:
    """Ways through trees of structs: `is_node` says what belongs to the tree."""

    def __init__(self, is_node: Callable[[object], bool]) -> None:
        self.is_node = is_node

    def parts(self, node: object) -> Iterator[Any]:
        """The nodes directly below this one; of a tuple its items, however deep the tuples."""
        if isinstance(node, tuple):
            for item in node:
                if self.is_node(item):
                    yield item
                elif isinstance(item, tuple):
                    yield from self.parts(item)
            return
        kind: Any = type(node)
        for name in kind.__struct_fields__:
            found = getattr(node, name)
            if self.is_node(found):
                yield found
            elif isinstance(found, tuple):
                yield from self.parts(found)

    def walk(self, node: object) -> Iterator[Any]:
        """The node itself (unless it is a tuple) and every node below, parents first, in written order."""
        if not isinstance(node, tuple):
            yield node
        for part in self.parts(node):
            yield from self.walk(part)

    def transform(self, node: Node, change: Callable[[Any], Any]) -> Node:
        """A copy in which every node, innermost first, is what `change` makes of it; the node itself where nothing changes."""
        found: Node = self._inside(node, change)
        return found

    def _inside(self, node: Any, change: Callable[[Any], Any]) -> Any:
        if isinstance(node, tuple):
            items = tuple(self._inside(item, change) if self.is_node(item) or isinstance(item, tuple) else item for item in node)
            return items if any(new is not old for new, old in zip(items, node, strict=True)) else node
        changed = {}
        kind: Any = type(node)
        for name in kind.__struct_fields__:
            old = getattr(node, name)
            if self.is_node(old) or isinstance(old, tuple):
                new = self._inside(old, change)
                if new is not old:
                    changed[name] = new
        return change(replace(node, **changed) if changed else node)


def _is_node(value: object) -> bool:
    kind: Any = type(value)
    return _is_kind(kind)


@cache
def _is_kind(kind: type) -> bool:
    return issubclass(kind, Struct) and not issubclass(kind, _OPAQUE)


_IR = Walker(_is_node)
parts, walk, transform = _IR.parts, _IR.walk, _IR.transform
