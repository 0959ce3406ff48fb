"""Carrying a code out where play waits: a choice or a stage of one, what a seat commits to, an outcome."""

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function
from compiler.emit.nouns.signatures import earlier, locals_of, parameters
from compiler.emit.play import chance as chances
from compiler.emit.play import choices
from compiler.emit.play.codes import complete, decode
from compiler.emit.play.exits import follow
from compiler.emit.play.refusals import load_earlier
from compiler.emit.play.sealed import settle
from compiler.ir.actions import ActionIR
from compiler.ir.flow import Decide, Draw, Sealed


def write_apply(f: Body) -> Function:
    """Carries a code out and goes on."""
    f.parameters.append("action: int")
    f.busy.add("action")
    fault = f"s[{f.plan.slot('fault')}]"
    with f.block(f"if {fault} != 0:"):
        f.add(f"return {fault}")
    f.add_fresh_start()
    step = f.fresh("step")
    f.assign(step, f"s[{f.plan.slot('step')}]")
    f.assign("node", "-1")
    f.busy.add("node")
    first = True
    for number, node in enumerate(f.plan.game.flow):
        if not isinstance(node, Decide | Draw | Sealed):
            continue
        path = f.plan.game.chances[node.chance].path if isinstance(node, Draw) else f.plan.game.decisions[node.decision].path
        f.path = path
        with f.block(f"{'if' if first else 'elif'} {step} == {number}:  # {path}"):
            if isinstance(node, Decide):
                _apply_choice(f, node)
            elif isinstance(node, Draw):
                _apply_outcome(f, node)
            else:
                _apply_commit(f, node)
        first = False
    f.path = ""
    with f.block("if node >= 0:"):
        f.add("advance(s, node)")
    f.add(f"return {fault}")
    about = "Carries out a legal code, or an outcome at a chance step, and goes on. Returns 0, or the number of the rule that failed."
    return f.function(result="int", about=(about,))


def _apply_choice(f: Body, node: Decide) -> None:
    decision = f.plan.game.decisions[node.decision]
    f.add(f"s[{f.plan.slot('decisions')}] += 1")
    offered = [(which, f.plan.game.actions[which]) for which in (*decision.actions, *decision.forced)]
    stages = sorted((stage.base, which, at) for which, action in offered for at, stage in enumerate(action.stages))
    for place, (_, which, at) in enumerate(stages):
        stage = f.plan.game.actions[which].stages[at]
        last = place == len(stages) - 1
        with f.scope():
            if len(stages) > 1:
                f.open("else:" if last else f"{'elif' if place else 'if'} action < {stage.base + stage.size}:")
            _apply_stage(f, node, which, at)


def _apply_stage(f: Body, node: Decide, number: int, at: int) -> None:
    action = f.plan.game.actions[number]
    stage = action.stages[at]
    conditions = tuple(condition.condition for condition in stage.conditions)
    own = set(locals_of(stage))
    digits = {digit.local for digit in stage.digits}
    if at + 1 < len(action.stages):
        load_earlier(f, action, at)
        decode(f, stage, "action", digits)
        complete(f, stage, conditions, own, action.name)
        _hold(f, action, number, at)
        return
    used = set(parameters(f.plan.survey, number, "do", len(action.stages)))
    beyond = (used & own) - digits
    reads = used | (set(f.plan.survey.free((stage.binders, conditions))) if beyond else set())
    for place, local in enumerate(earlier(action, at)):
        if local in reads:
            f.let(local, f"s[{f.plan.slot('staged', 2 + place)}]")
    decode(f, stage, "action", digits if beyond else digits & used)
    complete(f, stage, conditions, used & own, action.name)
    begun_otherwise = action.outside and any(len(f.plan.game.actions[which].stages) > 1 for which in f.plan.game.decisions[node.decision].actions)
    if at or begun_otherwise:
        release(f)
    called = choices.call(f, "do", number, len(action.stages))
    follow(f, called, (action.do,), node.exits, lambda: f.add(f"node = {node.after}"))


def _hold(f: Body, action: ActionIR, number: int, at: int) -> None:
    """The values of the stages done."""
    f.add(f"s[{f.plan.slot('staged')}] = {number + 1}")
    f.add(f"s[{f.plan.slot('staged', 1)}] = {at + 1}")
    first = len(earlier(action, at))
    for place, local in enumerate(locals_of(action.stages[at])):
        f.add(f"s[{f.plan.slot('staged', 2 + first + place)}] = {f.env[local]}")


def release(f: Body) -> None:
    staged = f.plan.offsets["staged"]
    with f.scope():
        slot = f.loop("at", f"{staged}, {staged} + {f.plan.blocks['staged'].length}", is_temporary=True)
        f.add(f"s[{slot}] = 0")


def _apply_commit(f: Body, node: Sealed) -> None:
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    f.add(f"s[{f.plan.slot('decisions')}] += 1")
    f.add(f"s[{pending} + s[{f.plan.slot('actor')}]] = action")
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        with f.block(f"if s[{pending} + s[{at}]] == -2:"):
            f.add(f"s[{f.plan.slot('actor')}] = s[{at}]")
            f.add("return 0")
    settle(f, node, lambda: f.add(f"node = {node.after}"))


def _apply_outcome(f: Body, node: Draw) -> None:
    chance = f.plan.game.chances[node.chance]
    done = f"s[{f.plan.slot('staged', 1)}]" if len(chance.stages) > 1 else ""
    for at, stage in enumerate(chance.stages):
        with f.scope():
            if len(chance.stages) > 1:
                f.open("else:" if at == len(chance.stages) - 1 else f"{'elif' if at else 'if'} {done} == {at}:")
            for place, local in enumerate(chances.earlier(chance, at)):
                f.let(local, f"s[{f.plan.slot('staged', 2 + place)}]")
            digits = {digit.local for digit in stage.digits}
            decode(f, stage, "action", digits)
            complete(f, stage, chances.conditions_of(stage), set(locals_of(stage)), chance.name)
            if at + 1 == len(chance.stages):
                if at:
                    release(f)
                called = chances.call_do(f, node.chance)
                follow(f, called, (chance.do,), node.exits, lambda: f.add(f"node = {node.after}"))
            else:
                _hold_outcome(f, node, at)


def _hold_outcome(f: Body, node: Draw, at: int) -> None:
    chance = f.plan.game.chances[node.chance]
    f.add(f"s[{f.plan.slot('staged')}] = {node.chance + 1}")
    f.add(f"s[{f.plan.slot('staged', 1)}] = {at + 1}")
    first = len(chances.earlier(chance, at))
    for place, local in enumerate(locals_of(chance.stages[at])):
        f.add(f"s[{f.plan.slot('staged', 2 + first + place)}] = {f.env[local]}")
    with f.block(f"if {chances.call(f, 'total', node.chance, at + 1)} < 1:"):
        release(f)
        left = chances.nothing_drawn(f, node.chance)
        if left == "0":
            f.add(f"node = {node.after}")
        else:
            follow(f, left, (chance.otherwise or (),), node.exits, lambda: f.add(f"node = {node.after}"))
