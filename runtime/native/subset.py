"""The validator of the engine subset: which lines of a file cannot be translated, and why.

In: the text of one emitted module. Out: violations in the order of their lines, each naming file, line and construct; an empty list
means the translator accepts the file and the compiled functions mean what CPython means, as long as every value stays within int64.

    >>> [v.construct for v in validate("def f(x: int) -> int:\\n    return x ** 2\\n", "f.py")]
    ['operator **']
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from runtime.native.operands import check_call, check_index, check_operator, check_value, is_builtin
from runtime.native.reach import check_recursion, falls_through
from runtime.native.shape import (
    INT64_MAX,
    INT64_MIN,
    Function,
    Module,
    assignment,
    branches,
    integer,
    parameter_kind,
    read_module,
    return_kind,
)
from runtime.native.violations import Report, Scope, Violation, describe


def validate(source: str, filename: str) -> list[Violation]:
    """Every violation of a file, in line order. Total: a file that does not parse is one violation."""
    try:
        tree = ast.parse(source, filename)
        return violations_in(tree, read_module(tree), filename)
    except SyntaxError as error:
        return [Violation(filename=filename, line=error.lineno or 1, construct="syntax", message=error.msg)]
    except ValueError as error:
        return [Violation(filename=filename, line=1, construct="syntax", message=str(error))]
    except (RecursionError, MemoryError):
        return [Violation(filename=filename, line=1, construct="nesting", message="the file nests too deeply to be read")]


def violations_in(tree: ast.Module, module: Module, filename: str) -> list[Violation]:
    """The violations of a file already parsed."""
    report = Report(filename=filename)
    check_top_level(tree, module, report)
    for function in module.functions.values():
        check_function(module, function, report)
    check_recursion(module, report)
    return sorted(report.found, key=lambda violation: violation.line)


def check_top_level(tree: ast.Module, module: Module, report: Report) -> None:
    seen: set[str] = set()
    for position, node in enumerate(tree.body):
        match node:
            case ast.Import() | ast.ImportFrom():
                continue
            case ast.Expr(value=ast.Constant(value=str())) if position == 0:
                continue
            case ast.FunctionDef(name=name):
                pass
            case _ if type(node).__name__ == "TypeAlias":
                continue
            case _:
                found, value = assignment(node)
                if found is None or value is None:
                    report.add(node, describe(node), "the top level holds imports, single assignments and functions only")
                    continue
                name = found
                check_magnitudes(name, module, node, report)
        if name in seen:
            report.add(node, f"second definition of {name}", "a top-level name has one meaning")
        seen.add(name)


def check_magnitudes(name: str, module: Module, node: ast.stmt, report: Report) -> None:
    numbers = module.tables.get(name) or ((module.constants[name],) if name in module.constants else ())
    for number in numbers:
        if not INT64_MIN <= number <= INT64_MAX:
            report.add(node, f"integer {number}", f"{name} holds a number outside int64")
            return


def check_function(module: Module, function: Function, report: Report) -> None:
    node = function.node
    if node.decorator_list:
        report.add(node, "decorator", "functions of the subset stand bare")
    if getattr(node, "type_params", None):
        report.add(node, "type parameter", "functions of the subset are not generic")
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        report.add(node, "starred or keyword-only parameter", "parameters are positional")
    if arguments.defaults or arguments.kw_defaults:
        report.add(node, "default value", "parameters have no default")
    names: set[str] = set()
    for item in (*arguments.posonlyargs, *arguments.args):
        if item.arg in names:
            report.add(item, f"second parameter {item.arg}", "the parameters of a function have different names")
        names.add(item.arg)
        if parameter_kind(item.annotation, module.aliases) is None:
            report.add(item, f"annotation of {item.arg}", "a parameter is annotated int, bool or Vec")
    if return_kind(node.returns) is None:
        report.add(node, f"result of {node.name}", "a function is annotated -> int, -> bool or -> None")
    vectors = frozenset(item.name for item in function.parameters if item.kind == "vector")
    values = frozenset(item.name for item in function.parameters if item.kind == "value") | frozenset(function.locals)
    scope = Scope(module=module, function=function, vectors=vectors, values=values - vectors, report=report)
    body = node.body[1:] if is_docstring(node.body[0]) else node.body
    check_body(scope, body, in_loop=False)
    if function.returns != "none" and falls_through(body):
        report.add(node, f"end of {node.name}", "a function with a result returns it on every path")


def check_body(scope: Scope, body: Sequence[ast.stmt], *, in_loop: bool) -> None:
    for statement in body:
        check_statement(scope, statement, in_loop=in_loop)


def check_statement(scope: Scope, node: ast.stmt, *, in_loop: bool) -> None:
    report = scope.report
    match node:
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            if not isinstance(target, ast.Name):
                report.add(node, "annotated item", "only local names are annotated")
            if parameter_kind(annotation, frozenset()) != "value":
                report.add(node, f"annotation {ast.unparse(annotation)}", "a local is annotated int or bool")
            check_target(scope, target)
            if value is not None:
                check_value(scope, value)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                check_target(scope, target)
            check_value(scope, value)
        case ast.AugAssign(target=target, op=op, value=value):
            check_target(scope, target)
            check_operator(scope, node, op)
            check_value(scope, value)
        case ast.If():
            arms, rest = branches(node)
            for test, body in arms:
                check_value(scope, test)
                check_body(scope, body, in_loop=in_loop)
            check_body(scope, rest, in_loop=in_loop)
        case ast.While(test=test, body=body, orelse=orelse):
            check_value(scope, test)
            check_body(scope, body, in_loop=True)
            refuse_else(scope, orelse)
        case ast.For(target=target, iter=items, body=body, orelse=orelse):
            if not isinstance(target, ast.Name):
                report.add(target, describe(target), "a loop counts with one name")
            check_target(scope, target)
            check_range(scope, items)
            check_body(scope, body, in_loop=True)
            refuse_else(scope, orelse)
        case ast.Return(value=value):
            check_return(scope, node, value)
        case ast.Break() | ast.Continue():
            if not in_loop:
                report.add(node, describe(node), "stands outside a loop")
        case ast.Pass():
            pass
        case ast.Expr(value=ast.Call() as call):
            check_call(scope, call, wanted=False)
        case ast.Expr(value=value):
            report.add(node, describe(value), "a line that is an expression is a call")
        case _:
            report.add(node, describe(node), "the subset has no such statement")


def refuse_else(scope: Scope, orelse: Sequence[ast.stmt]) -> None:
    if orelse:
        scope.report.add(orelse[0], "else of a loop", "a loop of the subset has no else")


def check_return(scope: Scope, node: ast.Return, value: ast.expr | None) -> None:
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        if scope.function.returns != "none":
            scope.report.add(node, "return without a value", f"{scope.function.name} is declared to return one")
        return
    if scope.function.returns == "none":
        scope.report.add(node, "return with a value", f"{scope.function.name} is declared -> None")
    check_value(scope, value)


def check_target(scope: Scope, target: ast.expr) -> None:
    match target:
        case ast.Name(id=name) if name in scope.vectors:
            scope.report.add(target, f"assignment to {name}", "a vector parameter keeps its vector")
        case ast.Name():
            pass
        case ast.Subscript(value=ast.Name(id=name), slice=index) if name in scope.vectors:
            check_index(scope, index, None)
        case ast.Subscript(value=ast.Name(id=name)) if name in scope.module.tables and name not in scope.values:
            scope.report.add(target, f"assignment into {name}", "tables are read-only")
        case ast.Subscript():
            scope.report.add(target, describe(target), "only items of a vector parameter are assigned")
        case _:
            scope.report.add(target, describe(target), "only a name or an item of a vector is assigned")


def check_range(scope: Scope, node: ast.expr) -> None:
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 3 and is_builtin(scope, "range"):
            for item in args:
                check_value(scope, item)
            if len(args) == 3 and integer(args[2]) == 0:
                scope.report.add(node, "range with step 0", "the step of a range is not zero")
        case _:
            scope.report.add(node, f"for over {describe(node)}", "a for loop runs over range(...) with one to three values")


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
