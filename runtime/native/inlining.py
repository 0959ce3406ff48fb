"""Which functions are put into their callers: the small ones, and those called from one place.

LLVM's own inliner decides as well, but comes with a pipeline that costs three times as much as the one in `machine` for the same speed of play.
In: how long each function is and whom it calls. Out: the names to inline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

# In lines of IR with everything inlined that will be.
SMALL: Final = 400
CALLED_ONCE: Final = 500


def inlined(lengths: Mapping[str, int], calls: Mapping[str, Sequence[str]], entries: Sequence[str]) -> frozenset[str]:
    """The functions worth inlining; `calls` lists each call of a function, callees written before or after it, without cycles."""
    sites = Counter(entries)
    for callees in calls.values():
        sites.update(callees)
    grown: dict[str, int] = {}
    chosen: set[str] = set()

    def visit(name: str) -> int:
        if name not in grown:
            grown[name] = lengths[name] + sum(map(arriving, calls[name]))
            if grown[name] <= SMALL or (sites[name] == 1 and grown[name] <= CALLED_ONCE):
                chosen.add(name)
        return grown[name]

    def arriving(callee: str) -> int:
        size = visit(callee)
        return size if callee in chosen else 0

    for name in lengths:
        visit(name)
    return frozenset(chosen)
