"""How calls of the builtins on the course of play are typed: `number`, `before`, `times`, `can`."""

from msgspec.structs import replace

from compiler.bind.builtins import arguments
from compiler.bind.expressions import expressions
from compiler.bind.expressions.evaluate import evaluate
from compiler.bind.expressions.facts import lasting
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY, Scope
from compiler.bind.nouns.types import RangeType, Type
from compiler.bind.nouns.world import Node, World
from compiler.bind.types.lattice import BOOL, MANY, interval
from compiler.diagnostics import nearest
from compiler.parse import ast


def number(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`number(round)`: which pass of that node this is, from 1; 0 outside of it."""
    del hint
    written = _name(world, call)
    if written is None:
        return expressions.bad(call.span)
    looping = [node for node in world.nodes.values() if node.path[-1] == written.text and _loops(node)]
    around = [node for node in looping if scope.step[: len(node.path)] == node.path]
    if around:
        node = max(around, key=lambda found: len(found.path))
        return _number(world, call, node, 1)
    if len(looping) == 1:
        return _number(world, call, looping[0], 0)
    if looping:
        known = tuple(" ".join(node.path) for node in looping)
        world.report("RWN010", written.span, name=written.text, types=known)
        return expressions.bad(call.span)
    named = any(node.path[-1] == written.text for node in world.nodes.values())
    known = tuple(dict.fromkeys(node.path[-1] for node in world.nodes.values() if _loops(node)))
    hint_text = "this step is not repeated, so it has no number" if named else None
    world.report("RWN007", written.span, name=written.text, near=nearest(written.text, known), hint=hint_text)
    return expressions.bad(call.span)


def _loops(node: Node) -> bool:
    spec = node.spec
    return spec.repeat is not None or spec.keep is not None or spec.until is not None


def _number(world: World, call: ast.Call, node: Node, least: int) -> typed.Expr:
    most = MANY
    if node.spec.repeat is not None:
        with world.quietly():
            found = interval(expressions.express(world, EMPTY, node.spec.repeat).type)
        most = found[1] if found is not None else most
    return typed.Builtin(name="number", arguments=(), type=RangeType(least, max(most, least)), span=call.span, step=node.path)


def before(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """The value on the position before the trial; names bound around it keep their values."""
    if not arguments.are(world, call, 1):
        return expressions.bad(call.span)
    if scope.start is None:
        world.report("RWN016", call.span)
        with world.quietly():
            operand = expressions.express(world, scope, call.arguments[0], hint)
        return replace(operand, span=call.span)
    facts = {**scope.start.facts, **lasting(scope.facts)}
    operand = expressions.express(world, replace(scope.start, names=scope.names, facts=facts), call.arguments[0], hint)
    if isinstance(operand, typed.BadExpr):
        return operand
    return typed.Before(operand=operand, type=operand.type, span=call.span)


def times(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """How often the present position is remembered."""
    del scope, hint
    written = _name(world, call)
    if written is None:
        return expressions.bad(call.span)
    remember = world.remembers.get(written.text)
    if remember is None:
        known = tuple(world.remembers)
        world.report("RWN006", written.span, kind="remembered position", name=written.text, known=known or None, near=nearest(written.text, known))
        return expressions.bad(call.span)
    with world.quietly():
        last = evaluate(world, expressions.express(world, EMPTY, remember.last))
    type = RangeType(0, last if last is not None and last > 0 else MANY)
    return typed.Builtin(name="times", arguments=(), type=type, span=call.span, remember=written.text)


def can(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """A sibling action first, then an action or a decision of this name elsewhere."""
    del hint
    written = _name(world, call)
    if written is None:
        return expressions.bad(call.span)
    text = written.text
    if text in scope.actions:
        world.use("action", action_key(scope.step, text), call.span)
        return typed.Can(leaf=scope.step, action=text, type=BOOL, span=call.span)
    leaves = [node for node in world.nodes.values() if node.is_decision]
    found = [(node, "") for node in leaves if node.path[-1] == text]
    found = found or [(node, text) for node in leaves if text in node.actions]
    if len(found) == 1:
        node, action = found[0]
        for name in (action,) if action else node.actions:
            world.use("action", action_key(node.path, name), call.span)
        return typed.Can(leaf=node.path, action=action, type=BOOL, span=call.span)
    if found:
        world.report("RWN010", written.span, name=text, types=tuple(" ".join(node.path) for node, _ in found))
    else:
        known = (*scope.actions, *(node.path[-1] for node in leaves))
        world.report("RWN007", written.span, name=text, near=nearest(text, known))
    return expressions.bad(call.span)


def action_key(leaf: tuple[str, ...], action: str) -> str:
    return " ".join((*leaf, action))


def _name(world: World, call: ast.Call) -> ast.Name | None:
    """The bare name that is the only argument."""
    if not arguments.are(world, call, 1):
        return None
    written = call.arguments[0]
    if isinstance(written, ast.Name):
        return written
    if not isinstance(written, ast.Bad):
        world.report("RWN007", written.span, name=" ".join(written.span.text.split()), hint="a name alone stands here")
    return None
