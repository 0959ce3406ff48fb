"""The value of an expression and the truth of a condition, in a frame.

`value` gives an integer, `holds` a bool. Both are pure but for faults, which are raised as `FaultRaised`. Evaluation is left to right, and
nothing is evaluated that need not be.
"""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Final, assert_never

from compiler.interpret.expressions import domains
from compiler.interpret.nouns.frame import FaultRaised, Frame, InternalError
from compiler.ir import exprs as x

LIMIT: Final = 2**62
"""Values stay within -LIMIT..LIMIT: the engine's words have 64 bits."""


def value(frame: Frame, expr: x.Expr) -> int:
    match expr:
        case x.Const():
            return expr.value
        case x.Local():
            return frame.local(expr.name)
        case x.Load():
            return frame.load(expr.block, value(frame, expr.index))
        case x.Fetch():
            return frame.fetch(expr.table, value(frame, expr.index))
        case x.Binary():
            left = value(frame, expr.left)
            return _small(frame, _ARITHMETIC[expr.operator](left, value(frame, expr.right)))
        case x.Abs():
            return abs(value(frame, expr.operand))
        case x.AsInt():
            return int(holds(frame, expr.condition))
        case x.Choose():
            return value(frame, expr.value) if holds(frame, expr.condition) else value(frame, expr.other)
        case x.Call():
            return _call(frame, expr)
        case x.Fold():
            return _fold(frame, expr)
        case x.Checked():
            found = value(frame, expr.operand)
            if not expr.low <= found <= expr.high:
                raise FaultRaised(expr.rule)
            return found
        case x.ZoneSize() | x.ZoneItem() | x.GraphValue() | x.Times():
            return frame.program.meanings.values[type(expr)](frame, expr)
        case x.Old():
            if frame.old is None:
                raise InternalError("`before` outside `require` and `prefer`")
            return value(Frame(frame.program, frame.old, frame.locals), expr.operand)
        case _:
            assert_never(expr)


def holds(frame: Frame, condition: x.Cond) -> bool:
    match condition:
        case x.Bool():
            return condition.value
        case x.Truth():
            return value(frame, condition.operand) != 0
        case x.Compare():
            left = value(frame, condition.left)
            return _COMPARISONS[condition.operator](left, value(frame, condition.right))
        case x.And():
            return all(holds(frame, item) for item in condition.items)
        case x.Or():
            return any(holds(frame, item) for item in condition.items)
        case x.Not():
            return not holds(frame, condition.operand)
        case x.Search(kind="any"):
            return any(holds(inner, condition.body) for inner in domains.bindings(frame, condition.binders))
        case x.Search():
            return all(holds(inner, condition.body) for inner in domains.bindings(frame, condition.binders))
        case x.Member():
            item = value(frame, condition.item)
            return item in domains.members(frame, condition.domain)
        case x.Linked() | x.Met() | x.CanAct():
            return frame.program.meanings.conditions[type(condition)](frame, condition)
        case _:
            assert_never(condition)


def _call(frame: Frame, call: x.Call) -> int:
    function = frame.program.functions[call.function]
    arguments = [value(frame, argument) for argument in call.arguments]
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        if frame.program.checked and not parameter.low <= argument <= parameter.high:
            raise InternalError(f"{function.name}: {parameter.name} = {argument}, outside {parameter.low}..{parameter.high}")
    inner = frame.inner({parameter.name: argument for parameter, argument in zip(function.parameters, arguments, strict=True)})
    if function.value is not None:
        return value(inner, function.value)
    if function.truth is not None:
        return int(holds(inner, function.truth))
    raise InternalError(f"function {function.name} has no body")


def _fold(frame: Frame, fold: x.Fold) -> int:
    if fold.kind == "first" and fold.by is None:
        for inner in domains.bindings(frame, fold.binders):
            return _body(inner, fold)
        return _default(frame, fold)
    if fold.kind == "count":
        return sum(1 for _ in domains.bindings(frame, fold.binders))
    if fold.kind == "first" and fold.by is not None:
        keyed = [(value(inner, fold.by), _body(inner, fold)) for inner in domains.bindings(frame, fold.binders)]
        return min(keyed, key=lambda pair: pair[0])[1] if keyed else _default(frame, fold)
    if fold.kind == "largest":
        if fold.rank is None:
            raise InternalError("`largest` without a rank")
        rank = value(frame, fold.rank)
        ranked = sorted((_body(inner, fold) for inner in domains.bindings(frame, fold.binders)), reverse=True)
        return ranked[rank - 1] if 1 <= rank <= len(ranked) else _default(frame, fold)
    values = [_body(inner, fold) for inner in domains.bindings(frame, fold.binders)]
    if fold.kind == "sum":
        return _small(frame, sum(values))
    if not values:
        return _default(frame, fold)
    return min(values) if fold.kind == "min" else max(values)


def _body(inner: Frame, fold: x.Fold) -> int:
    if fold.body is None:
        raise InternalError(f"`{fold.kind}` without a body")
    return value(inner, fold.body)


def _default(frame: Frame, fold: x.Fold) -> int:
    if fold.default is None:
        raise FaultRaised(fold.rule)
    return value(frame, fold.default)


def _small(frame: Frame, number: int) -> int:
    if frame.program.checked and not -LIMIT <= number <= LIMIT:
        raise InternalError(f"the value {number} is too large for the engine")
    return number


_ARITHMETIC: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "min": min,
    "max": max,
}

_COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
