"""`move`: which piece, or which pieces, go to which zone, plane place or box."""

from compiler.bind.expressions import domains, expressions, facts
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType, ComponentType, SiteType
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import bare, show
from compiler.bind.types.values import described
from compiler.parse import ast
from compiler.source import Span


def move(world: World, scope: Scope, statement: ast.Move) -> typed.Stmt | None:
    to = _destination(world, scope, statement.to)
    if statement.every:
        return _move_all(world, scope, statement, to)
    piece = expressions.express(world, scope, statement.what)
    component = bare(piece.type)
    if isinstance(component, BadType):
        return None
    if not isinstance(component, ComponentType):
        world.report("RWT001", statement.what.span, context="what is moved", expected="a piece", found=show(piece.type))
        return None
    piece = expressions.fit(world, piece, component, "what is moved")
    if to is None or not _suits(world, to, component.name, statement.span):
        return None
    bottom = _bottom(world, statement, to)
    return typed.Move(piece=piece, component=component.name, to=to, bottom=bottom, span=statement.span)


def _move_all(world: World, scope: Scope, statement: ast.Move, to: typed.Destination | None) -> typed.Stmt | None:
    source = domains.domain(world, scope, statement.what)
    component = bare(source.element)
    if isinstance(component, BadType) or to is None:
        return None
    if not isinstance(component, ComponentType):
        world.report("RWT001", statement.what.span, context="what is moved", expected="pieces", found=described(source.element))
        return None
    if not _suits(world, to, component.name, statement.span):
        return None
    bottom = _bottom(world, statement, to)
    return typed.MoveAll(source=source, component=component.name, to=to, bottom=bottom, span=statement.span)


def _bottom(world: World, statement: ast.Move, to: typed.Destination) -> bool:
    """A place in the order is asked for only where there is an order."""
    if statement.place is None:
        return False
    zones = [target.zone.zone for _, target in to.choices if target.zone is not None]
    if not any(zone in world.zones and world.zones[zone].order in ("pile", "row") for zone in zones):
        name = zones[0] if zones else "box"
        world.report("RWT030", statement.to.span, name=name, why=f"it has no order, so it has no {statement.place}", hint="say `order: pile`")
    return statement.place == "bottom"


def _destination(world: World, scope: Scope, expr: ast.Expr) -> typed.Destination | None:
    choices: list[tuple[typed.Expr | None, typed.Target]] = []


    complete = True
    while isinstance(expr, ast.IfElse):
        asked = expressions.condition(world, scope, expr.condition, "what `if` asks")
        target = _target(world, scope.with_facts(facts.learn(scope.facts, asked)), expr.value)
        complete = complete and target is not None
        if target is not None:
            choices.append((asked, target))
        scope = scope.with_facts(facts.learn(scope.facts, asked, holds=False))
        expr = expr.other
    last = _target(world, scope, expr)
    if last is None or not complete:
        return None
    return typed.Destination(choices=(*choices, (None, last)), span=expr.span)


def _target(world: World, scope: Scope, expr: ast.Expr) -> typed.Target | None:
    if isinstance(expr, ast.Name) and expr.text == "box" and "box" not in scope.names:
        return typed.Target(zone=None, board="", site=None, span=expr.span)
    if isinstance(expr, ast.Index) and isinstance(expr.base, ast.Name) and domains.is_plane(world, expr.base.text):
        return _laid(world, scope, expr, expr.base.text)
    if isinstance(expr, ast.Name) and domains.is_plane(world, expr.text) and expr.text not in scope.names:
        world.report("RWT016", expr.span, name=expr.text, expected="a place to lay it on", found="none", declared=world.boards[expr.text].span)
        return None
    if _is_no_zone(world, scope, expr):
        return None
    zone = domains.zone_of(world, scope, expr)
    return None if zone is None else typed.Target(zone=zone, board="", site=None, span=expr.span)


def _laid(world: World, scope: Scope, expr: ast.Index, board: str) -> typed.Target | None:
    if len(expr.arguments) != 1:
        declared = world.boards[board].span
        world.report("RWT016", expr.span, name=board, expected="one place", found=str(len(expr.arguments)), declared=declared)
        return None
    site = expressions.express_as(world, scope, expr.arguments[0], SiteType(board), f"the place on `{board}`")
    return None if isinstance(site.type, BadType) else typed.Target(zone=None, board=board, site=site, span=expr.span)


def _is_no_zone(world: World, scope: Scope, expr: ast.Expr) -> bool:
    """Names of other things, and values, are refused in the words of moving."""
    if isinstance(expr, (ast.Name, ast.Index)):
        name = expr if isinstance(expr, ast.Name) else expr.base
        if not isinstance(name, ast.Name):
            return False
        if world.is_lost(name.text) and name.text not in scope.names:
            return True
        kind = world.globals[name.text].kind if name.text in world.globals else "a local name" if name.text in scope.names else ""
        if kind and kind != "a zone":
            world.report("RWT015", expr.span, found=kind)
            return True
        return False
    if isinstance(expr, ast.Bad):
        return True
    world.report("RWT015", expr.span, found="a value")
    return True


def _suits(world: World, to: typed.Destination, component: str, span: Span) -> bool:
    """Does every target hold such pieces?"""
    fine = True
    for _, target in to.choices:
        name = target.zone.zone if target.zone is not None else target.board
        if name and domains.component_of(world, name) not in (component, ""):
            expected = domains.component_of(world, name)
            world.report("RWT001", span, context=f"what `{name}` holds", expected=expected, found=component)
            fine = False
    return fine
