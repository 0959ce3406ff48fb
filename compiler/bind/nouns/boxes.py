"""What a condition asks of single names: the stretches of values that each may have.

    intervals(`a == 3 and 1 <= b < 5`)      # {a: ((3, 3),), b: ((1, 4),)}
    intervals(`a in (1, 2, 7)`)             # {a: ((1, 2), (7, 7))}
    intervals(`a + b == 3`)                 # None: it says more than that

Names that it does not ask for may have any value; `none` is `NO_VALUE`, as everywhere among constants.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from compiler.bind.nouns import typed as t

Stretch: TypeAlias = tuple[int, int]
"""Least and greatest value."""

Box: TypeAlias = Mapping[int, tuple[Stretch, ...]]
"""By a local's number, its stretches, ascending and apart."""

_FAR: Final = 2**63

_MIRRORED: Final = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def intervals(condition: t.Expr) -> Box | None:
    """The box of a condition that is nothing but such questions joined by `and`; None for any other."""
    found: dict[int, tuple[Stretch, ...]] = {}
    for item in _items(condition):
        asked = _asked(item)
        if asked is None:
            return None
        number, stretches = asked
        found[number] = _met(found[number], stretches) if number in found else stretches
    return found


def _items(condition: t.Expr) -> Iterable[t.Expr]:
    if isinstance(condition, t.Logic) and condition.operator == "and":
        for item in condition.items:
            yield from _items(item)
    else:
        yield condition


def _asked(item: t.Expr) -> tuple[int, tuple[Stretch, ...]] | None:
    match item:
        case t.Compare(operator=operator, left=t.LocalRef(local=local), right=t.Const(value=value)) if operator in _MIRRORED:
            return local.number, _compared(operator, value)
        case t.Compare(operator=operator, left=t.Const(value=value), right=t.LocalRef(local=local)) if operator in _MIRRORED:
            return local.number, _compared(_MIRRORED[operator], value)
        case t.In(item=t.LocalRef(local=local), domain=t.Numbers(low=t.Const(value=low), high=t.Const(value=high))):
            return local.number, ((low, high),) if low <= high else ()
        case t.In(item=t.LocalRef(local=local), domain=t.Listed(items=items)):
            values = [each.value for each in items if isinstance(each, t.Const)]
            return (local.number, _joined(values)) if len(values) == len(items) else None
        case _:
            return None


def _compared(operator: str, value: int) -> tuple[Stretch, ...]:
    match operator:
        case "==":
            return ((value, value),)
        case "<":
            return ((-_FAR, value - 1),)
        case "<=":
            return ((-_FAR, value),)
        case ">":
            return ((value + 1, _FAR),)
        case _:
            return ((value, _FAR),)


def _joined(values: list[int]) -> tuple[Stretch, ...]:
    found: list[Stretch] = []
    for value in sorted(set(values)):
        if found and found[-1][1] + 1 == value:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return tuple(found)


def _met(one: tuple[Stretch, ...], other: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    pairs = ((max(a[0], b[0]), min(a[1], b[1])) for a in one for b in other)
    return tuple((low, high) for low, high in pairs if low <= high)
