"""Values of expressions that read no state: over given locals, constants and the player count.

Enough for the conditions of resolution tables; anything that looks at a position raises Unknown.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

from compiler.bind import typed as t
from compiler.checks.walk import walk


class Unknown(Exception):
    """The expression reads what is not known here."""


def holds(expr: t.Expr, locals: Mapping[int, int], players: int) -> bool:
    return bool(value(expr, locals, players))


def value(expr: t.Expr, locals: Mapping[int, int], players: int) -> int:
    """The value of an expression, true as 1, `none` as -1."""

    def of(inner: t.Expr) -> int:
        return value(inner, locals, players)

    match expr:
        case t.Const():
            return expr.value
        case t.LocalRef():
            if expr.local.number not in locals:
                raise Unknown
            return locals[expr.local.number]
        case t.PlayerCount():
            return players
        case t.Binary():
            left, right = of(expr.left), of(expr.right)
            if expr.operator in ("//", "%") and right == 0:
                raise Unknown
            return _ARITHMETIC[expr.operator](left, right)
        case t.Negate():
            return -of(expr.operand)
        case t.Not():
            return int(not of(expr.operand))
        case t.Logic():
            return int(all(of(item) for item in expr.items) if expr.operator == "and" else any(of(item) for item in expr.items))
        case t.Compare():
            return int(_COMPARISONS[expr.operator](of(expr.left), of(expr.right)))
        case t.IfElse():
            return of(expr.value) if of(expr.condition) else of(expr.other)
        case t.Narrow():
            return of(expr.operand)
        case t.In():
            return int(_within(of(expr.item), expr.domain, locals, players))
        case t.Builtin() if expr.name in ("min", "max", "abs"):
            values = [of(item) for item in expr.arguments]
            return abs(values[0]) if expr.name == "abs" else min(values) if expr.name == "min" else max(values)
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


def _within(item: int, domain: t.Domain, locals: Mapping[int, int], players: int) -> bool:
    match domain:
        case t.Numbers():
            return value(domain.low, locals, players) <= item <= value(domain.high, locals, players)
        case t.Listed():
            return any(value(member, locals, players) == item for member in domain.items)
        case _:
            raise Unknown


_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
}

_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
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
