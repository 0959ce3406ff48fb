"""Arithmetic, comparisons and logic: operands are asked for what they must be, results get the interval they must have."""

from collections.abc import Callable, Mapping
from typing import Literal, assert_never

from compiler.bind.expressions import domains, expressions, facts
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, BoolType, EnumType, NoneType, OptionalType, RangeType, TextType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types import lattice
from compiler.bind.types.lattice import BOOL, NONE, Interval, bare, interval, meet, show
from compiler.bind.types.values import described
from compiler.parse import ast
from compiler.source import Span

Operation = ast.Unary | ast.Binary | ast.Logic | ast.Compare

_RESULTS: Mapping[str, Callable[[Interval, Interval], Interval]] = {
    "+": lattice.add,
    "-": lattice.subtract,
    "*": lattice.multiply,
    "//": lattice.divide,
    "%": lattice.remainder,
}
_ASCENDING = ("<", "<=", "==")


def operation(world: World, scope: Scope, expr: Operation) -> typed.Expr:
    match expr:
        case ast.Unary(operator="not"):
            operand = expressions.condition(world, scope, expr.operand, "what `not` turns round")
            return typed.Not(operand=operand, type=BOOL, span=expr.span)
        case ast.Unary():
            return _negate(world, scope, expr)
        case ast.Binary():
            return _binary(world, scope, expr)
        case ast.Logic():
            return _logic(world, scope, expr)
        case ast.Compare():
            return _compare(world, scope, expr)
        case _:
            assert_never(expr)


def number(world: World, expr: typed.Expr, context: str) -> typed.Expr:
    """The expression where a whole number is needed; bad, with a problem, if it is none."""
    if isinstance(expr.type, (RangeType, BadType)):
        return expr
    if isinstance(expr.type, OptionalType) and isinstance(expr.type.base, RangeType):
        return expressions.fit(world, expr, expr.type.base, context)
    hint = "`ordinal(…)` gives the place of a value in its type"
    if isinstance(expr.type, BoolType):
        hint = "`count(…)` counts what holds; `1 if … else 0` makes a number"
    if isinstance(expr.type, (NoneType, OptionalType, TextType)):
        hint = ""
    world.report("RWT013", expr.span, context=context, found=described(expr.type), hint=hint or None)
    return expressions.bad(expr.span)


def bounded(world: World, span: Span, result: Interval) -> Type:
    """The range of a result, or bad with a problem when it is too large."""
    if lattice.too_large(result):
        largest = result[1] if abs(result[1]) >= abs(result[0]) else result[0]
        world.report("RWT006", span, found=f"{largest:.3g}" if abs(largest) < 10**300 else "more than 10^300")
        return lattice.BAD
    return RangeType(*result)


def combine(world: World, operator: Literal["+", "-", "*", "//", "%"], left: typed.Expr, right: typed.Expr, span: Span) -> typed.Expr:
    """The arithmetic of two numbers."""
    left = number(world, left, f"`{operator}`")
    right = number(world, right, f"`{operator}`")
    mine, theirs = interval(left.type), interval(right.type)
    if mine is None or theirs is None:
        return expressions.bad(span)
    if operator in ("//", "%") and theirs[0] < 1:
        world.report("RWT007", right.span, found=show(right.type))
        return expressions.bad(span)
    type = bounded(world, span, _RESULTS[operator](mine, theirs))
    if isinstance(type, BadType):
        return expressions.bad(span)
    return typed.Binary(operator=operator, left=left, right=right, type=type, span=span)


def _negate(world: World, scope: Scope, expr: ast.Unary) -> typed.Expr:
    operand = number(world, expressions.express(world, scope, expr.operand), "`-`")
    span = interval(operand.type)
    if span is None:
        return expressions.bad(expr.span)
    if isinstance(operand, typed.Const) and not operand.option:
        return typed.Const(value=-operand.value, type=RangeType(-operand.value, -operand.value), span=expr.span)
    return typed.Negate(operand=operand, type=RangeType(-span[1], -span[0]), span=expr.span)


def _binary(world: World, scope: Scope, expr: ast.Binary) -> typed.Expr:
    left = expressions.express(world, scope, expr.left)
    right = expressions.express(world, scope, expr.right)
    return combine(world, expr.operator, left, right, expr.span)


