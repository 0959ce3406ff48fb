"""`in`: is a value a member of something that may be walked? None is in nothing but a list that names it.

    member(scope, `c`, `hand[p]`)       # Compare("==", Load("card.where", c), the zone's number)
    member(scope, `q`, `1..6`)          # And(1 <= q, q <= 6)
"""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import ComponentType, GroupType, NodeType, PlayerType, SiteType, Type
from compiler.ir import exprs as x
from compiler.ir.renaming import renamed
from compiler.ir.simplify import compare, conjunction, disjunction, is_simple, truth
from compiler.lower.expressions import domains, expressions
from compiler.lower.expressions.references import where_slots, zone_number
from compiler.lower.geometry import boards as geometry
from compiler.lower.nouns.scope import Scope
from compiler.lower.types.carriers import NOBODY, bare, carrier, is_optional, none_of, numbers_of
from compiler.lower.types.sizes import constant_members


def member(scope: Scope, item: t.Expr, inside: t.Domain) -> x.Cond:
    """`item in inside`; none is in nothing but a list that names it."""
    found = expressions.value(scope, item, inside.element)
    optional = is_optional(item.type)
    match inside:
        case t.Whole(element=element) if not isinstance(element, SiteType) or scope.world.boards[element.board].shape != "plane":
            return _in_type(scope, item, element, found)
        case t.InZone(kinds=False):
            return in_zone(scope, inside, found, optional)
        case t.Listed(items=items):
            return _in_list(scope, inside, items, found, optional)
        case t.Numbers() if is_simple(found) or optional:
            low, high = expressions.value(scope, inside.low), expressions.value(scope, inside.high)
            within = conjunction((compare("<=", low, found), compare("<=", found, high))) if is_simple(found) else x.Member(found, x.Numbers(low, high))
            there = compare("!=", renamed(found, scope.fresh), x.Const(none_of(scope.world, item.type)))
            return conjunction((there, within)) if optional else within
        case t.OptionalValue() if not optional:
            return compare("==", found, expressions.value(scope, inside.value, item.type))
        case _:
            present = domains.extra(scope, inside, found)
            listed = x.Member(found, domains.domain(scope, inside))
            return listed if present is None else conjunction((listed, present))


def _in_type(scope: Scope, item: t.Expr, element: Type, found: x.Expr) -> x.Cond:
    world = scope.world
    match element:
        case PlayerType() | ComponentType() | NodeType() | GroupType():
            return x.Member(found, domains.whole(scope, element)) if is_optional(item.type) or isinstance(element, NodeType) else x.Bool(True)
        case _:
            mine, asked = carrier(world, bare(item.type)), carrier(world, element)
            numbers = numbers_of(world, element)
            if numbers is None and asked.low <= mine.low and mine.high <= asked.high:
                return compare("!=", found, x.Const(none_of(scope.world, item.type))) if is_optional(item.type) else x.Bool(True)
            listed = x.Member(found, domains.whole(scope, element))
            there = compare("!=", renamed(found, scope.fresh), x.Const(none_of(world, item.type)))
            return conjunction((there, listed)) if is_optional(item.type) else listed


def in_zone(scope: Scope, inside: t.InZone, found: x.Expr, optional: bool = False) -> x.Cond:
    slots = where_slots(inside.component)
    number = x.Const(0) if inside.zone is None else zone_number(scope, inside.zone)
    if not optional:
        return compare("==", x.Load(slots, found), number)
    if is_simple(found):
        return conjunction((compare("!=", found, x.Const(NOBODY)), compare("==", x.Load(slots, found), number)))
    return x.Member(found, domains.domain(scope, inside))


def _in_list(scope: Scope, inside: t.Listed, items: tuple[t.Expr, ...], found: x.Expr, optional: bool) -> x.Cond:
    constants = constant_members(scope.world, inside)
    if constants is not None and len(constants) > domains.FEW and isinstance(bare(inside.element), SiteType) and not optional:
        element = bare(inside.element)
        assert isinstance(element, SiteType)
        board = scope.world.boards[element.board]
        name = f"{board.name}.in_{domains.region_name(board, constants)}"
        return truth(expressions.fetch(scope, name, geometry.region_flags(board, constants), found))
    if is_simple(found):
        return disjunction(tuple(compare("==", found, expressions.value(scope, value, inside.element)) for value in items))
    return x.Member(found, domains.domain(scope, inside))
