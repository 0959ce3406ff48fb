"""Expressions of the subset as LLVM instructions.

In: a validated expression and the body being written. Out: the operand that holds its value, an i64 for `value`, or control flow for
`branch`. Everything is an i64, bools too (0 and 1), so `and`/`or` used as values give an operand back as Python does. Operands are evaluated
left to right, each once.
"""

from __future__ import annotations

import ast
from typing import Final

from runtime.native.arithmetic import binary, bit_count, bit_length, greatest, lowest_bit_length, magnitude, negative
from runtime.native.body import Body
from runtime.native.shape import INT64_MAX, INT64_MIN, Function, integer

COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


def value(f: Body, node: ast.expr) -> str:
    """The i64 operand of an expression."""
    literal = integer(node)
    if literal is not None and INT64_MIN <= literal <= INT64_MAX:
        return str(literal)
    match node:
        case ast.Name(id=name):
            return name_value(f, node, name)
        case ast.BinOp(left=left, op=op, right=right):
            first = value(f, left)
            return binary(f, node, op, first, value(f, right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return negative(f, node, value(f, operand))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return value(f, operand)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return f.emit(f"xor i64 {value(f, operand)}, -1")
        case ast.BoolOp(op=op, values=values) if not is_truth(node):
            return chosen_value(f, op, values)
        case ast.UnaryOp() | ast.Compare() | ast.BoolOp():
            return f.emit(f"zext i1 {truth(f, node)} to i64")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return conditional(f, test, body, orelse)
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return item(f, node, name, index)
        case ast.Call():
            return call_value(f, node)
        case _:
            raise AssertionError(f"not in the subset: {ast.dump(node)}")


def name_value(f: Body, node: ast.expr, name: str) -> str:
    if name in f.stored:
        if f.checked and name not in f.assigned:
            held = f.emit(f'load i1, ptr %"set.{name}"')
            f.demand(held, node, "unassigned", name, "0", "0")
        return f.emit(f'load i64, ptr %"v.{name}"')
    if name in f.values:
        return f'%"p.{name}"'
    return str(f.module.constants[name])


def truth(f: Body, node: ast.expr) -> str:
    """The i1 operand of a condition."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            first = value(f, left)
            return f.emit(f"icmp {COMPARISONS[type(op)]} i64 {first}, {value(f, right)}")
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f.emit(f"xor i1 {truth(f, operand)}, true")
        case ast.BoolOp() | ast.Compare():
            yes, no, end = f.label("yes"), f.label("no"), f.label("end")
            branch(f, node, yes, no)
            for label in (yes, no):
                f.start(label)
                f.jump(end)
            f.start(end)
            return f.emit(f"phi i1 [ true, %{yes} ], [ false, %{no} ]")
        case _:
            return f.emit(f"icmp ne i64 {value(f, node)}, 0")


def branch(f: Body, node: ast.expr, yes: str, no: str) -> None:
    """Ends the current block with a jump to `yes` or `no`, evaluating no more of a condition than Python does."""
    match node:
        case ast.Constant(value=constant):
            f.jump(yes if constant else no)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            branch(f, operand, no, yes)
        case ast.BoolOp(op=connective, values=values):
            for part in values[:-1]:
                following = f.label("next")
                if isinstance(connective, ast.And):
                    branch(f, part, following, no)
                else:
                    branch(f, part, yes, following)
                f.start(following)
            branch(f, values[-1], yes, no)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            first = value(f, left)
            for position, (op, right) in enumerate(zip(ops, comparators, strict=True)):
                second = value(f, right)
                holds = f.emit(f"icmp {COMPARISONS[type(op)]} i64 {first}, {second}")
                if position == len(ops) - 1:
                    f.fork(holds, yes, no)
                else:
                    following = f.label("next")
                    f.fork(holds, following, no)
                    f.start(following)
                    first = second
        case ast.IfExp(test=test, body=body, orelse=orelse):
            then, other = f.label("then"), f.label("else")
            branch(f, test, then, other)
            f.start(then)
            branch(f, body, yes, no)
            f.start(other)
            branch(f, orelse, yes, no)
        case _:
            f.fork(truth(f, node), yes, no)


def is_truth(node: ast.expr) -> bool:
    """Whether an expression can only be True or False by its form."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case ast.BoolOp(values=values):
            return all(is_truth(item) for item in values)
        case _:
            return False


def chosen_value(f: Body, op: ast.boolop, values: list[ast.expr]) -> str:
    """`a and b`, `a or b` as values: the operand that decided."""
    end = f.label("end")
    arriving: list[str] = []
    for part in values[:-1]:
        operand = value(f, part)
        holds = f.emit(f"icmp ne i64 {operand}, 0")
        following = f.label("next")
        arriving.append(f"[ {operand}, %{f.block} ]")
        if isinstance(op, ast.And):
            f.fork(holds, following, end)
        else:
            f.fork(holds, end, following)
        f.start(following)
    operand = value(f, values[-1])
    arriving.append(f"[ {operand}, %{f.block} ]")
    f.jump(end)
    f.start(end)
    return f.emit(f"phi i64 {', '.join(arriving)}")


def conditional(f: Body, test: ast.expr, body: ast.expr, orelse: ast.expr) -> str:
    then, other, end = f.label("then"), f.label("else"), f.label("end")
    branch(f, test, then, other)
    arriving: list[str] = []
    for label, part in ((then, body), (other, orelse)):
        f.start(label)
        operand = value(f, part)
        arriving.append(f"[ {operand}, %{f.block} ]")
        f.jump(end)
    f.start(end)
    return f.emit(f"phi i64 {', '.join(arriving)}")


def address(f: Body, node: ast.AST, name: str, index: ast.expr) -> str:
    """The pointer to one item of a vector parameter."""
    return place(f, node, name, index)[0]


def place(f: Body, node: ast.AST, name: str, index: ast.expr) -> tuple[str, str]:
    """The pointer to one item of a vector parameter, and its index."""
    operand = value(f, index)
    if f.checked:
        inside(f, node, name, operand, f'%"n.{name}"')
    return f.emit(f'getelementptr inbounds i64, ptr %"p.{name}", i64 {operand}'), operand


def inside(f: Body, node: ast.AST, name: str, operand: str, length: str) -> None:
    # Compared unsigned: a negative index is a large number, so one test finds both ends.
    f.demand(f.emit(f"icmp ult i64 {operand}, {length}"), node, "index", name, operand, length)


def item(f: Body, node: ast.AST, name: str, index: ast.expr) -> str:
    """The value of one item of a vector or of a table."""
    if any(parameter.name == name and parameter.kind == "vector" for parameter in f.function.parameters):
        return f.emit(f"load i64, ptr {address(f, node, name, index)}, align 8")
    table = f.module.tables[name]
    operand = value(f, index)
    if f.checked:
        inside(f, node, name, operand, str(len(table)))
    width = table_width(table)
    place = f.emit(f'getelementptr inbounds i{width}, ptr @"t.{name}", i64 {operand}')
    held = f.emit(f"load i{width}, ptr {place}, align {width // 8}")
    return held if width == 64 else f.emit(f"sext i{width} {held} to i64")


def table_width(table: tuple[int, ...]) -> int:
    """The fewest bits, of 8, 16, 32 and 64, that hold every item of a table: small tables stay in the processor's nearest cache."""
    least, most = min(table, default=0), max(table, default=0)
    return next((bits for bits in (8, 16, 32) if -(1 << (bits - 1)) <= least and most < 1 << (bits - 1)), 64)


def call_value(f: Body, node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) if name in f.module.functions:
            return call(f, f.module.functions[name], node.args)
        case ast.Name(id="abs"):
            return magnitude(f, node, value(f, node.args[0]))
        case ast.Name(id="min" | "max" as name):
            operands = [value(f, argument) for argument in node.args]
            return greatest(f, name, operands)
        case ast.Attribute(attr="bit_count", value=operand):
            return bit_count(f, value(f, operand))
        case ast.Attribute(attr="bit_length", value=operand):
            isolated = isolated_bit(operand)
            # Checked code takes the long way round, where the negation of the lowest number is noticed.
            if isolated is not None and not f.checked:
                return lowest_bit_length(f, value(f, isolated))
            return bit_length(f, value(f, operand))
        case _:
            raise AssertionError(f"not in the subset: {ast.dump(node)}")


def isolated_bit(node: ast.expr) -> ast.expr | None:
    """The x of `x & -x`, where x is a name or a plain item, so that reading it once is the same as twice."""
    match node:
        case ast.BinOp(left=left, op=ast.BitAnd(), right=ast.UnaryOp(op=ast.USub(), operand=right)) if is_plain(left):
            return left if ast.dump(left) == ast.dump(right) else None
        case _:
            return None


def is_plain(node: ast.expr) -> bool:
    return not any(isinstance(child, ast.Call) for child in ast.walk(node))


def vector(f: Body, argument: ast.expr) -> list[str]:
    """What is passed for a vector: where it stands, and in checked code how many items it has."""
    if isinstance(argument, ast.Name):
        return [f'ptr %"p.{argument.id}"', *([f'i64 %"n.{argument.id}"'] if f.checked else [])]
    assert isinstance(argument, ast.Subscript) and isinstance(argument.value, ast.Name) and isinstance(argument.slice, ast.Slice)
    name, last = argument.value.id, argument.slice.upper
    assert argument.slice.lower is not None
    first = value(f, argument.slice.lower)
    length = [] if not f.checked else [f"i64 {slice_length(f, argument, name, first, value(f, last) if last is not None else None)}"]
    at = f.emit(f'getelementptr inbounds i64, ptr %"p.{name}", i64 {first}')
    return [f"ptr {at}", *length]


def slice_length(f: Body, node: ast.AST, name: str, first: str, last: str | None) -> str:
    """How many items a slice has; a fault where it does not lie within its vector, unlike in Python, where it would be shorter."""
    whole = f'%"n.{name}"'
    if last is None:
        last = whole
    else:
        f.demand(f.emit(f"icmp ule i64 {last}, {whole}"), node, "index", name, last, whole)
    f.demand(f.emit(f"icmp ule i64 {first}, {last}"), node, "index", name, first, last)
    return f.emit(f"sub i64 {last}, {first}")


def call(f: Body, callee: Function, arguments: list[ast.expr]) -> str:
    """Calls a function of the module; the operand is meaningless for one that returns nothing."""
    f.calls.append(callee.name)
    passed = ["ptr %fault"] if f.checked else []
    for argument, parameter in zip(arguments, callee.parameters, strict=True):
        if parameter.kind == "value":
            passed.append(f"i64 {value(f, argument)}")
            continue
        passed += vector(f, argument)
    target = f'@"f.{callee.name}"({", ".join(passed)})'
    if callee.returns == "none":
        f.do(f"call void {target}")
        result = "0"
    else:
        result = f.emit(f"call i64 {target}")
    if f.checked:
        f.after_call()
    return result
