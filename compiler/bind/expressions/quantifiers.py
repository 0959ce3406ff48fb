"""Searches and folds: `any`, `count`, `first`; `all`, `sum`, `min`, `max`, `largest`; and `min(a, b)` of values."""

from math import prod
from typing import Literal

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import expressions, operators
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, BoolType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BAD, BOOL, MANY, interval, join, show
from compiler.bind.types.sizes import members
from compiler.parse import ast

Quantified = ast.Search | ast.Fold | ast.FoldValues | ast.Largest


def quantifier(world: World, scope: Scope, expr: Quantified, hint: Type | None) -> typed.Expr:
    match expr:
        case ast.Search():
            return _search(world, scope, expr, hint)
        case ast.Fold():
            return _fold(world, scope, expr, hint)
        case ast.Largest():
            return _largest(world, scope, expr)
        case ast.FoldValues():
            return _values(world, scope, expr)


def how_many(world: World, binders: tuple[typed.Binder, ...]) -> tuple[int, int]:
    """At least and at most so many bindings; a condition may exclude all."""
    counts = [members(world, binder.domain) for binder in binders]
    most = min(prod(count[1] for count in counts), MANY)
    if any(binder.where is not None or binder.keep is not None for binder in binders):
        return 0, most
    return min(prod(count[0] for count in counts), most), most


def _search(world: World, scope: Scope, expr: ast.Search, hint: Type | None) -> typed.Expr:
    bound, _ = binding.bind_all(world, scope, expr.binders, "binder", ordered=expr.kind == "first")
    default = None
    if expr.kind != "first":
        if expr.default is not None:
            world.report("RWT036", expr.default.span, name=expr.kind)
        most = how_many(world, bound)
        type: Type = BOOL if expr.kind == "any" else RangeType(*most)
        return _made(expr.kind, bound, None, None, None, type, expr)
    element = bound[0].local.type
    if expr.default is not None:
        default = expressions.express(world, scope, expr.default, element if hint is None else hint)
        element = _joined(world, element, default, expr.default)
    return _made("first", bound, None, None, default, element, expr)


def _fold(world: World, scope: Scope, expr: ast.Fold, hint: Type | None) -> typed.Expr:
    del hint
    bound, inner = binding.bind_all(world, scope, expr.binders, "binder", ordered=False)
    if expr.kind == "all":
        if expr.default is not None:
            world.report("RWT036", expr.default.span, name="all")
        body = expressions.condition(world, inner, expr.body, "what `all` judges")
        return _made("all", bound, body, None, None, BOOL, expr)
    body = operators.number(world, expressions.express(world, inner, expr.body), f"`{expr.kind}`")
    span = interval(body.type)
    if span is None:
        return expressions.bad(expr.span)
    least, most = how_many(world, bound)
    if expr.kind == "sum":
        if expr.default is not None:
            world.report("RWT036", expr.default.span, name="sum")
        result = (min(least * span[0], most * span[0]), max(least * span[1], most * span[1]))
        return _made("sum", bound, body, None, None, operators.bounded(world, expr.span, result), expr)
    default = None
    type: Type = body.type
    if expr.default is not None:
        default = expressions.express(world, scope, expr.default, body.type)
        type = _joined(world, type, default, expr.default)
    elif least < 1 and not binding.is_bad(bound):
        world.report("RWT027", expr.span, name=expr.kind)
    return _made(expr.kind, bound, body, None, default, type, expr)


def _largest(world: World, scope: Scope, expr: ast.Largest) -> typed.Expr:
    rank = operators.number(world, expressions.express(world, scope, expr.rank), "the rank asked of `largest`")
    bound, inner = binding.bind_all(world, scope, expr.binders, "binder", ordered=False)
    body = operators.number(world, expressions.express(world, inner, expr.body), "`largest`")
    asked = interval(rank.type)
    if asked is None or isinstance(body.type, BadType):
        return expressions.bad(expr.span)
    default = None
    type: Type = body.type
    if expr.default is not None:
        default = expressions.express(world, scope, expr.default, body.type)
        type = _joined(world, type, default, expr.default)
    elif (how_many(world, bound)[0] < asked[1] or asked[0] < 1) and not binding.is_bad(bound):
        world.report("RWT027", expr.span, name="largest")
    return _made("largest", bound, body, rank, default, type, expr)


def _values(world: World, scope: Scope, expr: ast.FoldValues) -> typed.Expr:
    if expr.kind not in ("min", "max"):
        form = "all(… for x in …)" if expr.kind == "all" else "a + b"
        world.report("RWP008", expr.span, name=expr.kind, form=f"`{form}`")
        return expressions.bad(expr.span)
    values = tuple(
        operators.number(world, expressions.express(world, scope, value), f"`{expr.kind}`") for value in expr.values
    )
    spans = [span for value in values if (span := interval(value.type)) is not None]
    if len(spans) < len(values) or not spans:
        return expressions.bad(expr.span)
    pick = min if expr.kind == "min" else max
    type = RangeType(pick(low for low, _ in spans), pick(high for _, high in spans))
    return typed.Builtin(name=expr.kind, arguments=values, type=type, span=expr.span)


def _joined(world: World, type: Type, default: typed.Expr, written: ast.Expr) -> Type:
    common = join(type, default.type)
    if common is None:
        world.report("RWT001", written.span, context="the default", expected=show(type), found=show(default.type))
        return BAD
    return common


def _made(
    kind: Literal["any", "count", "first", "all", "sum", "min", "max", "largest"],
    binders: tuple[typed.Binder, ...],
    body: typed.Expr | None,
    rank: typed.Expr | None,
    default: typed.Expr | None,
    type: Type,
    expr: Quantified,
) -> typed.Expr:
    if binding.is_bad(binders) and not isinstance(type, BoolType) or isinstance(type, BadType):
        return expressions.bad(expr.span)
    return typed.Quantifier(kind=kind, binders=binders, body=body, rank=rank, default=default, type=type, span=expr.span)
