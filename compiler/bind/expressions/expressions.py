"""Parsed expressions to typed ones: `express` gives every expression a finite type, `fit` asks whether it suits its place.

    express(world, scope, `spot[herd] != none and x[spot[herd]] > 0`)
    fit(world, expr, SiteType("field"), "argument 2 of `fits`")

An expectation (`hint`) is the type of the other side, the argument, the index, the assigned variable or the branch: bare names of values
are looked up in it first. What has a problem becomes `BadExpr`, and nothing more is said about it.
"""

from compiler.bind.expressions import calls, facts, names, operators, quantifiers, references
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import LARGEST, NO_VALUE, BadType, NoneType, OptionalType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BAD, BOOL, NONE, PLAYER, TEXT, bare, fits, join, meet, show
from compiler.bind.types.values import described
from compiler.parse import ast
from compiler.source import Span


def express(world: World, scope: Scope, expr: ast.Expr, hint: Type | None = None) -> typed.Expr:
    """The typed expression, as narrow as the facts of the scope allow."""
    return facts.apply(scope.facts, _express(world, scope, expr, hint))


def express_as(world: World, scope: Scope, expr: ast.Expr, target: Type, context: str, narrows: bool = False) -> typed.Expr:
    """The expression where this type is needed; `context` names the place (`argument 2 of `best``)."""
    return fit(world, express(world, scope, expr, target), target, context, narrows=narrows)


def condition(world: World, scope: Scope, expr: ast.Expr, context: str) -> typed.Expr:
    found = express(world, scope, expr, BOOL)
    if isinstance(found.type, (BadType, type(BOOL))):
        return found
    hint = "ask `… != none`" if isinstance(found.type, (OptionalType, NoneType)) else None
    if isinstance(found.type, RangeType):
        hint = "compare it, as in `… > 0`"
    world.report("RWT014", expr.span, context=context, found=described(found.type), hint=hint)
    return bad(expr.span)


def fit(world: World, expr: typed.Expr, target: Type, context: str, narrows: bool = False) -> typed.Expr:
    """The expression itself when it fits; with `narrows` a check when it may; else a problem."""
    if fits(expr.type, target):
        return expr
    common = meet(expr.type, target)
    expected = show(target)
    if common is None or (common == NONE and not isinstance(expr.type, NoneType)):
        code = "RWT032" if isinstance(bare(expr.type), RangeType) and isinstance(bare(target), RangeType) else "RWT001"
        world.report(code, expr.span, context=context, expected=expected, found=show(expr.type))
        return bad(expr.span)
    if narrows:
        return typed.Narrow(operand=expr, type=common, said=False, span=expr.span)
    text = " ".join(expr.span.text.split())
    sure = {"replacement": f"sure({text})"} if len(text) < 60 else {}
    if isinstance(expr.type, OptionalType) and not isinstance(target, OptionalType):
        world.report("RWT002", expr.span, text=text, found=show(expr.type), expected=expected, context=context, **sure)
    else:
        world.report("RWT003", expr.span, text=text, found=show(expr.type), expected=expected, context=context, **sure)
    return typed.Narrow(operand=expr, type=common, said=False, span=expr.span)


def bad(span: Span) -> typed.BadExpr:
    return typed.BadExpr(type=BAD, span=span)


def sure(world: World, scope: Scope, call: ast.Call, hint: Type | None) -> typed.Expr:
    """`sure(e)` promises the type that is expected; where nothing is, that `e` is not none."""
    if len(call.arguments) != 1:
        world.report("RWT008", call.span, name="sure", expected="one value", found=str(len(call.arguments)), form="sure(e)")
        return bad(call.span)
    inner = express(world, scope, call.arguments[0], hint)
    if isinstance(inner, typed.BadExpr):
        return inner
    promised = hint if hint is not None else bare(inner.type)
    common = meet(inner.type, promised)
    if common is None or common == NONE:
        world.report("RWT001", call.span, context="what is expected here", expected=show(promised), found=show(inner.type))
        return bad(call.span)
    if common == inner.type:
        world.report("RWT039", call.span, text=" ".join(call.arguments[0].span.text.split()), found=show(inner.type))
        return inner
    return typed.Narrow(operand=inner, type=common, said=True, span=call.span)


