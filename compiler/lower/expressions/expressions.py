"""Typed expressions to the machine's: integers by `value`, conditions by `condition`.

    value(scope, `c.value`)             # Fetch("card.value", Local("c"))
    condition(scope, `a in hand[p]`)    # Compare("==", Load("card.where", Local("a")), plus(Local("p"), Const(1)))
"""

from collections.abc import Sequence
from typing import assert_never

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType, NoneType, OptionalType, Type
from compiler.ir import exprs as x
from compiler.ir.renaming import renamed
from compiler.ir.simplify import (
    as_int,
    binary,
    checked,
    choose,
    compare,
    conjunction,
    disjunction,
    minus,
    negation,
    truth,
)
from compiler.lower.expressions import domains, fields, membership
from compiler.lower.expressions.references import state_index, state_slots
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, bounds, carrier, constant, is_optional, none_of, numbers_of


def value(scope: Scope, expr: t.Expr, wanted: Type | None = None) -> x.Expr:
    """Its number; of a condition 1 or 0. What is none becomes the none of the type that it is `wanted` as."""
    if isinstance(expr.type, NoneType):
        return x.Const(none_of(scope.world, wanted or expr.type))
    wanted = expr.type
    match expr:
        case t.Const():
            return x.Const(constant(scope.world, expr.type, expr.value))
        case t.LocalRef():
            return scope.read(expr.local)
        case t.PlayerCount():
            return players(scope)
        case t.StateRef():
            symbol = scope.world.states[expr.state]
            indexes = values(scope, expr.indexes, symbol.axes)
            return x.Load(state_slots(expr.state), state_index(scope.world, symbol, indexes))
        case t.FieldRef():
            return fields.field(scope, expr)
        case t.Attribute():
            return fields.attribute(scope, expr)
        case t.Call():
            made = _call(scope, expr)
            return x.AsInt(x.Truth(made)) if isinstance(expr.type, BoolType) else made
        case t.Builtin():
            return _builtin(scope, expr)
        case t.Binary():
            return binary(expr.operator, value(scope, expr.left), value(scope, expr.right))
        case t.Negate():
            return minus(x.Const(0), value(scope, expr.operand))
        case t.IfElse():
            asked = condition(scope, expr.condition)
            if isinstance(asked, x.Bool):
                return value(scope, expr.value if asked.value else expr.other, wanted)
            return choose(asked, value(scope, expr.value, wanted), value(scope, expr.other, wanted))
        case t.Quantifier(kind="any" | "all"):
            return as_int(condition(scope, expr))
        case t.Quantifier():
            return _fold(scope, expr)
        case t.Before():
            return x.Old(value(scope, expr.operand, wanted))
        case t.Narrow():
            return narrowed(scope, expr)
        case t.Not() | t.Logic() | t.Compare() | t.TextCompare() | t.In() | t.Can():
            return as_int(condition(scope, expr))
        case t.TextConst() | t.BadExpr():
            raise AssertionError(f"no value: {expr}")
        case _:
            assert_never(expr)


def condition(scope: Scope, expr: t.Expr) -> x.Cond:
    match expr:
        case t.Const():
            return x.Bool(expr.value != 0)
        case t.Call():
            return x.Truth(_call(scope, expr))
        case t.Builtin():
            judge = scope.world.builtins.conditions.get(expr.name)
            return judge(scope, expr) if judge is not None else truth(_builtin(scope, expr))
        case t.Not():
            return negation(condition(scope, expr.operand))
        case t.Logic(operator="and"):
            return conjunction(_until(scope, expr.items, False))
        case t.Logic():
            return disjunction(_until(scope, expr.items, True))
        case t.Compare():
            return compare(expr.operator, value(scope, expr.left, expr.right.type), value(scope, expr.right, expr.left.type))
        case t.TextCompare():
            pieces = tuple(int(piece in expr.pieces) for piece in range(scope.world.components[expr.component].count))
            return truth(fetch(scope, f"{expr.component}.{_slug(expr)}", pieces, value(scope, expr.piece)))
        case t.In():
            return membership.member(scope, expr.item, expr.domain)
        case t.IfElse():
            asked = condition(scope, expr.condition)
            return _either(scope, asked, expr)
        case t.Quantifier(kind="any" | "all"):
            return _search(scope, expr)
        case t.Can():
            return _can(scope, expr)
        case _:
            return truth(value(scope, expr))


def _until(scope: Scope, items: tuple[t.Expr, ...], end: bool) -> tuple[x.Cond, ...]:
    """Up to the first that is constantly `end`: what stands behind it is not even made (it may be meaningless for the option chosen)."""
    found: list[x.Cond] = []
    for item in items:
        found.append(condition(scope, item))
        if found[-1] == x.Bool(end):
            break
    return tuple(found)


