"""What players may choose: for each action the functions that list it, ask whether it has a choice at all, try it out, and carry it out.

    legal_take(s, out, found)     adds its legal codes to `out`, returns how many there are now
    can_take(s)                   whether there is one
    allows_take(s, c)             whether `require` holds after a trial of the effects
    weigh_take(s, c)              the same, and what `prefer` compares, in scratch
    do_take(s, c)                 the effects

An action with stages has `legal_take_2(s, out, found, tile)`, … for the later ones. Functions of a sealed choice have the seat as parameter.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from compiler.emit.expressions import likely
from compiler.emit.expressions.domains import open_domain
from compiler.emit.expressions.expressions import spell, test
from compiler.emit.expressions.quantifiers import count_out, is_short
from compiler.emit.nouns.body import Body, Trial
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import locals_of, parameters, tried
from compiler.emit.nouns.survey import EVERYTHING, MARK
from compiler.emit.play.codes import code_text, last_name
from compiler.emit.play.statements import whole
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.actions import ActionIR
from compiler.ir.simplify import conjunction
from compiler.ir.walk import transform, walk

Node = TypeVar("Node")

MOST_NOTES: Final = 4_000
"""A trial that may write more slots than this keeps the whole position instead."""


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
        if action.prefer:
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
        case x.Binder(domain=x.One(x.Fold("first", binders, by=None, default=x.Const(-1)) as fold), keep=None, where=None):
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
    _keys(f, action.prefer, pool, half)
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


# ---- trials


def write_allows(want: Want, f: Body) -> Function:
    """Whether `require` holds after the effects."""
    number, _ = want.subject
    action = f.plan.game.actions[number]
    allowed = f.fresh("allowed")
    condition = conjunction(tuple(required.condition for required in action.require))
    with Trialled(f, action) as trial:
        f.assign(allowed, test(f, trial.seen_from_here(condition)), "bool")
    f.add(f"return {allowed}")
    return f.function(result="bool", about=(f"Whether `require` of `{action.name}` holds, judged after its effects.",))


def write_weigh(want: Want, f: Body) -> Function:
    """What `prefer` compares, in scratch; whether the choice is legal at all. Before the last stage: of the best completion."""
    number, stage = want.subject
    action = f.plan.game.actions[number]
    half = keys_of(f.plan) // 2
    pool = f.plan.region("pool", 2 * half, POOL)
    if stage < len(action.stages):
        _weigh_completions(f, number, stage, pool, half)
        return f.function(result="bool", about=(f"Whether `{action.name}` can be completed from here on, and what `prefer` makes of it at best.",))
    condition = conjunction(tuple(required.condition for required in action.require))
    if not tried(f.plan.survey, action, "weigh"):
        _keys(f, action.prefer, pool, half)
        f.add("return True")
    else:
        allowed = f.fresh("allowed")
        before = () if action.prefer_trial else action.prefer
        _keys(f, before, pool, half) if before else None
        with Trialled(f, action) as trial:
            f.assign(allowed, test(f, trial.seen_from_here(condition)), "bool")
            if action.prefer_trial:
                with f.block(f"if {allowed}:") if action.require else f.scope():
                    _keys(f, trial.seen_from_here(action.prefer), pool, half)
        f.add(f"return {allowed}")
    return f.function(result="bool", about=(f"Whether `{action.name}` is legal so, and what its `prefer` compares.",))


def _keys(f: Body, prefer: Sequence[x.Expr], pool: str, half: int) -> None:
    for at in range(half):
        f.add(f"s[{pool} + {half + at}] = {spell(f, prefer[at]) if at < len(prefer) else 0}")


def _weigh_completions(f: Body, number: int, stage: int, pool: str, half: int) -> None:
    best = f.plan.reserve(f"best_{f.name}", half, "best of what `prefer` compares among completions")
    some = f.fresh("some")
    f.assign(some, "False", "bool")
    with f.scope():
        walk_stage(f, number, stage)
        f.open(f"if not {some} or {f.plan.use('is_better')}(s, {pool} + {half}, {best}, {half}):")
        for at in range(half):
            f.add(f"s[{best} + {at}] = s[{pool} + {half + at}]")
        f.add(f"{some} = True")
    for at in range(half):
        f.add(f"s[{pool} + {half + at}] = s[{best} + {at}]")
    f.add(f"return {some}")


class Trialled:
    """The lines between carrying effects out and undoing them; `seen_from_here` makes conditions out of those that look at the position
    before: what does not change with names bound inside is evaluated before the trial."""

    def __init__(self, f: Body, action: ActionIR) -> None:
        self.f, self.action = f, action
        self.kind: Trial = "journal" if f.plan.survey.write_bound(action.do) <= MOST_NOTES else "copy"
        self.hoisted: dict[x.Expr, x.Local] = {}

    def __enter__(self) -> "Trialled":
        f, plan = self.f, self.f.plan
        f.trial = self.kind
        self._hoist()
        mark = f.bind(MARK)
        if self.kind == "journal":
            journal = plan.regions["journal"]
            plan.notes[plan.game.actions.index(self.action)] = plan.survey.write_bound(self.action.do)
            f.assign(mark, f"s[{journal}]")
            self._prepare(journal)
        else:
            saved = plan.reserve(f"before_{f.topic}", plan.game.layout.kept, f"the position before a trial of {self.action.name}")
            f.assign(mark, saved)
            f.add(f"{plan.use('keep')}(s, {mark})")
        self._carry_out()
        return self

    def __exit__(self, *_: object) -> None:
        f = self.f
        undo = "undo" if self.kind == "journal" else "restore"
        f.add(f"{f.plan.use(undo)}(s, {f.env[MARK]})")
        f.trial = ""

    def seen_from_here(self, node: Node) -> Node:
        return transform(node, lambda part: self.hoisted.get(part.operand, part) if isinstance(part, x.Old) else part)

    def _hoist(self) -> None:
        plan, f = self.f.plan, self.f
        for part in walk((self.action.require, self.action.prefer)):
            if isinstance(part, x.Old) and part.operand not in self.hoisted:
                if not plan.survey.can_fault(part.operand) and all(local in f.env for local in f.plan.survey.free(part.operand)):
                    local = f"before {len(self.hoisted) + 1}"
                    f.let(local, spell(f, part.operand))
                    self.hoisted[part.operand] = x.Local(local)

    def _prepare(self, journal: str) -> None:
        """Keys that the trial asks for are made from those of the position before any."""
        asked = {part.memory for part in walk((self.action.require, self.action.prefer)) if isinstance(part, x.Times)}
        for memory, known in self.f.plan.known.items():
            if memory in asked:
                with self.f.block(f"if s[{known}] == 0 and s[{journal}] == 0:"):
                    self.f.add(f"{self.f.plan.want('prepare', memory, f'prepare_{memory}', 'memory')}(s)")

    def _carry_out(self) -> None:
        plan, f, action = self.f.plan, self.f, self.action
        if not action.do:
            return
        number = plan.game.actions.index(action)
        name = plan.want("do", (number, self.kind), f"do_{action.name}_on_trial", "choices", f.name)
        arguments = ["s", *(f.env[local] for local in parameters(plan.survey, number, "do", len(action.stages)))]
        f.add(f"{name}({', '.join(arguments)})")


def write_do(want: Want, f: Body) -> Function:
    """The effects of an action, or the same for a trial."""
    number, kind = want.subject
    action = f.plan.game.actions[number]
    f.trial, f.noting = kind, kind == "journal"
    about = f"What `{action.name}` does{', to be undone' if kind else ''}."
    if not kind:
        return whole(f, action.do, action.doc, (about,))
    return whole(f, _looked_at(f, action), None, (about,))


def _looked_at(f: Body, action: ActionIR) -> st.Block:
    """The effects without stores that neither they nor what is judged after them looks at, and that cannot fail."""
    read = f.plan.survey.reads((action.do, action.require, action.prefer))

    def change(part: Any) -> Any:
        match part:
            case st.If(condition, then, other):
                return st.If(condition, needed(then), needed(other))
            case st.For():
                return replace(part, body=needed(part.body))
            case _:
                return part

    def needed(block: st.Block) -> st.Block:
        return tuple(statement for statement in block if not (isinstance(statement, st.Store) and is_idle(statement)))

    def is_idle(statement: st.Store) -> bool:
        return statement.block not in read and not f.plan.survey.can_fault(statement)

    return action.do if EVERYTHING in read else needed(transform(action.do, change))
