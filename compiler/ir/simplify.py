"""Expressions made as small as constants allow: one function for each operator, used wherever the IR is built or rewritten.

    plus(Const(2), Const(3))                         # Const(5)
    conjunction((Bool(True), a, conjunction((b,))))  # And((a, b))

Nothing that can fail is dropped, unless it would not have been evaluated either.
"""

from collections.abc import Mapping
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub
from typing import Any, Final, Literal

from compiler.ir.exprs import (
    Abs,
    And,
    AsInt,
    Binary,
    Bool,
    Checked,
    Choose,
    Compare,
    Cond,
    Const,
    Expr,
    Load,
    Local,
    Not,
    Or,
    Truth,
)

TRUE: Final = Bool(True)
FALSE: Final = Bool(False)
ZERO: Final = Const(0)
ONE: Final = Const(1)

Operator = Literal["+", "-", "*", "//", "%", "&", "|", "min", "max"]
Comparator = Literal["==", "!=", "<", "<=", ">", ">="]

_ARITHMETIC: Final[Mapping[str, Any]] = {
    "+": add, "-": sub, "*": mul, "//": floordiv, "%": mod, "&": and_, "|": or_, "min": min, "max": max,
}  # fmt: skip
_COMPARISONS: Final[Mapping[str, Any]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_TURNED: Final[Mapping[Comparator, Comparator]] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def is_simple(expr: Expr) -> bool:
    """May it be written twice: cheap, and without faults?"""
    match expr:
        case Const() | Local():
            return True
        case Load(index=index):
            return isinstance(index, Const | Local)
        case _:
            return False


def binary(operator: Operator, left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(_ARITHMETIC[operator](left.value, right.value))
    match operator, left, right:
        case "+", Const(0), _:
            return right
        case ("+" | "-"), _, Const(0):
            return left
        case "+", Const(), _:
            return binary("+", right, left)
        case "+", Binary("+", inner, Const(first)), Const(second):
            return plus(inner, Const(first + second))
        case "+", Binary("-", inner, Const(first)), Const(second):
            return plus(inner, Const(second - first))
        case "-", Binary("+", inner, Const(first)), Const(second):
            return plus(inner, Const(first - second))
        case "-", _, Const(value) if value < 0:
            return Binary("+", left, Const(-value))
        case "+", _, Const(value) if value < 0:
            return Binary("-", left, Const(-value))
        case "*", Const(1), _:
            return right
        case ("*" | "//"), _, Const(1):
            return left
        case "%", _, Const(1) if is_simple(left):
            return ZERO
        case _:
            return Binary(operator, left, right)


def plus(left: Expr, right: Expr) -> Expr:
    return binary("+", left, right)


def minus(left: Expr, right: Expr) -> Expr:
    return binary("-", left, right)


def times(left: Expr, right: Expr) -> Expr:
    return binary("*", left, right)


def absolute(operand: Expr) -> Expr:
    return Const(abs(operand.value)) if isinstance(operand, Const) else Abs(operand)


def checked(operand: Expr, low: int, high: int, rule: int) -> Expr:
    if isinstance(operand, Const) and low <= operand.value <= high:
        return operand
    return Checked(operand, low, high, rule)


def choose(condition: Cond, value: Expr, other: Expr) -> Expr:
    match condition, value, other:
        case Bool(holds), _, _:
            return value if holds else other
        case Not(operand), _, _:
            return choose(operand, other, value)
        case _, Const(1), Const(0):
            return as_int(condition)
        case _, Const(0), Const(1):
            return as_int(negation(condition))
        case _:
            return Choose(condition, value, other)


def as_int(condition: Cond) -> Expr:
    """0 or 1. A `Truth` keeps its wrapping unless its operand is known to be 0 or 1."""
    match condition:
        case Bool(holds):
            return ONE if holds else ZERO
        case _:
            return AsInt(condition)


def truth(operand: Expr) -> Cond:
    match operand:
        case Const(value):
            return Bool(value != 0)
        case AsInt(condition):
            return condition
        case Choose(condition, Const(yes), Const(no)) if (yes != 0) != (no != 0):
            return condition if yes else negation(condition)
        case _:
            return Truth(operand)


def compare(operator: Comparator, left: Expr, right: Expr) -> Cond:
    if isinstance(left, Const) and isinstance(right, Const):
        return Bool(_COMPARISONS[operator](left.value, right.value))
    match operator, left, right:
        case _, Const(), AsInt():
            mirrored: Mapping[Comparator, Comparator] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
            return compare(mirrored[operator], right, left)
        case ("==" | "!="), AsInt(condition), Const(value) if value in (0, 1):
            return condition if (value == 1) == (operator == "==") else negation(condition)
        case _:
            return Compare(operator, left, right)


def negation(condition: Cond) -> Cond:
    match condition:
        case Bool(holds):
            return Bool(not holds)
        case Not(operand):
            return operand
        case Compare(operator, left, right):
            return Compare(_TURNED[operator], left, right)
        case _:
            return Not(condition)


def conjunction(items: tuple[Cond, ...]) -> Cond:
    """All of them hold. What stands after a constant false is never evaluated; what stands before it may be and stays."""
    kept: list[Cond] = []
    for item in items:
        match item:
            case Bool(True):
                continue
            case And(inner):
                kept.extend(inner)
            case _:
                kept.append(item)
        if kept and kept[-1] == FALSE:
            break
    if not kept or kept[0] == FALSE:
        return FALSE if kept else TRUE
    return kept[0] if len(kept) == 1 else And(tuple(kept))


def disjunction(items: tuple[Cond, ...]) -> Cond:
    kept: list[Cond] = []
    for item in items:
        match item:
            case Bool(False):
                continue
            case Or(inner):
                kept.extend(inner)
            case _:
                kept.append(item)
        if kept and kept[-1] == TRUE:
            break
    if not kept or kept[0] == TRUE:
        return TRUE if kept else FALSE
    return kept[0] if len(kept) == 1 else Or(tuple(kept))
