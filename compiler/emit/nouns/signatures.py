"""Which locals the functions of a choice take: those they use of the names bound before.

In: an action and what its function is for. Out: names of locals of the IR, in the order in which they are bound.
"""

from compiler.emit.nouns.survey import Survey
from compiler.ir.actions import ActionIR, ChanceStage, Stage


def locals_of(stage: Stage | ChanceStage) -> tuple[str, ...]:
    """The names a stage binds, in order."""
    return tuple(binder.local for binder in stage.binders)


def earlier(action: ActionIR, stage: int) -> tuple[str, ...]:
    """The names bound before a stage."""
    return tuple(name for done in action.stages[:stage] for name in locals_of(done))


def seat_of(survey: Survey, action: ActionIR) -> tuple[str, ...]:
    """The parameter for the seat of a sealed choice, if there is one."""
    sealed = survey.game.decisions[action.leaf].sealed
    return (sealed,) if sealed else ()


def parameters(survey: Survey, number: int, kind: str, stage: int) -> tuple[str, ...]:
    """The locals that one of an action's functions takes: those it uses of the names bound before."""
    action = survey.game.actions[number]
    whole_choice: tuple[object, ...] = (action.require, action.prefer if kind in ("legal", "weigh") else ())
    if tried(survey, action, kind):
        whole_choice += (action.do,)
    later = action.stages[stage:]
    asked = tuple((one.binders, tuple(condition.condition for condition in one.conditions)) for one in later)
    used = set(survey.free(action.do if kind == "do" else (asked, whole_choice)))
    if kind != "do" and later:
        used |= {digit.local for digit in later[0].digits}
    return tuple(local for local in (*seat_of(survey, action), *earlier(action, stage)) if local in used)


def tried(survey: Survey, action: ActionIR, kind: str) -> bool:
    """Whether judging a whole choice takes a trial of its effects."""
    return bool(action.require) or (kind in ("legal", "weigh") and action.prefer_trial)
