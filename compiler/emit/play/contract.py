"""The functions of the engine contract that depend on the game: which step waits decides what they do."""

from collections.abc import Callable, Sequence
from functools import partial

from compiler.emit.expressions.expressions import test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.play import chance as chances
from compiler.emit.play import choices
from compiler.emit.play.codes import decode
from compiler.emit.play.observations import among
from compiler.emit.play.refusals import has_stages, load_earlier
from compiler.ir.actions import ChanceStage, Decision, Stage
from compiler.ir.flow import Decide, Draw, Sealed
from compiler.ir.simplify import negation


def steps_of(plan: Plan, *kinds: type) -> list[int]:
    return [number for number, node in enumerate(plan.game.flow) if isinstance(node, kinds)]


def write_current_player(f: Body) -> Function:
    actor = f"s[{f.plan.slot('actor')}]"
    with f.block(f"if s[{f.plan.slot('fault')}] != 0:"):
        f.add("return -4")
    sealed = steps_of(f.plan, Sealed)
    f.add(f"return -2 if {among(f.plan, sealed)} else {actor}" if sealed else f"return {actor}")
    return f.function(result="int", about=("The seat to act, -1 at a chance step, -2 at a sealed choice, -4 when the game is over.",))


def write_actor(f: Body) -> Function:
    f.add(f"return s[{f.plan.slot('actor')}] if s[{f.plan.slot('fault')}] == 0 else -4")
    return f.function(result="int", about=("The seat whose choice `apply` takes next; -1 at a chance step, -4 when the game is over.",))


# ---- legal codes


def write_legal_actions(f: Body) -> Function:
    """Lists what may be chosen where play waits."""
    f.parameters.append("out: Vec")
    found = _question(f, "legal at")
    f.add(f"return {found} if s[{f.plan.slot('fault')}] == 0 else 0")
    return f.function(result="int", about=("Writes the legal codes in ascending order; returns how many there are.",))


def _question(f: Body, kind: str) -> str:
    """The first lines of a question whose answer depends on the decision that waits."""
    f.add_fresh_start()
    found = f.fresh("found")
    f.assign(found, "0")
    with f.block(f"if s[{f.plan.slot('fault')}] != 0:"):
        f.add("return 0")
    step = f.fresh("step")
    f.assign(step, f"s[{f.plan.slot('step')}]")
    arms: dict[int, list[int]] = {}
    for number, node in enumerate(f.plan.game.flow):
        if isinstance(node, Decide | Sealed) and (kind != "outside at" or isinstance(node, Decide) and outside_actions(f.plan, node.decision)):
            arms.setdefault(node.decision, []).append(number)
    for at, (decision, numbers) in enumerate(arms.items()):
        path = f.plan.game.decisions[decision].path
        with f.block(f"{'elif' if at else 'if'} {' or '.join(f'{step} == {number}' for number in numbers)}:  # {path}"):
            if kind == "outside at":
                _list(f, outside_actions(f.plan, decision), 0, found)
            elif has_stages(f.plan, f.plan.game.decisions[decision]):
                name = f.plan.want("legal at", decision, f"legal_at_{f.plan.game.decisions[decision].name}", "choices", f.name)
                f.add(f"{found} = {name}(s, out)")
            else:
                _list_decision(f, decision, found)
    return found


def outside_actions(plan: Plan, decision: int) -> list[int]:
    return [which for which in plan.game.decisions[decision].actions if plan.game.actions[which].outside]


def write_legal_at(want: Want, f: Body) -> Function:
    """The legal codes of a decision."""
    assert isinstance(want.subject, int)
    decision = f.plan.game.decisions[want.subject]
    f.parameters.append("out: Vec")
    found = f.fresh("found")
    f.assign(found, "0")
    if has_stages(f.plan, decision):
        _begun(f, decision, found)
    _list_decision(f, want.subject, found)
    f.add(f"return {found}")
    return f.function(result="int", about=(f"The legal codes at `{decision.path}`.",))


def _list_decision(f: Body, number: int, found: str) -> None:
    """Lists what a decision offers where no choice has begun."""
    decision = f.plan.game.decisions[number]
    if decision.sealed:
        f.env[decision.sealed] = f"s[{f.plan.slot('actor')}]"
    own = [which for which in decision.actions if not f.plan.game.actions[which].outside]
    _list(f, own, 0, found)
    if decision.forced:
        with f.block(f"if {found} == 0:"):
            _list(f, decision.forced, 0, found)


