"""Codes: from the values of a stage to its code and back.

A code is the stage's base plus the mixed radix of its digits' positions, the last digit fastest.
"""

from compiler.interpret.nouns.frame import Frame, InternalError
from compiler.ir.actions import ChanceStage, Digit, Stage


def code_of(frame: Frame, stage: Stage | ChanceStage) -> int:
    """The code of the values that the frame's locals have."""
    code = 0
    for digit in stage.digits:
        code = code * digit.size + _position(digit, frame.local(digit.local))
    return stage.base + code


def digit_values(stage: Stage | ChanceStage, code: int) -> dict[str, int] | None:
    """The values of the stage's digits; None for a code that is not the stage's."""
    left = code - stage.base
    if not 0 <= left < stage.size:
        return None
    found: dict[str, int] = {}
    for digit in reversed(stage.digits):
        found[digit.local] = _value(digit, left % digit.size)
        left //= digit.size
    return {digit.local: found[digit.local] for digit in stage.digits}


def locals_of(stage: Stage | ChanceStage) -> tuple[str, ...]:
    """The names a stage binds, in order."""
    return tuple(binder.local for binder in stage.binders)


def _position(digit: Digit, value: int) -> int:
    if digit.values:
        if value in digit.values:
            return digit.values.index(value)
        position = digit.size - 1 if digit.carrier.optional and value == digit.carrier.low else -1
    elif digit.carrier.optional and value == digit.carrier.low:
        position = digit.size - 1
    else:
        position = value - digit.first
    if not 0 <= position < digit.size:
        raise InternalError(f"{digit.local} = {value} has no place among the {digit.size} values of {digit.carrier.name}")
    return position


def _value(digit: Digit, position: int) -> int:
    if digit.values:
        return digit.values[position] if position < len(digit.values) else digit.carrier.low
    if digit.carrier.optional and position == digit.size - 1:
        return digit.carrier.low
    return digit.first + position
