"""A name with brackets in an expression: a definition, a table that gives a value, or a builtin.

Whatever is called, its arguments are asked for what its parameters are, and their number is checked in one place.
"""

from compiler.bind.expressions import expressions
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.types import Type
from compiler.bind.nouns.world import Header, World
from compiler.bind.types.lattice import BAD, show
from compiler.diagnostics import nearest
from compiler.parse import ast


def call(world: World, scope: Scope, expr: ast.Call, hint: Type | None) -> typed.Expr | typed.Domain:
    """A builtin may give something to walk instead of a value."""
    name = expr.name.text
    if name in world.defines:
        header = world.defines[name]
        world.use("define", name, expr.span)
        arguments = take(world, scope, header, expr.arguments, expr)
        if arguments is None:
            return expressions.bad(expr.span)
        result = header.result if header.result is not None else BAD
        return typed.Call(name=name, kind="define", arguments=arguments, type=result, span=expr.span)
    if name in world.tables:
        header = world.tables[name]
        world.use("table", name, expr.span)
        arguments = take(world, scope, header, expr.arguments, expr)
        if arguments is None or header.result is None:
            return expressions.bad(expr.span)
        return typed.Call(name=name, kind="table", arguments=(), type=header.result, span=expr.span)
    if name in world.builtins:
        return world.builtins[name].rule(world, scope, expr, hint)
    for argument in expr.arguments:
        with world.quietly():
            expressions.express(world, scope, argument)
    _unknown(world, scope, expr)
    return expressions.bad(expr.span)


def take(
    world: World, scope: Scope, header: Header, given: tuple[ast.Expr, ...], at: ast.Call | ast.Ident | ast.Do
) -> tuple[typed.Expr, ...] | None:
    """The arguments, one for each parameter; None, reported, when their number is wrong."""
    if len(given) != len(header.parameters):
        expected = counted(len(header.parameters), "argument")
        world.report(
            "RWT008", at.span, name=header.name, expected=expected, found=str(len(given)), declared=header.span, form=form(header)
        )
        return None
    several = len(given) > 1
    return tuple(
        expressions.express_as(
            world, scope, argument, parameter.type, f"argument {number} of `{header.name}`" if several else f"the argument of `{header.name}`"
        )
        for number, (argument, parameter) in enumerate(zip(given, header.parameters, strict=True), 1)
    )


def form(header: Header) -> str:
    """How it is called, with its types."""
    inside = ", ".join(f"{show(parameter.type)} {parameter.name}" for parameter in header.parameters)
    result = f" -> {show(header.result)}" if header.result is not None else ""
    return f"`{header.name}({inside})`{result}" if not result else f"`{header.name}({inside}){result}`"


def counted(count: int, what: str) -> str:
    return f"no {what}" if count == 0 else f"one {what}" if count == 1 else f"{count} {what}s"


def _unknown(world: World, scope: Scope, expr: ast.Call) -> None:
    name, span = expr.name.text, expr.name.span
    if name in world.effects:
        world.report("RWN020", span, name=name)
    elif name in scope.names or name in world.globals:
        kind = world.globals[name].kind if name in world.globals else "a local name"
        world.report("RWN017", span, name=name, kind=kind)
    elif name in ("shuffle", "roll", "draw"):
        world.report("RWN022", span, name=name)
    else:
        near = nearest(name, [*world.defines, *world.tables, *world.builtins])
        world.report("RWN002", span, name=name, near=near)
