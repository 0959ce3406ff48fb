"""What stands after a dot or before a bracket: fields of pieces, places and groups; variables and array fields with their indexes."""

from msgspec import Struct

from compiler.bind.expressions import expressions, graph_types
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol, FieldSymbol
from compiler.bind.nouns.types import BadType, ComponentType, DirectionType, FaceType, GroupType, NodeType, OptionalType, OrientationType, RangeType, SiteType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import PLAYER, TEXT, bare, show
from compiler.diagnostics import nearest
from compiler.parse import ast
from compiler.source import Span


class PieceField(Struct, frozen=True, kw_only=True):
    """A constant field, of the piece that an expression names."""

    piece: typed.Expr
    component: str
    symbol: FieldSymbol


def field(world: World, scope: Scope, expr: ast.Field) -> typed.Expr:
    """`c.animal`, `c.owner`, `q.x`, `g.heads`; an array field needs its indexes."""
    found = _field(world, scope, expr)
    if isinstance(found, PieceField):
        if found.symbol.axes:
            count = len(found.symbol.axes)
            expected = "one index" if count == 1 else f"{count} indexes"
            world.report("RWT016", expr.span, name=found.symbol.name, expected=expected, found="none", declared=found.symbol.span)
            return expressions.bad(expr.span)
        return _field_ref(found, (), expr)
    return found


def index(world: World, scope: Scope, expr: ast.Index) -> typed.Expr:
    """`hand[p]` of a variable, or `t.edge[d]` of an array field."""
    base = expr.base
    if isinstance(base, ast.Field):
        found = _field(world, scope, base)
        if isinstance(found, PieceField):
            return _array(world, scope, found, expr)
        return expressions.bad(expr.span) if isinstance(found, typed.BadExpr) else _not_indexed(world, expr, show(found.type))
    if isinstance(base, ast.Bad):
        return expressions.bad(expr.span)
    if not isinstance(base, ast.Name):
        found = expressions.express(world, scope, base)
        return found if isinstance(found, typed.BadExpr) else _not_indexed(world, expr, show(found.type))
    text = base.text
    if text in scope.names:
        return _not_indexed(world, expr, show(scope.names[text].type))
    if text in world.states:
        state = world.states[text]
        indexes = axes_values(world, scope, expr, text, state.axes, state.span)
        if indexes is None:
            return expressions.bad(expr.span)
        return typed.StateRef(state=text, indexes=indexes, type=state.type, span=expr.span)
    if text in world.globals:
        kind = world.globals[text].kind
        if not world.is_lost(text):
            hint = "ask `size(…)`, `only(…)`, or walk it" if kind == "a zone" else None
            world.report("RWN018", expr.span, name=expr.span.text, kind=kind, hint=hint)
        return expressions.bad(expr.span)
    near = nearest(text, [*world.states, *world.zones])
    hint = f"call it with round brackets: `{text}(…)`" if text in world.defines else None
    world.report("RWN001", base.span, name=text, near=near, hint=hint)
    return expressions.bad(expr.span)


def axes_values(
    world: World, scope: Scope, expr: ast.Index, name: str, axes: tuple[Type, ...], declared: Span
) -> tuple[typed.Expr, ...] | None:
    """The indexes of a variable or zone, one for each axis; None when their number is wrong."""
    given = expr.arguments
    if len(given) != len(axes):
        expected = "no index" if not axes else "one index" if len(axes) == 1 else f"{len(axes)} indexes"
        world.report("RWT016", expr.span, name=name, expected=expected, found=str(len(given)), declared=declared)
        for argument in given:
            expressions.express(world, scope, argument)
        return None
    what = [f"the index of `{name}`"] if len(axes) == 1 else [f"index {at} of `{name}`" for at in range(1, len(axes) + 1)]
    return tuple(
        expressions.express_as(world, scope, argument, axis, context)
        for argument, axis, context in zip(given, axes, what, strict=True)
    )


