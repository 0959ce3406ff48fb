"""Effects: typed statements to the machine's, in order.

    block(scope, `spot[a] = q`)      # stores into `spot`, and what keeps its inverse map right
"""

from typing import assert_never

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.simplify import compare, conjunction, is_simple
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.references import instance, state_index, state_slots
from compiler.lower.nouns.scope import Scope
from compiler.lower.things import planes
from compiler.lower.types.carriers import bare, bounds, carrier, is_optional, none_of, numbers_of
from compiler.lower.types.sizes import most_members


def block(scope: Scope, statements: tuple[t.Stmt, ...]) -> s.Block:
    return tuple(made for statement in statements for made in _lower(scope, statement))


def _lower(scope: Scope, statement: t.Stmt) -> s.Block:
    match statement:
        case t.Move():
            return _move(scope, statement)
        case t.MoveAll():
            return _move_all(scope, statement)
        case t.Let():
            value = expressions.value(scope, statement.value, statement.local.type)
            return (s.Let(scope.bind(statement.local), value),)
        case t.Assign():
            return _assign(scope, statement)
        case t.End(target=""):
            return (s.Finish("end", None),)
        case t.End():
            return (s.Leave(statement.target),)
        case t.Verdict(kind="eliminate"):
            return (s.Eliminate(expressions.value(scope, statement.player)),)
        case t.Verdict():
            assert statement.kind == "win" or statement.kind == "lose"
            return (s.Finish(statement.kind, expressions.value(scope, statement.player)),)
        case t.Do():
            return (s.Invoke(statement.effect, expressions.values(scope, statement.arguments, scope.world.effects[statement.effect])),)
        case t.If():
            return _if(scope, statement)
        case t.For():
            return _for(scope, statement)
        case t.While():
            condition = expressions.condition(scope, statement.condition)
            rule = scope.rule("while", statement.condition.span)
            return (s.While(condition, statement.limit, rule, block(scope, statement.body)),)
        case _:
            assert_never(statement)


def _move(scope: Scope, statement: t.Move) -> s.Block:
    piece = expressions.value(scope, statement.piece)
    once = len(statement.to.choices) == 1 and not planes.planes_of(scope.world, statement.component)
    if once or is_simple(piece):
        return _to(scope, statement.to, statement.component, piece, statement.bottom)
    name = scope.fresh("moved")
    return (s.Let(name, piece), *_to(scope, statement.to, statement.component, x.Local(name), statement.bottom))


def _to(scope: Scope, destination: t.Destination, component: str, piece: x.Expr, bottom: bool) -> s.Block:
    """The first choice whose condition holds; the last has none."""
    (asked, target), *others = destination.choices
    here = _into(scope, target, component, piece, bottom)
    if asked is None:
        return here
    condition = expressions.condition(scope, asked)
    rest = t.Destination(choices=tuple(others), span=destination.span)
    match condition:
        case x.Bool(True):
            return here
        case x.Bool(False):
            return _to(scope, rest, component, piece, bottom)
        case _:
            return (s.If(condition, here, _to(scope, rest, component, piece, bottom)),)


def _into(scope: Scope, target: t.Target, component: str, piece: x.Expr, bottom: bool) -> s.Block:
    if target.board:
        site = expressions.value(scope, target.site) if target.site is not None else x.Const(0)
        return (s.Invoke(planes.laying(scope.world, target.board), (piece, site)),)
    lifted = planes.lifted(scope.world, component, piece)
    if target.zone is None:
        return (*lifted, s.MovePiece(component, piece, "", x.Const(0), bottom, 0))
    symbol = scope.world.zones[target.zone.zone]
    rule = scope.rule("holds", target.span) if symbol.holds is not None else 0
    return (*lifted, s.MovePiece(component, piece, symbol.name, instance(scope, target.zone), bottom, rule))