def _begun(f: Body, decision: Decision, found: str) -> None:
    """Where a choice has begun only its next stage is offered."""
    staged = f"s[{f.plan.slot('staged')}]"
    with f.block(f"if {staged} != 0:"):
        for which in (*decision.actions, *decision.forced):
            action = f.plan.game.actions[which]
            for stage in range(1, len(action.stages)):
                done = f" and s[{f.plan.slot('staged', 1)}] == {stage}" if len(action.stages) > 2 else ""
                with f.block(f"if {staged} == {which + 1}{done}:"):
                    load_earlier(f, action, stage)
                    _list(f, (which,), stage, found)
        f.add(f"return {found}")


def _list(f: Body, numbers: Sequence[int], stage: int, found: str) -> None:
    """Lists a stage of several actions: first those that compete by `prefer`, then the others; sorted where they are not so by themselves."""
    actions = [(which, f.plan.game.actions[which]) for which in numbers if not choices.is_never_legal(f.plan, which)]
    ordered = [item for item in actions if item[1].prefer] + [item for item in actions if not item[1].prefer]
    listed: list[int] = []
    for which, action in ordered:
        if choices.is_always_legal(f.plan, which) and not action.prefer:
            f.add(f"out[{found}] = {action.stages[0].base}")
            f.add(f"{found} += 1")
        else:
            without = [] if stage or action.prefer else choices.ruled_out(action, listed)
            known = bool(listed) and without == listed
            with f.block(f"if {found} == 0:") if known else f.scope():
                f.add(f"{found} = {choices.call(f, 'legal', which, stage, ('out', found), without if known else ())}")
                if action.prefer and action.stages[stage].crowded:
                    # What came twice leaves room for the actions behind.
                    f.add(f"{found} = {f.plan.use('sort_from')}(out, 0, {found})")
        listed.append(which)
    bases = [action.stages[stage].base for _, action in ordered]
    if bases != sorted(bases) or any(action.prefer and not action.stages[stage].ascending for _, action in ordered):
        f.add(f"{found} = {f.plan.use('sort_from')}(out, 0, {found})")


def write_legal_outside(f: Body) -> Function:
    f.parameters.append("out: Vec")
    if not any(outside_actions(f.plan, node.decision) for node in f.plan.game.flow if isinstance(node, Decide)):
        f.add("return 0")
    else:
        found = _question(f, "outside at")
        f.add(f"return {found} if s[{f.plan.slot('fault')}] == 0 else 0")
    return f.function(result="int", about=("Codes that may be applied now without being anybody's choice.",))


# ---- chance


def write_chance_outcomes(f: Body) -> Function:
    f.parameters += ["out: Vec", "weights: Vec"]
    f.busy.add("weights")
    f.add_fresh_start()
    found = f.fresh("found")
    f.assign(found, "0")
    with f.block(f"if s[{f.plan.slot('fault')}] != 0:"):
        f.add("return 0")
    step = f.fresh("step")
    f.assign(step, f"s[{f.plan.slot('step')}]")
    first = True
    for number, node in enumerate(f.plan.game.flow):
        if not isinstance(node, Draw):
            continue
        with f.block(f"{'if' if first else 'elif'} {step} == {number}:"):
            _by_stage(f, node, partial(_list_outcomes, f, node, found))
        first = False
    f.add(f"return {found} if s[{f.plan.slot('fault')}] == 0 else 0")
    return f.function(result="int", about=("At a chance step: what may come, ascending, and with which weights; returns how many there are.",))


def _list_outcomes(f: Body, node: Draw, found: str, at: int) -> None:
    f.add(f"{found} = {chances.call(f, 'outcomes', node.chance, at, ('out', 'weights'))}")


def _by_stage(f: Body, node: Draw, write: Callable[[int], None]) -> None:
    chance = f.plan.game.chances[node.chance]
    for at in range(len(chance.stages)):
        with f.scope():
            if len(chance.stages) > 1:
                done = f"s[{f.plan.slot('staged', 1)}]"
                f.open("else:" if at == len(chance.stages) - 1 else f"{'elif' if at else 'if'} {done} == {at}:")
            for place, local in enumerate(chances.earlier(chance, at)):
                f.let(local, f"s[{f.plan.slot('staged', 2 + place)}]")
            write(at)


def write_drawn_outcome(f: Body) -> Function:
    """An outcome drawn from the agents' stream, for random games in which chance is explicit."""
    agents = f.plan.regions["agents_low"]
    code = f.fresh("code")
    f.assign(code, "0")
    first = True
    for number, node in enumerate(f.plan.game.flow):
        if not isinstance(node, Draw):
            continue
        with f.block(f"{'if' if first else 'elif'} s[{f.plan.slot('step')}] == {number}:"):
            _by_stage(f, node, partial(_draw_outcome, f, node, code, agents))
        first = False
    f.add(f"return {code}")
    return f.function(result="int", about=("An outcome drawn from the agents' stream.",))


