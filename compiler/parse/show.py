"""Trees of `ast` back to text, for messages and for formatting: the reverse of parsing.

    show(Compare(operands=(Name a, Number 3), comparators=("==",)))   ->   "a == 3"

Parsing what is shown gives the same tree again, places aside, for every tree that parsing can give (`and` and `or` flat, `Bad` nowhere).
Brackets stand only where the grammar needs them. `Bad` is shown as the text it stands for.
"""

import re
from typing import TypeAlias, assert_never

from compiler.parse import ast

Shown: TypeAlias = (
    ast.Expr | ast.Binder | ast.TypeExpr | ast.Parameter | ast.Signature | ast.Head | ast.LinkHead | ast.Pattern | ast.Ident
)

_IF, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _PRODUCT, _SIGN, _ATOM = range(10)
"""how tightly a form binds, loosest first"""

_BINARY: dict[ast.BinaryOperator, int] = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}

_STEP = "  "


def show(node: Shown) -> str:
    match node:
        case ast.Binder():
            return _binder(node)
        case ast.NamedType() | ast.OfType() | ast.RangeType() | ast.OptionalType():
            return _type(node)
        case ast.Parameter():
            return f"{_type(node.type)} {node.name.text}"
        case ast.Signature():
            return f"{node.name.text}({_several(node.parameters)}) -> {_type(node.result)}"
        case ast.Head():
            return f"{node.name.text}({_several(node.parameters)})"
        case ast.LinkHead():
            return f"{node.name.text}({', '.join(name.text for name in node.names)})"
        case ast.Pattern():
            return "".join(_part(part) for part in node.parts)
        case ast.Ident():
            return node.text
        case _:
            return _expr(node, _IF)


def show_statements(statements: tuple[ast.Stmt, ...], indent: int = 0) -> str:
    """One a line, suites on deeper lines; without a line break at the end."""
    return "\n".join(line for statement in statements for line in _statement(statement, _STEP * indent))


def _expr(expr: ast.Expr, least: int) -> str:
    """The text of an expression that may stand where a form must bind at least so tightly."""
    text, binds = _form(expr)
    return text if binds >= least else f"({text})"


def _form(expr: ast.Expr) -> tuple[str, int]:
    match expr:
        case ast.Number():
            return str(expr.value), _ATOM
        case ast.Truth():
            return "true" if expr.value else "false", _ATOM
        case ast.Nothing():
            return "none", _ATOM
        case ast.Text():
            return f'"{expr.value}"', _ATOM
        case ast.Name():
            return expr.text, _ATOM
        case ast.Call():
            return f"{expr.name.text}({_exprs(expr.arguments)})", _ATOM
        case ast.Field():
            return f"{_expr(expr.base, _ATOM)}.{expr.name.text}", _ATOM
        case ast.Index():
            return f"{_expr(expr.base, _ATOM)}[{_exprs(expr.arguments)}]", _ATOM
        case ast.SetOf():
            return f"({_exprs(expr.items)})", _ATOM
        case ast.Range():
            return f"{_expr(expr.low, _SUM)}..{_expr(expr.high, _SUM)}", _RANGE
        case ast.Unary():
            return _unary(expr)
        case ast.Binary():
            level = _BINARY[expr.operator]
            return f"{_expr(expr.left, level)} {expr.operator} {_expr(expr.right, level + 1)}", level
        case ast.Logic():
            level = _OR if expr.operator == "or" else _AND
            return f" {expr.operator} ".join(_expr(item, level + 1) for item in expr.items), level
        case ast.Compare():
            first, *rest = (_expr(operand, _RANGE) for operand in expr.operands)
            pairs = zip(expr.comparators, rest, strict=True)
            return first + "".join(f" {comparator} {operand}" for comparator, operand in pairs), _COMPARE
        case ast.IfElse():
            value, condition = _expr(expr.value, _OR), _expr(expr.condition, _OR)
            return f"{value} if {condition} else {_expr(expr.other, _IF)}", _IF
        case ast.Search():
            return f"{expr.kind}({_several(expr.binders)}{_default(expr.default)})", _ATOM
        case ast.Fold():
            return f"{expr.kind}({_expr(expr.body, _IF)} for {_several(expr.binders)}{_default(expr.default)})", _ATOM
        case ast.FoldValues():
            return f"{expr.kind}({_exprs(expr.values)})", _ATOM
        case ast.Largest():
            body = f"{_expr(expr.rank, _IF)}, {_expr(expr.body, _IF)} for {_several(expr.binders)}"
            return f"largest({body}{_default(expr.default)})", _ATOM
        case ast.Bad():
            return expr.span.text.strip(), _IF
        case _:
            assert_never(expr)


