"""Reading short texts, and saying where things stand."""

from compiler.diagnostics import Problems, explain_all
from compiler.load.tree import Mapping, Node, Scalar, Sequence
from compiler.load.yaml_nodes import read_nodes
from compiler.source import SourceFile


def nodes(text: str) -> tuple[Node | None, list[str]]:
    """The nodes of a text, and what is wrong as `CODE line:column`."""
    problems = Problems()
    node = read_nodes(SourceFile(path="x.yaml", text=text), problems)
    return node, found(problems)


def found(problems: Problems) -> list[str]:
    return [f"{it.code} {it.span.position.line}:{it.span.position.column}" for it in explain_all(problems)]


def plain(node: Node | None) -> object:
    """A node as Python values, all of them texts."""
    match node:
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node.entries}
        case Sequence():
            return [plain(item) for item in node.items]
        case Scalar():
            return node.text
        case None:
            return None


def at(node: Node | None, *keys: str | int) -> Node:
    """The node below these keys."""
    for key in keys:
        if isinstance(key, str):
            assert isinstance(node, Mapping)
            node = node.get(key)
        else:
            assert isinstance(node, Sequence)
            node = node.items[key]
    assert node is not None
    return node


def scalar(node: Node | None, *keys: str | int) -> Scalar:
    below = at(node, *keys)
    assert isinstance(below, Scalar)
    return below
