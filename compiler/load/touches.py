"""What overlays have done where, and which of their edits cannot both be carried out."""

from collections.abc import Iterable

from msgspec import Struct

from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.load.paths import Concrete, shown
from compiler.source import Span


class Touch(Struct, frozen=True):
    """What an overlay has done at a path; a list that only grew stays open for others to grow, a text of which parts were edited for other parts."""

    variant: str
    path: Concrete
    span: Span
    grew: bool = False
    replaced: bool = False
    """set or removed, with all that was below it"""
    removed: bool = False
    part: bool = False
    """what stands there was edited in parts: whether they meet is seen when it is parsed"""


def collides(name: str, new: tuple[Touch, ...], earlier: Iterable[Touch], own: list[Touch], problems: Problems) -> bool:
    """Whether an edit meets another overlay's, or one of its own file that does away with its target."""
    for touch in new:
        for other in earlier:
            if _meet(touch, other):
                both(name, other.variant, touch, other, problems)
                return True
        for other in own:
            if touch.path == other.path and not (touch.grew and other.grew) and not (touch.part and other.part):
                both(name, name, touch, other, problems)
                return True
            if any(above.replaced and below.path[: len(above.path)] == above.path for above, below in ((touch, other), (other, touch))):
                both(name, name, touch, other, problems)
                return True
    return False


def both(name: str, other_name: str, touch: Touch, other: Touch, problems: Problems) -> None:
    path = shown(touch.path if len(touch.path) >= len(other.path) else other.path)
    facts: dict[str, Fact] = {"variant": name, "other": other_name, "path": path, "first": other.span}
    problems.add(Problem(code="RWL034", span=touch.span, facts=facts))


def _meet(one: Touch, other: Touch) -> bool:
    """Edits at, above or below each other; what only grew a list leaves its other items alone."""
    if one.grew and other.grew or one.part and other.part:
        return False
    short, long = (one, other) if len(one.path) <= len(other.path) else (other, one)
    if long.path[: len(short.path)] != short.path:
        return False
    return not short.grew or long.path == short.path