def _unary(expr: ast.Unary) -> tuple[str, int]:
    match expr.operator:
        case "not":
            return f"not {_expr(expr.operand, _NOT)}", _NOT
        case "-":
            return f"-{_expr(expr.operand, _SIGN)}", _SIGN


def _exprs(exprs: tuple[ast.Expr, ...]) -> str:
    return ", ".join(_expr(expr, _IF) for expr in exprs)


def _default(expr: ast.Expr | None) -> str:
    return "" if expr is None else f" default {_expr(expr, _IF)}"


def _several(nodes: "tuple[ast.Binder, ...] | tuple[ast.Parameter, ...]") -> str:
    return ", ".join(show(node) for node in nodes)


def _binder(binder: ast.Binder) -> str:
    text = f"{', '.join(name.text for name in binder.names)} in {_expr(binder.domain, _RANGE)}"
    clauses = (("while", binder.keep), ("where", binder.where), ("by", binder.by))
    return text + "".join(f" {word} {_expr(clause, _OR)}" for word, clause in clauses if clause is not None)


def _type(type: ast.TypeExpr) -> str:
    match type:
        case ast.NamedType():
            return type.name.text
        case ast.OfType():
            return f"{type.kind.text}({type.argument.text})"
        case ast.RangeType():
            return f"{_bound(type.low)}..{_bound(type.high)}"
        case ast.OptionalType():
            return f"{_type(type.base)} or none"
        case ast.Bad():
            return type.span.text.strip()
        case _:
            assert_never(type)


def _bound(expr: ast.Expr) -> str:
    """Numbers, also negative ones, and names stand bare."""
    match expr:
        case ast.Number() | ast.Name() | ast.Bad() | ast.Unary(operator="-", operand=ast.Number()):
            return _expr(expr, _IF)
        case _:
            return f"({_expr(expr, _IF)})"


def _part(part: str | ast.Expr) -> str:
    return part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else f"{{{_expr(part, _IF)}}}"


def _statement(statement: ast.Stmt, indent: str) -> list[str]:
    match statement:
        case ast.If():
            lines: list[str] = []
            for at, (condition, suite) in enumerate(statement.branches):
                lines += [f"{indent}{'elif' if at else 'if'} {show(condition)}:", *_suite(suite, indent)]
            return lines + ([f"{indent}else:", *_suite(statement.other, indent)] if statement.other else [])
        case ast.For():
            return [f"{indent}for {_binder(statement.binder)}:", *_suite(statement.body, indent)]
        case ast.While():
            limit = "" if statement.limit is None else f" limit {statement.limit}"
            return [f"{indent}while {show(statement.condition)}{limit}:", *_suite(statement.body, indent)]
        case _:
            return [indent + _simple(statement)]


def _suite(statements: tuple[ast.Stmt, ...], indent: str) -> list[str]:
    return [line for statement in statements for line in _statement(statement, indent + _STEP)]


def _simple(
    statement: ast.Move | ast.Let | ast.Assign | ast.End | ast.Verdict | ast.Do | ast.Pass | ast.Bad,
) -> str:
    match statement:
        case ast.Move():
            what = show(statement.what)
            if statement.every:
                what = f"all {what}"
            elif re.match(r"all\b", what):
                what = f"({what})"
            return f"move {what} to {show(statement.to)}{'' if statement.place is None else f' {statement.place}'}"
        case ast.Let():
            return f"let {statement.name.text} = {show(statement.value)}"
        case ast.Assign():
            return f"{show(statement.target)} {statement.operator} {show(statement.value)}"
        case ast.End():
            return f"end {statement.target.text}"
        case ast.Verdict():
            return f"{statement.kind} {show(statement.player)}"
        case ast.Do():
            return f"{statement.name.text}({_exprs(statement.arguments)})"
        case ast.Pass():
            return "pass"
        case ast.Bad():
            return " ".join(statement.span.text.split())
        case _:
            assert_never(statement)
