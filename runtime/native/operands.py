"""The validator's view of expressions: which ones have an integer value the translator can compute.

In: the scope of a function and an expression. Out: violations in the scope's report.
"""

from __future__ import annotations

import ast
from typing import Final

from runtime.native.shape import INT64_MAX, INT64_MIN, Function, integer
from runtime.native.violations import Scope, describe

OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
FOREIGN_OPERATORS: Final[dict[type[ast.operator], str]] = {ast.Div: "/", ast.Pow: "**", ast.MatMult: "@"}
COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
FOREIGN_COMPARISONS: Final[dict[type[ast.cmpop], str]] = {ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"}
BUILTINS: Final = ("abs", "min", "max")
METHODS: Final = ("bit_count", "bit_length")


def check_value(scope: Scope, node: ast.expr) -> None:
    """Checks an expression whose integer value is wanted."""
    number = integer(node)
    if number is not None:
        if not INT64_MIN <= number <= INT64_MAX:
            scope.report.add(node, f"integer {number}", "does not fit int64")
        return
    match node:
        case ast.Name(id=name):
            check_name(scope, node, name)
        case ast.Constant():
            scope.report.add(node, describe(node), "values of the subset are integers and bools")
        case ast.BinOp(left=left, op=op, right=right):
            check_operator(scope, node, op)
            check_value(scope, left)
            check_value(scope, right)
        case ast.UnaryOp(operand=operand):
            check_value(scope, operand)
        case ast.BoolOp(values=values):
            for item in values:
                check_value(scope, item)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for operator in ops:
                if type(operator) not in COMPARISONS:
                    scope.report.add(node, f"comparison {FOREIGN_COMPARISONS[type(operator)]}", "integers are compared by == != < <= > >=")
            for item in (left, *comparators):
                check_value(scope, item)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            for item in (test, body, orelse):
                check_value(scope, item)
        case ast.Subscript(value=value, slice=index):
            check_item(scope, value, index)
        case ast.Call():
            check_call(scope, node, wanted=True)
        case _:
            scope.report.add(node, describe(node), "the subset has no such expression")


def check_name(scope: Scope, node: ast.expr, name: str) -> None:
    if name in scope.values:
        return
    if name in scope.vectors:
        scope.report.add(node, f"vector {name} as a value", "a vector is indexed, or passed on whole")
    elif name in scope.module.constants:
        return
    elif name in scope.module.tables:
        scope.report.add(node, f"table {name} as a value", "a table is indexed")
    elif name in scope.module.functions:
        scope.report.add(node, f"function {name} as a value", "a function is called")
    else:
        scope.report.add(node, f"name {name}", "is neither a parameter, a local, an integer constant nor a table of integers")


def check_item(scope: Scope, value: ast.expr, index: ast.expr) -> None:
    match value:
        case ast.Name(id=name) if name in scope.vectors:
            check_index(scope, index, None)
        case ast.Name(id=name) if name in scope.module.tables and name not in scope.values:
            check_index(scope, index, len(scope.module.tables[name]))
        case ast.Name(id=name):
            scope.report.add(value, f"index into {name}", "only vector parameters and tables of integers are indexed")
        case _:
            scope.report.add(value, f"index into {describe(value)}", "only vector parameters and tables of integers are indexed")


def check_index(scope: Scope, index: ast.expr, length: int | None) -> None:
    if isinstance(index, ast.Slice | ast.Tuple):
        scope.report.add(index, describe(index), "an index is one integer")
        return
    number = integer(index)
    if number is not None and number < 0:
        scope.report.add(index, f"index {number}", "an index counts from the front")
    elif number is not None and length is not None and number >= length:
        scope.report.add(index, f"index {number}", f"the table has {length} items")
    else:
        check_value(scope, index)


def check_operator(scope: Scope, node: ast.AST, op: ast.operator) -> None:
    if type(op) not in OPERATORS:
        scope.report.add(node, f"operator {FOREIGN_OPERATORS[type(op)]}", "integers have + - * // % & | ^ << >>")


def check_call(scope: Scope, node: ast.Call, *, wanted: bool) -> None:
    if node.keywords:
        scope.report.add(node, "keyword argument", "arguments are positional")
    match node.func:
        case ast.Name(id=name) if name in scope.values or name in scope.vectors:
            scope.report.add(node, f"call of {name}", "a local is no function")
        case ast.Name(id=name) if name in scope.module.functions:
            check_own_call(scope, node, scope.module.functions[name], wanted=wanted)
        case ast.Name(id=name) if name in BUILTINS and is_builtin(scope, name):
            check_builtin_call(scope, node, name)
        case ast.Attribute(value=value, attr=name) if name in METHODS:
            if node.args:
                scope.report.add(node, f"argument of {name}", f"{name}() takes none")
            check_value(scope, value)
        case ast.Attribute(attr=name):
            scope.report.add(node, f"method {name}", "integers have bit_count() and bit_length()")
        case ast.Name(id=name):
            scope.report.add(node, f"call of {name}", "only the file's own functions, abs, min and max are called")
        case _:
            scope.report.add(node, f"call of {describe(node.func)}", "only named functions are called")


def check_builtin_call(scope: Scope, node: ast.Call, name: str) -> None:
    if name == "abs" and len(node.args) != 1:
        scope.report.add(node, f"abs of {len(node.args)} values", "abs takes one")
    elif name != "abs" and len(node.args) < 2:
        scope.report.add(node, f"{name} of {len(node.args)} values", f"{name} takes two or more integers")
    for item in node.args:
        check_value(scope, item)


def check_own_call(scope: Scope, node: ast.Call, callee: Function, *, wanted: bool) -> None:
    if wanted and callee.returns == "none":
        scope.report.add(node, f"value of {callee.name}", "a function declared -> None has none")
    if len(node.args) != len(callee.parameters):
        count = len(callee.parameters)
        scope.report.add(node, f"{len(node.args)} arguments to {callee.name}", f"it takes {count}")
        return
    passed: set[str] = set()
    for item, parameter in zip(node.args, callee.parameters, strict=True):
        if parameter.kind == "value":
            check_value(scope, item)
            continue
        name = check_vector(scope, item)
        if name is None:
            scope.report.add(item, describe(item), f"{callee.name} needs a vector for {parameter.name}")
        elif name in passed:
            # Vectors are translated as not overlapping, which a vector passed twice would break.
            scope.report.add(item, f"vector {name} passed twice", "the vectors of one call are different ones")
        else:
            passed.add(name)


def check_vector(scope: Scope, node: ast.expr) -> str | None:
    """The name of the vector that an argument is: a parameter whole, or its items from one on, `rows[at:]` or `rows[at:end]`."""
    match node:
        case ast.Name(id=name) if name in scope.vectors:
            return name
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(lower=lower, upper=upper, step=None)) if name in scope.vectors and lower is not None:
            check_index(scope, lower, None)
            if upper is not None:
                check_index(scope, upper, None)
            return name
        case _:
            return None


def is_builtin(scope: Scope, name: str) -> bool:
    """Whether a builtin's name still means the builtin here."""
    module = scope.module
    return not any(name in names for names in (scope.values, scope.vectors, module.functions, module.constants, module.tables))
