"""Why a choice is refused: the first rule that forbids it.

    why_not_take(s, c)        the rule against these values of a stage; of several bindings the first that passes counts
    why_never_take_2(s, …)    the rule against every way to go on
    require_of_take(s, c)     the first `require` that fails after a trial of the effects
"""

from compiler.emit.expressions.domains import ask, open_domain
from compiler.emit.expressions.expressions import can_act, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import earlier, parameters, seat_of
from compiler.emit.play.choices import POOL, call, is_never_legal, keys_of, ruled_out, walk_stage
from compiler.emit.play.codes import decode
from compiler.emit.play.trials import Trialled
from compiler.ir.actions import ActionIR, Decision
from compiler.ir.simplify import negation


def write_why_not(want: Want, f: Body) -> Function:
    """The rule against a stage's values (`given`: those of a code), 0 if some binding passes."""
    number, stage, given = want.subject
    action = f.plan.game.actions[number]
    asked = action.stages[stage]
    first = f.fresh("first")
    f.assign(first, "0")
    with f.scope():
        for binder in asked.binders:
            open_domain(f, binder)
            if given and any(digit.local == binder.local for digit in asked.digits):
                f.open(f"if {f.env[binder.local]} == {f.env[wanted(binder.local)]}:")
            ask(f, () if binder.where is None else (binder.where,))
        _first_rule(f, number, stage, first)
    f.add(f"return {first} if {first} != 0 else {asked.rule}")
    about = f"The rule that forbids this choice of `{action.name}`, or 0." if given else f"The rule that forbids to go on with `{action.name}`, or 0."
    return f.function(result="int", about=(about,))


def _first_rule(f: Body, number: int, stage: int, first: str) -> None:
    """Returns 0 if this binding passes, else keeps its rule if it is the first."""
    action = f.plan.game.actions[number]
    conditions = action.stages[stage].conditions
    after = _after(f, number, stage + 1)
    if not conditions and after == "0":
        f.add("return 0")
        return
    rule = f.fresh("rule")
    f.assign(rule, "0")
    for at, condition in enumerate(conditions):
        with f.block(f"{'elif' if at else 'if'} {test(f, negation(condition.condition))}:"):
            f.add(f"{rule} = {condition.rule}")
    if after != "0":
        with f.block("else:") if conditions else f.scope():
            f.add(f"{rule} = {after}")
    with f.block(f"if {rule} == 0:"):
        f.add("return 0")
    with f.block(f"if {first} == 0:"):
        f.add(f"{first} = {rule}")


def _after(f: Body, number: int, stage: int) -> str:
    """What forbids to go on from a stage: a call, or 0 where nothing can."""
    action = f.plan.game.actions[number]
    if stage == len(action.stages):
        if not action.require:
            return "0"
        name = f.plan.want("require", (number, stage), f"require_of_{action.name}", "choices", f.name)
        given = [f.env[local] for local in parameters(f.plan.survey, number, "allows", stage)]
        return f"{name}({', '.join(['s', *given])})"
    return why_not(f, number, stage, {})


def why_not(f: Body, number: int, stage: int, values: dict[str, str]) -> str:
    """A call that asks for the rule against a stage, with the values of its digits if it is asked about a code."""
    action = f.plan.game.actions[number]
    verb = "why_not" if values or not action.stages[stage].digits else "why_never"
    given = verb == "why_not"
    name = f.plan.want("why", (number, stage, given), f"{verb}_{action.name}" + (f"_{stage + 1}" if stage else ""), "choices", f.name)
    before = [f.env[local] for local in (*seat_of(f.plan.survey, action), *earlier(action, stage))]
    return f"{name}({', '.join(['s', *before, *values.values()])})"


def why_parameters(plan: Plan, number: int, stage: int, given: bool) -> tuple[str, ...]:
    action = plan.game.actions[number]
    digits = tuple(wanted(digit.local) for digit in action.stages[stage].digits) if given else ()
    return (*seat_of(plan.survey, action), *earlier(action, stage), *digits)


