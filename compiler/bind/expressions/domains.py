"""What can be walked or asked with `in`: types, ranges, sets, zones, regions, lines, lists of builtins, and values that may be none.

    domain(world, scope, `hand[p]`)           # InZone(zone=ZoneRef("hand", (p,)), component="card", element=ComponentType("card"))

A mistake gives an empty `Listed` whose element is bad.
"""

from compiler.bind.expressions import calls, expressions, facts, operators, references
from compiler.bind.geometry.lines import line_set
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, ComponentType, EnumType, FaceType, LineType, NoneType, OptionalType, RangeType, SiteType, TextType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BAD, BOOL, PLAYER, bare, fits, interval, join, show
from compiler.bind.types.values import described
from compiler.diagnostics import nearest
from compiler.parse import ast
from compiler.source import Span

DOMAINS = (typed.Whole, typed.Numbers, typed.Listed, typed.InZone, typed.OptionalValue, typed.Walked)


def domain(world: World, scope: Scope, expr: ast.Expr, hint: Type | None = None) -> typed.Domain:
    """`hint` is the type of what is looked for in it, where something is."""
    match expr:
        case ast.Name():
            return _named(world, scope, expr, hint)
        case ast.Range():
            return _numbers(world, scope, expr)
        case ast.SetOf():
            return _listed(world, scope, expr, hint)
        case ast.Call() if expr.name.text != "sure":
            found = calls.call(world, scope, expr, None)
            if isinstance(found, DOMAINS):
                return found
            return _valued(world, scope, expr, facts.apply(scope.facts, found))
        case ast.Index(base=ast.Name(text=text)) if text in world.zones and text not in scope.names:
            zone = zone_of(world, scope, expr)
            return nothing(expr.span) if zone is None else in_zone(world, zone)
        case ast.Bad():
            return nothing(expr.span)
        case _:
            return _valued(world, scope, expr, expressions.express(world, scope, expr))


def nothing(span: Span) -> typed.Domain:
    """Stands for a domain that has a problem."""
    return typed.Listed(items=(), element=BAD, span=span)


def zone_of(world: World, scope: Scope, expr: ast.Expr) -> typed.ZoneRef | None:
    """The zone an expression names, with its indexes; None, reported, when it names none."""
    match expr:
        case ast.Name(text=text) if text not in scope.names and text in world.zones:
            symbol = world.zones[text]
            if symbol.axes:
                types = ", ".join(show(axis) for axis in symbol.axes)
                world.report("RWT016", expr.span, name=text, expected=f"an index ({types})", found="none", declared=symbol.span)
                return None
            return typed.ZoneRef(zone=text, indexes=(), span=expr.span)
        case ast.Name(text=text) if text not in scope.names and is_plane(world, text):
            return typed.ZoneRef(zone=text, indexes=(), span=expr.span)
        case ast.Index(base=ast.Name(text=text)) if text not in scope.names and text in world.zones:
            symbol = world.zones[text]
            indexes = references.axes_values(world, scope, expr, text, symbol.axes, symbol.span)
            return None if indexes is None else typed.ZoneRef(zone=text, indexes=indexes, span=expr.span)
        case ast.Bad():
            return None
        case ast.Name() | ast.Index(base=ast.Name()):
            name = expr if isinstance(expr, ast.Name) else expr.base
            assert isinstance(name, ast.Name)
            declared = world.globals.get(name.text)
            known = (*world.zones, *(board for board in world.boards if is_plane(world, board)))
            if declared is not None and not world.is_lost(name.text):
                world.report("RWN006", name.span, kind="zone", name=name.text, known=known or None)
            elif declared is None:
                world.report("RWN006", name.span, kind="zone", name=name.text, known=known or None, near=nearest(name.text, known))
            return None
        case ast.Compare(operands=(_, zone), comparators=("in",)):
            help = f"name the zone alone: `{zone.span.text}`"
            world.report("RWT001", expr.span, context="what stands here", expected="a zone", found="a condition", help=help)
            return None
        case _:
            world.report("RWN006", expr.span, kind="zone", name=" ".join(expr.span.text.split()), known=tuple(world.zones) or None)
            return None


def is_plane(world: World, name: str) -> bool:
    return name in world.boards and world.boards[name].shape == "plane"


def component_of(world: World, zone: str) -> str:
    """What a zone (or a plane) holds."""
    return world.zones[zone].component if zone in world.zones else world.boards[zone].piece


def in_zone(world: World, zone: typed.ZoneRef) -> typed.Domain:
    component = component_of(world, zone.zone)
    return typed.InZone(zone=zone, component=component, kinds=False, element=ComponentType(component), span=zone.span)


def line_sites(line: typed.Expr, board: str, span: Span) -> typed.Domain:
    return typed.Walked(name="line_sites", arguments=(line,), element=SiteType(board), span=span, board=board)


def _named(world: World, scope: Scope, name: ast.Name, hint: Type | None) -> typed.Domain:
    text, span = name.text, name.span
    if text in scope.names:
        return _valued(world, scope, name, expressions.express(world, scope, name))
    if text == "players":
        return typed.Whole(element=PLAYER, span=span)
    if text == "box":
        return _box(world, name, hint)
    if text == "bool":
        return typed.Whole(element=BOOL, span=span)
    if text in world.globals:
        return _global(world, scope, name)
    if text == "face":
        return _faces(world, name, hint)
    return _valued(world, scope, name, expressions.express(world, scope, name))


