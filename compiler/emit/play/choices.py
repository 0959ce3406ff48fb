"""What players may choose: for each action the functions that list it, ask whether it has a choice at all, try it out, and carry it out.

    legal_take(s, out, found)     adds its legal codes to `out`, returns how many there are now
    can_take(s)                   whether there is one
    allows_take(s, c)             whether `require` holds after a trial of the effects
    weigh_take(s, c)              the same, and what `prefer` compares, in scratch
    do_take(s, c)                 the effects

An action with stages has `legal_take_2(s, out, found, tile)`, … for the later ones. Functions of a sealed choice have the seat as parameter.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from compiler.emit.expressions import likely
from compiler.emit.expressions.domains import open_domain
from compiler.emit.expressions.expressions import spell, test
from compiler.emit.expressions.quantifiers import count_out, is_short
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import locals_of, parameters, tried
from compiler.emit.play.codes import code_text, last_name
from compiler.ir import exprs as x
from compiler.ir.actions import ActionIR, Stage
from compiler.ir.simplify import conjunction


def call(f: Body, kind: str, number: int, stage: int, arguments: Sequence[str] = (), without: Sequence[int] = ()) -> str:
    """A call of one of an action's functions, with the locals it needs; `without` says of which actions it is known that none is legal."""
    action = f.plan.game.actions[number]
    subject = (number, "") if kind == "do" else (number, stage, *without)
    name = f.plan.want(kind, subject, function_name(action, kind, stage), "choices", f.name)
    given = [f.env[local] for local in parameters(f.plan.survey, number, kind, stage)]
    return f"{name}({', '.join(['s', *arguments, *given])})"


def ruled_out(action: ActionIR, others: Sequence[int]) -> list[int]:
    """Those of the others that must not be legal for this one to be."""
    conditions = [condition.condition for condition in action.stages[0].conditions]
    return [other for other in others if x.Not(x.CanAct(other)) in conditions]


def function_name(action: ActionIR, kind: str, stage: int) -> str:
    if stage == len(action.stages):
        return f"{kind}_{action.name}"
    if kind == "weigh":
        return f"weigh_{action.name}_from_{stage + 1}"
    return f"{kind}_{action.name}" + (f"_{stage + 1}" if stage else "")


def write_legal(want: Want, f: Body) -> Function:
    """Lists the codes of a stage; none of the actions named after it is legal."""
    number, stage, *without = want.subject
    action = f.plan.game.actions[number]
    found = f.fresh("found")
    f.parameters[1:1] = ["out: Vec", f"{found}: int"]
    f.declared.add(found)
    begun = ""
    asked = action.stages[stage]
    if not asked.ascending and not action.prefer:
        begun = f.fresh("begun")
        f.assign(begun, found)
    with f.scope():
        plain = _plain_condition(f, action, stage)
        if plain is not None:
            with f.scope():
                open_domain(f, asked.binders[0])
                f.add(f"out[{found}] = {code_text(f, asked)}")
                f.add(f"{found} += 1 if {test(f, plain, 1)} else 0")
            f.add(f"return {found}")
            return f.function(result="int", doc=action.doc, about=_listed_about(action, stage))
        walk_stage(f, number, stage, without=without, found=found)
        if begun and asked.crowded:
            _make_room(f, asked, begun, found)
        if action.prefer:
            if asked.crowded:
                f.plan.use("sort_from")
            f.plan.region("pool", keys_of(f.plan), POOL)
            f.add(f"{found} = {f.plan.use('offer')}(s, out, {found}, {code_text(f, asked)})")
        else:
            f.add(f"out[{found}] = {code_text(f, asked)}")
            f.add(f"{found} += 1")
    if begun:
        f.add(f"return {f.plan.use('sort_from')}(out, {begun}, {found})")
    else:
        f.add(f"return {found}")
    return f.function(result="int", doc=action.doc, about=_listed_about(action, stage))


def _make_room(f: Body, asked: Stage, begun: str, found: str) -> None:
    """Where as many codes are written down as there are, those that came twice are dropped; if none did, all are there."""
    full = f"if {found} - {begun} == {asked.size}:"
    with f.block(full):
        f.add(f"{found} = {f.plan.use('sort_from')}(out, {begun}, {found})")
        with f.block(full):
            f.add(f"return {found}")


