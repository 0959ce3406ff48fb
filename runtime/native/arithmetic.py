"""Integer arithmetic with Python's meaning, on i64 operands.

Unchecked code gives Python's value whenever that value fits int64, and some defined value otherwise: sums wrap, division by zero is 0, no
instruction traps. Checked code leaves the function at the first value that does not fit, with the source line and the operands.
"""

from __future__ import annotations

import ast
from typing import Final

from runtime.native.body import Body, number
from runtime.native.shape import INT64_MAX, INT64_MIN

PLAIN: Final[dict[type[ast.operator], str]] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
WRAPPING: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("add", "+"), ast.Sub: ("sub", "-"), ast.Mult: ("mul", "*"),
}  # fmt: skip


def binary(f: Body, node: ast.AST, op: ast.operator, left: str, right: str) -> str:
    """The value of `left op right`."""
    match op:
        case ast.BitAnd() | ast.BitOr() | ast.BitXor():
            return f.emit(f"{PLAIN[type(op)]} i64 {left}, {right}")
        case ast.Add() | ast.Sub() | ast.Mult():
            return wrapping(f, node, op, left, right)
        case ast.LShift():
            return shift_left(f, node, left, right)
        case ast.RShift():
            return shift_right(f, node, left, right)
        case ast.FloorDiv() | ast.Mod():
            divisor = number(right)
            if divisor is not None and divisor > 0:
                return divide_by_constant(f, op, left, divisor)
            return divide(f, node, op, left, right)
        case _:
            raise AssertionError(f"not in the subset: {ast.dump(op)}")


def wrapping(f: Body, node: ast.AST, op: ast.operator, left: str, right: str) -> str:
    instruction, sign = WRAPPING[type(op)]
    folded = fold(op, number(left), number(right))
    if folded is not None:
        return str(folded)
    if not f.checked:
        return f.emit(f"{instruction} i64 {left}, {right}")
    pair = f.emit(f"call {{i64, i1}} @llvm.s{instruction}.with.overflow.i64(i64 {left}, i64 {right})")
    result = f.emit(f"extractvalue {{i64, i1}} {pair}, 0")
    spilled = f.emit(f"extractvalue {{i64, i1}} {pair}, 1")
    f.demand(f.emit(f"xor i1 {spilled}, true"), node, "overflow", sign, left, right)
    return result


def fold(op: ast.operator, left: int | None, right: int | None) -> int | None:
    """The sum, difference or product of two literals, where it fits."""
    if left is None or right is None:
        return None
    result = left + right if isinstance(op, ast.Add) else left - right if isinstance(op, ast.Sub) else left * right
    return result if INT64_MIN <= result <= INT64_MAX else None


def negative(f: Body, node: ast.AST, operand: str) -> str:
    if f.checked:
        f.demand(f.emit(f"icmp ne i64 {operand}, {INT64_MIN}"), node, "overflow", "neg", operand, "0")
    return f.emit(f"sub i64 0, {operand}")


def magnitude(f: Body, node: ast.AST, operand: str) -> str:
    if f.checked:
        f.demand(f.emit(f"icmp ne i64 {operand}, {INT64_MIN}"), node, "overflow", "abs", operand, "0")
    return f.emit(f"call i64 @llvm.abs.i64(i64 {operand}, i1 false)")


def greatest(f: Body, name: str, operands: list[str]) -> str:
    """`min` or `max` of two or more operands."""
    best = operands[0]
    for operand in operands[1:]:
        best = f.emit(f"call i64 @llvm.s{name}.i64(i64 {best}, i64 {operand})")
    return best


def bit_count(f: Body, operand: str) -> str:
    # Python counts the bits of the absolute value; that of the lowest number wraps to its own pattern, which has the right single bit.
    size = f.emit(f"call i64 @llvm.abs.i64(i64 {operand}, i1 false)")
    return f.emit(f"call i64 @llvm.ctpop.i64(i64 {size})")


