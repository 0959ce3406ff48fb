"""A tree whose texts say what variants make of them: what is hashed, compared and shown of a spec with variants.

    `a` with the edit `and: b`   ->   `a and b`
"""

from msgspec.structs import replace

from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence, SpecTree
from compiler.parse.snippets import text_of


def settled(tree: SpecTree) -> SpecTree:
    """The tree itself where no text was edited in parts; a text that was keeps its edits, to tell where they were written."""
    root = _settled(tree.root) if tree.variants else tree.root
    assert isinstance(root, Mapping)
    return tree if root is tree.root else replace(tree, root=root)


def _settled(node: Node) -> Node:
    match node:
        case Scalar():
            if not node.edits:
                return node
            text = text_of(node)
            return replace(node, text=text, style="literal" if "\n" in text else "plain")
        case Sequence():
            items = tuple(_settled(item) for item in node.items)
            return node if all(a is b for a, b in zip(items, node.items, strict=True)) else replace(node, items=items)
        case Mapping():
            entries = tuple(_entry(entry) for entry in node.entries)
            return node if all(a is b for a, b in zip(entries, node.entries, strict=True)) else replace(node, entries=entries)


def _entry(entry: Entry) -> Entry:
    value = _settled(entry.value)
    return entry if value is entry.value else replace(entry, value=value)
