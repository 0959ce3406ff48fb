"""Who writes which function: for each kind of want the locals it takes and the writer of its lines."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from compiler.emit.builtins import flooding, graphs
from compiler.emit.expressions import quantifiers
from compiler.emit.nouns.body import Body, Trial
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import parameters
from compiler.emit.nouns.survey import MARK
from compiler.emit.play import chance, choices, codes, contract, interrupts, observations, refusals, results, statements, steps, trials
from compiler.emit.play import sealed as sealing
from compiler.emit.things import memories, planes, zones

Locals: TypeAlias = Callable[[Plan, Any], tuple[str, ...]]
Writer: TypeAlias = Callable[[Want, Body], Function]


def write(plan: Plan, want: Want) -> Function:
    """The function that is wanted."""
    locals, writer = WRITERS[want.kind]
    topic = want.name
    trial: Trial = ""
    if want.kind in ("search", "fold", "before", "member"):
        topic = _topic(want)
        trial = want.subject[1]
    f = Body.of(plan, want.name, section=want.section, topic=topic, locals=locals(plan, want.subject), trial=trial)
    return writer(want, f)


def _topic(want: Want) -> str:
    """Helpers of a helper are called after the same function."""
    return want.name.rpartition("_of_")[2] or want.name


def _none(plan: Plan, subject: Any) -> tuple[str, ...]:
    return ()


def _free(plan: Plan, subject: Any) -> tuple[str, ...]:
    return plan.survey.free(subject[0])


def _free_before(plan: Plan, subject: Any) -> tuple[str, ...]:
    return tuple(local for local in plan.survey.free(subject[0]) if local != MARK)


def _choice(kind: str) -> Locals:
    return lambda plan, subject: parameters(plan.survey, subject[0], kind, subject[1])


def _do(plan: Plan, subject: Any) -> tuple[str, ...]:
    return parameters(plan.survey, subject[0], "do", len(plan.game.actions[subject[0]].stages))


def _why(plan: Plan, subject: Any) -> tuple[str, ...]:
    number, stage, given = subject
    return refusals.why_parameters(plan, number, stage, given)


def _weigh_code(plan: Plan, subject: Any) -> tuple[str, ...]:
    number, stage = subject
    return refusals.why_parameters(plan, number, stage, True)


def _require(plan: Plan, subject: Any) -> tuple[str, ...]:
    return parameters(plan.survey, subject[0], "allows", subject[1])


def _procedure(plan: Plan, subject: Any) -> tuple[str, ...]:
    return tuple(parameter.name for parameter in plan.survey.procedures[subject[0]].parameters)


def _drawn(plan: Plan, subject: Any) -> tuple[str, ...]:
    return chance.used_before(plan, plan.game.chances[subject[0]], subject[1])


def _drawn_do(plan: Plan, subject: Any) -> tuple[str, ...]:
    return chance.used_in_do(plan, plan.game.chances[subject])


def _complete(plan: Plan, subject: Any) -> tuple[str, ...]:
    return tuple(subject[3])


def _write_complete(want: Want, f: Body) -> Function:
    stage, conditions, found, _ = want.subject
    codes.write_complete(f, stage, conditions, found)
    return f.function(result="None", about=("What a code stands for beyond its digits: the first values that pass.",))


def _rank(plan: Plan, subject: Any) -> tuple[str, ...]:
    return results.key_parameters(plan.game.result.rank[subject]) if plan.game.result is not None else ()


def _seat(plan: Plan, subject: Any) -> tuple[str, ...]:
    return ("p",)


def _sealed_seat(plan: Plan, subject: Any) -> tuple[str, ...]:
    decision = plan.game.decisions[subject]
    return (decision.sealed,) if decision.sealed in plan.survey.free(decision.otherwise or ()) else ()


def _write_trial_procedure(want: Want, f: Body) -> Function:
    _, noting = want.subject
    f.trial, f.noting = ("journal" if noting else "copy"), noting
    return statements.write_procedure(want, f)


WRITERS: Final[dict[str, tuple[Locals, Writer]]] = {
    "search": (_free, quantifiers.write_helper),
    "fold": (_free, quantifiers.write_helper),
    "member": (_free, quantifiers.write_member),
    "before": (_free_before, quantifiers.write_before),
    "trial procedure": (_procedure, _write_trial_procedure),
    "zone size": (_none, zones.write_size),
    "zone item": (_none, zones.write_item),
    "alike before": (_none, zones.write_first_of_kind),
    "move by number": (_none, zones.write_move_by_number),
    "move": (_none, zones.write_move),
    "take": (_none, zones.write_take),
    "swap": (_none, zones.write_swap),
    "exists": (_none, graphs.write_exists),
    "groups": (_none, flooding.write_groups),
    "group": (_none, flooding.write_group),
    "size": (_none, flooding.write_size),
    "total": (_none, flooding.write_total),
    "connected": (_none, flooding.write_connected),
    "flood": (_none, flooding.write_flood),
    "some": (_none, flooding.write_some),
    "linked": (_none, graphs.write_linked),
    "distance": (_none, graphs.write_distance),
    "longest": (_none, graphs.write_longest),
    "next node": (_none, graphs.write_next_node),
    "unmet": (_none, graphs.write_unmet),
    "met": (_none, graphs.write_met),
    "key": (_none, memories.write_key),
    "times": (_none, memories.write_times),
    "trial key": (_none, memories.write_trial_key),
    "prepare": (_none, memories.write_prepare),
    "maybe": (_none, memories.write_maybe),
    "record": (_none, memories.write_record),
    "places": (_none, planes.write_places),
    "cell": (_none, planes.write_cell),
    "lay": (_none, planes.write_lay),
    "legal": (_choice("legal"), choices.write_legal),
    "can": (_choice("can"), choices.write_can),
    "allows": (_choice("allows"), trials.write_allows),
    "weigh": (_choice("weigh"), trials.write_weigh),
    "do": (_do, trials.write_do),
    "complete": (_complete, _write_complete),
    "why": (_why, refusals.write_why_not),
    "require": (_require, refusals.write_require),
    "refuse": (_none, refusals.write_refuse),
    "not offered": (_none, refusals.write_not_offered),
    "weigh code": (_weigh_code, refusals.write_weigh_code),
    "chance total": (_drawn, chance.write_total),
    "chance pick": (_drawn, chance.write_pick),
    "chance outcomes": (_drawn, chance.write_outcomes),
    "chance may": (_drawn, chance.write_may),
    "chance do": (_drawn_do, chance.write_do),
    "chance otherwise": (_none, chance.write_otherwise),
    "draw": (_none, chance.write_draw),
    "step": (_none, steps.write_step),
    "go on": (_none, interrupts.write_go_on),
    "otherwise": (_none, steps.write_otherwise),
    "sealed otherwise": (_sealed_seat, steps.write_otherwise),
    "seal": (_none, sealing.write_open_seal),
    "settle": (_none, sealing.write_settle),
    "legal at": (_none, contract.write_legal_at),
    "sees piece": (_none, observations.write_sees_piece),
    "score": (_seat, results.write_score),
    "rank key": (_rank, results.write_key),
}