def _field(world: World, scope: Scope, expr: ast.Field) -> typed.Expr | PieceField:
    base = expressions.express(world, scope, expr.base)
    name = expr.name
    if isinstance(base.type, BadType):
        return expressions.bad(expr.span)
    if isinstance(base.type, OptionalType):
        base = expressions.fit(world, base, base.type.base, f"`.{name.text}`")
    match bare(base.type):
        case ComponentType(component) if component in world.components:
            return _of_piece(world, world.components[component], base, expr)
        case SiteType(board) | DirectionType(board) if name.text in ("x", "y") and world.boards[board].shape not in ("plane", "graph"):
            return _coordinate(world.boards[board], base, expr)
        case NodeType(graph) | GroupType(graph):
            return graph_types.part_or_total(world, graph, base, expr)
        case SiteType(board) | DirectionType(board) if world.boards[board].shape not in ("plane", "graph"):
            world.report("RWN003", name.span, type=f"`{show(base.type)}`", name=name.text, known=("x", "y"))
            return expressions.bad(expr.span)
        case _:
            world.report("RWT018", expr.span, found=f"`{show(base.type)}`", text=expr.base.span.text)
            return expressions.bad(expr.span)


def _of_piece(world: World, component: ComponentSymbol, base: typed.Expr, expr: ast.Field) -> typed.Expr | PieceField:
    name = expr.name.text
    symbol = component.field(name)
    if symbol is None and name == "owner" and component.each_player:
        return typed.Attribute(base=base, kind="owner", detail=0, detail_name="", type=PLAYER, span=expr.span)
    if symbol is None:
        known = tuple(field.name for field in component.fields) + (("owner",) if component.each_player else ())
        world.report("RWN003", expr.name.span, type=f"`{component.name}`", name=name, known=known, near=nearest(name, known))
        return expressions.bad(expr.span)
    if symbol.kind == "footprint":
        hint = "`footprint(c, o, q)` lists the sites it covers"
        world.report("RWN018", expr.span, name=expr.span.text, kind="a drawing", hint=hint)
        return expressions.bad(expr.span)
    return PieceField(piece=base, component=component.name, symbol=symbol)


def _field_ref(found: PieceField, indexes: tuple[typed.Expr, ...], expr: ast.Field | ast.Index) -> typed.Expr:
    type = TEXT if found.symbol.kind == "text" else found.symbol.type
    return typed.FieldRef(
        piece=found.piece, component=found.component, field=found.symbol.name, indexes=indexes, type=type, span=expr.span
    )


def _array(world: World, scope: Scope, found: PieceField, expr: ast.Index) -> typed.Expr:
    """A face's place may be taken by an orientation; the side's place then takes a direction as seen on the table."""
    symbol = found.symbol
    if not symbol.axes:
        return _not_indexed(world, expr, show(symbol.type) if symbol.kind == "value" else "text")
    given = expr.arguments
    if len(given) != len(symbol.axes):
        count = len(symbol.axes)
        expected = "one index" if count == 1 else f"{count} indexes"
        world.report("RWT016", expr.span, name=symbol.name, expected=expected, found=str(len(given)), declared=symbol.span)
        return expressions.bad(expr.span)
    indexes = []
    for at, (argument, axis) in enumerate(zip(given, symbol.axes, strict=True), 1):
        value = expressions.express(world, scope, argument, axis)
        turned = isinstance(axis, FaceType) and value.type == OrientationType(axis.component)
        indexes.append(value if turned else expressions.fit(world, value, axis, f"index {at} of `{symbol.name}`"))
    return _field_ref(found, tuple(indexes), expr)


def _coordinate(board: BoardSymbol, base: typed.Expr, expr: ast.Field) -> typed.Expr:
    is_x = expr.name.text == "x"
    if isinstance(bare(base.type), SiteType):
        numbers = board.x if is_x else board.y
    else:
        numbers = board.dx if is_x else board.dy
    type = RangeType(min(numbers, default=0), max(numbers, default=0))
    return typed.Attribute(base=base, kind="x" if is_x else "y", detail=0, detail_name="", type=type, span=expr.span)


def _not_indexed(world: World, expr: ast.Index, found: str) -> typed.Expr:
    world.report("RWT017", expr.span, found=f"`{found}`", text=expr.base.span.text)
    return expressions.bad(expr.span)
