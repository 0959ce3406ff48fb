"""Effects: what each statement needs, and which facts live on after it.

    suite(world, scope, statements, place)      # the typed statements, and the scope after them (None when nothing runs after them)
"""

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import calls, expressions, facts, operators
from compiler.bind.expressions.reading import SEATS, ZONES
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import BadType
from compiler.bind.nouns.world import World
from compiler.bind.play import moves
from compiler.bind.play.leaving import enclosing
from compiler.bind.types.lattice import PLAYER, TEXT
from compiler.diagnostics import nearest
from compiler.parse import ast


class Place(Struct, frozen=True, kw_only=True):
    """Where statements stand: `step` is the path of the leaf, empty in effects and tables, whose `end` is resolved where they run."""

    step: tuple[str, ...] = ()
    sealed: bool = False


EVERYWHERE = Place()


def suite(world: World, scope: Scope, statements: tuple[ast.Stmt, ...], place: Place) -> tuple[tuple[typed.Stmt, ...], Scope | None]:
    found: list[typed.Stmt] = []
    after: Scope | None = scope
    for statement in statements:
        inside = after if after is not None else scope
        typed_statement, after = _statement(world, inside, statement, place)
        scope = inside
        if typed_statement is not None:
            found.append(typed_statement)
    return tuple(found), after


def written(statements: tuple[ast.Stmt, ...], world: World) -> tuple[frozenset[str], bool]:
    """What statements may write, and whether they call an effect."""
    names: set[str] = set()
    effect = False
    for statement in statements:
        match statement:
            case ast.Assign():
                names.add(_target_name(statement.target))
            case ast.Move():
                names.add(ZONES)
            case ast.Verdict(kind="eliminate"):
                names.add(SEATS)
            case ast.Do():
                effect = True
            case ast.If():
                for suites in (*(body for _, body in statement.branches), statement.other):
                    more, called = written(suites, world)
                    names |= more
                    effect = effect or called
            case ast.For() | ast.While():
                more, called = written(statement.body, world)
                names |= more
                effect = effect or called
            case _:
                pass
    names |= {state.inverse for name in names if (state := world.states.get(name)) is not None and state.inverse}
    return frozenset(names), effect


def _target_name(target: ast.Expr) -> str:
    match target:
        case ast.Name(text=text) | ast.Index(base=ast.Name(text=text)):
            return text
        case _:
            return ""


def _statement(world: World, scope: Scope, statement: ast.Stmt, place: Place) -> tuple[typed.Stmt | None, Scope | None]:
    match statement:
        case ast.Move():
            return moves.move(world, scope, statement), scope.with_facts(facts.forget(scope.facts, (ZONES,)))
        case ast.Let():
            return _let(world, scope, statement)
        case ast.Assign():
            return _assign(world, scope, statement)
        case ast.End():
            return _end(world, statement, place), None
        case ast.Verdict():
            return _verdict(world, scope, statement)
        case ast.Do():
            return _do(world, scope, statement), scope.with_facts(facts.forget(scope.facts, (), effect=True))
        case ast.Pass() | ast.Bad():
            return None, scope
        case ast.If():
            return _if(world, scope, statement, place)
        case ast.For():
            return _for(world, scope, statement, place)
        case ast.While():
            return _while(world, scope, statement, place)
        case _:
            assert_never(statement)


def _let(world: World, scope: Scope, statement: ast.Let) -> tuple[typed.Stmt | None, Scope]:
    value = expressions.express(world, scope, statement.value)
    local = world.local(statement.name, "let", value.type, scope)
    after = scope.with_local(local)
    if isinstance(value.type, BadType):
        return None, after
    if isinstance(value, typed.TextConst) or value.type == TEXT:
        world.report("RWT011", statement.value.span)
        return None, after
    return typed.Let(local=local, value=value, span=statement.span), after


def _assign(world: World, scope: Scope, statement: ast.Assign) -> tuple[typed.Stmt | None, Scope]:
    target = _target(world, scope, statement.target)
    if target is None:
        expressions.express(world, scope, statement.value)
        return None, scope
    name = target.state
    state = world.states[name]
    declared = replace(target, type=state.type)
    context = f"`{name}`"
    if statement.operator == "=":
        value = expressions.express_as(world, scope, statement.value, state.type, context, narrows=True)
    else:
        added = expressions.express(world, scope, statement.value)
        current = facts.apply(scope.facts, declared)
        operator: Literal["+", "-"] = "+" if statement.operator == "+=" else "-"
        value = expressions.fit(
            world, operators.combine(world, operator, current, added, statement.span), state.type, context, narrows=True
        )
    gone = (name, *((state.inverse,) if state.inverse else ()))
    after = scope.with_facts(facts.forget(scope.facts, gone))
    if isinstance(value.type, BadType):
        return None, after
    after = after.with_facts(facts.assigned(after.facts, declared, value))
    return typed.Assign(state=name, indexes=target.indexes, value=value, span=statement.span), after


