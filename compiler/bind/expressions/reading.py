"""Typed expressions looked at as plain trees: their keys, what they read, and their parts.

    key(`spot[herd]`) == key(`spot[sure(herd)]`)            # equal expressions have equal keys, wherever they stand
    reads(`spot[herd]`) == {"spot", "herd"}                 # what may change their value when it is written

`reads` uses the names of state variables, and `ZONES`, `SEATS` and `ANYTHING` for what is not one variable.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from compiler.bind.nouns import typed
from compiler.bind.nouns import types as finite
from compiler.bind.nouns.scope import Key
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.source import Span

ZONES = "(zones)"
SEATS = "(seats)"
ANYTHING = "(anything)"

_LEAVES = (
    LocalSymbol, Span, finite.BoolType, finite.RangeType, finite.EnumType, finite.PlayerType, finite.ComponentType, finite.SiteType,
    finite.LineType, finite.DirectionType, finite.OrientationType, finite.FaceType, finite.NodeType, finite.GroupType, finite.NoneType,
    finite.TextType, finite.BadType, finite.OptionalType,
)  # fmt: skip
_SEAT_BUILTINS = frozenset({"next_player", "left_of", "right_of", "playing", "seats_from", "seats_after", "seats_before"})
_ZONE_BUILTINS = frozenset({"size", "only", "top", "item", "kinds_count", "beside", "origin", "places"})


def _parts(node: Any) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(name for name in kind.__struct_fields__ if name not in ("type", "span"))
    return _PARTS[kind]


_PARTS: dict[type, tuple[str, ...]] = {}
"""the field names of each kind of node, found once"""


def key(expr: typed.Expr) -> Key:
    """Bound names count by the order of their binding, so that two searches written alike are equal."""
    found = _key(expr, {})
    assert isinstance(found, tuple)
    return found


def _key(node: object, bound: dict[int, int]) -> object:
    match node:
        case LocalSymbol():
            return ("local", bound.get(node.number, node.number))
        case typed.Narrow():
            return _key(node.operand, bound)
        case typed.Const():
            return ("option", node.option) if node.option else ("const", node.value)
        case typed.Binder():
            inner = _key(node.domain, bound)
            bound[node.local.number] = -1 - len(bound)
            return ("binder", inner, *(_key(part, bound) for part in (node.local, node.keep, node.where, node.by)))
        case typed.Quantifier():
            scope = dict(bound)
            binders = tuple(_key(binder, scope) for binder in node.binders)
            rest = (_key(node.body, scope), _key(node.rank, bound), _key(node.default, bound))
            return ("quantifier", node.kind, binders, *rest)
        case tuple():
            return tuple(_key(item, bound) for item in node)
        case Struct() if not isinstance(node, _LEAVES):
            return (type(node).__name__, *(_key(getattr(node, name), bound) for name in _parts(node)))
        case _:
            return node


def reads(expr: object) -> frozenset[str]:
    found: set[str] = set()
    for node in walk(expr):
        match node:
            case typed.StateRef():
                found.add(node.state)
            case typed.Call() | typed.Can():
                found.add(ANYTHING)
            case typed.Builtin():
                if node.graph or node.remember:
                    found.add(ANYTHING)
                if node.name in _SEAT_BUILTINS:
                    found.add(SEATS)
                if node.zone is not None or node.name in _ZONE_BUILTINS:
                    found.add(ZONES)
            case typed.Walked():
                if node.graph:
                    found.add(ANYTHING)
                if node.name in _SEAT_BUILTINS:
                    found.add(SEATS)
                if node.name in _ZONE_BUILTINS:
                    found.add(ZONES)
            case typed.InZone() | typed.ZoneRef():
                found.add(ZONES)
            case typed.Attribute(kind="total"):
                found.add(ANYTHING)
            case _:
                pass
    return frozenset(found)


def walk(node: object) -> Iterator[object]:
    """The node and everything in it, outside in: expressions, domains, binders, statements, zones."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
        return
    if not isinstance(node, Struct) or isinstance(node, _LEAVES):
        return
    yield node
    for name in _parts(node):
        yield from walk(getattr(node, name))
