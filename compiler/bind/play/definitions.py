"""Definitions and effects: first their headers, so that they may call each other, then their bodies."""

from compiler.bind.expressions import expressions
from compiler.bind.expressions.type_names import resolve_type
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY, Scope
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import SiteType, TextType, Type
from compiler.bind.nouns.world import Header, World
from compiler.bind.play import statements
from compiler.bind.things.declare import declare_call
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import BAD, bare
from compiler.parse.ast import Parameter
from compiler.parse.spec import DefineSpec
from compiler.source import Span


def declare_definitions(world: World) -> None:
    """Headers of definitions, effects and tables that give a value, which share one namespace; and of sequences, which have their own."""
    known: dict[str, tuple[str, Span]] = {}
    for define in world.parsed.define:
        if declare_call(world, define.signature.name, "a definition", known):
            with world.under("define", define.signature.name.text):
                world.defines[define.signature.name.text] = _define_header(world, define)
    for effect in world.parsed.effects:
        if declare_call(world, effect.head.name, "an effect", known):
            with world.under("effects", effect.head.name.text):
                parameters = _parameters(world, effect.head.parameters)
            name = effect.head.name
            world.effects[name.text] = Header(name=name.text, parameters=parameters, result=None, span=name.span)
    for sequence in world.parsed.sequences:
        name = sequence.head.name
        if name.text not in world.sequences:
            with world.under("sequences", name.text):
                parameters = _parameters(world, sequence.head.parameters, kind_is_loop=True)
            world.sequences[name.text] = Header(name=name.text, parameters=parameters, result=None, span=name.span)
        else:
            first = world.sequences[name.text].span
            world.report("RWN008", name.span, name=name.text, kind="a sequence", first=first, first_kind="a sequence")
    for table in world.parsed.resolution:
        if table.gives is not None and declare_call(world, table.name, "a table that gives a value", known):
            result = resolve_type(world, table.gives)
            world.tables[table.name.text] = Header(name=table.name.text, parameters=(), result=result, span=table.name.span)


def bind_defines(world: World) -> tuple[typed.Define, ...]:
    found = []
    for spec in world.parsed.define:
        header = world.defines.get(spec.signature.name.text)
        if header is None or header.span != spec.signature.name.span or header.result is None:
            continue
        with world.using("define", header.name), world.under("define", header.name):
            scope = _scope(header.parameters)
            body = expressions.express_as(world, scope, spec.body, header.result, f"what `{header.name}` gives", narrows=True)
        found.append(
            typed.Define(name=header.name, parameters=header.parameters, result=header.result, body=body, cite=cites(spec.cite), span=header.span)
        )
    return tuple(found)


def bind_effects(world: World) -> tuple[typed.Effect, ...]:
    found = []
    for spec in world.parsed.effects:
        header = world.effects.get(spec.head.name.text)
        if header is None or header.span != spec.head.name.span:
            continue
        with world.using("effect", header.name), world.under("effects", header.name):
            body, _ = statements.suite(world, _scope(header.parameters), spec.body, statements.EVERYWHERE)
        found.append(typed.Effect(name=header.name, parameters=header.parameters, body=body, cite=cites(spec.cite), span=header.span))
    return tuple(found)


def _scope(parameters: tuple[LocalSymbol, ...]) -> Scope:
    return EMPTY.with_locals(*parameters)


def _define_header(world: World, spec: DefineSpec) -> Header:
    name = spec.signature.name
    parameters = _parameters(world, spec.signature.parameters)
    result: Type = resolve_type(world, spec.signature.result)
    if isinstance(result, TextType):
        world.report("RWT011", spec.signature.result.span)
        result = BAD
    return Header(name=name.text, parameters=parameters, result=result, span=name.span)


def _parameters(world: World, parameters: tuple[Parameter, ...], kind_is_loop: bool = False) -> tuple[LocalSymbol, ...]:
    """A sequence's parameters stand in the position while it runs, so they are kept like a loop's variable."""
    scope = EMPTY
    found = []
    for parameter in parameters:
        type = resolve_type(world, parameter.type)
        base = bare(type)
        if kind_is_loop and isinstance(base, SiteType) and base.board in world.boards and world.boards[base.board].shape == "plane":
            world.report("RWT012", parameter.type.span, name=base.board)
            type = BAD
        if isinstance(type, TextType):
            world.report("RWT011", parameter.type.span)
            type = BAD
        local = world.local(parameter.name, "loop" if kind_is_loop else "parameter", type, scope)
        scope = scope.with_local(local)
        found.append(local)
    return tuple(found)