def _draw_outcome(f: Body, node: Draw, code: str, agents: str, at: int) -> None:
    total = chances.call(f, "total", node.chance, at)
    drawn = f"{f.plan.use('below')}(s, {agents}, {total})"
    f.add(f"{code} = {chances.call(f, 'pick', node.chance, at, (drawn,))}")


# ---- invariants


def write_broken(f: Body) -> Function:
    """Which invariant does not hold."""
    f.topic = "always"
    if f.plan.game.always:
        f.add_fresh_start()
    for condition, rule in f.plan.game.always:
        with f.scope(), f.block(f"if {test(f, negation(condition))}:"):
            f.add(f"return {rule}")
    f.add("return 0")
    return f.function(result="int", about=("The rule of the first invariant that does not hold now, or 0.",))


# ---- refusals


def write_refusal(f: Body) -> Function:
    """Why a code may not be applied now."""
    f.parameters.append("action: int")
    f.busy.add("action")
    not_now = f.plan.game.not_now_rule
    f.add_fresh_start()
    with f.block(f"if s[{f.plan.slot('fault')}] != 0:"):
        f.add(f"return {not_now}")
    step = f.fresh("step")
    f.assign(step, f"s[{f.plan.slot('step')}]")
    rule = f.fresh("rule")
    f.assign(rule, str(not_now))
    arms: dict[int, list[int]] = {}
    for number, node in enumerate(f.plan.game.flow):
        if isinstance(node, Decide | Sealed):
            arms.setdefault(node.decision, []).append(number)
    first = True
    for decision, numbers in arms.items():
        with f.block(f"{'if' if first else 'elif'} {' or '.join(f'{step} == {number}' for number in numbers)}:"):
            name = f.plan.want("refuse", decision, f"refusal_at_{f.plan.game.decisions[decision].name}", "choices", f.name)
            f.add(f"{rule} = {name}(s, action)")
        first = False
    for number, node in enumerate(f.plan.game.flow):
        if isinstance(node, Draw):
            with f.block(f"{'if' if first else 'elif'} {step} == {number}:"):
                _by_stage(f, node, partial(_refuse_outcome, f, node, rule))
            first = False
    f.add(f"return {rule} if s[{f.plan.slot('fault')}] == 0 else {not_now}")
    return f.function(result="int", about=("0 if the code may be applied now, else the number of the rule that forbids it.",))


def write_attempt(f: Body) -> Function:
    """Judging and applying in one call."""
    f.parameters.append("action: int")
    f.busy.add("action")
    rule = f.fresh("rule")
    f.assign(rule, "refusal(s, action)")
    f.add(f"return apply(s, action) if {rule} == 0 else -{rule}")
    return f.function(result="int", about=("`apply` where `refusal` allows it; else the number of the rule that forbids it, negated.",))


def _refuse_outcome(f: Body, node: Draw, rule: str, at: int) -> None:
    chance = f.plan.game.chances[node.chance]
    stage = chance.stages[at]
    with f.block(f"if {stage.base} <= action < {stage.base + stage.size}:"):
        decode(f, stage, "action", {digit.local for digit in stage.digits})
        values = tuple(f.env[digit.local] for digit in stage.digits)
        f.add(f"{rule} = 0 if {chances.call(f, 'may', node.chance, at, values)} else {chance.rule}")


# ---- codes


def write_decode(f: Body, *, outcomes: bool) -> Function:
    """The values of a code's digits."""
    code = "outcome" if outcomes else "action"
    f.parameters = [f"{code}: int", "out: Vec"]
    f.busy.add(code)
    stages: list[Stage | ChanceStage] = []
    for owner in f.plan.game.chances if outcomes else f.plan.game.actions:
        stages.extend(owner.stages)
    for entry, stage in enumerate(stages):
        with f.block(f"if {stage.base} <= {code} < {stage.base + stage.size}:"):
            decode(f, stage, code, {digit.local for digit in stage.digits})
            for at, digit in enumerate(stage.digits):
                f.add(f"out[{at}] = {f.env[digit.local]}")
            f.add(f"return {entry}")
    f.add("return -1")
    table = "OUTCOMES" if outcomes else "CHOICES"
    return f.function(result="int", about=(f"Writes the values of a code's digits; returns its entry in {table}, -1 for no code.",))
