"""The value of an expression and the truth of a condition, in a frame.

`value` gives an integer, `holds` a bool. Both are pure but for faults, which are raised as `FaultRaised`. Evaluation is left to right, and
nothing is evaluated that need not be. `evaluator` and `judge` are the same without a frame: what a node means is looked up once a program, as a
function of frames, and a function of the game is asked once with the same arguments as long as the position stays what it is.
"""

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Final, TypeAlias, assert_never

from compiler.interpret.expressions import domains
from compiler.interpret.nouns.frame import FaultRaised, Frame, InternalError, Program
from compiler.ir import exprs as x

LIMIT: Final = 2**62
"""Values stay within -LIMIT..LIMIT: the engine's words have 64 bits."""

Value: TypeAlias = Callable[[Frame], int]
Truth: TypeAlias = Callable[[Frame], bool]


def value(frame: Frame, expr: x.Expr) -> int:
    return evaluator(frame.program, expr)(frame)


def holds(frame: Frame, condition: x.Cond) -> bool:
    return judge(frame.program, condition)(frame)


def evaluator(program: Program, expr: x.Expr) -> Value:
    known = program.values.get(id(expr))
    if known is None:
        known = program.values[id(expr)] = (expr, _value(program, expr))
    return known[1]


def judge(program: Program, condition: x.Cond) -> Truth:
    known = program.truths.get(id(condition))
    if known is None:
        known = program.truths[id(condition)] = (condition, _truth(program, condition))
    return known[1]


def _value(program: Program, expr: x.Expr) -> Value:
    match expr:
        case x.Const(number):
            return lambda frame: number
        case x.Local(name):
            return lambda frame: frame.local(name)
        case x.Load(block):
            index = evaluator(program, expr.index)
            return lambda frame: frame.load(block, index(frame))
        case x.Fetch(table):
            index = evaluator(program, expr.index)
            return lambda frame: frame.fetch(table, index(frame))
        case x.Binary():
            compute, left, right = _ARITHMETIC[expr.operator], evaluator(program, expr.left), evaluator(program, expr.right)
            return lambda frame: _small(frame, compute(left(frame), right(frame)))
        case x.Abs():
            operand = evaluator(program, expr.operand)
            return lambda frame: abs(operand(frame))
        case x.AsInt():
            condition = judge(program, expr.condition)
            return lambda frame: int(condition(frame))
        case x.Choose():
            condition, one, other = judge(program, expr.condition), evaluator(program, expr.value), evaluator(program, expr.other)
            return lambda frame: one(frame) if condition(frame) else other(frame)
        case x.Call():
            arguments = [evaluator(program, argument) for argument in expr.arguments]
            return lambda frame: _call(frame, expr.function, tuple([argument(frame) for argument in arguments]))
        case x.Fold():
            return lambda frame: _fold(frame, expr)
        case x.Checked():
            operand = evaluator(program, expr.operand)
            return lambda frame: _within(operand(frame), expr)
        case x.ZoneSize() | x.ZoneItem() | x.GraphValue() | x.Times():
            meaning = program.meanings.values[type(expr)]
            return lambda frame: meaning(frame, expr)
        case x.Old():
            operand = evaluator(program, expr.operand)
            return lambda frame: operand(frame.before())
        case _:
            assert_never(expr)


def _truth(program: Program, condition: x.Cond) -> Truth:
    match condition:
        case x.Bool(truth):
            return lambda frame: truth
        case x.Truth():
            operand = evaluator(program, condition.operand)
            return lambda frame: operand(frame) != 0
        case x.Compare():
            compare, left, right = _COMPARISONS[condition.operator], evaluator(program, condition.left), evaluator(program, condition.right)
            return lambda frame: compare(left(frame), right(frame))
        case x.And():
            items = [judge(program, item) for item in condition.items]
            return lambda frame: all(item(frame) for item in items)
        case x.Or():
            items = [judge(program, item) for item in condition.items]
            return lambda frame: any(item(frame) for item in items)
        case x.Not():
            operand_holds = judge(program, condition.operand)
            return lambda frame: not operand_holds(frame)
        case x.Search():
            quantifier, binders, body = any if condition.kind == "any" else all, condition.binders, judge(program, condition.body)
            return lambda frame: quantifier(body(inner) for inner in domains.bindings(frame, binders))
        case x.Member():
            item, domain = evaluator(program, condition.item), condition.domain
            return lambda frame: item(frame) in domains.members(frame, domain)
        case x.Linked() | x.Met() | x.CanAct():
            meaning = program.meanings.conditions[type(condition)]
            return lambda frame: meaning(frame, condition)
        case _:
            assert_never(condition)


def _call(frame: Frame, name: str, arguments: tuple[int, ...]) -> int:
    if frame.program.walks:  # what a walk has met is not in the position
        return _asked(frame, name, arguments)
    found = frame.answers.get((name, arguments))
    if found is None:
        found = frame.answers[name, arguments] = _asked(frame, name, arguments)
    return found


def _asked(frame: Frame, name: str, arguments: tuple[int, ...]) -> int:
    function = frame.program.functions[name]
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        if frame.program.checked and not parameter.low <= argument <= parameter.high:
            raise InternalError(f"{name}: {parameter.name} = {argument}, outside {parameter.low}..{parameter.high}")
    inner = frame.inner({parameter.name: argument for parameter, argument in zip(function.parameters, arguments, strict=True)})
    if function.value is not None:
        return value(inner, function.value)
    if function.truth is not None:
        return int(holds(inner, function.truth))
    raise InternalError(f"function {name} has no body")


def _within(found: int, expr: x.Checked) -> int:
    if not expr.low <= found <= expr.high:
        raise FaultRaised(expr.rule)
    return found


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
