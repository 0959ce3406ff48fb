"""Texts with holes: what a `say` or a component's `text` says.

    "{p} takes {c}"   ->   Pattern(parts=(Name p, " takes ", Name c))
"""

import re

from compiler.diagnostics.problem import Problems
from compiler.load.tree import Scalar
from compiler.parse import ast
from compiler.parse.place import Place
from compiler.parse.slices import readable
from compiler.parse.snippets import Trail, parse_expression
from compiler.source import Span

_PIECES = re.compile(
    r"""
    (?P<brace>\{\{|\}\})
    | \{(?P<hole>(?:[^{}"]|"[^"\n]*")*)\}
    | (?P<alone>[{}])
    | (?P<text>[^{}]+)
    """,
    re.VERBOSE,
)


def parse_pattern(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.Pattern | None:
    """Text with expressions in braces; `{{` and `}}` are braces. None where escapes or folding hide the text's own places."""
    place = Place(problems=problems, trail=trail)
    bounds = readable(scalar, place)
    if bounds is None:
        return None
    begin, end = bounds
    text = scalar.span.file.text
    if scalar.style == "literal":
        begin = end - len(text[begin:end].lstrip())
    parts: list[str | ast.Expr] = []
    for piece in _PIECES.finditer(text, begin, end):
        part = _part(piece, scalar, place)
        if isinstance(part, str) and parts and isinstance(parts[-1], str):
            parts[-1] += part
        else:
            parts.append(part)
    return ast.Pattern(parts=tuple(part for part in parts if part != ""), span=scalar.span)


def _part(piece: re.Match[str], scalar: Scalar, place: Place) -> str | ast.Expr:
    span = Span(file=scalar.span.file, start=piece.start(), end=piece.end())
    match piece.lastgroup:
        case "brace":
            return piece.group()[0]
        case "hole":
            return _hole(piece, span, place)
        case "alone":
            brace = piece.group()
            place.report("RWP019", span, what=f"this `{brace}` stands alone", help=f"a brace itself is written `{brace * 2}`")
            return ast.Bad(span=span)
        case _:
            return _on_one_line(piece.group(), scalar)


def _hole(piece: re.Match[str], span: Span, place: Place) -> ast.Expr:
    text = piece.group("hole")
    if not text.strip():
        place.report("RWP019", span, what="there is nothing in it")
        return ast.Bad(span=span)
    inner = Span(file=span.file, start=piece.start("hole"), end=piece.end("hole"))
    return parse_expression(Scalar(text=text, span=inner), place.problems, place.trail)


def _on_one_line(text: str, scalar: Scalar) -> str:
    """A text broken over lines reads as one line, as YAML has it; in a literal block only the indentation goes."""
    return re.sub(r"\r?\n[ \t]*", "\n", text) if scalar.style == "literal" else re.sub(r"[ \t]*\r?\n[ \t\r\n]*", " ", text)
