"""A second copy of an expression beside the first: its own names give way, since a function binds each name once.

    renamed(`any(d in directions(board) where …)`, fresh)      ->      the same over `d_2`
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir.walk import transform, walk

Part = TypeVar("Part")


def renamed(part: Part, fresh: Callable[[str], str]) -> Part:
    """The part with a fresh name for each that it binds."""
    names = {each.local: fresh(each.local) for each in walk(part) if isinstance(each, x.Binder)}
    if not names:
        return part

    def change(each: Any) -> Any:
        match each:
            case x.Local(name) if name in names:
                return x.Local(names[name])
            case x.Binder(local=name):
                return replace(each, local=names[name])
            case _:
                return each

    changed: Part = transform(part, change)
    return changed
