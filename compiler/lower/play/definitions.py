"""Definitions to functions, effects to procedures; callees stand before callers."""

from collections.abc import Iterable
from typing import TypeVar

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.walk import walk
from compiler.lower.expressions import expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.play import statements, tables
from compiler.lower.play.tables import parameter
from compiler.lower.things import planes

Named = TypeVar("Named", s.FunctionIR, s.ProcedureIR)


def functions(world: World) -> tuple[s.FunctionIR, ...]:
    found = [_define(world, item) for item in world.typed.defines]
    for table in world.typed.tables:
        if table.gives is not None:
            found.extend(tables.giving(world, table))
    return callees_first([*found, *world.helpers.values()])


def procedures(world: World) -> tuple[s.ProcedureIR, ...]:
    found = [*planes.procedures(world), *(_effect(world, item) for item in world.typed.effects)]
    found.extend(tables.resolving(world, table) for table in world.typed.tables if table.gives is None)
    return callees_first(found)


def callees_first(items: Iterable[Named]) -> tuple[Named, ...]:
    """Calls have no cycle."""
    named = {item.name: item for item in items}
    found: dict[str, Named] = {}

    def add(name: str) -> None:
        if name in found or name not in named:
            return
        for part in walk(named[name]):
            if isinstance(part, x.Call):
                add(part.function)
            elif isinstance(part, s.Invoke):
                add(part.procedure)
        found[name] = named[name]

    for name in named:
        add(name)
    return tuple(found.values())


def _define(world: World, item: t.Define) -> s.FunctionIR:
    path = f"define.{item.name}"
    scope = Scope(world, path, world.clauses(item.cite))
    parameters = tuple(parameter(scope, local) for local in item.parameters)
    is_condition = isinstance(item.result, BoolType)
    return s.FunctionIR(
        name=item.name,
        parameters=parameters,
        value=None if is_condition else expressions.value(scope, item.body, item.result),
        truth=expressions.condition(scope, item.body) if is_condition else None,
        doc=world.doc(path, item.cite, item.span),
    )


def _effect(world: World, item: t.Effect) -> s.ProcedureIR:
    path = f"effects.{item.name}"
    scope = Scope(world, path, world.clauses(item.cite))
    parameters = tuple(parameter(scope, local) for local in item.parameters)
    return s.ProcedureIR(
        name=item.name, parameters=parameters, body=statements.block(scope, item.body), doc=world.doc(path, item.cite, item.span)
    )