def _logic(world: World, scope: Scope, expr: ast.Logic) -> typed.Expr:
    """Each item is judged where those before it held (`and`) or did not (`or`)."""
    items = []
    for item in expr.items:
        found = expressions.condition(world, scope, item, f"each side of `{expr.operator}`")
        items.append(found)
        scope = scope.with_facts(facts.learn(scope.facts, found, holds=expr.operator == "and"))
    return typed.Logic(operator=expr.operator, items=tuple(items), type=BOOL, span=expr.span)


def _compare(world: World, scope: Scope, expr: ast.Compare) -> typed.Expr:
    if len(expr.comparators) == 1:
        return _pair(world, scope, expr.operands[0], expr.comparators[0], expr.operands[1], expr.span)
    foreign = [comparator for comparator in expr.comparators if comparator not in _ASCENDING]
    if foreign:
        world.report("RWP021", expr.span, first=expr.comparators[0], found=expr.comparators[1] if foreign[0] == expr.comparators[0] else foreign[0])
        return expressions.bad(expr.span)
    items: list[typed.Expr] = []
    for left, comparator, right in zip(expr.operands, expr.comparators, expr.operands[1:], strict=False):
        found = _pair(world, scope, left, comparator, right, left.span.to(right.span))
        items.append(found)
        scope = scope.with_facts(facts.learn(scope.facts, found))
    return typed.Logic(operator="and", items=tuple(items), type=BOOL, span=expr.span)


def _pair(world: World, scope: Scope, left: ast.Expr, comparator: ast.Comparator, right: ast.Expr, span: Span) -> typed.Expr:
    match comparator:
        case "in":
            return _membership(world, scope, left, right, span)
        case "not in":
            inside = _membership(world, scope, left, right, span)
            return inside if isinstance(inside, typed.BadExpr) else typed.Not(operand=inside, type=BOOL, span=span)
        case "==" | "!=":
            return _equality(world, scope, left, comparator, right, span)
        case "<" | "<=" | ">" | ">=":
            return _order(world, scope, left, comparator, right, span)
        case _:
            assert_never(comparator)


def _both(world: World, scope: Scope, left: ast.Expr, right: ast.Expr) -> tuple[typed.Expr, typed.Expr]:
    """Both sides, the one that is only a name of a value last, with the other's type expected."""
    if expressions.needs_hint(world, scope, left) and not expressions.needs_hint(world, scope, right):
        other = expressions.express(world, scope, right)
        return expressions.express(world, scope, left, _expected(other)), other
    first = expressions.express(world, scope, left)
    return first, expressions.express(world, scope, right, _expected(first))


def _expected(expr: typed.Expr) -> Type | None:
    return None if isinstance(expr.type, (NoneType, TextType)) else bare(expr.type)


def _equality(world: World, scope: Scope, left: ast.Expr, comparator: Literal["==", "!="], right: ast.Expr, span: Span) -> typed.Expr:
    a, b = _both(world, scope, left, right)
    if isinstance(a.type, BadType) or isinstance(b.type, BadType):
        return expressions.bad(span)
    if isinstance(a.type, TextType) or isinstance(b.type, TextType):
        return _texts(world, a, comparator, b, span)
    numbers = isinstance(a.type, RangeType) and isinstance(b.type, RangeType)
    narrowed = numbers and (_asks_how_many(left) or _asks_how_many(right))
    if not _have_common(world, a, b) and not (scope.claim and numbers) and not narrowed and not _declared_meet(world, scope, left, right):
        label = "only none belongs to both" if meet(a.type, b.type) == NONE else None
        world.report("RWT004", span, left=f"`{show(a.type)}`", right=f"`{show(b.type)}`", label=label)
        return expressions.bad(span)
    return typed.Compare(operator=comparator, left=a, right=b, type=BOOL, span=span)


def _asks_how_many(expr: ast.Expr) -> bool:
    """Is it about how many play? A variant for fewer numbers of players leaves what its base asks of the others, which is then never so."""
    if isinstance(expr, ast.Binary):
        return _asks_how_many(expr.left) or _asks_how_many(expr.right)
    return isinstance(expr, ast.Name) and expr.text == "player_count"


