"""Lark's trees of expressions, binders and types as nodes of `ast`.

    Tree("add", [Tree("name", ["a"]), Tree("number", ["1"])])   ->   Binary(operator="+", left=Name a, right=Number 1)

One table a family of nodes: the rule's name in `grammar.lark`, and the function that builds its node. `and` and `or` come out flat. The
depth of a tree is bounded before (`snippets`), so that building may recurse.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, TypeVar

from lark import Token, Tree
from msgspec import Struct, field

from compiler.parse import ast
from compiler.parse.place import Place
from compiler.source import SourceFile, Span

Branch: TypeAlias = Tree[Token]
Leaf: TypeAlias = Branch | Token | None

_T = TypeVar("_T")

LARGEST_NUMBER = 2**62


class Build(Struct, frozen=True, kw_only=True):
    """What a builder needs beside its tree."""

    file: SourceFile
    place: Place
    names: list[tuple[ast.Ident, "ast.Expr | ast.Stmt"]] = field(default_factory=list)
    """the parts that `as` gives a name to"""

    def name(self, token: Leaf, part: "ast.Expr | ast.Stmt") -> None:
        """Notes a part's name; two parts of one text have two names."""
        name = self.ident(token)
        first = next((known for known, _ in self.names if known.text == name.text), None)
        if first is not None:
            self.place.report("RWP040", name.span, name=name.text, first=first.span)
        self.names.append((name, part))

    def span(self, tree: Branch) -> Span:
        return Span(file=self.file, start=tree.meta.start_pos, end=tree.meta.end_pos)

    def ident(self, token: Leaf) -> ast.Ident:
        assert isinstance(token, Token)
        return ast.Ident(text=str(token), span=self.token_span(token))

    def token_span(self, token: Token) -> Span:
        assert token.start_pos is not None and token.end_pos is not None
        return Span(file=self.file, start=token.start_pos, end=token.end_pos)


def expr(tree: Leaf, build: Build) -> ast.Expr:
    assert isinstance(tree, Tree)
    return _EXPRESSIONS[tree.data](tree, build)


def optional(tree: Leaf, build: Build) -> ast.Expr | None:
    return None if tree is None else expr(tree, build)


def arguments(tree: Leaf, build: Build) -> tuple[ast.Expr, ...]:
    """The expressions of an `arguments` tree; none when it was left out."""
    return () if tree is None else tuple(expr(child, build) for child in branch(tree).children)


def binder(tree: Leaf, build: Build) -> ast.Binder:
    names, domain, keep, where, by = branch(tree).children
    return ast.Binder(
        names=tuple(build.ident(name) for name in branch(names).children),
        domain=expr(domain, build),
        keep=optional(keep, build),
        where=optional(where, build),
        by=optional(by, build),
        span=build.span(branch(tree)),
    )


def type_(tree: Leaf, build: Build) -> ast.TypeExpr:
    """A type, or one of its kinds."""
    found = branch(tree)
    span = build.span(found)
    match found.data:
        case "named_type":
            return ast.NamedType(name=build.ident(found.children[0]), span=span)
        case "of_type":
            kind, argument = found.children
            return ast.OfType(kind=build.ident(kind), argument=build.ident(argument), span=span)
        case "range_type":
            low, high = found.children
            return ast.RangeType(low=expr(low, build), high=expr(high, build), span=span)
        case "optional_type":
            return ast.OptionalType(base=type_(found.children[0], build), span=span)
        case other:
            raise AssertionError(other)


def parameter(tree: Leaf, build: Build) -> ast.Parameter:
    type_tree, name = branch(tree).children
    return ast.Parameter(type=type_(type_tree, build), name=build.ident(name), span=build.span(branch(tree)))


def branch(tree: Leaf) -> Branch:
    assert isinstance(tree, Tree)
    return tree


def number_of(token: Leaf, build: Build) -> int:
    """A whole number; one beyond what any value can be is reported and taken for the greatest."""
    assert isinstance(token, Token)
    if _too_long(token):
        build.place.report("RWP022", build.token_span(token))
        return LARGEST_NUMBER
    return int(token)


def _too_long(digits: Token) -> bool:
    return len(digits) > 40 or int(digits) > LARGEST_NUMBER


def _digits(token: Leaf, build: Build) -> ast.Expr:
    assert isinstance(token, Token)
    value, span = number_of(token, build), build.token_span(token)
    return ast.Bad(span=span) if _too_long(token) else ast.Number(value=value, span=span)


def _number(tree: Branch, build: Build) -> ast.Expr:
    return _digits(tree.children[0], build)


def _signed(tree: Branch, build: Build) -> ast.Expr:
    token = tree.children[0]
    assert isinstance(token, Token) and token.start_pos is not None
    if not token.startswith("-"):
        return _number(tree, build)
    digits = token.update(value=token[1:])
    digits.start_pos = token.start_pos + 1
    return ast.Unary(operator="-", operand=_digits(digits, build), span=build.span(tree))


def _name(tree: Branch, build: Build) -> ast.Expr:
    return ast.Name(text=str(tree.children[0]), span=build.span(tree))


def _text(tree: Branch, build: Build) -> ast.Expr:
    return ast.Text(value=str(tree.children[0])[1:-1], span=build.span(tree))


def _set(tree: Branch, build: Build) -> ast.Expr:
    first, rest = tree.children
    return ast.SetOf(items=(expr(first, build), *arguments(rest, build)), span=build.span(tree))


def _named(tree: Branch, build: Build) -> ast.Expr:
    part, name = tree.children
    found = expr(part, build)
    build.name(name, found)
    return found


