"""Where a spec asks for an option, and under which conditions.

    for ask in asks(typed, "idle_dogs"): ask.path, ask.expr, ask.guards

An ask in a table's row stands under the row's `when`, those of branches around it, and so on through the effects it calls; an ask in a
definition, a step or an action stands alone."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType
from compiler.checks.prove.readings import reads_option
from compiler.checks.rules import rules_of
from compiler.checks.uses import alone
from compiler.checks.walk import parts, transform, walk
from compiler.source import Span

DEEP = 8


class Guard(Struct, frozen=True):
    """A condition that must hold, or (`holds` False) must not."""

    condition: t.Expr
    holds: bool


class Ask(Struct, frozen=True):
    """An expression that names the option. `table` and `row` are set where a row's effects ask; `plain` where it is a condition of theirs
    that asks for options alone."""

    path: str
    expr: t.Expr
    guards: tuple[Guard, ...]
    span: Span
    table: str = ""
    row: str = ""
    plain: bool = False


def asks(typed: t.TypedSpec, option: str) -> Iterator[Ask]:
    """Every place, those in tables first; an effect is looked through where a row calls it, and alone where anything else does."""
    finder = _Finder(typed, option)
    in_tables: set[tuple[str, int]] = set()
    for table in typed.tables:
        for row in table.rows:
            for ask in finder.in_row(table, row):
                in_tables.add((ask.span.file.path, ask.span.start))
                yield ask
    for rule in rules_of(typed):
        if rule.kind in ("table", "row") or rule.node is None:
            continue
        node = alone(rule.node) if isinstance(rule.node, t.Step) else rule.node
        for expr in _outermost(node, option):
            if (expr.span.file.path, expr.span.start) not in in_tables:
                yield Ask(path=rule.path, expr=expr, guards=(), span=expr.span)


class _Finder:
    def __init__(self, typed: t.TypedSpec, option: str) -> None:
        self._option = option
        self._effects = {effect.name: effect for effect in typed.effects}
        self._defines = {define.name: define for define in typed.defines}

    def in_row(self, table: t.ResolutionTable, row: t.Row) -> Iterator[Ask]:
        guards = (*((Guard(table.given, True),) if table.given is not None else ()), Guard(row.when, True))
        path = f"resolution.{table.name}.{row.name}"
        if self._names(row.when):
            yield Ask(path, row.when, guards[:-1], row.when.span, table.name, row.name)
        for expr, under in self._block(row.do, guards, 0):
            yield Ask(path, expr, under, expr.span, table.name, row.name, plain=_only_options(expr))
        if row.gives is not None and self._names(row.gives):
            yield Ask(path, row.gives, guards, row.gives.span, table.name, row.name)

    def _names(self, node: object) -> bool:
        """Whether the option is named, in the node or in a definition it calls."""
        return reads_option(node, self._option) or any(self._names(self._defines[name].body) for name in _called(node) if name in self._defines)

    def _block(self, block: tuple[t.Stmt, ...], guards: tuple[Guard, ...], depth: int) -> Iterator[tuple[t.Expr, tuple[Guard, ...]]]:
        for statement in block:
            match statement:
                case t.If():
                    under = guards
                    for condition, body in statement.branches:
                        if self._names(condition):
                            yield condition, under
                        yield from self._block(body, (*under, Guard(condition, True)), depth)
                        under = (*under, Guard(condition, False))
                    yield from self._block(statement.other, under, depth)
                case t.Do(effect=name) if name in self._effects and depth < DEEP:
                    effect = self._effects[name]
                    given = dict(zip((local.number for local in effect.parameters), statement.arguments, strict=True))
                    yield from self._block(substituted(effect.body, given), guards, depth + 1)
                case t.For():
                    yield from self._exprs(statement.binder, guards)
                    yield from self._block(statement.body, guards, depth)
                case t.While():
                    yield from self._exprs(statement.condition, guards)
                    yield from self._block(statement.body, guards, depth)
                case _:
                    yield from self._exprs(statement, guards)

    def _exprs(self, node: object, guards: tuple[Guard, ...]) -> Iterator[tuple[t.Expr, tuple[Guard, ...]]]:
        for part in (node,) if isinstance(node, t.Expr) else parts(node):
            if isinstance(part, t.Expr):
                if self._names(part):
                    yield part, guards
            else:
                yield from self._exprs(part, guards)


Node = TypeVar("Node")


def substituted(node: Node, given: Mapping[int, t.Expr]) -> Node:
    """The node with arguments in the place of parameters."""

    def change(part: object) -> object:
        if isinstance(part, t.LocalRef) and part.local.number in given:
            return given[part.local.number]
        return part

    return transform(node, change) if given else node


def _outermost(node: object, option: str) -> Iterator[t.Expr]:
    """The outermost expressions of a rule that name the option themselves; steps inside a step are rules of their own."""
    for part in parts(node):
        if isinstance(part, t.Step):
            continue
        if isinstance(part, t.Expr):
            if reads_option(part, option):
                yield part
        else:
            yield from _outermost(part, option)


def _called(node: object) -> list[str]:
    return [part.name for part in walk(node) if isinstance(part, t.Call) and part.kind == "define"]


def _only_options(expr: t.Expr) -> bool:
    return isinstance(expr.type, BoolType) and all(isinstance(part, t.Const | t.Compare | t.Logic | t.Not) for part in walk(expr))
