"""Choices at a decision: what is legal, which values a code stands for, and why a code is refused.

Judged in this order: domains and binders' `where`, the stage's conditions, `require` on a trial of the effects, `prefer` against the whole
pool. A frame here has the locals that earlier stages bound, and at a sealed choice the seat.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from typing import TypeAlias

from msgspec import Struct

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import FinishRaised, Frame, InternalError, LeaveRaised
from compiler.interpret.play import statements
from compiler.interpret.play.codes import code_of, digit_values
from compiler.interpret.play.effects import held
from compiler.ir.actions import ActionIR, Decision
from compiler.ir.flow import Decide, Sealed

Key: TypeAlias = tuple[int, ...]


class Asked(Struct, frozen=True):
    """What a waiting node asks for now: a stage of a decision. `action` is the action begun, None before the first stage."""

    decision: Decision
    action: int | None
    stage: int
    frame: Frame


def asked(frame: Frame, node: Decide | Sealed) -> Asked:
    """The decision that waits, with the names bound so far: those of the stages done, or the seat of a sealed choice."""
    decision = frame.program.game.decisions[node.decision]
    if isinstance(node, Sealed):
        return Asked(decision, None, 0, frame.inner({decision.sealed: frame.load("actor")}))
    if "staged" not in frame.program.blocks or frame.load("staged") == 0:
        return Asked(decision, None, 0, frame.inner({}))
    number = frame.load("staged") - 1
    done, values = held(frame, frame.program.game.actions[number].stages)
    return Asked(decision, number, done, frame.inner(values))


def legal(now: Asked) -> list[int]:
    """The codes that may be chosen, ascending."""
    program = now.frame.program
    position = tuple(now.frame.vector[: program.game.layout.kept])
    if position not in program.listed:
        found = _legal(now)
        program.listed.clear()
        program.listed[position] = found
    return program.listed[position]


def _legal(now: Asked) -> list[int]:
    frame, stage = now.frame, now.stage
    free: set[int] = set()
    pool: list[tuple[Key, int]] = []
    for number in offered(now):
        for inner in completions(frame, number, stage):
            code = code_of(inner, _action(frame, number).stages[stage])
            if _action(frame, number).prefer:
                pool.append((_key(inner, number), code))
            else:
                free.add(code)
    best = max((key for key, _ in pool), default=())
    return sorted(free | {code for key, code in pool if key == best})


def merged(now: Asked, most: int, ignored: Collection[int]) -> tuple[int, int, tuple[Frame, Frame]] | None:
    """An action, a code of its only stage and two choices that have this code and different effects, slots `ignored` aside; of the first `most`
    choices of each action. None where there are no two."""
    for number in offered(now):
        action = _action(now.frame, number)
        (stage, *further) = action.stages
        if further or not stage.digits or len(stage.digits) >= len(stage.binders):
            continue
        met: dict[int, Frame] = {}
        for inner in islice(completions(now.frame, number, 0), most):
            code = code_of(inner, stage)
            first = met.setdefault(code, inner)
            if first is inner:
                continue
            one, other = _trial(first, action).vector, _trial(inner, action).vector
            if any(one[slot] != other[slot] and slot not in ignored for slot in range(now.frame.program.game.layout.kept)):
                return number, code, (first, inner)
    return None


def legal_outside(now: Asked) -> list[int]:
    """The codes that may be applied without being anybody's choice, ascending."""
    frame = now.frame.inner({})
    numbers = (number for number in now.decision.actions if _action(frame, number).outside)
    return sorted({code_of(inner, _action(frame, number).stages[0]) for number in numbers for inner in completions(frame, number, 0)})


def offered(now: Asked) -> tuple[int, ...]:
    """The actions that compete: the one begun, else those of the decision, else where none of them is legal the forced ones."""
    if now.action is not None:
        return (now.action,)
    own = _own(now)
    if not now.decision.forced or any(can_act(now.frame, number) for number in own):
        return own
    return now.decision.forced


def anything_legal(now: Asked) -> bool:
    """Whether one of the decision's own actions is legal. (What is preferred does not matter: of any legal choices one is best.)"""
    return any(can_act(now.frame, number) for number in _own(now))


def anything_forced(now: Asked) -> bool:
    return any(can_act(now.frame, number) for number in now.decision.forced)


def can_act(frame: Frame, number: int) -> bool:
    """Whether the action has a legal choice here, from its first stage on."""
    decision = frame.program.game.decisions[_action(frame, number).leaf]
    start = frame.inner({decision.sealed: frame.local(decision.sealed)} if decision.sealed else {})
    return any(True for _ in completions(start, number, 0))


