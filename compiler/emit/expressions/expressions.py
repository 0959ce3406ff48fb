"""Expressions as text, with no bracket more than needed.

`expr` and `cond` give a text and how tightly it binds, `spell` and `test` the text alone. What takes a loop becomes a call of a function that the
plan writes later.

    spell(f, Binary("*", Binary("+", Local("a"), Const(1)), Local("b")))       # "(a + 1) * b"
"""

import re
from typing import Final, NamedTuple, assert_never

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.signatures import parameters
from compiler.emit.nouns.survey import MARK, looks_back
from compiler.ir import exprs as x
from compiler.ir.layout import Zone
from compiler.ir.simplify import Comparator, compare, negation, truth
from compiler.ir.walk import walk

CHOICE, OR, AND, NOT, COMPARISON, BITOR, BITAND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)
"""How tightly an operator binds, as in Python."""

LEVELS: Final = {"+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT, "&": BITAND, "|": BITOR}
ASSOCIATIVE: Final = ("+", "*", "&", "|")


class Text(NamedTuple):
    text: str
    level: int


def spell(f: Body, node: x.Expr, level: int = CHOICE) -> str:
    """The text of an integer expression, in brackets where it binds more loosely than `level`."""
    return _within(expr(f, node), level)


def test(f: Body, node: x.Cond, level: int = CHOICE) -> str:
    """The text of a condition."""
    return _within(cond(f, node), level)


def _within(found: Text, level: int) -> str:
    return found.text if found.level >= level else f"({found.text})"


def expr(f: Body, node: x.Expr) -> Text:
    match node:
        case x.Const(value):
            return Text(str(value), ATOM if value >= 0 else UNARY)
        case x.Local(name):
            return _atom(f.env[name])
        case x.Load(block, index):
            return Text(f"s[{slot(f, block, index)}]", ATOM)
        case x.Fetch(table, index):
            return Text(f"{f.plan.tables[table]}[{spell(f, index)}]", ATOM)
        case x.Binary():
            return _binary(f, node)
        case x.Abs(operand):
            return Text(f"abs({spell(f, operand)})", ATOM)
        case x.AsInt(condition):
            return Text(f"1 if {test(f, condition, OR)} else 0", CHOICE)
        case x.Choose(condition, value, other):
            return Text(f"{spell(f, value, OR)} if {test(f, condition, OR)} else {spell(f, other)}", CHOICE)
        case x.Call(function, arguments):
            return _called(f, f.plan.function(function), [spell(f, argument) for argument in arguments])
        case x.Fold():
            return _fold(f, node)
        case x.Checked(operand, low, high, rule):
            return _called(f, f.plan.use("checked"), [spell(f, operand), str(low), str(high), str(rule)])
        case x.ZoneSize(zone, instance):
            return zone_size(f, f.plan.game.layout.zone(zone), instance)
        case x.ZoneItem():
            return _zone_item(f, node)
        case x.GraphValue():
            return _graph_value(f, node)
        case x.Times(memory):
            return _called(f, f.plan.want("times", memory, f"times_{memory}", "memory"), [])
        case x.Old(operand):
            return _old(f, operand)
        case _:
            assert_never(node)


def cond(f: Body, node: x.Cond) -> Text:
    match node:
        case x.Bool(value):
            return Text(str(value), ATOM)
        case x.Truth(operand):
            return _truth(f, operand)
        case x.Compare():
            return _compare(f, node)
        case x.And(items):
            return _joined(" and ", AND, [test(f, item, AND + 1 if isinstance(item, x.Or) else AND) for item in items], "True")
        case x.Or(items):
            return _joined(" or ", OR, [test(f, item, OR) for item in items], "False")
        case x.Not(operand):
            return _not(f, operand)
        case x.Search():
            return helper(f, "search", node, node.kind, node.binders, "bool")
        case x.Member(item, domain):
            return _member(f, item, domain)
        case x.Linked(graph, kind, left, right):
            name = f.plan.want(kind, graph, f"{kind}_by_{graph}" if kind == "linked" else f"{kind}_in_{graph}", "graphs")
            return _called(f, name, [spell(f, left), spell(f, right)])
        case x.Met(graph, place):
            return _called(f, f.plan.want("met", graph, f"is_met_in_{graph}", "graphs"), [spell(f, place)])
        case x.CanAct(action):
            return can_act(f, action)
        case _:
            assert_never(node)


def slot(f: Body, block: str, index: x.Expr) -> str:
    """The text of a slot's number."""
    offset = f.plan.offsets[block]
    match index:
        case x.Const(0):
            return offset
        case _:
            return f"{offset} + {spell(f, index, SUM)}"


def can_act(f: Body, action: int) -> Text:
    """Whether an action has a legal choice, from its first stage on."""
    name = f.plan.want("can", (action, 0), f"can_{f.plan.game.actions[action].name}", "choices")
    return _called(f, name, [f.env[local] for local in parameters(f.plan.survey, action, "can", 0)])


def helper(f: Body, kind: str, node: x.Search | x.Fold, verb: str, binders: tuple[x.Binder, ...], result: str) -> Text:
    """A call of a function of its own for what takes a loop; the locals it uses are its parameters."""
    trial = f.trial if looks_back(node) else ""
    words = "_".join(re.sub(r"[ _]\d*$", "", binder.local) for binder in binders)
    name = f.plan.want(kind, (node, trial), f"{verb}_{words}_{_gist(f, node)}", f.section, f.name)
    return _called(f, name, [f.env[local] for local in f.plan.survey.free(node)])


def _gist(f: Body, node: x.Search | x.Fold) -> str:
    """What a search or fold is about: the first variable of the spec that it reads, or definition that it uses."""
    for part in walk((node.body or (), node.binders)):
        match part:
            case x.Load(block) if f.plan.blocks[block].section == "state":
                return block
            case x.Call(function):
                return function
            case x.Pieces(zone) | x.ZoneSize(zone):
                return zone
            case _:
                pass
    return f.topic


def _called(f: Body, name: str, arguments: list[str]) -> Text:
    return Text(f"{name}({', '.join(['s', *arguments])})", ATOM)


def _atom(text: str) -> Text:
    return Text(text, ATOM if text.replace("_", "").isalnum() or text.endswith("]") else CHOICE)


def _joined(word: str, level: int, items: list[str], empty: str) -> Text:
    if len(items) < 2:
        return Text(items[0] if items else empty, level)
    return Text(word.join(items), level)


def _binary(f: Body, node: x.Binary) -> Text:
    if node.operator in ("min", "max"):
        return Text(f"{node.operator}({spell(f, node.left)}, {spell(f, node.right)})", ATOM)
    level = LEVELS[node.operator]
    right = level if node.operator in ASSOCIATIVE and isinstance(node.right, x.Binary) and node.right.operator == node.operator else level + 1
    return Text(f"{spell(f, node.left, level)} {node.operator} {spell(f, node.right, right)}", level)


def _truth(f: Body, operand: x.Expr) -> Text:
    match operand:
        case x.Call(function) if f.plan.survey.functions[function].truth is not None:
            return expr(f, operand)
        case x.AsInt(condition):
            return cond(f, condition)
        case x.Choose(condition, value, other) if _is_truth(f, value) and _is_truth(f, other):
            yes, no = test(f, truth(value), OR), test(f, truth(other))
            return Text(f"{yes} if {test(f, condition, OR)} else {no}", CHOICE)
        case _:
            return Text(f"{spell(f, operand, BITOR)} != 0", COMPARISON)


def _is_truth(f: Body, node: x.Expr) -> bool:
    """Whether the value is a condition's in its form already."""
    match node:
        case x.AsInt() | x.Const(0 | 1):
            return True
        case x.Call(function):
            return f.plan.survey.functions[function].truth is not None
        case x.Choose(_, value, other):
            return _is_truth(f, value) and _is_truth(f, other)
        case _:
            return False


def _compare(f: Body, node: x.Compare) -> Text:
    left, right, operator = node.left, node.right, node.operator
    if isinstance(left, x.Const) and not isinstance(right, x.Const):
        left, right = right, left
        operator = _MIRRORED[operator]
    if isinstance(left, x.GraphValue) and left.kind == "total" and isinstance(right, x.Const):
        some = _some_total(f, left, operator, right.value)
        if some is not None:
            return some
    asks = (operator, right.value) if isinstance(right, x.Const) and isinstance(left, x.Fold) and left.kind == "count" else None
    if isinstance(left, x.Fold) and asks in (*_SOME, *_NONE) and not f.plan.survey.can_fault(left) and _counted(f, left) is None:
        found = x.Search("any", left.binders, x.Bool(True))
        return cond(f, found if asks in _SOME else x.Not(found))
    return Text(f"{spell(f, left, BITOR)} {operator} {spell(f, right, BITOR)}", COMPARISON)


_SOME: Final = ((">", 0), (">=", 1), ("!=", 0))
_NONE: Final = (("<=", 0), ("<", 1), ("==", 0))


def _some_total(f: Body, total: x.GraphValue, operator: Comparator, bound: int) -> Text | None:
    """Whether a total that is never below 0 is above 0 takes no adding up."""
    part = dict(f.plan.survey.graphs[total.graph].totals)[total.detail]
    if (operator, bound) not in (*_SOME, *_NONE) or total.graph not in f.plan.flooded or not f.plan.survey.is_harmless(part):
        return None
    inner = total.arguments[0]
    asked_of = inner if isinstance(inner, x.GraphValue) and inner.kind == "group" and inner.graph == total.graph else total
    name = f.plan.want("some", (total.graph, total.detail), f"some_{total.detail}_in_{total.graph}", "graphs")
    asked = _called(f, name, [spell(f, asked_of.arguments[0]), str(asked_of.rule)])
    return asked if (operator, bound) in _SOME else Text(f"not {asked.text}", NOT)


_MIRRORED: Final[dict[Comparator, Comparator]] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _not(f: Body, operand: x.Cond) -> Text:
    match operand:
        case x.Truth(inner) if not _is_truth(f, inner):
            return Text(f"{spell(f, inner, BITOR)} == 0", COMPARISON)
        case x.Compare() | x.Not() | x.Bool():
            turned = negation(operand)
            if not isinstance(turned, x.Not):
                return cond(f, turned)
        case _:
            pass
    return Text(f"not {test(f, operand, NOT)}", NOT)


def _fold(f: Body, node: x.Fold) -> Text:
    counted = _counted(f, node)
    return counted if counted is not None else helper(f, "fold", node, node.kind, node.binders, "int")


def _counted(f: Body, node: x.Fold) -> Text | None:
    """A count that takes no loop."""
    match node:
        case x.Fold(kind="count", binders=(x.Binder(domain=x.Pieces(zone, instance, False), keep=None, where=None),)):
            return zone_size(f, f.plan.game.layout.zone(zone), instance)
        case x.Fold(kind="count", binders=(x.Binder(domain=x.Seats(_, count), keep=None, where=None),)):
            return expr(f, count)
        case _:
            return None


def zone_size(f: Body, zone: Zone, instance: x.Expr) -> Text:
    if zone.items:
        return Text(f"s[{slot(f, zone.count, instance)}]", ATOM)
    if zone.words == 1:
        return Text(f"s[{slot(f, zone.members, instance)}].bit_count()", ATOM)
    return _called(f, f.plan.want("zone size", zone.name, f"size_of_{zone.name}", "zones"), [spell(f, instance)])


def zone_number(f: Body, zone: str, instance: x.Expr) -> str:
    """The number by which the places of pieces name a zone."""
    first = f.plan.zones[zone]
    return first if instance == x.Const(0) else f"{first} + {spell(f, instance, SUM)}"


def _zone_item(f: Body, node: x.ZoneItem) -> Text:
    end = "from_top" if node.from_top else "of"
    name = f.plan.want("zone item", (node.zone, node.from_top), f"item_{end}_{node.zone}", "zones")
    return _called(f, name, [spell(f, node.instance), spell(f, node.index), str(node.rule)])


def _graph_value(f: Body, node: x.GraphValue) -> Text:
    arguments = [spell(f, argument) for argument in node.arguments]
    if node.kind in ("distance", "longest"):
        name = f.plan.want(node.kind, node.graph, f"{node.kind}_{'walk' if node.kind == 'longest' else 'in'}_{node.graph}", "graphs")
        return _called(f, name, arguments)
    named = {"group": f"group_in_{node.graph}", "size": f"size_in_{node.graph}", "total": f"{node.detail}_of_{node.graph}"}[node.kind]
    name = f.plan.want(node.kind, (node.graph, node.detail), named, "graphs")
    return _called(f, name, [*arguments, str(node.rule)])


def _old(f: Body, operand: x.Expr) -> Text:
    name = f.plan.want("before", (operand, f.trial), f"before_{f.topic}", f.section, f.name)
    return _called(f, name, [f.env[MARK], *(f.env[local] for local in f.plan.survey.free(operand))])


def _member(f: Body, item: x.Expr, domain: x.Domain) -> Text:
    value = spell(f, item, BITOR)
    match domain:
        case x.Numbers(low, high):
            return Text(f"{spell(f, low, BITOR)} <= {value} <= {spell(f, high, BITOR)}", COMPARISON)
        case x.Listed(items) if isinstance(item, x.Local | x.Const | x.Load) and not f.plan.survey.can_fault(items):
            return cond(f, x.Or(tuple(compare("==", item, one) for one in items)))
        case x.One(x.Const(only), none):
            return Text(f"{value} == {only}" if only != none else "False", COMPARISON)
        case x.One(x.Local() as only, none) if isinstance(item, x.Local | x.Const):
            return cond(f, x.And((compare("==", item, only), compare("!=", item, x.Const(none)))))
        case x.Pieces(zone, instance, False) if isinstance(item, x.Local | x.Const | x.Load):
            found = f.plan.game.layout.zone(zone)
            where = f.plan.game.layout.component(found.component).where
            here = f"s[{slot(f, where, item)}] == {zone_number(f, zone, instance)}"
            return Text(here, COMPARISON) if isinstance(item, x.Const) else Text(f"{value} >= 0 and {here}", AND)
        case _:
            return _called(f, *_asked_member(f, item, domain))


def _asked_member(f: Body, item: x.Expr, domain: x.Domain) -> tuple[str, list[str]]:
    name = f.plan.want("member", (domain, f.trial if looks_back(domain) else ""), f"among_{f.topic}", f.section, f.name)
    return name, [spell(f, item), *(f.env[local] for local in f.plan.survey.free(domain))]