def _global(world: World, scope: Scope, name: ast.Name) -> typed.Domain:
    text, span = name.text, name.span
    if text in world.zones or is_plane(world, text):
        zone = zone_of(world, scope, name)
        return nothing(span) if zone is None else in_zone(world, zone)
    if text in world.boards:
        return typed.Whole(element=SiteType(text), span=span)
    if text in world.components:
        return typed.Whole(element=ComponentType(text), span=span)
    if text in world.enums and text not in world.options:
        return typed.Whole(element=world.enums[text].type, span=span)
    if text in world.regions:
        return _region(world, text, span)
    return _valued(world, scope, name, expressions.express(world, scope, name))


def _region(world: World, name: str, span: Span) -> typed.Domain:
    board = world.boards[world.regions[name]]
    if line_set(board, name) is not None:
        return typed.Walked(
            name="region_family", arguments=(), element=LineType(board.name), span=span, board=board.name, detail=name
        )
    sites = next(members for known, members in board.regions if known == name)
    return sites_listed(board.name, sites, span)


def sites_listed(board: str, sites: tuple[int, ...], span: Span) -> typed.Domain:
    type = SiteType(board)
    return typed.Listed(items=tuple(typed.Const(value=site, type=type, span=span) for site in sites), element=type, span=span)


def _box(world: World, name: ast.Name, hint: Type | None) -> typed.Domain:
    component = hint.name if isinstance(hint, ComponentType) else next(iter(world.components)) if len(world.components) == 1 else ""
    if not component and world.components:
        world.report("RWN010", name.span, name="box", types=tuple(world.components))
    if not component and not world.components:
        world.report("RWN001", name.span, name="box", hint="there are no components, so there is no box")
    if not component:
        return nothing(name.span)
    return typed.InZone(zone=None, component=component, kinds=False, element=ComponentType(component), span=name.span)


def _faces(world: World, name: ast.Name, hint: Type | None) -> typed.Domain:
    faced = [component.name for component in world.components.values() if component.faces]
    if isinstance(hint, FaceType) or len(faced) == 1:
        type = hint if isinstance(hint, FaceType) else FaceType(faced[0])
        return typed.Whole(element=type, span=name.span)
    world.report("RWN010" if faced else "RWN001", name.span, name="face", types=tuple(faced))
    return nothing(name.span)


def _numbers(world: World, scope: Scope, expr: ast.Range) -> typed.Domain:
    low = operators.number(world, expressions.express(world, scope, expr.low), "the start of a range")
    high = operators.number(world, expressions.express(world, scope, expr.high), "the end of a range")
    least, most = interval(low.type), interval(high.type)
    if least is None or most is None:
        return nothing(expr.span)
    return typed.Numbers(low=low, high=high, element=RangeType(least[0], most[1]), span=expr.span)


def _listed(world: World, scope: Scope, expr: ast.SetOf, hint: Type | None) -> typed.Domain:
    """Names of values are looked up in the hint, or else in the type of the items that have one by themselves."""
    found: dict[int, typed.Expr] = {}
    for at, item in enumerate(expr.items):
        if not expressions.needs_hint(world, scope, item):
            found[at] = expressions.express(world, scope, item, hint)
    if hint is None and found:
        hint = next((bare(item.type) for item in found.values() if not isinstance(item.type, NoneType)), None)
    for at, item in enumerate(expr.items):
        if at not in found:
            found[at] = expressions.express(world, scope, item, hint)
    items = tuple(found[at] for at in range(len(expr.items)))
    element: Type | None = items[0].type if items else BAD
    for other in items[1:]:
        element = join(element, other.type) if element is not None else None
    if element is None or isinstance(element, TextType):
        types = tuple(dict.fromkeys(show(item.type) for item in items))
        code = "RWT035" if element is None else "RWT011"
        world.report(code, expr.span, types=types)
        return nothing(expr.span)
    if isinstance(element, BadType) or any(isinstance(item, typed.BadExpr) for item in items):
        return nothing(expr.span)
    return typed.Listed(items=items, element=_part_of(world, element, items), span=expr.span)


def _part_of(world: World, element: Type, items: tuple[typed.Expr, ...]) -> Type:
    """Values of an enum that all belong to a part of it have the part's type."""
    if not isinstance(element, EnumType) or element.within is not None:
        return element
    numbers = [item.value for item in items if isinstance(item, typed.Const)]
    parts = [symbol for symbol in world.enums.values() if symbol.type.within == element.name]
    fitting = [part for part in parts if len(numbers) == len(items) and set(numbers) <= set(part.numbers)]
    return min(fitting, key=lambda part: len(part.numbers)).type if fitting else element


def _valued(world: World, scope: Scope, expr: ast.Expr, value: typed.Expr) -> typed.Domain:
    """A value that may be none is one member or nothing; a line is its sites."""
    match value.type:
        case BadType():
            return nothing(expr.span)
        case OptionalType(base):
            return typed.OptionalValue(value=value, element=base, span=expr.span)
        case LineType(board):
            return line_sites(value, board, expr.span)
        case _ if scope.facts:
            with world.quietly():
                declared = expressions.express(world, scope.with_facts({}), expr)
            if isinstance(declared.type, OptionalType) and fits(value.type, declared.type.base):
                return typed.OptionalValue(value=value, element=value.type, span=expr.span)
        case _:
            pass
    text = " ".join(expr.span.text.split())
    counts = f"or a range up to it: `1..{text}`" if isinstance(value.type, RangeType) else None
    world.report("RWT009", expr.span, text=text, found=described(value.type), help=counts)
    return nothing(expr.span)
