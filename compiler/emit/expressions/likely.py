"""Searches that begin where they found something last: scratch keeps the value, and it is asked before all others.

What a search finds does not depend on it (any value that serves will do), only how soon. A slot each for even and odd decisions, as players mostly
take turns, or for each value of the function's one parameter.
"""

from typing import Final

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.survey import looks_back
from compiler.ir import exprs as x
from compiler.ir.walk import walk

FEWEST: Final = 8
"""A walk of fewer values is not worth it."""

MOST: Final = 16
"""Values of a parameter that have a slot each."""


def likely(f: Body, binder: x.Binder, asked: object) -> str:
    """The text of the slot for the first binder of a search, whatever else is `asked`; empty where it has to begin at the first value."""
    match binder.domain:
        case x.Numbers(x.Const(low), x.Const(high)) if high - low >= FEWEST - 1 and binder.keep is None:
            pass
        case _:
            return ""
    if not _is_long(asked) or looks_back(asked) or f.plan.survey.can_fault(asked):
        return ""
    if len(f.parameters) == 1:
        return f"{_slots(f, 2)} + (s[{f.plan.slot('decisions')}] & 1)"
    for function in f.plan.game.functions:
        if f.plan.function(function.name) == f.name and len(function.parameters) == 1:
            (parameter,) = function.parameters
            if parameter.low == 0 and parameter.high < MOST:
                return f"{_slots(f, parameter.high + 1)} + {f.env[parameter.name]}"
    return ""


def _is_long(asked: object) -> bool:
    """Whether a value takes more than a look at a slot or two."""
    parts = list(walk(asked))
    return sum(isinstance(part, x.Binder) for part in parts) > 1 or any(isinstance(part, x.Call | x.CanAct | x.GraphValue) for part in parts)


def _slots(f: Body, number: int) -> str:
    return f.plan.region(f"likely_{f.name}", number, f"where {f.name} found something last, counted from its first value")


def begin_there(f: Body, binder: x.Binder, slot: str) -> None:
    """Binds the name to the value kept; whatever stands in scratch, it is one of the walk."""
    low, size = _range(binder)
    kept = f.fresh("kept")
    f.assign(kept, f"s[{slot}]")
    f.open(f"if 0 <= {kept} < {size}:")
    f.let(binder.local, kept + (f" + {low}" if low > 0 else f" - {-low}" if low < 0 else ""))


def keep(f: Body, binder: x.Binder, slot: str) -> None:
    """Keeps the value that the name has."""
    low, _ = _range(binder)
    f.add(f"s[{slot}] = {f.env[binder.local]}" + (f" - {low}" if low > 0 else f" + {-low}" if low < 0 else ""))


def _range(binder: x.Binder) -> tuple[int, int]:
    """The first value of the walk, and how many there are."""
    match binder.domain:
        case x.Numbers(x.Const(low), x.Const(high)):
            return low, high - low + 1
        case _:
            raise AssertionError("only ranges have a likely value")
