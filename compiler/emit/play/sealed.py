"""Sealed choices: who can choose, and what happens when everybody has.

    open_commit(s)      asks who can choose; the first of them acts
    settle_commit(s)    carries out what was chosen, in order, read on the opening position
"""

from collections.abc import Callable, Sequence

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import locals_of, parameters
from compiler.emit.play import choices
from compiler.emit.play.codes import complete, decode
from compiler.emit.play.exits import follow
from compiler.emit.play.refusals import own_choices
from compiler.emit.play.statements import fail, put
from compiler.ir import stmts as st
from compiler.ir.exprs import Const
from compiler.ir.flow import Sealed


def settle(f: Body, node: Sealed, go: Callable[[], None]) -> None:
    """Carries out what everybody chose, and goes on."""
    decision = f.plan.game.decisions[node.decision]
    name = f.plan.want("settle", node.decision, f"settle_{decision.name}", "choices", f.name)
    follow(f, f"{name}(s)", _sealed_blocks(f.plan, node.decision), (), go)


def _sealed_blocks(plan: Plan, number: int) -> list[st.Block]:
    decision = plan.game.decisions[number]
    return [*(plan.game.actions[which].do for which in decision.actions), decision.otherwise or ()]


def write_open_seal(want: Want, f: Body) -> Function:
    """Asks who can choose; the first of them acts."""
    number = int(str(want.subject))
    decision = f.plan.game.decisions[number]
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    with f.scope():
        slot = f.loop("at", f"{pending}, {pending} + {f.plan.blocks['pending'].length}", is_temporary=True)
        f.add(f"s[{slot}] = -1")
    first = f.fresh("first")
    f.assign(first, "-1")
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        seat = f.let(decision.sealed, f"s[{at}]")
        sure = any(choices.is_always_legal(f.plan, which) for which in decision.actions)
        asked = "True" if sure else " or ".join(own_choices(f, decision)) or "False"
        with f.block(f"if {asked}:"):
            f.add(f"s[{pending} + {seat}] = -2")
            with f.block(f"if {first} < 0:"):
                f.add(f"{first} = {seat}")
        with f.block("else:"):
            f.add(f"s[{pending} + {seat}] = -3")
    f.add(f"s[{f.plan.slot('actor')}] = {first}")
    f.add(f"return {first} >= 0")
    return f.function(result="bool", about=(f"Opens the sealed choice `{decision.path}`; whether anybody can choose.",))


def write_settle(want: Want, f: Body) -> Function:
    """The effects of all that was committed, in order."""
    number = int(str(want.subject))
    decision = f.plan.game.decisions[number]
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    stops = any(f.plan.survey.may_stop(block) for block in _sealed_blocks(f.plan, number))
    stop = f.fresh("stop")
    if stops:
        f.assign(stop, "0")
    keeps = [which for which in decision.actions if len(_kept(f.plan, which)) > 0]
    if keeps:
        _read_first(f, number, keeps)
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        seat = f.let(decision.sealed, f"s[{at}]")
        code = f.fresh("action")
        f.assign(code, f"s[{pending} + {seat}]")
        for place, which in enumerate(decision.actions):
            action = f.plan.game.actions[which]
            (stage,) = action.stages
            with f.block(f"{'elif' if place else 'if'} {stage.base} <= {code} < {stage.base + stage.size}:"):
                wanted = set(parameters(f.plan.survey, which, "do", 1))
                decode(f, stage, code, wanted & {digit.local for digit in stage.digits})
                for index, local in enumerate(_kept(f.plan, which)):
                    f.let(local, f"s[{_region(f.plan, number)} + {f.plan.blocks['pending'].length} * {index} + {seat}]")
                called = choices.call(f, "do", which, 1)
                f.add(f"{stop} = {called}" if f.plan.survey.may_stop(action.do) else called)
        with f.block("else:"):
            _without_choice(f, number, stop)
        if stops:
            with f.block(f"if {stop} != 0:"):
                f.add("break")
    with f.scope():
        slot = f.loop("at", f"{pending}, {pending} + {f.plan.blocks['pending'].length}", is_temporary=True)
        f.add(f"s[{slot}] = -1")
    put(f, "seal_count", Const(0), "0")
    if stops:
        f.add(f"return {stop}")
    return f.function(result="int" if stops else "None", doc=decision.doc, about=(f"Carries out what was chosen at `{decision.path}`.",))


def _without_choice(f: Body, number: int, stop: str) -> None:
    decision = f.plan.game.decisions[number]
    if decision.otherwise is None:
        fail(f, decision.rule)
        return
    name = f.plan.want("sealed otherwise", number, f"otherwise_{decision.name}", "choices", f.name)
    used = decision.sealed in f.plan.survey.free(decision.otherwise)
    called = f"{name}(s{', ' + f.env[decision.sealed] if used else ''})"
    f.add(f"{stop} = {called}" if f.plan.survey.may_stop(decision.otherwise) else called)


def _kept(plan: Plan, number: int) -> tuple[str, ...]:
    """Names of a sealed action that its code does not hold: they are read on the opening position."""
    action = plan.game.actions[number]
    (stage,) = action.stages
    digits = {digit.local for digit in stage.digits}
    return tuple(local for local in parameters(plan.survey, number, "do", 1) if local in locals_of(stage) and local not in digits)


def _region(plan: Plan, number: int) -> str:
    most = max(len(_kept(plan, which)) for which in plan.game.decisions[number].actions)
    name = plan.game.decisions[number].name
    return plan.region(f"kept_{name}", most * plan.blocks["pending"].length, f"what codes of {name} stand for beyond their digits, by seat")


def _read_first(f: Body, number: int, keeps: Sequence[int]) -> None:
    decision = f.plan.game.decisions[number]
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        seat = f.let(decision.sealed, f"s[{at}]")
        code = f.fresh("action")
        f.assign(code, f"s[{pending} + {seat}]")
        for which in keeps:
            action = f.plan.game.actions[which]
            (stage,) = action.stages
            with f.block(f"if {stage.base} <= {code} < {stage.base + stage.size}:"):
                decode(f, stage, code, {digit.local for digit in stage.digits})
                conditions = tuple(condition.condition for condition in stage.conditions)
                complete(f, stage, conditions, set(_kept(f.plan, which)), action.name)
                for index, local in enumerate(_kept(f.plan, which)):
                    f.add(f"s[{_region(f.plan, number)} + {f.plan.blocks['pending'].length} * {index} + {seat}] = {f.env[local]}")
