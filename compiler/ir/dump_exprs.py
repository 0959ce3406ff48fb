"""Expressions of the machine as text, much as an author would write them."""

from typing import assert_never

from compiler.ir import exprs as x


def expression(expr: x.Expr) -> str:
    match expr:
        case x.Const():
            return str(expr.value)
        case x.Local():
            return expr.name
        case x.Load():
            return expr.block if expr.index == x.Const(0) else f"{expr.block}[{expression(expr.index)}]"
        case x.Fetch():
            return f"{expr.table}[{expression(expr.index)}]"
        case x.Binary(operator="min" | "max"):
            return f"{expr.operator}({expression(expr.left)}, {expression(expr.right)})"
        case x.Binary():
            return f"{_operand(expr.left)} {expr.operator} {_operand(expr.right)}"
        case x.Abs():
            return f"abs({expression(expr.operand)})"
        case x.AsInt():
            return f"int({condition(expr.condition)})"
        case x.Choose():
            return f"({expression(expr.value)} if {condition(expr.condition)} else {expression(expr.other)})"
        case x.Call():
            return f"{expr.function}({_listed(expr.arguments)})"
        case x.Fold():
            return _fold(expr)
        case x.Checked():
            return f"{_operand(expr.operand)}:{expr.low}..{expr.high}"
        case x.ZoneSize():
            return f"size({_zone(expr.zone, expr.instance)})"
        case x.ZoneItem():
            return f"item({_zone(expr.zone, expr.instance)}, {'top ' if expr.from_top else ''}{expression(expr.index)})"
        case x.GraphValue():
            return f"{expr.kind}({expr.graph}, {_listed(expr.arguments)})" + (f".{expr.detail}" if expr.detail else "")
        case x.Times():
            return f"times({expr.memory})"
        case x.Old():
            return f"before({expression(expr.operand)})"
        case _:
            assert_never(expr)


def condition(cond: x.Cond) -> str:
    match cond:
        case x.Bool():
            return "true" if cond.value else "false"
        case x.Truth():
            return expression(cond.operand)
        case x.Compare():
            return f"{expression(cond.left)} {cond.operator} {expression(cond.right)}"
        case x.And():
            return " and ".join(_inner(item) for item in cond.items)
        case x.Or():
            return " or ".join(_inner(item) for item in cond.items)
        case x.Not():
            return f"not {_inner(cond.operand)}"
        case x.Search(body=x.Bool(value=True)):
            return f"{cond.kind}({_binders(cond.binders)})"
        case x.Search():
            return f"{cond.kind}({condition(cond.body)} for {_binders(cond.binders)})"
        case x.Member():
            return f"{_operand(cond.item)} in {domain(cond.domain)}"
        case x.Linked():
            return f"{cond.kind}({cond.graph}, {expression(cond.left)}, {expression(cond.right)})"
        case x.Met():
            return f"met({cond.graph}, {expression(cond.node)})"
        case x.CanAct():
            return f"can({cond.action})"
        case _:
            assert_never(cond)


def domain(walked: x.Domain) -> str:
    match walked:
        case x.Numbers():
            return f"{_operand(walked.low)}..{_operand(walked.high)}"
        case x.Listed():
            return f"({_listed(walked.items)})"
        case x.ListRow():
            limit = f" first {expression(walked.limit)}" if walked.limit is not None else ""
            return f"{walked.lists}[{expression(walked.row)}]{limit}"
        case x.Pieces():
            zone = _zone(walked.zone, walked.instance)
            return f"kinds({zone})" if walked.kinds else zone
        case x.One():
            return f"one({expression(walked.value)})"
        case x.Seats():
            return f"seats({expression(walked.start)}, {expression(walked.count)})"
        case x.GraphNodes():
            argument = f", {expression(walked.argument)}" if walked.argument is not None else ""
            return f"{walked.kind}({walked.graph}{argument})"
        case x.Places():
            return f"places({walked.plane})"
        case _:
            assert_never(walked)


def binder(item: x.Binder) -> str:
    keep = f" while {condition(item.keep)}" if item.keep is not None else ""
    where = f" where {condition(item.where)}" if item.where is not None else ""
    return f"{item.local} in {domain(item.domain)}{keep}{where}"


def _binders(items: tuple[x.Binder, ...]) -> str:
    return ", ".join(binder(item) for item in items)


def _fold(expr: x.Fold) -> str:
    rank = f"{expression(expr.rank)}, " if expr.rank is not None else ""
    body = f"{expression(expr.body)} for " if expr.body is not None else ""
    by = f" by {expression(expr.by)}" if expr.by is not None else ""
    default = f" default {expression(expr.default)}" if expr.default is not None else ""
    return f"{expr.kind}({rank}{body}{_binders(expr.binders)}{by}{default})"


def _zone(zone: str, instance: x.Expr) -> str:
    return zone if instance == x.Const(0) else f"{zone}[{expression(instance)}]"


def _listed(items: tuple[x.Expr, ...]) -> str:
    return ", ".join(expression(item) for item in items)


def _operand(expr: x.Expr) -> str:
    return f"({expression(expr)})" if isinstance(expr, x.Binary) and expr.operator not in ("min", "max") else expression(expr)


def _inner(cond: x.Cond) -> str:
    return f"({condition(cond)})" if isinstance(cond, x.And | x.Or) else condition(cond)
