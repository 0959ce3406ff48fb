"""Links that hold both ways, though `link(a, b)` may be written at one end only.

    link(a, b): adjacent(a, b) and hue[a] < hue[b]      ->      … and (hue[a] < hue[b] or hue[b] < hue[a])

In: a graph and the game's functions. Out: the graph, the same where its link surely says the same of b and a.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir.game import GraphIR
from compiler.ir.layout import Layout
from compiler.ir.renaming import renamed
from compiler.ir.simplify import conjunction, disjunction
from compiler.ir.stmts import FunctionIR
from compiler.ir.walk import transform, walk

EXCHANGED: Final = {"a": "b", "b": "a"}

MIRRORED: Final[Mapping[str, Any]] = {">": "<", ">=": "<="}


def both_ways(graph: GraphIR, functions: Mapping[str, FunctionIR], layout: Layout) -> GraphIR:
    if graph.directed or graph.to is not None:
        return graph
    near, link = graph.near, graph.link
    if near is not None and not _is_mutual(near, graph.size, layout):
        member = x.Member(x.Local("b"), near.domain)
        near, link = None, member if link is None else conjunction((member, link))
    if link is None or _plain(link, functions) == _plain(_exchanged(link), functions):
        return replace(graph, near=near, link=link)
    taken = {part.local for part in walk((near, link)) if isinstance(part, x.Binder)}
    return replace(graph, near=near, link=disjunction((link, renamed(_exchanged(link), lambda name: _free(f"{name}_back", taken)))))


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _is_mutual(near: x.Binder, size: int, layout: Layout) -> bool:
    """Is b a candidate of a wherever a is one of b?"""
    match near.domain:
        case x.ListRow(lists=lists, row=x.Local("a"), limit=None):
            rows = [frozenset(row) - {-1} for row in layout.list_table(lists).rows[:size]]
            return len(rows) == size and all(other < size and node in rows[other] for node, row in enumerate(rows) for other in row)
        case _:
            return False


def _exchanged(condition: x.Cond) -> x.Cond:
    return transform(condition, lambda part: x.Local(EXCHANGED.get(part.name, part.name)) if isinstance(part, x.Local) else part)


def _plain(condition: x.Cond, functions: Mapping[str, FunctionIR]) -> x.Cond:
    """One form for conditions that say the same: short functions written out, what may be exchanged in one order."""

    def plain(part: Any) -> Any:
        match part:
            case x.Truth(x.Call(function=name, arguments=arguments)) if (body := functions[name].truth) is not None:
                return part if _binds(body) else _plain(_called(functions[name], body, arguments), functions)
            case x.Call(function=name, arguments=arguments) if (value := functions[name].value) is not None:
                return part if _binds(value) else transform(_called(functions[name], value, arguments), plain)
            case x.Compare(">" | ">=" as operator, left, right):
                return x.Compare(MIRRORED[operator], right, left)
            case x.Compare("==" | "!=" as operator, left, right) if repr(right) < repr(left):
                return x.Compare(operator, right, left)
            case x.Binary("+" | "*" | "&" | "|" | "min" | "max" as operator, left, right) if repr(right) < repr(left):
                return x.Binary(operator, right, left)
            case x.Abs(x.Binary("-", left, right)) if repr(right) < repr(left):
                return x.Abs(x.Binary("-", right, left))
            case x.And(items) | x.Or(items):
                return type(part)(tuple(sorted(items, key=repr)))
            case _:
                return part

    return transform(condition, plain)


def _binds(body: object) -> bool:
    """Has it names of its own, which might be taken for others when it is written out?"""
    return any(isinstance(part, x.Binder) for part in walk(body))


def _called(function: FunctionIR, body: Any, arguments: tuple[x.Expr, ...]) -> Any:
    given = dict(zip((parameter.name for parameter in function.parameters), arguments, strict=True))
    return transform(body, lambda part: given.get(part.name, part) if isinstance(part, x.Local) else part)
