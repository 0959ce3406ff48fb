"""What every variable holds before `setup`."""

from compiler.bind.expressions import expressions
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.symbols import LocalSymbol, StateSymbol
from compiler.bind.nouns.types import NO_VALUE, EnumType, OptionalType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import interval
from compiler.parse.spec import StateSpec


def bind_starts(world: World) -> tuple[typed.Start, ...]:
    """A start value for every variable but inverse maps: as said, or false, none, or the lowest value."""
    found = []
    for spec in world.parsed.state:
        symbol = world.states.get(spec.name.text)
        if symbol is None or symbol.span != spec.name.span:
            continue
        with world.under("state", symbol.name, "start"):
            found.append(_start(world, spec, symbol))
    return tuple(found)


def _start(world: World, spec: StateSpec, symbol: StateSymbol) -> typed.Start:
    if spec.start is None:
        value = typed.Const(value=least_value(world, symbol.type), type=symbol.type, span=symbol.span)
        return typed.Start(state=symbol.name, locals=(), value=value)
    scope = EMPTY
    locals: tuple[LocalSymbol, ...] = ()
    if spec.start_names:
        if len(spec.start_names) != len(symbol.axes):
            expected = f"{len(symbol.axes)} names"
            span = spec.start_names[0].span.to(spec.start_names[-1].span)
            world.report("RWT008", span, name="start", expected=expected, found=str(len(spec.start_names)), declared=symbol.span)
        pairs = zip(spec.start_names, symbol.axes, strict=False)
        for name, axis in pairs:
            local = world.local(name, "parameter", axis, scope)
            scope = scope.with_local(local)
            locals = (*locals, local)
    said = expressions.express_as(world, scope, spec.start, symbol.type, f"`{symbol.name}`", narrows=True)
    return typed.Start(state=symbol.name, locals=locals, value=said)


def least_value(world: World, type: Type) -> int:
    if isinstance(type, OptionalType):
        return NO_VALUE
    if isinstance(type, EnumType):
        symbol = world.enums.get(type.name)
        return symbol.numbers[0] if symbol is not None and symbol.numbers else 0
    span = interval(type)
    return span[0] if span is not None else 0
