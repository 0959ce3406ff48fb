"""Carrying out the edits of one overlay: the tree is rebuilt once, every value keeping its span."""

from dataclasses import dataclass, field

from msgspec.structs import replace

from compiler.load.merge import Growth
from compiler.load.paths import Concrete
from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence


@dataclass(slots=True)
class Plan:
    """Edits by the concrete path they address in the tree as it was."""

    sets: dict[Concrete, Node] = field(default_factory=dict)
    texts: dict[Concrete, Scalar] = field(default_factory=dict)
    """texts with edits of parts of them noted"""
    removed: dict[Concrete, None] = field(default_factory=dict)
    renamed: dict[Concrete, Scalar] = field(default_factory=dict)
    before: dict[Concrete, list[Entry]] = field(default_factory=dict)
    after: dict[Concrete, list[Entry]] = field(default_factory=dict)
    grown: dict[Concrete, list[Growth]] = field(default_factory=dict)


def apply(node: Node, plan: Plan, path: Concrete = ()) -> Node:
    """The tree with the plan carried out; what no edit concerns is the same object as before."""
    if path in plan.sets:
        return plan.sets[path]
    if path in plan.texts:
        return plan.texts[path]
    grown = plan.grown.get(path, [])
    match node:
        case Mapping():
            entries = _entries(node, plan, path)
            entries.extend(entry for growth in grown for entry in growth.entries)
            unchanged = len(entries) == len(node.entries) and all(a is b for a, b in zip(entries, node.entries, strict=True))
            return node if unchanged else replace(node, entries=tuple(entries))
        case Sequence():
            kept = [(place, item) for place, item in enumerate(node.items) if (*path, f"#{place}") not in plan.removed]
            items = [apply(item, plan, (*path, f"#{place}")) for place, item in kept]
            items.extend(_items(grown))
            unchanged = len(items) == len(node.items) and all(a is b for a, b in zip(items, node.items, strict=True))
            return node if unchanged else replace(node, items=tuple(items))
        case Scalar():
            return Sequence(items=(node, *_items(grown)), span=node.span) if grown else node


def _entries(node: Mapping, plan: Plan, path: Concrete) -> list[Entry]:
    entries: list[Entry] = []
    for entry in node.entries:
        here = (*path, entry.key.text)
        entries.extend(plan.before.get(here, []))
        if here not in plan.removed:
            value = apply(entry.value, plan, here)
            key = plan.renamed.get(here, entry.key)
            entries.append(entry if value is entry.value and key is entry.key else Entry(key=key, value=value))
        entries.extend(plan.after.get(here, []))
    return entries


def _items(grown: list[Growth]) -> list[Node]:
    return [item for growth in grown for item in growth.items or ()]
