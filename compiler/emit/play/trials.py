"""Trying a choice out, for what `require` and `prefer` ask of the position after it."""

from typing import Any, Final, TypeVar

from msgspec.structs import replace

from compiler.emit.expressions.expressions import spell, test
from compiler.emit.nouns.body import Body, Trial
from compiler.emit.nouns.plan import Function, Want
from compiler.emit.nouns.signatures import parameters, tried
from compiler.emit.nouns.survey import EVERYTHING, MARK
from compiler.emit.play.choices import POOL, keys_of, put_keys, walk_stage
from compiler.emit.play.statements import whole
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.actions import ActionIR
from compiler.ir.simplify import conjunction
from compiler.ir.walk import transform, walk

Node = TypeVar("Node")

MOST_NOTES: Final = 4_000
"""A trial that may write more slots than this keeps the whole position instead."""


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
        put_keys(f, action.prefer, pool, half)
        f.add("return True")
    else:
        allowed = f.fresh("allowed")
        before = () if action.prefer_trial else action.prefer
        put_keys(f, before, pool, half) if before else None
        with Trialled(f, action) as trial:
            f.assign(allowed, test(f, trial.seen_from_here(condition)), "bool")
            if action.prefer_trial:
                with f.block(f"if {allowed}:") if action.require else f.scope():
                    put_keys(f, trial.seen_from_here(action.prefer), pool, half)
        f.add(f"return {allowed}")
    return f.function(result="bool", about=(f"Whether `{action.name}` is legal so, and what its `prefer` compares.",))


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
            if not isinstance(part, x.Old) or part.operand in self.hoisted or plan.survey.can_fault(part.operand):
                continue
            if all(local in f.env for local in plan.survey.free(part.operand)):
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
