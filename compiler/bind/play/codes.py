"""How many codes a choice takes."""

from compiler.bind.expressions.evaluate import evaluate
from compiler.bind.nouns import typed
from compiler.bind.nouns.world import World
from compiler.bind.types.sizes import size_of


def carrier(world: World, binder: typed.Binder) -> int:
    """How many positions a chosen name has in a code: its constant domain's, or else its whole type's; 1 for an optional value."""
    match binder.domain:
        case typed.OptionalValue():
            return 1
        case typed.Listed(items=items) if all(evaluate(world, item) is not None for item in items):
            return len(items)
        case _:
            return max(1, size_of(world, binder.domain.element))