def completions(frame: Frame, number: int, stage: int) -> Iterator[Frame]:
    """A frame with all names bound for each way to go on from this stage that passes all but `prefer`, in walk order."""
    action = _action(frame, number)
    if stage == len(action.stages):
        if _requirement(frame, action) == 0:
            yield frame
        return
    first, binders = frame.program.stages[number, stage]
    if expressions.holds(frame, first):
        for inner in domains.bindings(frame, binders):
            yield from completions(inner, number, stage + 1)


def chosen(frame: Frame, number: int, stage: int, code: int) -> Frame | None:
    """The frame with the values that a code of this stage stands for; None where it stands for nothing in this position."""
    asked_stage = _action(frame, number).stages[stage]
    wanted = digit_values(asked_stage, code)
    if wanted is None:
        return None
    for inner in domains.bindings(frame, asked_stage.binders, wanted):
        if all(expressions.holds(inner, condition.condition) for condition in asked_stage.conditions):
            return inner
    return None


def locate(frame: Frame, code: int) -> tuple[int, int] | None:
    """The action and stage that a code belongs to."""
    for number, action in enumerate(frame.program.game.actions):
        for at, stage in enumerate(action.stages):
            if stage.base <= code < stage.base + stage.size:
                return number, at
    return None


def refusal(now: Asked, code: int) -> int:
    """0 if the code may be applied, else the first rule that forbids it."""
    frame = now.frame
    not_now = frame.program.game.not_now_rule
    found = locate(frame, code)
    if found is None:
        return not_now
    number, stage = found
    action = _action(frame, number)
    not_now = action.not_now or not_now
    if action.outside and number in now.decision.actions:
        return _judged(frame.inner({}), action, stage, code) if not now.decision.sealed else not_now
    if number not in offered(now):
        if number not in now.decision.actions or now.action is not None or stage != 0:
            return not_now
    elif stage != now.stage:
        return not_now
    rule = _judged(frame, action, stage, code)
    if rule or not action.prefer:
        return rule
    return 0 if code in legal(now) else action.prefer_rule


def _judged(frame: Frame, action: ActionIR, stage: int, code: int) -> int:
    """The first rule but `prefer` that forbids the code; of several bindings with this code the best is judged."""
    wanted = digit_values(action.stages[stage], code)
    return _first_rule(frame, action, stage, wanted)


def _first_rule(frame: Frame, action: ActionIR, stage: int, wanted: dict[str, int] | None) -> int:
    if stage == len(action.stages):
        return _requirement(frame, action)
    first = 0
    for inner in domains.bindings(frame, action.stages[stage].binders, wanted):
        failed = (condition.rule for condition in action.stages[stage].conditions if not expressions.holds(inner, condition.condition))
        rule = next(failed, 0) or _first_rule(inner, action, stage + 1, None)
        if rule == 0:
            return 0
        first = first or rule
    return first or action.stages[stage].rule


def _requirement(frame: Frame, action: ActionIR) -> int:
    """The first rule of `require` that fails, 0 if none does."""
    if not action.require:
        return 0
    tried = _trial(frame, action)
    return next((condition.rule for condition in action.require if not expressions.holds(tried, condition.condition)), 0)


def _trial(frame: Frame, action: ActionIR) -> Frame:
    """The position as the action's effects would leave it, with the choice's own names, and the present one as `old`."""
    copy = list(frame.vector)
    with suppress(LeaveRaised, FinishRaised):
        statements.run(Frame(frame.program, copy, dict(frame.locals)), action.do)
    return Frame(frame.program, copy, frame.locals, frame.vector)


def _key(frame: Frame, number: int) -> Key:
    """What `prefer` compares, higher first; values that other actions have and this one lacks count as 0."""
    action = _action(frame, number)
    judged = _trial(frame, action) if action.prefer_trial else frame
    width = max(len(other.prefer) for other in frame.program.game.actions)
    return tuple(expressions.value(judged, expr) for expr in action.prefer) + (0,) * (width - len(action.prefer))


def _own(now: Asked) -> tuple[int, ...]:
    return tuple(number for number in now.decision.actions if not _action(now.frame, number).outside)


def _action(frame: Frame, number: int) -> ActionIR:
    if not 0 <= number < len(frame.program.game.actions):
        raise InternalError(f"no action {number}")
    return frame.program.game.actions[number]
