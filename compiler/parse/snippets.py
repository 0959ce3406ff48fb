"""The text of one key or value, read in place.

Every function here is total: on text that cannot be read it adds one problem (statements: one a statement) and gives `Bad`, or what can
still be recognised (the names a choice binds, the name and arity of a definition), so that later stages stay silent about the rest.

    parse_expression(scalar "c.animal == dog", problems)   ->   Compare(…)
"""

from typing import TypeAlias, cast

from lark import TextSlice, Token, Tree
from lark.exceptions import UnexpectedInput

from compiler.diagnostics.problem import Problems
from compiler.load.tree import Scalar
from compiler.parse import ast, recover
from compiler.parse import build_expressions as build_expr
from compiler.parse import build_statements as build_stmt
from compiler.parse.build_expressions import Build
from compiler.parse.edits import Part, Parts, edited, said
from compiler.parse.friendly import friendly
from compiler.parse.lines import Indentation, TooDeep
from compiler.parse.place import Place
from compiler.parse.slices import chunks, readable, without_tail
from compiler.parse.tables import Start, parser_for
from compiler.source import Span

Trail: TypeAlias = tuple[str, ...]
_Tree: TypeAlias = Tree[Token]

DEEPEST = 100
"""how many levels a tree may have; real rules need about fifteen"""

_WHAT: dict[Start, tuple[str, str]] = {
    "expression": ("expression", "an expression"),
    "expressions": ("expression", "an expression"),
    "binders": ("choice", "a name and what it ranges over"),
    "one_binder": ("loop", "a name and what it ranges over"),
    "names": ("list of names", "a name"),
    "invocation": ("use of a sequence", "a sequence with its arguments"),
    "type_only": ("type", "a type"),
    "signature": ("heading", "a heading"),
    "head": ("heading", "a heading"),
    "link_head": ("heading", "a heading"),
    "statements": ("effect", "an effect"),
}
"""what a snippet is called when it ends too early, and when it is missing"""

_HEADINGS: dict[Start, tuple[str, str]] = {
    "signature": ("a definition", "name(type a, type b) -> type"),
    "head": ("an effect or sequence", "name(type a, type b)"),
    "link_head": ("what depends on an index", "name(a, b)"),
}
"""plain troubles in a heading are answered with its form"""