def needs_hint(world: World, scope: Scope, expr: ast.Expr) -> bool:
    """Is this only a name (or several) of values, whose type the other side has to tell?"""
    match expr:
        case ast.Name(text=text):
            return text not in scope.names and text not in world.globals
        case ast.IfElse(value=value, other=other):
            sides = [side for side in (value, other) if not isinstance(side, ast.Nothing)]
            return all(needs_hint(world, scope, side) for side in sides)
        case ast.SetOf(items=items):
            return all(needs_hint(world, scope, item) or isinstance(item, ast.Nothing) for item in items)
        case ast.Number():
            return world.seats_by_number
        case _:
            return False


def _express(world: World, scope: Scope, expr: ast.Expr, hint: Type | None) -> typed.Expr:
    match expr:
        case ast.Number(value=value):
            if value > LARGEST:
                world.report("RWT006", expr.span, found=str(value))
                return bad(expr.span)
            if world.seats_by_number and hint in (PLAYER, OptionalType(PLAYER)) and value < world.players_high:
                return typed.Const(value=value, type=PLAYER, span=expr.span)
            return typed.Const(value=value, type=RangeType(value, value), span=expr.span)
        case ast.Truth(value=truth):
            return typed.Const(value=int(truth), type=BOOL, span=expr.span)
        case ast.Nothing():
            return typed.Const(value=NO_VALUE, type=NONE, span=expr.span)
        case ast.Text(value=text):
            return typed.TextConst(value=text, type=TEXT, span=expr.span)
        case ast.Name():
            return names.named(world, scope, expr, hint)
        case ast.Call(name=ast.Ident(text="sure")):
            return sure(world, scope, expr, hint)
        case ast.Call():
            found = calls.call(world, scope, expr, hint)
            return _value(world, expr, found)
        case ast.Field():
            return references.field(world, scope, expr)
        case ast.Index():
            return references.index(world, scope, expr)
        case ast.SetOf() | ast.Range():
            kind = "a list" if isinstance(expr, ast.SetOf) else "a range"
            world.report("RWN018", expr.span, name=expr.span.text, kind=kind, hint="ask `… in " + expr.span.text + "`")
            return bad(expr.span)
        case ast.Unary() | ast.Binary() | ast.Logic() | ast.Compare():
            return operators.operation(world, scope, expr)
        case ast.IfElse():
            return _if_else(world, scope, expr, hint)
        case ast.Search() | ast.Fold() | ast.FoldValues() | ast.Largest():
            return quantifiers.quantifier(world, scope, expr, hint)
        case ast.Bad():
            return bad(expr.span)


def _value(world: World, expr: ast.Call, found: typed.Expr | typed.Domain) -> typed.Expr:
    if isinstance(found, (typed.Whole, typed.Numbers, typed.Listed, typed.InZone, typed.OptionalValue, typed.Walked)):
        if not isinstance(found.element, BadType):
            text = expr.span.text
            world.report("RWN018", expr.span, name=text, kind="a list", hint=f"walk it, as in `any(x in {text} where …)`")
        return bad(expr.span)
    return found


def _if_else(world: World, scope: Scope, expr: ast.IfElse, hint: Type | None) -> typed.Expr:
    asked = condition(world, scope, expr.condition, "what `if` asks")
    then_scope = scope.with_facts(facts.learn(scope.facts, asked))
    else_scope = scope.with_facts(facts.learn(scope.facts, asked, holds=False))
    if hint is None and needs_hint(world, scope, expr.value):
        other = express(world, else_scope, expr.other)
        value = express(world, then_scope, expr.value, other.type if not isinstance(other.type, NoneType) else None)
    else:
        value = express(world, then_scope, expr.value, hint)
        other = express(world, else_scope, expr.other, hint or (value.type if not isinstance(value.type, NoneType) else None))
    type = join(value.type, other.type)
    if type is None:
        world.report("RWT005", expr.span, left=show(value.type), right=show(other.type))
        return bad(expr.span)
    return typed.IfElse(condition=asked, value=value, other=other, type=type, span=expr.span)
