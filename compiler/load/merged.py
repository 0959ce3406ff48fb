"""A merged spec as YAML again, with the place that each part of an overlay came from.

    options:
      rounds:
        is: 3    # specs/my_game/variants/short_night.yaml:6
"""

from collections.abc import Iterator

from compiler.load.tree import Entry, Mapping, Node, Scalar, Sequence, SpecTree
from compiler.source import SourceFile

PLAIN_START = "-?:,[]{}#&*!|>'\"%@`"
"""characters that a plain scalar may not begin with, or only in some places"""


def merged_text(tree: SpecTree) -> str:
    """The whole spec in block style; what did not come from the base's own file says where it did."""
    return "\n".join(_mapping(tree.root, 0, tree.root.span.file)) + "\n"


def _mapping(node: Mapping, depth: int, home: SourceFile) -> Iterator[str]:
    for entry in node.entries:
        yield from _entry(entry, depth, home)


def _entry(entry: Entry, depth: int, home: SourceFile) -> Iterator[str]:
    key = f"{'  ' * depth}{_inline(entry.key)}:"
    origin = _origin(entry.value if entry.key.span.file is home else entry.key, home)
    below = entry.key.span.file if entry.key.span.file is not home else home
    match entry.value:
        case Scalar():
            yield from _scalar(entry.value, key, depth, origin)
        case Mapping() if entry.value.entries:
            yield key + origin
            yield from _mapping(entry.value, depth + 1, _inner(entry.value, below))
        case Sequence() if entry.value.items:
            yield key + origin
            yield from _items(entry.value, depth + 1, _inner(entry.value, below))
        case Mapping():
            yield f"{key} {{}}{origin}"
        case Sequence():
            yield f"{key} []{origin}"


def _items(node: Sequence, depth: int, home: SourceFile) -> Iterator[str]:
    for item in node.items:
        lead = "  " * depth + "-"
        match item:
            case Scalar():
                yield from _scalar(item, lead, depth, _origin(item, home))
            case Mapping() if item.entries:
                first, *rest = _mapping(item, depth + 1, _inner(item, home))
                yield f"{lead} {first.lstrip()}{_origin(item, home)}"
                yield from rest
            case Sequence() if item.items:
                yield f"{lead} [{', '.join(_flow(each) for each in item.items)}]{_origin(item, home)}"
            case _:
                yield f"{lead} {_flow(item)}"


def _scalar(node: Scalar, lead: str, depth: int, origin: str) -> Iterator[str]:
    if "\n" not in node.text.rstrip("\n") and node.style != "literal":
        yield f"{lead} {_inline(node)}{origin}"
        return
    yield f"{lead} |{origin}"
    for line in node.text.rstrip("\n").split("\n"):
        yield ("  " * (depth + 1) + line).rstrip()


def _inline(node: Scalar) -> str:
    text = node.text
    plain = text == text.strip() and text[:1] not in PLAIN_START and ": " not in text and " #" not in text and not text.endswith(":")
    if text and (plain or (node.style == "plain" and "\n" not in text and node.span.text == text)):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _flow(node: Node) -> str:
    match node:
        case Scalar():
            return _inline(node) if not any(sign in node.text for sign in ",[]{}?") else '"' + node.text + '"'
        case Sequence():
            return "[" + ", ".join(_flow(item) for item in node.items) + "]"
        case Mapping():
            return "{" + ", ".join(f"{_flow(entry.key)}: {_flow(entry.value)}" for entry in node.entries) + "}"


def _origin(node: Node, home: SourceFile) -> str:
    file = node.span.file
    edits = node.edits if isinstance(node, Scalar) else ()
    if edits:
        return f"    # edited: {', '.join(f'{edit.span.file.path}:{edit.span.position.line}' for edit in edits)}"
    if file is home:
        return ""
    return f"    # {file.path}" if file.path.startswith("-") else f"    # {file.path}:{node.span.position.line}"


def _inner(node: Node, home: SourceFile) -> SourceFile:
    """Below a value that came from elsewhere as a whole, only what differs from it says where it came from."""
    return node.span.file if node.span.file is not home else home