def bit_length(f: Body, operand: str) -> str:
    size = f.emit(f"call i64 @llvm.abs.i64(i64 {operand}, i1 false)")
    leading = f.emit(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
    return f.emit(f"sub i64 64, {leading}")


def lowest_bit_length(f: Body, operand: str) -> str:
    """`(x & -x).bit_length()`: the number of the lowest set bit, counted from 1, or 0."""
    trailing = f.emit(f"call i64 @llvm.cttz.i64(i64 {operand}, i1 false)")
    counted = f.emit(f"add nuw nsw i64 {trailing}, 1")
    return f.emit(f"select i1 {f.emit(f'icmp eq i64 {operand}, 0')}, i64 0, i64 {counted}")


def shift_left(f: Body, node: ast.AST, left: str, right: str) -> str:
    amount = number(right)
    if not f.checked:
        # Shifts of 64 and more fit int64 only for 0, which any amount leaves alone; so masking the amount loses nothing.
        masked = right if amount is not None and 0 <= amount < 64 else f.emit(f"and i64 {right}, 63")
        return f.emit(f"shl i64 {left}, {masked}")
    check_amount(f, node, "<<", left, right)
    masked = f.emit(f"and i64 {right}, 63")
    result = f.emit(f"shl i64 {left}, {masked}")
    whole = f.emit(f"icmp eq i64 {f.emit(f'ashr i64 {result}, {masked}')}, {left}")
    near = f.emit(f"icmp ult i64 {right}, 64")
    nothing = f.emit(f"icmp eq i64 {left}, 0")
    fits = f.emit(f"or i1 {f.emit(f'and i1 {whole}, {near}')}, {nothing}")
    f.demand(fits, node, "overflow", "<<", left, right)
    return result


def shift_right(f: Body, node: ast.AST, left: str, right: str) -> str:
    amount = number(right)
    if f.checked:
        check_amount(f, node, ">>", left, right)
    if amount is not None and 0 <= amount < 64:
        return f.emit(f"ashr i64 {left}, {amount}")
    near = f.emit(f"call i64 @llvm.umin.i64(i64 {right}, i64 63)")
    return f.emit(f"ashr i64 {left}, {near}")


def check_amount(f: Body, node: ast.AST, sign: str, left: str, right: str) -> None:
    amount = number(right)
    if amount is None or amount < 0:
        f.demand(f.emit(f"icmp sge i64 {right}, 0"), node, "shift", sign, left, right)


def divide_by_constant(f: Body, op: ast.operator, left: str, divisor: int) -> str:
    """Floor division or remainder by a positive literal."""
    if divisor & (divisor - 1) == 0:
        if isinstance(op, ast.Mod):
            return f.emit(f"and i64 {left}, {divisor - 1}")
        return f.emit(f"ashr i64 {left}, {divisor.bit_length() - 1}")
    rest = f.emit(f"srem i64 {left}, {divisor}")
    below = f.emit(f"ashr i64 {rest}, 63")
    if isinstance(op, ast.Mod):
        return f.emit(f"add i64 {rest}, {f.emit(f'and i64 {below}, {divisor}')}")
    return f.emit(f"add i64 {f.emit(f'sdiv i64 {left}, {divisor}')}, {below}")


def divide(f: Body, node: ast.AST, op: ast.operator, left: str, right: str) -> str:
    """Floor division or remainder by any divisor; 0 for a divisor of 0, and the wrapped value for the lowest number by -1."""
    is_mod = isinstance(op, ast.Mod)
    sign = "%" if is_mod else "//"
    if f.checked:
        f.demand(f.emit(f"icmp ne i64 {right}, 0"), node, "division", sign, left, right)
    if f.checked and not is_mod:
        lowest, minus = f.emit(f"icmp ne i64 {left}, {INT64_MIN}"), f.emit(f"icmp ne i64 {right}, -1")
        f.demand(f.emit(f"or i1 {lowest}, {minus}"), node, "overflow", sign, left, right)
    # The two divisors on which the instruction traps are -1 and 0, the ones below 2 after adding 1.
    trap = f.emit(f"icmp ult i64 {f.emit(f'add i64 {right}, 1')}, 2")
    divisor = f.emit(f"select i1 {trap}, i64 1, i64 {right}")
    rest = f.emit(f"srem i64 {left}, {divisor}")
    uneven = f.emit(f"icmp ne i64 {rest}, 0")
    opposed = f.emit(f"icmp slt i64 {f.emit(f'xor i64 {rest}, {divisor}')}, 0")
    below = f.emit(f"and i1 {uneven}, {opposed}")
    if is_mod:
        return f.emit(f"select i1 {below}, i64 {f.emit(f'add i64 {rest}, {divisor}')}, i64 {rest}")
    quotient = f.emit(f"sdiv i64 {left}, {divisor}")
    floor = f.emit(f"sub i64 {quotient}, {f.emit(f'zext i1 {below} to i64')}")
    trapped = f.emit(f"mul i64 {left}, {right}")
    return f.emit(f"select i1 {trap}, i64 {trapped}, i64 {floor}")
