"""Texts with holes, as `say` shows them: whatever stands in a hole may be any value, even a text."""

from compiler.bind.expressions import expressions
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.world import World
from compiler.parse import ast


def pattern(world: World, scope: Scope, written: ast.Pattern) -> typed.Pattern:
    parts = tuple(part if isinstance(part, str) else expressions.express(world, scope, part) for part in written.parts)
    return typed.Pattern(parts=parts, span=written.span)