def _target(world: World, scope: Scope, target: ast.Expr) -> typed.StateRef | None:
    """The variable that is assigned; reported when it is none."""
    name = _target_name(target)
    if name in scope.names:
        local = scope.names[name]
        world.report("RWN019", target.span, kind="the name", name=name, first=local.span)
        return None
    if name in world.globals and name not in world.states:
        declared = world.globals[name]
        if not world.is_lost(name):
            world.report("RWN019", target.span, kind=declared.kind, name=name, first=declared.span)
        return None
    if name not in world.states:
        if not isinstance(target, ast.Bad):
            text = name or " ".join(target.span.text.split())
            world.report("RWN006", target.span, kind="variable", name=text, known=None, near=nearest(text, world.states))
        return None
    found = expressions.express(world, scope, target)
    if world.states[name].inverse_of:
        world.report("RWN019", target.span, kind="the reverse map", name=name, first=world.states[name].span)
        return None
    return found if isinstance(found, typed.StateRef) else None


def _end(world: World, statement: ast.End, place: Place) -> typed.Stmt | None:
    name = statement.target.text
    if place.sealed:
        world.report("RWC018", statement.span, text=" ".join(statement.span.text.split()))
        return None
    if name == "game":
        return typed.End(target="", span=statement.span)
    if not place.step:
        return typed.End(target=name, span=statement.span)
    around = enclosing(world, place.step, name)
    if around is None:
        elsewhere = next((node.spec.name.span for node in world.nodes.values() if node.path[-1] == name), None)
        if elsewhere is None:
            world.report("RWN007", statement.target.span, name=name, near=nearest(name, (*place.step[1:], "game")))
        else:
            world.report("RWN015", statement.target.span, name=name, first=elsewhere)
        return None
    return typed.End(target=" ".join(around), span=statement.span)


def _verdict(world: World, scope: Scope, statement: ast.Verdict) -> tuple[typed.Stmt | None, Scope | None]:
    player = expressions.express_as(world, scope, statement.player, PLAYER, f"whom `{statement.kind}` names")
    found = None if isinstance(player.type, BadType) else typed.Verdict(kind=statement.kind, player=player, span=statement.span)
    if statement.kind != "eliminate":
        return found, None
    return found, scope.with_facts(facts.forget(scope.facts, (SEATS,)))


def _do(world: World, scope: Scope, statement: ast.Do) -> typed.Stmt | None:
    name = statement.name.text
    header = world.effects.get(name)
    if header is None:
        _not_an_effect(world, statement)
        return None
    world.use("effect", name, statement.span)
    arguments = calls.take(world, scope, header, statement.arguments, statement)
    return None if arguments is None else typed.Do(effect=name, arguments=arguments, span=statement.span)


def _not_an_effect(world: World, statement: ast.Do) -> None:
    name, span = statement.name.text, statement.name.span
    if name in world.defines or name in world.tables or name in world.builtins:
        world.report("RWN021", statement.span, name=name)
    elif name in world.sequences or name in ("shuffle", "roll", "draw"):
        world.report("RWN022", span, name=name)
    elif name in world.globals:
        world.report("RWN017", span, name=name, kind=world.globals[name].kind)
    else:
        world.report("RWN002", span, name=name, near=nearest(name, world.effects))


def _if(world: World, scope: Scope, statement: ast.If, place: Place) -> tuple[typed.Stmt | None, Scope | None]:
    """What every way through it leaves known is known after it."""
    branches: list[tuple[typed.Expr, tuple[typed.Stmt, ...]]] = []
    ends: list[Scope] = []
    rest = scope
    for asked, body in statement.branches:
        condition = expressions.condition(world, rest, asked, "what `if` asks")
        inside, after = suite(world, rest.with_facts(facts.learn(rest.facts, condition)), body, place)
        branches.append((condition, inside))
        if after is not None:
            ends.append(after)
        rest = rest.with_facts(facts.learn(rest.facts, condition, holds=False))
    other, last = suite(world, rest, statement.other, place)
    if last is not None:
        ends.append(last)
    found = typed.If(branches=tuple(branches), other=other, span=statement.span)
    return found, (scope.with_facts(facts.common(end.facts for end in ends)) if ends else None)


def _for(world: World, scope: Scope, statement: ast.For, place: Place) -> tuple[typed.Stmt | None, Scope]:
    """`where` is asked before each pass, after the passes before it: only what the body leaves alone is known there."""
    gone, effect = written(statement.body, world)
    steady = scope.with_facts(facts.forget(scope.facts, gone, effect) if gone or effect else scope.facts)
    bound, inside = binding.bind(world, steady, statement.binder, "binder", live=True)
    body, _ = suite(world, inside, statement.body, place)
    if binding.is_bad(bound):
        return None, steady
    if len(bound) > 1:
        nested: typed.Stmt = typed.For(binder=bound[-1], body=body, span=statement.span)
        for binder in reversed(bound[:-1]):
            nested = typed.For(binder=binder, body=(nested,), span=statement.span)
        return nested, steady
    return typed.For(binder=bound[0], body=body, span=statement.span), steady


def _while(world: World, scope: Scope, statement: ast.While, place: Place) -> tuple[typed.Stmt | None, Scope]:
    gone, effect = written(statement.body, world)
    steady = scope.with_facts(facts.forget(scope.facts, gone, effect) if gone or effect else scope.facts)
    condition = expressions.condition(world, steady, statement.condition, "what `while` asks")
    body, _ = suite(world, steady.with_facts(facts.learn(steady.facts, condition)), statement.body, place)
    after = steady.with_facts(facts.learn(steady.facts, condition, holds=False))
    if statement.limit is None:
        world.report("RWC041", statement.span)
        return None, after
    if isinstance(condition.type, BadType):
        return None, after
    return typed.While(condition=condition, limit=statement.limit, body=body, span=statement.span), after
