"""Codes in an emitted function: from the values of a stage to its code, and back.

    code_text(f, stage)                          "6 + 4 * q + d"
    decode(f, stage, "action", {"q", "d"})       q: int = (action - 6) // 4, d: int = (action - 6) % 4
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from compiler.emit.expressions.domains import open_domain
from compiler.emit.expressions.expressions import spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.signatures import locals_of
from compiler.ir import exprs as x
from compiler.ir.actions import ChanceStage, Digit, Stage
from compiler.ir.simplify import conjunction

MOST_APART: Final = 64
"""Values that lie further apart than this, on the average, have no table of their places."""


def code_text(f: Body, stage: Stage | ChanceStage) -> str:
    """The code of the values that the stage's locals have here."""
    text = ""
    for digit in stage.digits:
        position, loose = _position(f, digit, f.env[digit.local])
        if not text:
            text, tight = position, not loose
        elif digit.size == 1:
            continue
        else:
            text = f"{digit.size} * {text if tight else f'({text})'} + {f'({position})' if loose else position}"
            tight = False
    if not text or stage.size == 1:
        return str(stage.base)
    return f"{stage.base} + {text}" if stage.base else text


def _position(f: Body, digit: Digit, value: str) -> tuple[str, bool]:
    """The place of a value among those of its digit, and whether it needs brackets."""
    if digit.values:
        first = digit.values[0]
        if digit.values == tuple(range(first, first + len(digit.values))) and not digit.carrier.optional:
            return _minus(value, first)
        low, high = min(digit.values), max(digit.values)
        if high - low > MOST_APART * len(digit.values):
            rest = "".join(f"{place} if {value} == {one} else " for place, one in enumerate(digit.values[:-1]))
            none = f"{digit.size - 1} if {value} == {digit.carrier.low} else " if digit.carrier.optional and digit.carrier.low not in digit.values else ""
            return f"{none}{rest}{len(digit.values) - 1}", True
        places = [0] * (high - low + 1)
        for place, one in reversed(list(enumerate(digit.values))):
            places[one - low] = place
        table = f.plan.table(tuple(places), f"{digit.local}_place")
        text = f"{table}[{value if not low else f'{value} - {low}' if low > 0 else f'{value} + {-low}'}]"
        if digit.carrier.optional and digit.carrier.low not in digit.values:
            return f"{digit.size - 1} if {value} == {digit.carrier.low} else {text}", True
        return text, False
    if digit.carrier.optional:
        return f"{digit.size - 1} if {value} == {digit.carrier.low} else {_minus(value, digit.first)[0]}", True
    return _minus(value, digit.first)


def _minus(value: str, low: int) -> tuple[str, bool]:
    if low == 0:
        return value, False
    return (f"{value} - {low}" if low > 0 else f"{value} + {-low}"), True


def decode(f: Body, stage: Stage | ChanceStage, code: str, wanted: AbstractSet[str]) -> None:
    """Binds the digits that are wanted to the values a code stands for."""
    rest = code if stage.base == 0 else f"({code} - {stage.base})"
    stride = stage.size
    for at, digit in enumerate(stage.digits):
        stride //= digit.size
        if digit.local not in wanted:
            continue
        place = rest if stride == 1 else f"{rest} // {stride}"
        if at and digit.size > 1:
            place = f"{place} % {digit.size}"
        if digit.size == 1:
            place = "0"
        f.let(digit.local, value_text(f, digit, place))


def value_text(f: Body, digit: Digit, place: str) -> str:
    """The value at a place among those of its digit."""
    if place.startswith("(") and place.endswith(")"):
        place = place[1:-1]
    if digit.values:
        first = digit.values[0]
        if digit.values == tuple(range(first, first + digit.size)):
            return place if first == 0 else f"{place} {'+' if first > 0 else '-'} {abs(first)}"
        values = digit.values if len(digit.values) == digit.size else (*digit.values, digit.carrier.low)
        return f"{f.plan.table(values, f'{digit.local}_value')}[{place}]"
    if digit.carrier.optional:
        table = f.plan.table((*range(digit.first, digit.first + digit.size - 1), digit.carrier.low), f"{digit.local}_or_none")
        return f"{table}[{place}]"
    low = digit.carrier.low
    return place if low == 0 else f"{place} {'+' if low > 0 else '-'} {abs(low)}"


def complete(f: Body, stage: Stage | ChanceStage, conditions: tuple[x.Cond, ...], wanted: AbstractSet[str], subject: object) -> None:
    """Binds what no digit says of the names that are wanted: the first values that pass, given the digits (which are bound already).

    Where each follows from the digits at once it is written here, else a function finds it and leaves it in scratch.
    """
    digits = {digit.local for digit in stage.digits}
    needed = _needed(f, stage, digits, wanted)
    if not needed:
        return
    others = [binder for binder in stage.binders if binder.local not in digits]
    if all(isinstance(binder.domain, x.One) for binder in others):
        for binder in others:
            if binder.local in needed and isinstance(binder.domain, x.One):
                f.let(binder.local, spell(f, binder.domain.value))
        return
    found = f.plan.region(f"chosen_{subject}", len(stage.binders), "what a code stands for beyond its digits")
    given = [*f.plan.survey.free((stage.binders, conditions)), *(name for name in locals_of(stage) if name in digits)]
    given = list(dict.fromkeys(name for name in given if name in f.env))
    name = f.plan.want("complete", (stage, conditions, found, tuple(given)), f"find_{f.topic}", f.section, f.name)
    f.add(f"{name}({', '.join(['s', *(f.env[local] for local in given)])})")
    for at, binder in enumerate(stage.binders):
        if binder.local in needed:
            f.let(binder.local, f"s[{found} + {at}]")


def _needed(f: Body, stage: Stage | ChanceStage, digits: AbstractSet[str], wanted: AbstractSet[str]) -> set[str]:
    """The names to be found: those wanted, and those that their domains use."""
    needed = {name for name in wanted if name not in digits and name in locals_of(stage)}
    for binder in reversed(stage.binders):
        if binder.local in needed:
            needed.update(name for name in f.plan.survey.free(binder.domain) if name in locals_of(stage) and name not in digits)
    return needed


def write_complete(f: Body, stage: Stage | ChanceStage, conditions: tuple[x.Cond, ...], found: str) -> None:
    """Writes the first values that pass, given the digits, into scratch."""
    digits = {digit.local for digit in stage.digits}
    names = list(locals_of(stage))
    with f.scope():
        for at, binder in enumerate(stage.binders):
            if binder.local not in digits:
                open_domain(f, binder)
            asked = [condition for condition in (binder.where, *_due(f, conditions, names, at)) if condition is not None]
            open_points = [condition for condition in asked if any(name in names and name not in digits for name in f.plan.survey.free(condition))]
            if open_points:
                f.open(f"if {test(f, conjunction(tuple(open_points)))}:")
        for at, binder in enumerate(stage.binders):
            f.add(f"s[{found} + {at}] = {f.env[binder.local]}")
        f.add("return")


def _due(f: Body, conditions: tuple[x.Cond, ...], names: list[str], at: int) -> list[x.Cond]:
    """The conditions whose last name is bound by this binder."""
    return [condition for condition in conditions if last_name(f, condition, names) == at]


def last_name(f: Body, condition: x.Cond | x.Expr, names: Sequence[str]) -> int:
    """The place of the last of these names that a condition or value uses, -1 for none."""
    return max((names.index(name) for name in f.plan.survey.free(condition) if name in names), default=-1)
