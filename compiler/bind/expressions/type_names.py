"""Written types to types: `0..player_count` -> RangeType(0, 6), `site(field) or none` -> OptionalType(SiteType("field")).

A bound over options or `player_count` is taken at its extreme, so that a type is the same for every reading of an option.
"""

from compiler.bind.expressions import domains, expressions
from compiler.bind.expressions.reading import reads, walk
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.typed import BadExpr, Can, Expr, LocalRef
from compiler.bind.nouns.types import BadType, ComponentType, DirectionType, FaceType, GroupType, LineType, NodeType, OrientationType, RangeType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BAD, BOOL, PLAYER, bare, interval, is_base, optional, show
from compiler.diagnostics import nearest
from compiler.parse import ast
from compiler.source import Span

SIMPLE: dict[str, Type] = {"bool": BOOL, "player": PLAYER}
KINDS = ("site", "line", "direction", "orientation", "group", "node", "face")
BUILTIN_TYPES = (*SIMPLE, *KINDS, "text", "footprint", "side")


def resolve_type(world: World, written: ast.TypeExpr) -> Type:
    """What is unknown is reported and bad."""
    match written:
        case ast.NamedType():
            return _named(world, written.name)
        case ast.OfType():
            return _of(world, written)
        case ast.RangeType():
            return _range(world, written)
        case ast.OptionalType():
            base = resolve_type(world, written.base)
            return optional(base) or BAD
        case ast.Bad():
            return BAD


def index_type(world: World, written: ast.TypeExpr, what: str) -> Type:
    """The type of an index: finite, without none, and not a place that moves."""
    type = resolve_type(world, written)
    if isinstance(type, BadType):
        return type
    if isinstance(type, SiteType) and _is_plane(world, type.board):
        world.report("RWT012", written.span, name=type.board)
        return BAD
    if not is_base(type):
        world.report("RWT001", written.span, context=f"an index of `{what}`", expected="a type without none", found=show(type))
        return BAD
    return type


def kept_type(world: World, written: ast.TypeExpr) -> Type:
    """The type of what is stored in the position."""
    type = resolve_type(world, written)
    base = bare(type)
    if isinstance(base, SiteType) and _is_plane(world, base.board):
        world.report("RWT012", written.span, name=base.board)
        return BAD
    return type


def _is_plane(world: World, board: str) -> bool:
    return board in world.boards and world.boards[board].shape == "plane"


def _named(world: World, name: ast.Ident) -> Type:
    text = name.text
    if text in SIMPLE:
        return SIMPLE[text]
    if text in world.enums:
        return world.enums[text].type
    if text in world.components:
        return ComponentType(text)
    if text == "face":
        return _only_face(world, name.span)
    if text in KINDS or text == "text":
        hint = "write what it belongs to, as in `site(board)`" if text in KINDS else "texts are fields of components only"
        world.report("RWN004", name.span, name=text, hint=hint)
        return BAD
    known = [*SIMPLE, *(enum for enum in world.enums if enum not in world.options), *world.components, *KINDS]
    if not world.is_lost(text):
        world.report("RWN004", name.span, name=text, near=nearest(text, known), hint=_type_hint(world, text))
    return BAD


def _type_hint(world: World, text: str) -> str | None:
    if text in world.boards:
        return f"a place on it is `site({text})`"
    if text in world.graphs:
        return f"its groups are `group({text})`"
    return None


def _only_face(world: World, span: Span) -> Type:
    faced = [component for component in world.components.values() if component.faces]
    if len(faced) == 1:
        return FaceType(faced[0].name)
    world.report("RWN004", span, name="face", hint="write the component: `face(<component>)`")
    return BAD


def _of(world: World, written: ast.OfType) -> Type:
    kind, argument = written.kind.text, written.argument
    if kind not in KINDS:
        world.report("RWN004", written.kind.span, name=kind, near=nearest(kind, KINDS))
        return BAD
    if kind in ("site", "line", "direction"):
        if argument.text not in world.boards:
            return _unknown(world, argument, "board", tuple(world.boards))
        text = argument.text
        return SiteType(text) if kind == "site" else LineType(text) if kind == "line" else DirectionType(text)
    if kind in ("orientation", "face"):
        if argument.text not in world.components:
            return _unknown(world, argument, "component", tuple(world.components))
        return OrientationType(argument.text) if kind == "orientation" else FaceType(argument.text)
    if argument.text not in world.graphs:
        return _unknown(world, argument, "graph", tuple(world.graphs))
    return GroupType(argument.text) if kind == "group" else _node(world, argument.text)


def _node(world: World, graph: str) -> Type:
    """Nodes of one part are values of its type; only where the part comes from is looked at, since its conditions may ask anything."""
    spec = world.graphs[graph].spec
    if spec.nodes_type is not None:
        return resolve_type(world, spec.nodes_type)
    if len(spec.nodes) == 1 and len(spec.nodes[0].names) == 1:
        with world.quietly():
            return domains.domain(world, EMPTY, spec.nodes[0].domain).element
    return NodeType(graph)


def _unknown(world: World, name: ast.Ident, kind: str, known: tuple[str, ...]) -> Type:
    if not world.is_lost(name.text):
        world.report("RWN006", name.span, kind=kind, name=name.text, known=known, near=nearest(name.text, known))
    return BAD


def _range(world: World, written: ast.RangeType) -> Type:
    low, high = _bound(world, written.low), _bound(world, written.high)
    if low is None or high is None:
        return BAD
    if high[1] < low[0]:
        world.report("RWT024", written.span, name=f"`{written.span.text}`", found=f"{low[0]} is more than {high[1]}")
        return BAD
    return RangeType(low[0], high[1])


def _bound(world: World, written: ast.Expr) -> tuple[int, int] | None:
    found = expressions.express(world, EMPTY, written)
    if isinstance(found, BadExpr):
        return None
    span = interval(found.type)
    if not is_fixed(found):
        world.report("RWT023", written.span, context="a bound of a type")
        return None
    if span is None:
        world.report("RWT013", written.span, context="a bound of a type", found=show(found.type))
    return span


def is_fixed(expr: Expr) -> bool:
    """Does it read only numbers, options and `player_count`?"""
    return not reads(expr) and not any(isinstance(part, (LocalRef, Can)) for part in walk(expr))