def _declared_meet(world: World, scope: Scope, left: ast.Expr, right: ast.Expr) -> bool:
    """Have the sides a common value when nothing is known of them? Where only facts forbid it, the author may well ask."""
    with world.quietly():
        a, b = _both(world, scope.with_facts({}), left, right)
    return _have_common(world, a, b)


def _have_common(world: World, a: typed.Expr, b: typed.Expr) -> bool:
    """Is there a value that both may have? Two things that are alike only in being none hardly are what an author compares.

    A named value of an enum is looked up in the part that the other side is limited to."""
    common = meet(a.type, b.type)
    if common == NONE and not isinstance(a.type, NoneType) and not isinstance(b.type, NoneType):
        return False
    if not isinstance(common, EnumType) or common.name not in world.enums:
        return common is not None
    numbers = world.enums[common.name].numbers
    return all(side.value in numbers for side in (a, b) if isinstance(side, typed.Const) and not side.option)


def _texts(world: World, a: typed.Expr, comparator: Literal["==", "!="], b: typed.Expr, span: Span) -> typed.Expr:
    """A text field against a literal; which pieces it holds for is known."""
    if isinstance(a, typed.TextConst):
        a, b = b, a
    if not isinstance(a, typed.FieldRef) or not isinstance(b, typed.TextConst):
        if isinstance(a.type, TextType) and isinstance(b.type, TextType):
            world.report("RWT011", span)
        else:
            world.report("RWT004", span, left=f"`{show(a.type)}`", right=f"`{show(b.type)}`")
        return expressions.bad(span)
    symbol = world.components[a.component].field(a.field)
    texts = symbol.texts if symbol is not None else ()
    pieces = tuple(piece for piece, text in enumerate(texts) if text == b.value)
    if not pieces:
        known = tuple(dict.fromkeys(texts))
        world.report("RWN005", b.span, type=f"`{a.component}.{a.field}`", name=b.value, known=known if len(known) <= 12 else None)
        return expressions.bad(span)
    found = typed.TextCompare(piece=a.piece, component=a.component, pieces=pieces, type=BOOL, span=span)
    return found if comparator == "==" else typed.Not(operand=found, type=BOOL, span=span)


def _order(
    world: World, scope: Scope, left: ast.Expr, comparator: Literal["<", "<=", ">", ">="], right: ast.Expr, span: Span
) -> typed.Expr:
    a, b = _both(world, scope, left, right)
    a = _ordered(world, a, comparator)
    if isinstance(a.type, BadType):
        return expressions.bad(span)
    b = _ordered(world, b, comparator)
    if isinstance(b.type, BadType):
        return expressions.bad(span)
    return typed.Compare(operator=comparator, left=a, right=b, type=BOOL, span=span)


def _ordered(world: World, side: typed.Expr, comparator: str) -> typed.Expr:
    if isinstance(bare(side.type), (RangeType, BadType)):
        return number(world, side, f"`{comparator}`")
    world.report("RWT022", side.span, operator=comparator, found=described(side.type))
    return expressions.bad(side.span)


def _membership(world: World, scope: Scope, left: ast.Expr, right: ast.Expr, span: Span) -> typed.Expr:
    if expressions.needs_hint(world, scope, left):
        domain = domains.domain(world, scope, right)
        item = expressions.express(world, scope, left, bare(domain.element))
    else:
        item = expressions.express(world, scope, left)
        domain = domains.domain(world, scope, right, _expected(item))
    if isinstance(item.type, BadType) or isinstance(domain.element, BadType):
        return expressions.bad(span)
    if isinstance(item.type, TextType):
        world.report("RWT011", item.span)
        return expressions.bad(span)
    if meet(item.type, domain.element) is None and not _declared_in(world, scope, left, right):
        world.report("RWT004", span, left=f"`{show(item.type)}`", right=f"a member of `{' '.join(right.span.text.split())}`")
        return expressions.bad(span)
    return typed.In(item=item, domain=domain, type=BOOL, span=span)


def _declared_in(world: World, scope: Scope, left: ast.Expr, right: ast.Expr) -> bool:
    with world.quietly():
        item = expressions.express(world, scope.with_facts({}), left)
        domain = domains.domain(world, scope.with_facts({}), right, _expected(item))
    return meet(item.type, domain.element) is not None