def wanted(local: str) -> str:
    """The parameter for the value that a code gives a local."""
    return f"{local} wanted"


def write_require(want: Want, f: Body) -> Function:
    """The first rule of `require` that fails after the effects, 0 if none does."""
    number, _ = want.subject
    action = f.plan.game.actions[number]
    rule = f.fresh("rule")
    f.assign(rule, "0")
    with Trialled(f, action) as trial:
        for at, required in enumerate(action.require):
            with f.block(f"{'elif' if at else 'if'} {test(f, negation(trial.seen_from_here(required.condition)))}:"):
                f.add(f"{rule} = {required.rule}")
    f.add(f"return {rule}")
    return f.function(result="int", about=(f"The first `require` of `{action.name}` that fails after its effects, or 0.",))


# ---- at a decision


def write_refuse(want: Want, f: Body) -> Function:
    """Why a code is refused where a decision waits."""
    number = want.subject
    assert isinstance(number, int)
    decision = f.plan.game.decisions[number]
    f.parameters.append("action: int")
    f.busy.add("action")
    if decision.sealed:
        f.assign(f.bind(decision.sealed), f"s[{f.plan.slot('actor')}]")
    staged = has_stages(f.plan, decision)
    begun = f.fresh("begun")
    if staged:
        f.assign(begun, f"s[{f.plan.slot('staged')}]")
    first = True
    for which in (*decision.actions, *decision.forced):
        action = f.plan.game.actions[which]
        for at, stage in enumerate(action.stages):
            with f.block(f"{'if' if first else 'elif'} {stage.base} <= action < {stage.base + stage.size}:"):
                _refuse_stage(f, decision, which, at, begun if staged else "")
            first = False
    f.add(f"return {f.plan.want('not offered', 0, 'not_offered', 'choices', f.name)}(action)")
    return f.function(result="int", about=(f"The rule that forbids a code at `{decision.path}`, or 0.",))


def write_not_offered(want: Want, f: Body) -> Function:
    """The rule of a code that belongs to another decision, or to none."""
    f.parameters[:] = ["action: int"]
    f.busy.add("action")

    for action in f.plan.game.actions:
        for stage in action.stages:
            with f.block(f"if {stage.base} <= action < {stage.base + stage.size}:"):
                f.add(f"return {action.not_now or f.plan.game.not_now_rule}")

    f.add(f"return {f.plan.game.not_now_rule}")
    return f.function(result="int", about=("The rule that forbids a code that the decision does not offer.",))


def has_stages(plan: Plan, decision: Decision) -> bool:
    return any(len(plan.game.actions[which].stages) > 1 for which in (*decision.actions, *decision.forced))


def _refuse_stage(f: Body, decision: Decision, number: int, stage: int, begun: str) -> None:
    action = f.plan.game.actions[number]
    not_now = f"return {action.not_now or f.plan.game.not_now_rule}"
    if action.outside:
        if decision.sealed or stage:
            f.add(not_now)
            return
    elif begun:
        waits = f"{begun} == {number + 1} and s[{f.plan.slot('staged', 1)}] == {stage}" if stage else f"{begun} == 0"
        with f.block(f"if not ({waits}):" if stage else f"if {begun} != 0:"):
            f.add(not_now)
    if number in decision.forced and stage == 0:
        with f.block(f"if {' or '.join(own_choices(f, decision)) or 'False'}:"):
            f.add(not_now)
    load_earlier(f, action, stage)
    asked = action.stages[stage]
    decode(f, asked, "action", {digit.local for digit in asked.digits})
    values = {digit.local: f.env[digit.local] for digit in asked.digits}
    called = why_not(f, number, stage, values)
    if not action.prefer or action.outside:
        f.add(f"return {called}")
        return
    rule = f.fresh("rule")
    f.assign(rule, called)
    with f.block(f"if {rule} != 0:"):
        f.add(f"return {rule}")
    _refuse_beaten(f, decision, number, stage, values)