def _call(tree: Branch, build: Build) -> ast.Expr:
    name, given = tree.children
    return ast.Call(name=build.ident(name), arguments=arguments(given, build), span=build.span(tree))


def _field(tree: Branch, build: Build) -> ast.Expr:
    base, name = tree.children
    return ast.Field(base=expr(base, build), name=build.ident(name), span=build.span(tree))


def _index(tree: Branch, build: Build) -> ast.Expr:
    base, given = tree.children
    return ast.Index(base=expr(base, build), arguments=arguments(given, build), span=build.span(tree))


def _range(tree: Branch, build: Build) -> ast.Expr:
    low, high = tree.children
    return ast.Range(low=expr(low, build), high=expr(high, build), span=build.span(tree))


def _unary(operator: ast.UnaryOperator) -> "Builder":
    def built(tree: Branch, build: Build) -> ast.Expr:
        return ast.Unary(operator=operator, operand=expr(tree.children[0], build), span=build.span(tree))

    return built


def _binary(operator: ast.BinaryOperator) -> "Builder":
    def built(tree: Branch, build: Build) -> ast.Expr:
        left, right = tree.children
        return ast.Binary(operator=operator, left=expr(left, build), right=expr(right, build), span=build.span(tree))

    return built


def _logic(tree: Branch, build: Build) -> ast.Expr:
    operator = "or" if tree.data == "or_" else "and"
    items: list[ast.Expr] = []
    for child in tree.children:
        item = expr(child, build)
        flat = isinstance(item, ast.Logic) and item.operator == operator
        items.extend(item.items if isinstance(item, ast.Logic) and flat else (item,))
    return ast.Logic(operator="or" if operator == "or" else "and", items=tuple(items), span=build.span(tree))


_COMPARATORS: Mapping[str, ast.Comparator] = {
    "==": "==", "!=": "!=", "<=": "<=", ">=": ">=", "<": "<", ">": ">", "in": "in", "not in": "not in",
}  # fmt: skip
_CHAINED = ("<", "<=", "==")


def _compare(tree: Branch, build: Build) -> ast.Expr:
    operators = tuple(branch(child) for child in tree.children[1::2])
    comparators = tuple(_COMPARATORS[" ".join(str(token) for token in operator.children)] for operator in operators)
    operands = tuple(expr(child, build) for child in tree.children[::2])
    if len(comparators) > 1:
        for at, comparator in enumerate(comparators):
            if comparator not in _CHAINED:
                other = comparators[0] if at else comparators[1]
                build.place.report("RWP021", build.span(operators[at]), first=other, found=comparator)
                return ast.Bad(span=build.span(tree))
    return ast.Compare(operands=operands, comparators=comparators, span=build.span(tree))


def _conditional(tree: Branch, build: Build) -> ast.Expr:
    value, condition, other = (expr(child, build) for child in tree.children)
    return ast.IfElse(value=value, condition=condition, other=other, span=build.span(tree))


def _search(tree: Branch, build: Build) -> ast.Expr:
    kind, *binders, default = tree.children
    return ast.Search(
        kind=_kind(kind, _SEARCHES),
        binders=tuple(binder(child, build) for child in binders),
        default=optional(default, build),
        span=build.span(tree),
    )


def _fold(tree: Branch, build: Build) -> ast.Expr:
    kind, body, *binders, default = tree.children
    return ast.Fold(
        kind=_kind(kind, _FOLDS),
        body=expr(body, build),
        binders=tuple(binder(child, build) for child in binders),
        default=optional(default, build),
        span=build.span(tree),
    )


def _fold_values(tree: Branch, build: Build) -> ast.Expr:
    kind, *values = tree.children
    return ast.FoldValues(
        kind=_kind(kind, _FOLDS), values=tuple(expr(value, build) for value in values), span=build.span(tree)
    )


def _largest(tree: Branch, build: Build) -> ast.Expr:
    _, rank, body, *binders, default = tree.children
    return ast.Largest(
        rank=expr(rank, build),
        body=expr(body, build),
        binders=tuple(binder(child, build) for child in binders),
        default=optional(default, build),
        span=build.span(tree),
    )


def _kind(token: Leaf, kinds: tuple[_T, ...]) -> _T:
    return next(kind for kind in kinds if kind == str(token))


_SEARCHES: tuple[Literal["any", "count", "first"], ...] = ("any", "count", "first")
_FOLDS: tuple[Literal["all", "sum", "min", "max"], ...] = ("all", "sum", "min", "max")

Builder: TypeAlias = Callable[[Branch, Build], ast.Expr]

_EXPRESSIONS: Mapping[str, Builder] = {
    "number": _number,
    "signed": _signed,
    "name": _name,
    "text": _text,
    "true": lambda tree, build: ast.Truth(value=True, span=build.span(tree)),
    "false": lambda tree, build: ast.Truth(value=False, span=build.span(tree)),
    "none": lambda tree, build: ast.Nothing(span=build.span(tree)),
    "set": _set,
    "call": _call,
    "named_part": _named,
    "field": _field,
    "index": _index,
    "range": _range,
    "negate": _unary("-"),
    "not_": _unary("not"),
    "add": _binary("+"),
    "subtract": _binary("-"),
    "multiply": _binary("*"),
    "divide": _binary("//"),
    "modulo": _binary("%"),
    "or_": _logic,
    "and_": _logic,
    "compare": _compare,
    "conditional": _conditional,
    "search": _search,
    "fold": _fold,
    "fold_values": _fold_values,
    "largest": _largest,
}
