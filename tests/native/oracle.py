"""CPython as the judge of native code: runs a subset module on integers that notice what checked native code must notice.

Every literal, comparison and loop counter of the module becomes an `Exact`, an int whose operators compute as CPython does and raise `Fault`
where the value leaves int64. Vectors and tables become sequences that refuse an index outside them, negative ones included.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
FILENAME = "program.py"


class Fault(Exception):
    """Something checked native code must refuse."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def fits(value: int) -> Exact:
    if not INT64_MIN <= value <= INT64_MAX:
        raise Fault("overflow")
    return Exact(value)


def lifted(operation: Callable[[int, int], int]) -> tuple[Callable[[Any, Any], Exact], Callable[[Any, Any], Exact]]:
    def forward(left: int, right: int) -> Exact:
        return fits(operation(int(left), int(right)))

    def backward(right: int, left: int) -> Exact:
        return fits(operation(int(left), int(right)))

    return forward, backward


def shift_left(left: int, right: int) -> int:
    if right > 64 and left != 0:
        raise Fault("overflow")
    return left << min(right, 64)


class Exact(int):
    __add__, __radd__ = lifted(lambda a, b: a + b)
    __sub__, __rsub__ = lifted(lambda a, b: a - b)
    __mul__, __rmul__ = lifted(lambda a, b: a * b)
    __floordiv__, __rfloordiv__ = lifted(lambda a, b: a // b)
    __mod__, __rmod__ = lifted(lambda a, b: a % b)
    __and__, __rand__ = lifted(lambda a, b: a & b)
    __or__, __ror__ = lifted(lambda a, b: a | b)
    __xor__, __rxor__ = lifted(lambda a, b: a ^ b)
    __lshift__, __rlshift__ = lifted(shift_left)
    __rshift__, __rrshift__ = lifted(lambda a, b: a >> b)

    def __neg__(self) -> Exact:
        return fits(-int(self))

    def __invert__(self) -> Exact:
        return fits(~int(self))

    def __abs__(self) -> Exact:
        return fits(abs(int(self)))

    def bit_count(self) -> Exact:
        return Exact(int(self).bit_count())

    def bit_length(self) -> Exact:
        return Exact(int(self).bit_length())


class Items(list[int]):
    """A vector or a table: integers from 0 on, nothing before the first."""

    def __init__(self, items: Iterable[int]) -> None:
        super().__init__(Exact(item) for item in items)

    def __getitem__(self, index: Any) -> Any:
        self.test(index)
        return super().__getitem__(int(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        self.test(index)
        super().__setitem__(int(index), Exact(value))

    def test(self, index: int) -> None:
        if not 0 <= index < len(self):
            raise Fault("index")


def exact_range(*bounds: int) -> Iterator[Exact]:
    if len(bounds) == 3 and bounds[2] == 0:
        raise Fault("step")
    return map(Exact, range(*map(int, bounds)))


class Lift(ast.NodeTransformer):
    """Wraps what makes plain integers."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return wrapped("_exact", node) if isinstance(node.value, int) else node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return wrapped("_exact", self.generic_visit(node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        # The lowest integer is one literal to the translator, though its digits alone do not fit.
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return wrapped("_exact", node)
        lifted_node = self.generic_visit(node)
        return wrapped("_exact", lifted_node) if isinstance(node.op, ast.Not) else lifted_node  # type: ignore[return-value]

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return wrapped("_items", self.generic_visit(node))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            node.func.id = "_range"
        return self.generic_visit(node)


def wrapped(name: str, node: ast.AST) -> ast.Call:
    call = ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[node], keywords=[])  # type: ignore[list-item]
    return ast.fix_missing_locations(ast.copy_location(call, node))


def load_exact(source: str) -> dict[str, Any]:
    """The functions of a module as CPython functions over exact integers."""
    tree = Lift().visit(ast.parse(source, FILENAME))
    scope: dict[str, Any] = {"_exact": Exact, "_items": Items, "_range": exact_range}
    exec(compile(ast.fix_missing_locations(tree), FILENAME, "exec"), scope)
    return scope


def judge(function: Callable[..., Any], vectors: Sequence[Items], values: Sequence[int]) -> tuple[str, Any]:
    """("value", result) or ("fault", (kind, line)); the vectors hold what the function left there."""
    try:
        return "value", function(*vectors, *map(Exact, values))
    except Fault as fault:
        return "fault", (fault.kind, program_line(fault))
    except ZeroDivisionError as error:
        return "fault", ("division", program_line(error))
    except UnboundLocalError:
        # No line here: once CPython 3.11 has fused two instructions, it may name the line before.
        return "fault", ("unassigned", 0)
    except ValueError as error:
        assert "negative shift" in str(error)
        return "fault", ("shift", program_line(error))


def program_line(error: BaseException) -> int:
    """The innermost line of the program itself."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILENAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
