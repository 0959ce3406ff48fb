"""How calls of the builtins on players are typed."""

from compiler.bind.builtins import arguments
from compiler.bind.expressions import expressions
from compiler.bind.expressions.domains import nothing
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, BoolType, EnumType, PlayerType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BOOL, PLAYER, bare, interval, show
from compiler.bind.types.sizes import size_of
from compiler.parse import ast


def seat(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """The number must be proven to be a seat of the greatest table."""
    del hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    number = arguments.number(world, scope, call, 0, RangeType(0, world.players_high - 1))
    return _made(call, "seat", (number,), PLAYER)


def neighbour(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`left_of`, `right_of`"""
    del hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    return _made(call, call.name.text, (arguments.player(world, scope, call, 0),), PLAYER)


def following(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`next` of a player or of a value of an enum."""
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    value = _player_or_value(world, scope, call, hint)
    if value is None:
        return expressions.bad(call.span)
    if isinstance(value.type, PlayerType):
        return _made(call, "next_player", (value,), PLAYER)
    return _made(call, "next_value", (value,), value.type)


def other(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`other` of one of two players, or of a value of a type with two."""
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    value = _player_or_value(world, scope, call, hint)
    if value is None:
        return expressions.bad(call.span)
    if isinstance(value.type, PlayerType):
        if (world.players_low, world.players_high) != (2, 2):
            found = f"there may be {world.players_high} players"
            world.report("RWT026", call.span, name="other", found=found)
            return expressions.bad(call.span)
        return _made(call, "other_player", (value,), PLAYER)
    if size_of(world, value.type) != 2:
        world.report("RWT026", call.span, name="other", found=f"`{show(value.type)}` has {size_of(world, value.type)}")
        return expressions.bad(call.span)
    return _made(call, "other_value", (value,), value.type)


def seats(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Domain:
    """`seats_from`, `seats_after`, `seats_before`"""
    del hint
    if not arguments.are(world, call, 1):
        return nothing(call.span)
    player = arguments.player(world, scope, call, 0)
    if player is None:
        return nothing(call.span)
    return typed.Walked(name=call.name.text, arguments=(player,), element=PLAYER, span=call.span)


def seat_distance(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`distance_left`, `distance_right`"""
    del hint
    if not arguments.are(world, call, 2):
        return expressions.bad(call.span)
    ends = (arguments.player(world, scope, call, 0), arguments.player(world, scope, call, 1))
    return _made(call, call.name.text, ends, RangeType(0, world.players_high - 1))


def playing(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    del hint
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    return _made(call, "playing", (arguments.player(world, scope, call, 0),), BOOL)


def _player_or_value(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr | None:
    found = expressions.express(world, scope, call.arguments[0], hint)
    type = bare(found.type)
    if isinstance(type, BadType):
        return None
    if not isinstance(type, (PlayerType, EnumType, BoolType)) and interval(type) is None:
        arguments.wrong_kind(world, call, 0, "a player or a value of an enum", found)
        return None
    if isinstance(type, RangeType):
        arguments.wrong_kind(world, call, 0, "a player or a value of an enum", found)
        return None
    fitted = expressions.fit(world, found, type, arguments.place(call, 0))
    return None if isinstance(fitted.type, BadType) else fitted


def _made(call: ast.Call, name: str, given: tuple[typed.Expr | None, ...], type: Type) -> typed.Expr:
    known = tuple(argument for argument in given if argument is not None)
    if len(known) < len(given):
        return expressions.bad(call.span)
    return typed.Builtin(name=name, arguments=known, type=type, span=call.span)
