"""What a condition teaches: after `spot[a] != none` the expression `spot[a]` has the type without none, until `spot` is written.

`learn` takes a typed condition and whether it holds, and gives the facts that follow; `apply` narrows an expression by the facts known;
`forget` drops what a write may have changed.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from compiler.bind.expressions.reading import ANYTHING, key, reads
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Key, Known
from compiler.bind.nouns.types import BadType, NoneType, OptionalType, RangeType, Type
from compiler.bind.types.lattice import NONE, as_base, bare, interval, meet

Facts: TypeAlias = Mapping[Key, Known]

_OPPOSITE: Mapping[str, str] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRROR: Mapping[str, str] = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def apply(facts: Facts, expr: typed.Expr) -> typed.Expr:
    """The expression with the narrower type that is known of it, if one is."""
    if not facts or isinstance(expr, (typed.TextConst, typed.BadExpr)):
        return expr
    if isinstance(expr, typed.Const) and not expr.option:
        return expr
    known = facts.get(key(expr))
    if known is None:
        return expr
    type = meet(expr.type, known.type)
    return expr if type is None or type == expr.type else replace(expr, type=type)


def learn(facts: Facts, condition: typed.Expr, holds: bool = True) -> Facts:
    """The facts, and what follows from the condition holding, or from its not holding."""
    match condition:
        case typed.Not():
            return learn(facts, condition.operand, not holds)
        case typed.Logic() if (condition.operator == "and") == holds:
            for item in condition.items:
                facts = learn(facts, item, holds)
            return facts
        case typed.Logic():
            return _either(facts, condition.items, holds)
        case typed.Compare():
            operator = condition.operator if holds else _OPPOSITE[condition.operator]
            return _compared(facts, operator, condition.left, condition.right)
        case typed.In() if holds:
            return _know(facts, condition.item, condition.domain.element)
        case _:
            return facts


def forget(facts: Facts, written: Iterable[str], effect: bool = False) -> Facts:
    """Without what reads something written; after an effect was called, without all that reads the position."""
    gone = {*written, ANYTHING}
    if not effect and gone == {ANYTHING}:
        return facts
    return {at: known for at, known in facts.items() if not known.reads or (not effect and not (known.reads & gone))}


def lasting(facts: Facts) -> Facts:
    """Those that nothing can change: about locals and constants only."""
    return {at: known for at, known in facts.items() if not known.reads}


def common(several: Iterable[Facts]) -> Facts:
    """What is known whichever of these holds."""
    first, *rest = list(several) or [{}]
    return {at: known for at, known in first.items() if all(other.get(at) == known for other in rest)}


def assigned(facts: Facts, target: typed.StateRef, value: typed.Expr) -> Facts:
    """After the assignment the variable has the value's type, unless the assignment changes what the target or the value reads."""
    if target.state in reads(target.indexes) or target.state in reads(value) or ANYTHING in reads(value):
        return facts
    return _know(facts, target, value.type)


def _either(facts: Facts, items: tuple[typed.Expr, ...], holds: bool) -> Facts:
    """What every one of several alternatives teaches."""
    taught = [learn(facts, item, holds) for item in items]
    found = dict(facts)
    for at, known in taught[0].items():
        others = [other.get(at) for other in taught[1:]]
        if known == facts.get(at) or any(other is None for other in others):
            continue
        type: Type | None = known.type
        for other in others:
            assert other is not None
            type = _hull(type, other.type)
        if type is not None:
            found[at] = replace(known, type=type)
    return found


def _hull(left: Type | None, right: Type) -> Type | None:
    match left, right:
        case RangeType(a, b), RangeType(c, d):
            return RangeType(min(a, c), max(b, d))
        case _:
            return left if left == right else None


def _compared(facts: Facts, operator: str, left: typed.Expr, right: typed.Expr) -> Facts:
    facts = _one_side(facts, operator, left, right)
    facts = _one_side(facts, _MIRROR[operator], right, left)
    return _difference(facts, operator, left, right)


def _one_side(facts: Facts, operator: str, expr: typed.Expr, other: typed.Expr) -> Facts:
    match operator:
        case "==":
            return facts if isinstance(other.type, (NoneType, BadType)) else _know(facts, expr, other.type)
        case "!=" if isinstance(other.type, NoneType):
            return _know(facts, expr, bare(expr.type))
        case _:
            return _bounded(facts, operator, expr, other)


def _bounded(facts: Facts, operator: str, expr: typed.Expr, other: typed.Expr) -> Facts:
    mine, theirs = interval(bare(expr.type)), interval(other.type)
    if mine is None or theirs is None:
        return facts
    low, high = mine
    match operator:
        case "<":
            high = min(high, theirs[1] - 1)
        case "<=":
            high = min(high, theirs[1])
        case ">":
            low = max(low, theirs[0] + 1)
        case ">=":
            low = max(low, theirs[0])
        case "!=" if theirs == (low, low):
            low += 1
        case "!=" if theirs == (high, high):
            high -= 1
        case _:
            return facts
    if isinstance(expr.type, OptionalType):
        return facts
    return _know(facts, expr, RangeType(low, high)) if low <= high else facts


def _difference(facts: Facts, operator: str, left: typed.Expr, right: typed.Expr) -> Facts:
    """`a > b` also says that `a - b` is at least 1."""
    mine, theirs = interval(left.type), interval(right.type)
    if mine is None or theirs is None or operator in ("==", "!="):
        return facts
    if operator in ("<", "<="):
        return _difference(facts, _MIRROR[operator], right, left)
    least, most = (1 if operator == ">" else 0), mine[1] - theirs[0]
    if least > most:
        return facts
    type = RangeType(mine[0] - theirs[1], most)
    difference = typed.Binary(operator="-", left=left, right=right, type=type, span=left.span)
    return _know(facts, difference, RangeType(least, most))


def _know(facts: Facts, expr: typed.Expr, type: Type) -> Facts:
    """Adds one fact, if it says more than the expression's type does."""
    if isinstance(expr, (typed.TextConst, typed.BadExpr)) or (isinstance(expr, typed.Const) and not expr.option):
        return facts
    if isinstance(expr, typed.Narrow):
        return _know(facts, expr.operand, type)
    at = key(expr)
    now = facts[at].type if at in facts else expr.type
    narrower = meet(now, type)
    if narrower is None or narrower == NONE or narrower == expr.type or as_base(narrower) is None and narrower == now:
        return facts
    return {**facts, at: Known(type=narrower, reads=reads(expr))}