def _listed_about(action: ActionIR, stage: int) -> tuple[str, ...]:
    which = f", stage {stage + 1}" if len(action.stages) > 1 else ""
    return (f"Adds the legal codes of `{action.name}`{which}; returns how many codes there are.",)


def _plain_condition(f: Body, action: ActionIR, stage: int) -> x.Cond | None:
    """The one comparison that decides whether a value is listed, where each can be written down first and counted then: jumps that cannot be
    foreseen cost more. None where there is more to ask, or where the buffer might be too short for that."""
    asked = action.stages[stage]
    if action.require or action.prefer or len(action.stages) > 1 or not asked.ascending or len(asked.binders) != 1:
        return None
    (binder,) = asked.binders
    decision = f.plan.game.decisions[action.leaf]
    room = sum(f.plan.game.actions[which].stages[0].size for which in (*decision.actions, *decision.forced))
    joined = conjunction((*(() if binder.where is None else (binder.where,)), *(condition.condition for condition in asked.conditions)))
    if binder.keep is not None or room > f.plan.game.max_actions or not isinstance(binder.domain, x.Numbers) or f.plan.survey.can_fault(joined):
        return None
    match binder.domain, joined:
        case x.Numbers(x.Const(), x.Const()), x.Compare(_, x.Load() | x.Local() | x.Const(), x.Load() | x.Local() | x.Const()):
            return joined
        case _:
            return None


POOL: Final = "best so far of what `prefer` compares, then that of the choice at hand"


def keys_of(plan: Plan) -> int:
    """Twice the most values that a `prefer` compares."""
    return 2 * max(len(action.prefer) for action in plan.game.actions)


def write_can(want: Want, f: Body) -> Function:
    """Whether a stage has a legal value; none of the actions named after it is legal, or it does not matter."""
    number, stage, *without = want.subject
    action = f.plan.game.actions[number]
    about = (f"Whether `{action.name}` has a legal choice{' from here on' if stage else ''}.",)
    plain = _plain_condition(f, action, stage)
    if plain is not None:
        (binder,) = action.stages[stage].binders
        search = x.Search("any", (replace(binder, where=None),), plain)
        if is_short(f, search):
            count_out(f, search)
            return f.function(result="bool", about=about)
    slot = _likely(f, action, stage)
    if slot:
        with f.scope():
            walk_stage(f, number, stage, judge="can", likely_slot=slot, without=without)
            f.add("return True")
    with f.scope():
        sure = walk_stage(f, number, stage, judge="can", without=without)
        if slot:
            likely.keep(f, action.stages[stage].binders[0], slot)
        f.add("return True")
    if not sure:
        f.add("return False")
    return f.function(result="bool", about=about)


def _likely(f: Body, action: ActionIR, stage: int) -> str:
    """The slot of the value with which a legal choice is likely found at once."""
    if not action.stages[stage].binders:
        return ""
    asked = (action.stages[stage:], action.require, action.do if action.require else ())
    return likely.likely(f, action.stages[stage].binders[0], asked)


def walk_stage(
    f: Body, number: int, stage: int, judge: str = "", given: Mapping[str, str] | None = None, likely_slot: str = "",
    without: Sequence[int] = (), found: str = "",
) -> bool:  # fmt: skip
    """Opens the loops over the values of a stage (or over those `given` for its digits) and asks everything but `prefer`. With `likely_slot`
    the first name has no loop, but the value that is kept there; that none of the actions `without` is legal is known. Where so many as `found`
    says are the best so far, what cannot come up to them is left out as soon as that is known.

    True if nothing was asked and no loop opened.
    """
    action = f.plan.game.actions[number]
    asked = action.stages[stage]
    f.unsteady = bool(action.require) or action.prefer_trial
    names = list(locals_of(asked))
    known = [x.Not(x.CanAct(other)) for other in without]
    conditions = [condition.condition for condition in asked.conditions if condition.condition not in known]
    depth = f.depth
    _ask(f, [condition for condition in conditions if last_name(f, condition, names) == -1])
    for at, binder in enumerate(asked.binders):
        some = _some(f, action, stage, at)
        if some is not None:
            _ask(f, [some])
            continue
        if likely_slot and at == 0:
            likely.begin_there(f, binder, likely_slot)
        else:
            open_domain(f, binder)
        if given is not None and binder.local in given:
            f.open(f"if {f.env[binder.local]} == {given[binder.local]}:")
        due = [condition for condition in conditions if last_name(f, condition, names) == at]
        _ask(f, [*(() if binder.where is None else (binder.where,)), *due])
        if found and _foreseen(f, action, names) == at:
            _skip_worse(f, action, found)
    completion = _completion(f, number, stage + 1, "weigh" if action.prefer and judge != "can" else "can")
    if completion:
        f.open(f"if {completion}:")
    return f.depth == depth


