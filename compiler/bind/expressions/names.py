"""A bare name as a value: first locals, then globals, then values of enums, options, boards and faces."""

from collections.abc import Iterator

from compiler.bind.expressions import expressions
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import OptionSymbol
from compiler.bind.nouns.types import BadType, BoolType, NoneType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BOOL, bare, show
from compiler.bind.types.values import known_values, names_of, types_with, value_named
from compiler.diagnostics import nearest
from compiler.parse import ast

_HINTS = {
    "a zone": "walk it, or ask `size(…)`",
    "a region": "walk it, or ask `… in …`",
    "a board": "walk its sites, or ask `… in …`",
    "a component": "walk its pieces",
    "an enum": "walk its values, or name one of them",
}


def named(world: World, scope: Scope, name: ast.Name, hint: Type | None) -> typed.Expr:
    """The value of a name; a problem when it has none here."""
    text, span = name.text, name.span
    local = scope.names.get(text)
    if local is not None:
        return typed.LocalRef(local=local, type=local.type, span=span)
    if text == "score" and scope.score is not None:
        return scope.score
    if text in world.globals:
        return _global(world, scope, name)
    if hint is not None and not isinstance(hint, BadType):
        value = value_named(world, hint, text)
        if value is not None:
            return typed.Const(value=value, type=bare(hint), span=span)
    if isinstance(hint, BadType):
        return expressions.bad(span)
    return _unexpected(world, scope, name, hint)


def option_value(symbol: OptionSymbol, name: ast.Name) -> typed.Expr:
    return typed.Const(value=symbol.value, type=symbol.type, span=name.span, option=symbol.name)


def _global(world: World, scope: Scope, name: ast.Name) -> typed.Expr:
    text, span = name.text, name.span
    if text == "player_count":
        return typed.PlayerCount(type=RangeType(world.players_low, world.players_high), span=span)
    if text in world.options:
        return option_value(world.options[text], name)
    if text in world.states:
        state = world.states[text]
        if state.axes:
            types = ", ".join(show(axis) for axis in state.axes)
            world.report("RWT016", span, name=text, expected=f"{_indexes(len(state.axes))} ({types})", found="none", declared=state.span)
            return expressions.bad(span)
        return typed.StateRef(state=text, indexes=(), type=state.type, span=span)
    kind = world.globals[text].kind
    if not world.is_lost(text):
        world.report("RWN018", span, name=text, kind=kind, hint=_HINTS.get(kind))
    return expressions.bad(span)


def _indexes(count: int) -> str:
    return "one index" if count == 1 else f"{count} indexes"


def _unexpected(world: World, scope: Scope, name: ast.Name, hint: Type | None) -> typed.Expr:
    """A value without, or against, the expectation: it must belong to exactly one type."""
    text, span = name.text, name.span
    types = types_with(world, text)
    if len(types) == 1:
        value = value_named(world, types[0], text)
        assert value is not None
        return typed.Const(value=value, type=types[0], span=span)
    if not types and text in ("yes", "no") and (hint is None or isinstance(hint, BoolType)):
        return typed.Const(value=int(text == "yes"), type=BOOL, span=span)
    if len(types) > 1:
        world.report("RWN010", span, name=text, types=tuple(show(type) for type in types))
        return expressions.bad(span)
    if hint is not None and not isinstance(hint, (NoneType, BoolType)) and (known := names_of(world, hint)):
        shown = known if len(known) <= 12 else None
        world.report("RWN005", span, type=f"`{show(bare(hint))}`", name=text, known=shown, near=nearest(text, [*known, *_values(world, scope)]))
        return expressions.bad(span)
    near = nearest(text, [*_values(world, scope), *known_values(world)])
    world.report("RWN001", span, name=text, near=near, hint=_call_hint(world, text))
    return expressions.bad(span)


def _values(world: World, scope: Scope) -> Iterator[str]:
    yield from scope.names
    yield from world.globals


def _call_hint(world: World, text: str) -> str | None:
    if text in world.defines or text in world.tables:
        return f"call it: `{text}(…)`"
    if text in world.builtins:
        return f"`{text}(…)` is a builtin that is called"
    for board in world.boards.values():
        if text in board.sites or text in board.directions:
            return "a site or a direction is named where one is expected: compare it with one"
    return None