def parse_expression(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.Expr:
    place = Place(problems=problems, trail=trail)
    tree = _tree("expression", scalar, place)
    if tree is None:
        return ast.Bad(span=scalar.span)
    build = _build(scalar, place)
    (found,) = _with_edits((build_expr.expr(tree.children[0], build),), "expression", scalar, build)
    return cast(ast.Expr, found)


def parse_expressions(scalar: Scalar, problems: Problems, trail: Trail = ()) -> tuple[ast.Expr, ...]:
    place = Place(problems=problems, trail=trail)
    tree = _tree("expressions", scalar, place)
    if tree is None:
        return (ast.Bad(span=scalar.span),)
    build = _build(scalar, place)
    return cast(tuple[ast.Expr, ...], _with_edits(build_expr.arguments(tree, build), "expressions", scalar, build))


def parse_binders(scalar: Scalar, problems: Problems, trail: Trail = ()) -> tuple[ast.Binder, ...]:
    place = Place(problems=problems, trail=trail)
    tree = _tree("binders", scalar, place)
    if tree is None:
        return recover.binders(scalar.span)
    build = _build(scalar, place)
    found = tuple(build_expr.binder(child, build) for child in tree.children)
    return cast(tuple[ast.Binder, ...], _with_edits(found, "binders", scalar, build))


def parse_binder(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.Binder:
    """A single one, as loops have."""
    place = Place(problems=problems, trail=trail)
    tree = _tree("one_binder", scalar, place)
    if tree is None:
        return recover.binder(scalar.span)
    build = _build(scalar, place)
    (found,) = _with_edits((build_expr.binder(tree.children[0], build),), "one_binder", scalar, build)
    return cast(ast.Binder, found)


def parse_names(scalar: Scalar, problems: Problems, trail: Trail = ()) -> tuple[ast.Ident, ...]:
    place = Place(problems=problems, trail=trail)
    tree = _tree("names", scalar, place)
    return () if tree is None else tuple(_build(scalar, place).ident(child) for child in tree.children)


def parse_type(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.TypeExpr:
    place = Place(problems=problems, trail=trail)
    tree = _tree("type_only", scalar, place)
    if tree is None:
        return ast.Bad(span=scalar.span)
    build = _build(scalar, place)
    (found,) = _with_edits((build_expr.type_(tree.children[0], build),), "type_only", scalar, build)
    return cast(ast.TypeExpr, found)


def parse_signature(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.Signature | None:
    """None only where not even a name can be recognised."""
    place = Place(problems=problems, trail=trail)
    tree = _tree("signature", scalar, place)
    return recover.signature(scalar.span) if tree is None else build_stmt.signature(tree, _build(scalar, place))


def parse_head(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.Head | None:
    place = Place(problems=problems, trail=trail)
    tree = _tree("head", scalar, place)
    return recover.head(scalar.span) if tree is None else build_stmt.head(tree, _build(scalar, place))


def parse_link_head(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.LinkHead | None:
    place = Place(problems=problems, trail=trail)
    tree = _tree("link_head", scalar, place)
    return recover.link_head(scalar.span) if tree is None else build_stmt.link_head(tree, _build(scalar, place))


def parse_invocation(scalar: Scalar, problems: Problems, trail: Trail = ()) -> ast.Call | None:
    place = Place(problems=problems, trail=trail)
    tree = _tree("invocation", scalar, place)
    return None if tree is None else build_stmt.invocation(tree, _build(scalar, place))


def parse_statements(scalar: Scalar, problems: Problems, trail: Trail = ()) -> tuple[ast.Stmt, ...]:
    """Where a block has mistakes, each of its outermost statements is read by itself: several problems, and the rest stays readable."""
    place = Place(problems=problems, trail=trail)
    bounds = _bounds("statements", scalar, place)
    if bounds is None:
        return (ast.Bad(span=scalar.span),)
    build = _build(scalar, place)
    whole = _read("statements", scalar, *bounds)
    if isinstance(whole, Tree):
        return cast(tuple[ast.Stmt, ...], _with_edits(build_stmt.statements(whole, build), "statements", scalar, build))
    read: list[ast.Stmt] = []
    refused = False
    for start, end in chunks(scalar.span.file.text, *bounds):
        part = _read("statements", scalar, start, end)
        if isinstance(part, Tree):
            read.extend(build_stmt.statements(part, build))
            continue
        refused = True
        _refuse(part, "statements", scalar, start, end, place)
        read.append(recover.statement(Span(file=scalar.span.file, start=start, end=end)))
    if not refused:
        _refuse(whole, "statements", scalar, *bounds, place)
        return (ast.Bad(span=scalar.span),)
    return tuple(read)


def _with_edits(parts: Parts, start: Start, scalar: Scalar, build: Build) -> Parts:
    """What a text says after what variants change in it."""
    return edited(parts, build.names, start, scalar, build.place, _brought) if scalar.edits else parts


def text_of(scalar: Scalar) -> str:
    """What a text says after what variants change in it, as text."""
    kind = scalar.edits[0].kind if scalar.edits else ""
    start: Start | None = "one_binder" if kind == "binder" else "type_only" if kind == "type" else _STARTS.get(kind)
    if kind == "index":
        start = "one_binder" if _brought("one_binder", scalar, None) is not None else "type_only"
    parts = _brought(start, scalar, None) if start is not None else None
    return said(parts, start) if parts is not None and start is not None else scalar.text


_STARTS: dict[str, Start] = {
    "expression": "expression", "range": "expression", "expressions": "expressions", "statements": "statements", "binders": "binders",
}  # fmt: skip


def _brought(start: Start, scalar: Scalar, place: Place | None) -> Parts | None:
    """The parts of a text that an edit brings, or names a part with; without a place nothing is reported."""
    problems = Problems() if place is None else place.problems
    before, trail = len(problems), () if place is None else place.trail
    found: tuple[Part, ...]
    match start:
        case "statements":
            found = parse_statements(scalar, problems, trail)
        case "expressions":
            found = parse_expressions(scalar, problems, trail)
        case "binders":
            found = parse_binders(scalar, problems, trail)
        case "one_binder":
            found = (parse_binder(scalar, problems, trail),)
        case "type_only":
            found = (parse_type(scalar, problems, trail),)
        case _:
            found = (parse_expression(scalar, problems, trail),)
    return found if len(problems) == before else None


def _tree(start: Start, scalar: Scalar, place: Place) -> _Tree | None:
    bounds = _bounds(start, scalar, place)
    if bounds is None:
        return None
    read = _read(start, scalar, *bounds)
    if isinstance(read, Tree):
        return read
    _refuse(read, start, scalar, *bounds, place)
    return None


def _build(scalar: Scalar, place: Place) -> Build:
    return Build(file=scalar.span.file, place=place)


def _read(start: Start, scalar: Scalar, begin: int, end: int) -> "_Tree | UnexpectedInput | Indentation | TooDeep":
    """The tree of a slice, or why there is none."""
    try:
        tree = parser_for(start).parse(TextSlice(scalar.span.file.text, begin, end), start=start)
    except (UnexpectedInput, Indentation, TooDeep) as refusal:
        return refusal
    deep = _too_deep(tree)
    return tree if deep is None else TooDeep(at=deep)


def _refuse(
    refusal: "UnexpectedInput | Indentation | TooDeep", start: Start, scalar: Scalar, begin: int, end: int, place: Place
) -> None:
    problem = friendly(
        refusal, file=scalar.span.file, start=begin, end=end, what=_WHAT[start][0], lines=start == "statements"
    )
    heading = _HEADINGS.get(start)
    if heading is not None and problem.code in ("RWP001", "RWP002"):
        place.report("RWP025", problem.span, what=heading[0], form=heading[1], help=_without_a_type(scalar) if start == "signature" else None)
    else:
        place.report(problem.code, problem.span, **problem.facts)


def _without_a_type(scalar: Scalar) -> str | None:
    """A definition that does not say what it gives is told so."""
    text = scalar.text.strip()
    return f"say what it gives: `{text} -> bool`, or another type" if text.endswith(")") and "->" not in text else None


def _too_deep(tree: _Tree) -> int | None:
    """The offset of a node that lies deeper than anything may."""
    level = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return None
    return level[0].meta.start_pos


def _bounds(start: Start, scalar: Scalar, place: Place) -> tuple[int, int] | None:
    """The slice to parse, without comments and empty lines at its end; None (with a problem) when there is nothing to parse."""
    bounds = readable(scalar, place)
    if bounds is None:
        return None
    begin, end = bounds
    end = without_tail(scalar.span.file.text, begin, end)
    if end <= begin:
        place.report("RWP024", scalar.span, what=_WHAT[start][1])
        return None
    return begin, end
