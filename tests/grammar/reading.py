"""Snippets for tests: text under a key of a YAML file, and trees without their places."""

from collections.abc import Iterator

from msgspec import Struct

from compiler.diagnostics import Problem, Problems
from compiler.load.tree import Scalar, Style
from compiler.source import SourceFile, Span

_BEFORE: dict[Style, str] = {"plain": "key: ", "quoted": 'key: "', "literal": "key: |"}


def scalar(text: str, style: Style = "plain") -> Scalar:
    """A literal block's text begins with the line break after its bar."""
    before = _BEFORE[style]
    after = '"' if style == "quoted" else ""
    file = SourceFile(path="game.yaml", text=f"{before}{text}{after}\nnext: 1\n")
    return Scalar(text=text, span=Span(file=file, start=len(before), end=len(before) + len(text)), style=style)


def read(parse: object, text: str, style: Style = "plain") -> tuple[object, list[Problem]]:
    """What a function of `compiler.parse` gives, and the problems it added."""
    problems = Problems()
    assert callable(parse)
    found = parse(scalar(text, style), problems, ("phases", "key"))
    return found, list(problems)


def bare(node: object) -> object:
    """A tree as nested tuples, without spans."""
    if isinstance(node, tuple):
        return tuple(bare(item) for item in node)
    if isinstance(node, Struct):
        return (type(node).__name__, *(bare(getattr(node, field)) for field in node.__struct_fields__ if field != "span"))
    return node


def nodes(node: object) -> Iterator[object]:
    """A tree's structs, itself first."""
    if isinstance(node, tuple):
        for item in node:
            yield from nodes(item)
    elif isinstance(node, Struct):
        yield node
        for field in node.__struct_fields__:
            yield from nodes(getattr(node, field))