def _move_all(scope: Scope, statement: t.MoveAll) -> s.Block:
    """In the walk order of the source, fixed before the first piece moves."""
    walked = domains.domain(scope, statement.source)
    name = scope.fresh("piece")
    here = domains.extra(scope, statement.source, x.Local(name))
    body = _to(scope, statement.to, statement.component, x.Local(name), statement.bottom)
    bound = most_members(scope.world, statement.source)
    return (s.For(x.Binder(name, walked, None, here), None, body, False, bound),)


def _assign(scope: Scope, statement: t.Assign) -> s.Block:
    world = scope.world
    symbol = world.states[statement.state]
    indexes = expressions.values(scope, statement.indexes, symbol.axes)
    place = state_index(world, symbol, indexes)
    low = high = rule = 0
    given = statement.value
    if isinstance(given, t.Narrow) and numbers_of(world, bare(given.type)) is None and not expressions.has_gap(world, given.type):
        low, high = bounds(world, given.type)
        value = expressions.value(scope, given.operand, given.type)
        if not (isinstance(value, x.Const) and low <= value.value <= high):
            rule = scope.rule("narrow", given.span)
    else:
        value = expressions.value(scope, given, symbol.type)
    if rule == 0:
        low = high = 0
    if not symbol.inverse:
        return (s.Store(state_slots(symbol.name), place, value, low, high, rule),)
    return _with_inverse(scope, symbol, place, value, (low, high, rule), statement)


def _with_inverse(
    scope: Scope, symbol: StateSymbol, place: x.Expr, value: x.Expr, check: tuple[int, int, int], statement: t.Assign
) -> s.Block:
    """Who leaves a place clears it if it still names him; who comes to a place that another holds is a fault."""
    world = scope.world
    slots, inverse = state_slots(symbol.name), world.states[symbol.inverse]
    index_low = carrier(world, symbol.axes[0]).low
    at, new, old = scope.fresh("at"), scope.fresh("new"), scope.fresh("old")
    mine: x.Expr = x.Local(at) if index_low == 0 else x.Binary("+", x.Local(at), x.Const(index_low))
    backward = state_slots(inverse.name)

    def named(local: str) -> x.Expr:
        return state_index(world, inverse, (x.Local(local),))

    low, high, rule = check
    taken = scope.rule("inverse", statement.span)
    none, nobody = x.Const(none_of(world, symbol.type)), x.Const(none_of(world, inverse.type))
    leave: s.Stmt = s.If(compare("==", x.Load(backward, named(old)), mine), (s.Store(backward, named(old), nobody),))
    come: s.Block = (
        s.Demand(compare("==", x.Load(backward, named(new)), nobody), taken),
        s.Store(backward, named(new), mine),
    )
    if is_optional(symbol.type):
        leave = s.If(
            conjunction((compare("!=", x.Local(old), none), compare("==", x.Load(backward, named(old)), mine))),
            (s.Store(backward, named(old), nobody),),
        )
        come = (s.If(compare("!=", x.Local(new), none), come),) if value != none else ()
    return (
        s.Let(at, place),
        s.Let(new, x.Checked(value, low, high, rule) if rule else value),
        s.Let(old, x.Load(slots, x.Local(at))),
        leave,
        *come,
        s.Store(slots, x.Local(at), x.Local(new)),
    )


def _if(scope: Scope, statement: t.If) -> s.Block:
    """Branches that the options exclude are not made."""
    if not statement.branches:
        return block(scope, statement.other)
    (asked, suite), *others = statement.branches
    condition = expressions.condition(scope, asked)
    rest = t.If(branches=tuple(others), other=statement.other, span=statement.span)
    match condition:
        case x.Bool(True):
            return block(scope, suite)
        case x.Bool(False):
            return _if(scope, rest)
        case _:
            then = block(scope, suite)
            return (s.If(condition, then, _if(scope, rest)),)


def _for(scope: Scope, statement: t.For) -> s.Block:
    item = statement.binder
    bound = most_members(scope.world, item.domain)
    made = domains.binder(scope, item)
    by = expressions.value(scope, item.by) if item.by is not None else None
    return (s.For(made, by, block(scope, statement.body), False, bound),)

