"""Values of expressions that read no state: over given locals, constants and the player count.

Enough for the conditions of resolution tables; anything that looks at a position raises Unknown.
"""

import operator
from collections.abc import Callable, Mapping
from typing import TypeAlias, assert_never

from compiler.bind.nouns import typed as t
from compiler.checks.walk import walk


class Unknown(Exception):
    """The expression reads what is not known here."""


Meaning: TypeAlias = Callable[[Mapping[int, int], int], int]
"""The value for given locals and a player count, true as 1, `none` as `NO_VALUE`. Raises Unknown."""


def holds(expr: t.Expr, locals: Mapping[int, int], players: int) -> bool:
    return bool(meaning(expr)(locals, players))


def meaning(expr: t.Expr) -> Meaning:
    """What an expression comes to; made once where many cases are asked. Raises Unknown at once for what reads more than is given."""
    match expr:
        case t.Const():
            constant = expr.value
            return lambda locals, players: constant
        case t.LocalRef():
            return _local(expr.local.number)
        case t.PlayerCount():
            return lambda locals, players: players
        case t.Binary():
            return _binary(_ARITHMETIC[expr.operator], meaning(expr.left), meaning(expr.right))
        case t.Compare():
            return _binary(_COMPARISONS[expr.operator], meaning(expr.left), meaning(expr.right))
        case t.Negate():
            negated = meaning(expr.operand)
            return lambda locals, players: -negated(locals, players)
        case t.Not():
            denied = meaning(expr.operand)
            return lambda locals, players: int(not denied(locals, players))
        case t.Logic():
            items = tuple(meaning(item) for item in expr.items)
            if expr.operator == "and":
                return lambda locals, players: int(all(item(locals, players) for item in items))
            return lambda locals, players: int(any(item(locals, players) for item in items))
        case t.IfElse():
            condition, value, other = meaning(expr.condition), meaning(expr.value), meaning(expr.other)
            return lambda locals, players: value(locals, players) if condition(locals, players) else other(locals, players)
        case t.Narrow():
            return meaning(expr.operand)
        case t.In():
            return _within(meaning(expr.item), expr.domain)
        case t.Builtin() if expr.name in ("min", "max", "abs"):
            arguments = tuple(meaning(item) for item in expr.arguments)
            if expr.name == "abs":
                return lambda locals, players: abs(arguments[0](locals, players))
            best = min if expr.name == "min" else max
            return lambda locals, players: best(argument(locals, players) for argument in arguments)
        case (
            t.TextConst()
            | t.StateRef()
            | t.FieldRef()
            | t.Attribute()
            | t.Call()
            | t.Builtin()
            | t.TextCompare()
            | t.Quantifier()
            | t.Before()
            | t.Can()
            | t.BadExpr()
        ):
            raise Unknown
        case _:
            assert_never(expr)


def _local(number: int) -> Meaning:
    def read(locals: Mapping[int, int], players: int) -> int:
        found = locals.get(number)
        if found is None:
            raise Unknown
        return found

    return read


def _binary(apply: Callable[[int, int], int], left: Meaning, right: Meaning) -> Meaning:
    return lambda locals, players: apply(left(locals, players), right(locals, players))


def _within(item: Meaning, domain: t.Domain) -> Meaning:
    match domain:
        case t.Numbers():
            low, high = meaning(domain.low), meaning(domain.high)
            return lambda locals, players: int(low(locals, players) <= item(locals, players) <= high(locals, players))
        case t.Listed():
            members = tuple(meaning(member) for member in domain.items)
            return lambda locals, players: int(item(locals, players) in [member(locals, players) for member in members])
        case _:
            raise Unknown


def _whole(divide: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Nobody knows what a division by zero gives."""

    def divided(left: int, right: int) -> int:
        if right == 0:
            raise Unknown
        return divide(left, right)

    return divided


_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": _whole(operator.floordiv),
    "%": _whole(operator.mod),
}

_COMPARISONS: Mapping[str, Callable[[int, int], int]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def constant(expr: t.Expr) -> bool | None:
    """Whether a condition is true or false by constants and options alone; None where that depends on anything else."""
    match expr:
        case t.Logic():
            found = [constant(item) for item in expr.items]
            decisive = expr.operator == "or"
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        case t.Not():
            inner = constant(expr.operand)
            return None if inner is None else not inner
        case _:
            try:
                return holds(expr, {}, 0) if not _counts_players(expr) else None
            except Unknown:
                return None


def _counts_players(expr: t.Expr) -> bool:
    return any(isinstance(part, t.PlayerCount) for part in walk(expr))
