"""Expressions and domains ("Types and values", "Searches, folds and domains"): what they are in a position.

A `Scope` is a position with the local names that are visible. Every value is checked against the type that binding says it has, so that a wrong
interval or a false proof shows itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from compiler.bind.nouns import typed as t
from compiler.bind.nouns import types as ty
from tests.reference.things import Position
from tests.reference.values import Fault, Group, Node, Orientation, Piece, Seat

if TYPE_CHECKING:
    from tests.reference.game import Game


class Unsound(Exception):
    """A value outside the type that binding gave its expression."""


@dataclass(frozen=True, slots=True)
class Scope:
    game: "Game"
    position: Position
    names: dict[int, Any] = field(default_factory=dict)
    earlier: Position | None = None
    """in `require` and `prefer`: the position before the effects"""
    walk: frozenset[Any] = frozenset()
    """the nodes of the walk that is being tried"""

    def having(self, local: Any, value: Any) -> "Scope":
        return replace(self, names={**self.names, local.number: value})

    def bare(self, names: dict[int, Any]) -> "Scope":
        """Definitions see their parameters and what is declared."""
        return replace(self, names=names)


def evaluate(expr: t.Expr, s: Scope) -> Any:
    value = _FORMS[type(expr)](expr, s)
    if not s.game.types.belongs(value, expr.type):
        raise Unsound(f"{expr.span.place} `{expr.span.text}` is {value!r}, not {expr.type}")
    return value


def _const(e: t.Const, s: Scope) -> Any:
    return s.game.types.value(e.value, e.type)


def _text_const(e: t.TextConst, s: Scope) -> Any:
    return e.value


def _local(e: t.LocalRef, s: Scope) -> Any:
    number = e.local.number
    return s.names[number] if number in s.names else s.position.loops[number]


def _player_count(e: t.PlayerCount, s: Scope) -> Any:
    return s.position.players


def _state(e: t.StateRef, s: Scope) -> Any:
    return s.position.value(e.state, tuple(evaluate(index, s) for index in e.indexes))


def _field(e: t.FieldRef, s: Scope) -> Any:
    """A constant of the piece. With an orientation the tile is turned: a side of the table is turned back to a side of the piece."""
    piece = evaluate(e.piece, s)
    given = [evaluate(index, s) for index in e.indexes]
    symbol = s.game.component(e.component).field(e.field)
    assert symbol is not None
    if symbol.kind == "text":
        return symbol.texts[piece.number]
    lying = next((value for value in given if isinstance(value, Orientation)), None)
    at = 0
    for value, axis, name in zip(given, symbol.axes, symbol.axis_names, strict=True):
        if isinstance(axis, ty.FaceType) and isinstance(value, Orientation):
            number = value.number // 4
        elif name == "side":
            number = s.game.types.ordinal_in(value, axis) if not hasattr(value, "board") else s.game.types.ordinal(value)
            number = (number - (lying.number if lying is not None else 0)) % 4
        else:
            number = s.game.types.all(axis, s.game.typed.players_high).index(value)
        at = at * s.game.size(axis) + number
    return s.game.types.value(symbol.values[piece.number][at], symbol.type)


def _attribute(e: t.Attribute, s: Scope) -> Any:
    base = evaluate(e.base, s)
    if e.kind == "owner":
        return s.game.types.owner(base)
    if e.kind in ("x", "y"):
        which = 0 if e.kind == "x" else 1
        board = s.game.boards[base.board]
        return board.ways[base.name][which] if base.__class__.__name__ == "Direction" else board.cell[base][which]
    if e.kind == "part":
        return (base.parts if isinstance(base, Node) else base.least)[e.detail]
    return s.game.graphs[base.graph].total(e.detail_name, base, s)


def _call(e: t.Call, s: Scope) -> Any:
    """Arguments are evaluated once, from left to right, before the call."""
    given = [evaluate(argument, s) for argument in e.arguments]
    if e.kind == "table":
        return s.game.resolve(e.name, s)
    define = s.game.defines[e.name]
    return evaluate(define.body, s.bare({local.number: value for local, value in zip(define.parameters, given, strict=True)}))


def _builtin(e: t.Builtin, s: Scope) -> Any:
    return s.game.builtins[e.name](e, s)


def _binary(e: t.Binary, s: Scope) -> int:
    a, b = evaluate(e.left, s), evaluate(e.right, s)
    match e.operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b
        case _:
            return a % b


def _logic(e: t.Logic, s: Scope) -> bool:
    """Evaluates only what decides."""
    if e.operator == "and":
        return all(evaluate(item, s) for item in e.items)
    return any(evaluate(item, s) for item in e.items)


def _compare(e: t.Compare, s: Scope) -> bool:
    a, b = evaluate(e.left, s), evaluate(e.right, s)
    match e.operator:
        case "==":
            return a == b
        case "!=":
            return a != b
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case _:
            return a >= b


def _text_compare(e: t.TextCompare, s: Scope) -> bool:
    return evaluate(e.piece, s).number in e.pieces


def _in(e: t.In, s: Scope) -> bool:
    item = evaluate(e.item, s)
    return any(member == item for member in members(e.domain, s))


def _if_else(e: t.IfElse, s: Scope) -> Any:
    return evaluate(e.value if evaluate(e.condition, s) else e.other, s)


def _before(e: t.Before, s: Scope) -> Any:
    assert s.earlier is not None
    return evaluate(e.operand, replace(s, position=s.earlier, earlier=None))


def _narrow(e: t.Narrow, s: Scope) -> Any:
    """A fault where the value does not fit."""
    value = evaluate(e.operand, s)
    if not s.game.types.belongs(value, e.type) or isinstance(value, Seat) and value.number >= s.position.players:
        raise Fault("narrow", e.span)
    return value


def _can(e: t.Can, s: Scope) -> bool:
    return s.game.can(e, s)


def _quantifier(e: t.Quantifier, s: Scope) -> Any:
    rank = evaluate(e.rank, s) if e.rank is not None else 0
    found = bindings(e.binders, s)
    match e.kind:
        case "any":
            return any(True for _ in found)
        case "count":
            return sum(1 for _ in found)
        case "all":
            return all(evaluate(e.body, inner) for inner in found)  # type: ignore[arg-type]
        case "sum":
            return sum(int(evaluate(e.body, inner)) for inner in found)  # type: ignore[arg-type]
        case "first":
            for inner in found:
                return inner.names[e.binders[0].local.number]
            return _default(e, s)
        case _:
            values = sorted((evaluate(e.body, inner) for inner in found), reverse=e.kind != "min")  # type: ignore[arg-type]
            place = rank if e.kind == "largest" else 1
            return values[place - 1] if 1 <= place <= len(values) else _default(e, s)


def _default(e: t.Quantifier, s: Scope) -> Any:
    if e.default is None:
        raise Fault("empty", e.span)
    return evaluate(e.default, s)


_FORMS: dict[type, Any] = {
    t.Const: _const, t.TextConst: _text_const, t.LocalRef: _local, t.PlayerCount: _player_count, t.StateRef: _state, t.FieldRef: _field,
    t.Attribute: _attribute, t.Call: _call, t.Builtin: _builtin, t.Binary: _binary, t.Logic: _logic, t.Compare: _compare,
    t.TextCompare: _text_compare, t.In: _in, t.IfElse: _if_else, t.Before: _before, t.Narrow: _narrow, t.Can: _can, t.Quantifier: _quantifier,
    t.Negate: lambda e, s: -evaluate(e.operand, s), t.Not: lambda e, s: not evaluate(e.operand, s),
}  # fmt: skip


# ---- domains


def members(domain: t.Domain, s: Scope) -> list[Any]:
    """The members of a domain in its order."""
    match domain:
        case t.Whole(element=element):
            return s.game.types.all(element, s.position.players)
        case t.Numbers(low=low, high=high):
            first = evaluate(low, s)
            return list(range(first, evaluate(high, s) + 1))
        case t.Listed(items=items):
            return [evaluate(item, s) for item in items]
        case t.InZone(zone=None, component=component):
            return s.position.boxed(component)
        case t.InZone(zone=zone, kinds=kinds):
            pieces = zone_pieces(zone, s)  # type: ignore[arg-type]
            return _kinds(pieces, s) if kinds else pieces
        case t.OptionalValue(value=value):
            found = evaluate(value, s)
            return [] if found is None else [found]
        case t.Walked(name=name):
            return s.game.walks[name](domain, s)
        case _:
            raise AssertionError(domain)


def _kinds(pieces: list[Piece], s: Scope) -> list[Piece]:
    """The first piece of each kind, in component order."""
    first: dict[Any, Piece] = {}
    for piece in pieces:
        first.setdefault(s.game.types.kind(piece), piece)
    return list(first.values())


def zone_pieces(zone: t.ZoneRef, s: Scope) -> list[Piece]:
    index = tuple(evaluate(value, s) for value in zone.indexes)
    return s.position.pieces(zone.zone, index, s.game.is_ordered(zone.zone))


def bindings(binders: tuple[t.Binder, ...], s: Scope) -> Iterator[Scope]:
    """Every way to bind the names, the last fastest; each domain sees the names before it."""
    if not binders:
        yield s
        return
    for inner in bound(binders[0], s):
        yield from bindings(binders[1:], inner)


def bound(binder: t.Binder, s: Scope) -> Iterator[Scope]:
    """The walk ends at the first member that fails `while`; `where` filters what was walked; `by` sorts it, equal ones in walk order."""
    found: Iterator[Scope] = iter(())
    found = _filtered(binder, s)
    if binder.by is None:
        yield from found
    else:
        yield from sorted(found, key=lambda inner: int(evaluate(binder.by, inner)))  # type: ignore[arg-type]


def walked(binder: t.Binder, s: Scope) -> Iterator[Scope]:
    """The members as far as `while` lets the walk go."""
    for member in members(binder.domain, s):
        inner = s.having(binder.local, member)
        if binder.keep is not None and not evaluate(binder.keep, inner):
            return
        yield inner


def _filtered(binder: t.Binder, s: Scope) -> Iterator[Scope]:
    return (inner for inner in walked(binder, s) if binder.where is None or evaluate(binder.where, inner))


def as_group_parts(value: Any) -> tuple[Any, ...]:
    return value.least if isinstance(value, Group) else value.parts