def _either(scope: Scope, asked: x.Cond, expr: t.IfElse) -> x.Cond:
    """Of a choice between conditions only the chosen one is evaluated."""
    if isinstance(asked, x.Bool):
        return condition(scope, expr.value if asked.value else expr.other)
    yes, no = condition(scope, expr.value), condition(scope, expr.other)
    match yes, no:
        case x.Bool(True), _:
            return disjunction((asked, no))
        case x.Bool(False), _:
            return conjunction((negation(asked), no))
        case _, x.Bool(False):
            return conjunction((asked, yes))
        case _, x.Bool(True):
            return disjunction((negation(asked), yes))
        case _:
            return truth(choose(asked, as_int(yes), as_int(no)))


def narrowed(scope: Scope, expr: t.Narrow) -> x.Expr:
    """The operand with the test that it is of the narrower type."""
    low, high = bounds(scope.world, expr.type)
    rule = scope.rule("narrow", expr.span)
    operand = value(scope, expr.operand, expr.type)
    numbers = numbers_of(scope.world, bare(expr.type))
    if numbers is not None:
        least, most = bounds(scope.world, expr.operand.type)
        allowed = (*numbers, low) if is_optional(expr.type) else numbers
        column = tuple(number if number in allowed else low - 1 for number in range(least, most + 1))
        operand = fetch(scope, f"{carrier(scope.world, expr.type).name.replace(' ', '_')}.part", column, minus(operand, x.Const(least)))
    elif has_gap(scope.world, expr.type):
        # Between none and the least value there are numbers that are neither.
        least, _ = bounds(scope.world, bare(expr.type))
        again, once_more = renamed(operand, scope.fresh), renamed(operand, scope.fresh)
        strange = conjunction((compare("!=", again, x.Const(low)), compare("<", once_more, x.Const(least))))
        operand = choose(strange, x.Const(low - 1), operand)
    return checked(operand, low, high, rule)


def has_gap(world: World, type: Type) -> bool:
    """Whether none does not stand right below the least value of a type."""
    return isinstance(type, OptionalType) and bounds(world, type)[0] + 1 != bounds(world, type.base)[0]


def values(scope: Scope, exprs: Sequence[t.Expr], wanted: Sequence[Type]) -> tuple[x.Expr, ...]:
    """Arguments and indexes, each as what it is handed over as."""
    return tuple(value(scope, expr, type) for expr, type in zip(exprs, wanted, strict=True))


def _call(scope: Scope, expr: t.Call) -> x.Call:
    return x.Call(expr.name, values(scope, expr.arguments, scope.world.definitions[expr.name]))


def players(scope: Scope) -> x.Expr:
    world = scope.world
    return x.Const(world.players_low) if world.players_low == world.players_high else x.Load("players")


def fetch(scope: Scope, name: str, values: tuple[int, ...], index: x.Expr) -> x.Expr:
    """An entry of a constant table; a table that is constant, the identity or a constant index needs none."""
    if isinstance(index, x.Const) and 0 <= index.value < len(values):
        return x.Const(values[index.value])
    if len(set(values)) == 1 and not isinstance(index, x.Checked):
        return x.Const(values[0])
    if values == tuple(range(len(values))):
        return index
    return x.Fetch(scope.world.table(name, values), index)


def _builtin(scope: Scope, call: t.Builtin) -> x.Expr:
    known = scope.world.builtins
    return x.AsInt(known.conditions[call.name](scope, call)) if call.name in known.conditions else known.values[call.name](scope, call)


def _search(scope: Scope, expr: t.Quantifier) -> x.Cond:
    assert expr.kind == "any" or expr.kind == "all"
    binders = tuple(domains.binder(scope, item) for item in expr.binders)
    body = condition(scope, expr.body) if expr.body is not None else x.Bool(True)
    if expr.kind == "all" and body == x.Bool(True):
        return body
    return x.Search(expr.kind, binders, body)


def _fold(scope: Scope, expr: t.Quantifier) -> x.Expr:
    binders = tuple(domains.binder(scope, item) for item in expr.binders)
    rank = value(scope, expr.rank) if expr.rank is not None else None
    default = value(scope, expr.default, expr.type) if expr.default is not None else None
    rule = 0
    if default is None and expr.kind in ("first", "min", "max", "largest"):
        rule = scope.rule("empty", expr.span)
    keys = [item.by for item in expr.binders if item.by is not None]
    if expr.kind != "first":
        body = value(scope, expr.body) if expr.body is not None else None
        assert expr.kind != "any" and expr.kind != "all"
        return x.Fold(expr.kind, binders, body, None, rank, default, rule)
    if len(keys) > 1:
        scope.world.report(expr.span, "`by` of more than one name of a `first`")
    by = value(scope, keys[0]) if keys else None
    return x.Fold("first", binders, x.Local(binders[0].local), by, None, default, rule)


def _can(scope: Scope, expr: t.Can) -> x.Cond:
    """Of a whole leaf: any of its actions."""
    numbers = scope.world.actions_of(expr.leaf, expr.action)
    return disjunction(tuple(x.CanAct(number) for number in numbers))


def _slug(expr: t.TextCompare) -> str:
    words = "".join(character if character.isalnum() else "_" for character in expr.span.text.lower())
    return "_".join(part for part in words.split("_") if part) or "text"
