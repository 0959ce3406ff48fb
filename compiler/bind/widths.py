"""How many codes a choice takes."""

from compiler.bind import typed
from compiler.bind.evaluate import evaluate
from compiler.bind.sizes import size_of
from compiler.bind.world import World


def carrier(world: World, binder: typed.Binder) -> int:
    """How many positions a chosen name has in a code: its constant domain's, or else its whole type's; 1 for an optional value."""
    match binder.domain:
        case typed.OptionalValue():
            return 1
        case typed.Listed(items=items) if all(evaluate(world, item) is not None for item in items):
            return len(items)
        case _:
            return max(1, size_of(world, binder.domain.element))