def _some(f: Body, action: ActionIR, stage: int, at: int) -> x.Cond | None:
    """The condition that there is a first one, where the last name of a choice is the first of a domain, or none, and nothing asks which."""
    asked = action.stages[stage]
    binder = asked.binders[at]
    match binder:
        case x.Binder(domain=x.One(x.Fold("first", binders, by=None, default=x.Const(default)) as fold, none), keep=None, where=None) if default == none:
            pass
        case _:
            return None
    used = (asked.conditions, action.require, action.prefer, action.stages[stage + 1 :], tuple(digit.local for digit in asked.digits))
    if at + 1 < len(asked.binders) or binder.local in f.plan.survey.free(used[:-1]) or binder.local in used[-1] or tried(f.plan.survey, action, "weigh"):
        return None
    if fold.body != x.Local(binders[-1].local) or f.plan.survey.can_fault(binders) or not all(isinstance(one.domain, x.ListRow | x.Numbers) for one in binders):
        return None
    search = x.Search("any", binders, x.Bool(True))
    # What the first of a row is looked for by tends to hold for those behind it as well.
    f.plan.backwards.add(search)
    return search


def _foreseen(f: Body, action: ActionIR, names: Sequence[str]) -> int:
    """The place of the name after which what `prefer` compares is known, if it is known before the choice is whole; else -1."""
    if not action.prefer or action.prefer_trial or len(action.stages) > 1 or f.plan.survey.can_fault(action.prefer):
        return -1
    return max(last_name(f, expr, names) for expr in action.prefer)


def _skip_worse(f: Body, action: ActionIR, found: str) -> None:
    half = keys_of(f.plan) // 2
    pool = f.plan.region("pool", 2 * half, POOL)
    put_keys(f, action.prefer, pool, half)
    f.open(f"if {found} == 0 or not {f.plan.use('is_better')}(s, {pool}, {pool} + {half}, {half}):")


def _ask(f: Body, conditions: Sequence[x.Cond]) -> None:
    joined = conjunction(tuple(conditions))
    if joined != x.Bool(True):
        f.open(f"if {test(f, joined)}:")


def _completion(f: Body, number: int, stage: int, kind: str) -> str:
    """The call that asks whether the choice can be completed from a stage on; empty if it is whole and nothing is left to ask."""
    action = f.plan.game.actions[number]
    if stage < len(action.stages):
        return call(f, kind, number, stage)
    if kind == "weigh":
        return call(f, "weigh", number, stage)
    return call(f, "allows", number, stage) if action.require else ""


def is_always_legal(plan: Plan, number: int) -> bool:
    """Whether an action is a single code that nothing forbids."""
    action = plan.game.actions[number]
    return not action.outside and not action.require and all(not stage.binders and not stage.conditions for stage in action.stages)


def is_never_legal(plan: Plan, number: int) -> bool:
    """Whether an action is ruled out by constants: an option's other reading."""
    action = plan.game.actions[number]
    return any(condition.condition == x.Bool(False) for stage in action.stages for condition in stage.conditions)


def put_keys(f: Body, prefer: Sequence[x.Expr], pool: str, half: int) -> None:
    for at in range(half):
        f.add(f"s[{pool} + {half + at}] = {spell(f, prefer[at]) if at < len(prefer) else 0}")