def own_choices(f: Body, decision: Decision) -> list[str]:
    """Calls that ask whether one of a decision's own actions is legal; empty text where that is sure."""
    numbers = [which for which in decision.actions if not f.plan.game.actions[which].outside and not is_never_legal(f.plan, which)]
    # That another has to be ruled out first does not matter: if it is not, there is something legal anyway.
    without = {which: ruled_out(f.plan.game.actions[which], numbers) if _is_free(f, which) else [] for which in numbers}
    return [
        call(f, "can", which, 0, without=without[which]) if without[which] else can_act(f, which).text
        for which in sorted(numbers, key=lambda which: not without[which])
    ]


def _is_free(f: Body, number: int) -> bool:
    """Whether asking more of an action than is needed does no harm."""
    action = f.plan.game.actions[number]
    return not action.require and not f.plan.survey.can_fault((action.stages, action.prefer))


def load_earlier(f: Body, action: ActionIR, stage: int) -> None:
    """Binds what earlier stages chose."""
    for at, local in enumerate(earlier(action, stage)):
        f.let(local, f"s[{f.plan.slot('staged', 2 + at)}]")


def _refuse_beaten(f: Body, decision: Decision, number: int, stage: int, values: dict[str, str]) -> None:
    """The choice is legal but for `prefer`: is there a better one?"""
    action = f.plan.game.actions[number]
    half = keys_of(f.plan) // 2
    pool = f.plan.region("pool", 2 * half, POOL)
    mine = f.plan.region("mine", half, "what `prefer` compares of the choice that is asked about")
    name = f.plan.want("weigh code", (number, stage), f"weigh_code_of_{action.name}" + (f"_{stage + 1}" if stage else ""), "choices", f.name)
    before = [f.env[local] for local in (*seat_of(f.plan.survey, action), *earlier(action, stage))]
    with f.block(f"if not {name}({', '.join(['s', *before, *values.values()])}):"):
        f.add(f"return {action.prefer_rule}")
    for at in range(half):
        f.add(f"s[{mine} + {at}] = s[{pool} + {half + at}]")
    if stage:
        rivals: tuple[int, ...] = (number,)
    else:
        rivals = tuple(which for which in (decision.forced if number in decision.forced else decision.actions))
    for rival in rivals:
        other = f.plan.game.actions[rival]
        if not other.prefer or other.outside:
            continue
        weigh = f.plan.want("weigh", (rival, stage), f"weigh_{other.name}_from_{stage + 1}", "choices", f.name)
        given = [f.env[local] for local in parameters(f.plan.survey, rival, "weigh", stage)]
        better = f"{f.plan.use('is_better')}(s, {pool} + {half}, {mine}, {half})"
        with f.block(f"if {weigh}({', '.join(['s', *given])}) and {better}:"):
            f.add(f"return {action.prefer_rule}")
    f.add("return 0")


def write_weigh_code(want: Want, f: Body) -> Function:
    """The best of what `prefer` compares among the choices with a code."""
    number, stage = want.subject
    action = f.plan.game.actions[number]
    half = keys_of(f.plan) // 2
    pool = f.plan.region("pool", 2 * half, POOL)
    best = f.plan.reserve(f"best_{f.name}", half, "best of what `prefer` compares among the choices with a code")
    some = f.fresh("some")
    f.assign(some, "False", "bool")
    with f.scope():
        walk_stage(f, number, stage, given={digit.local: f.env[wanted(digit.local)] for digit in action.stages[stage].digits})
        f.open(f"if not {some} or {f.plan.use('is_better')}(s, {pool} + {half}, {best}, {half}):")
        for at in range(half):
            f.add(f"s[{best} + {at}] = s[{pool} + {half + at}]")
        f.add(f"{some} = True")
    for at in range(half):
        f.add(f"s[{pool} + {half + at}] = s[{best} + {at}]")
    f.add(f"return {some}")
    return f.function(result="bool", about=(f"What `prefer` makes of a code of `{action.name}` at best.",))
