"""Every place of a spec where something is asked, with what is known there: the questions that are put to z3.

In: a typed spec and somebody who answers (`ask`, `range`). The rules are gone through one by one, each with terms of its own. What is known
in a place: the conditions around it, those of earlier branches that failed, what was just assigned. A write makes a new version of a
variable, so what was known of the old one stays true and says nothing of the new."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, TypeAlias

import z3
from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import CiteRef
from compiler.bind.nouns.types import BoolType
from compiler.checks.prove.atoms import Env, Term, TooLarge
from compiler.checks.prove.terms import Terms
from compiler.checks.rules import action_path, steps_of
from compiler.checks.walk import parts
from compiler.checks.writes import ZONES, Writes

Kind: TypeAlias = Literal["if", "where", "when", "until", "while", "require", "row"]


class Place(Struct, frozen=True, kw_only=True):
    """Where a question is asked: in which rule, over which terms, under what is known there."""

    path: str
    clauses: tuple[str, ...]
    terms: Terms
    env: Env
    known: tuple[Term, ...]

    def knowing(self, *terms: Term) -> "Place":
        return replace(self, known=(*self.known, *terms))

    def within(self, env: Env) -> "Place":
        return replace(self, env=env)


Ask: TypeAlias = Callable[[Place, t.Expr, Kind], None]
AskRange: TypeAlias = Callable[[Place, t.Narrow], None]


def put_questions(typed: t.TypedSpec, ask: Ask, ask_range: AskRange) -> int:
    """Puts every question; the number of rules that were too large to be asked about."""
    walker = _Walker(typed, ask, ask_range)
    walker.all()
    return walker.skipped


class _Walker:
    def __init__(self, typed: t.TypedSpec, ask: Ask, ask_range: AskRange) -> None:
        self.typed = typed
        self.ask = ask
        self.ask_range = ask_range
        self.writes = Writes(typed)
        self.everything = tuple(sorted({state.name for state in typed.states} | {ZONES}))
        self.skipped = 0

    def all(self) -> None:
        for define in self.typed.defines:
            self._guarded(f"define.{define.name}", define.cite, lambda place, define=define: self.look(place, define.body))
        for effect in self.typed.effects:
            self._guarded(f"effects.{effect.name}", effect.cite, lambda place, effect=effect: self.run(place, effect.body))
        for step in steps_of(self.typed):
            self._guarded(".".join(step.path), step.cite, lambda place, step=step: self._step(place, step))
        for table in self.typed.tables:
            self._table(table)
        result = self.typed.result
        if result is not None:
            asked = [*([result.score] if result.score is not None else []), *(key.value for key in result.rank)]
            self._guarded("result", result.cite, lambda place: self._look_all(place, asked))

    def _guarded(self, path: str, cite: tuple[CiteRef, ...], look: Callable[..., object]) -> None:
        clauses = tuple(dict.fromkeys(each.clause for each in cite))
        place = Place(path=path, clauses=clauses, terms=Terms(self.typed), env=Env(), known=())
        try:
            look(place)
        except TooLarge:
            self.skipped += 1

    # ---- steps

    def _step(self, place: Place, step: t.Step) -> None:
        inner = place
        if step.loop is not None:
            inner = self._bind(place, step.loop, "where")
        if step.keep is not None:
            self._condition(place, step.keep, "while")
        if step.until is not None:
            self._condition(place, step.until, "until")
        if step.when is not None:
            self._condition(inner, step.when, "when")
            inner = inner.knowing(inner.terms.truth(inner.env, step.when))
        self._body(inner, step)

    def _body(self, place: Place, step: t.Step) -> None:
        match step.body:
            case t.Automatic():
                self.run(place, step.body.do)
            case t.Decision():
                self._decision(place, step, step.body)
            case t.Chance():
                at = place
                for stage in step.body.stages:
                    for binder in stage:
                        at = self._bind(at, binder, "where")
                if step.body.where is not None:
                    self._condition(at, step.body.where, "where")
                    at = at.knowing(at.terms.truth(at.env, step.body.where))
                self.run(at, step.body.do)
                if step.body.otherwise is not None:
                    self.run(place, step.body.otherwise.do)
            case _:
                pass

    def _decision(self, place: Place, step: t.Step, decision: t.Decision) -> None:
        if decision.together is not None:
            place = self._bind(place, decision.together, "where")
        if decision.where is not None:
            self._condition(place, decision.where, "where")
        forced = decision.otherwise.actions if decision.otherwise is not None else ()
        for action in (*decision.actions, *forced):
            path = action_path(step, decision, action)
            clauses = tuple(dict.fromkeys([*place.clauses, *(each.clause for each in action.cite)]))
            own = replace(place, path=path, clauses=clauses)
            if decision.where is not None and action in decision.actions:
                own = own.knowing(own.terms.truth(own.env, decision.where))
            self._action(own, action)
        if decision.otherwise is not None:
            self.run(place, decision.otherwise.do)

    def _action(self, place: Place, action: t.Action) -> None:
        for stage in action.stages:
            for binder in stage:
                place = self._bind(place, binder, "where")
        if action.where is not None:
            self._condition(place, action.where, "where")
            place = place.knowing(place.terms.truth(place.env, action.where))
        if action.require is not None:
            after = place.within(place.env.written(sorted(self.writes.of(action.do))))
            self._condition(after, action.require, "require")
        self.run(place, action.do)

    # ---- tables

    def _table(self, table: t.ResolutionTable) -> None:
        def look(place: Place) -> None:
            if table.given is not None:
                place = place.knowing(place.terms.truth(place.env, table.given))
            failed: list[Term] = []
            for row in table.rows:
                holds = place.terms.truth(place.env, row.when)
                inner = replace(place, path=f"{place.path}.{row.name}", clauses=tuple(dict.fromkeys(each.clause for each in row.cite)))
                inner = inner.knowing(holds, *(failed if table.hit == "first" else ()))
                self.run(inner, row.do)
                if row.gives is not None:
                    self.look(inner, row.gives)
                failed.append(z3.Not(holds))
            if table.otherwise is not None:
                self.run(place.knowing(*failed), table.otherwise)
            if table.otherwise_gives is not None:
                self.look(place.knowing(*failed), table.otherwise_gives)

        self._guarded(f"resolution.{table.name}", table.cite, look)

    # ---- statements

    def run(self, place: Place, block: Sequence[t.Stmt]) -> Place | None:
        """Goes through a block; the place after it, None where nothing comes after it."""
        at: Place | None = place
        for statement in block:
            if at is None:
                return None
            at = self._statement(at, statement)
        return at

    def _statement(self, place: Place, statement: t.Stmt) -> Place | None:
        match statement:
            case t.Let():
                self.look(place, statement.value)
                return place.within(place.env.bound(statement.local.number, place.terms.term(place.env, statement.value)))
            case t.Assign():
                return self._assign(place, statement)
            case t.If():
                return self._if(place, statement)
            case t.For():
                inside = self._written(place, statement.body)
                self.run(self._bind(inside, statement.binder, "where"), statement.body)
                return inside
            case t.While():
                inside = self._written(place, statement.body)
                self._condition(inside, statement.condition, "while")
                self.run(inside.knowing(inside.terms.truth(inside.env, statement.condition)), statement.body)
                return inside
            case t.End() | t.Verdict(kind="win" | "lose"):
                return None
            case _:
                self._look_all(place, [part for part in parts(statement) if isinstance(part, t.Expr)])
                return self._written(place, (statement,))

    def _assign(self, place: Place, statement: t.Assign) -> Place:
        terms, env = place.terms, place.env
        symbol = next(state for state in self.typed.states if state.name == statement.state)
        stored = statement.value
        if isinstance(stored, t.Narrow):
            stored = replace(stored, type=symbol.type)
        self._look_all(place, [*statement.indexes, stored])
        value = terms.truth(env, statement.value) if isinstance(symbol.type, BoolType) else terms.number(env, statement.value)
        indexes = [terms.number(env, index) for index in statement.indexes]
        after = self._written(place, (statement,))
        version = after.env.versions.get(statement.state, 0)
        words = " ".join(statement.span.text.split()).partition("=")[0].rstrip("+- ")
        return after.knowing(terms.applied(f"{statement.state}@{version}", indexes, symbol.type, words) == value)

    def _if(self, place: Place, statement: t.If) -> Place | None:
        at = place
        goes_on = False
        for condition, body in statement.branches:
            self._condition(at, condition, "if")
            holds = at.terms.truth(at.env, condition)
            goes_on = self.run(at.knowing(holds), body) is not None or goes_on
            at = at.knowing(z3.Not(holds))
        after = self.run(at, statement.other)
        if after is None and not goes_on:
            return None
        written = self._written(place, (statement,))
        if not goes_on and after is not None:
            return written.knowing(*at.known)
        return written

    def _written(self, place: Place, block: Iterable[t.Stmt]) -> Place:
        return place.within(place.env.written(sorted(self.writes.of(tuple(block)))))

    # ---- expressions

    def _condition(self, place: Place, condition: t.Expr, kind: Kind) -> None:
        if not isinstance(condition, t.Const):
            self.ask(place, condition, kind)
        self.look(place, condition)

    def _bind(self, place: Place, binder: t.Binder, kind: Kind) -> Place:
        """Any member of the binder's domain that passes."""
        for part in parts(binder.domain):
            if isinstance(part, t.Expr):
                self.look(place, part)
        bare = replace(binder, where=None, keep=None)
        env, known = place.terms.bind(place.env, bare)
        inner = place.within(env).knowing(*known)
        for condition in (binder.keep, binder.where):
            if condition is not None:
                self._condition(inner, condition, kind)
                inner = inner.knowing(inner.terms.truth(inner.env, condition))
        if binder.by is not None:
            self.look(inner, binder.by)
        return inner

    def look(self, place: Place, expr: t.Expr) -> None:
        """Asks about what is inside an expression: conditions of `x if c else y`, and values that may not fit."""
        match expr:
            case t.IfElse():
                self._condition(place, expr.condition, "if")
                holds = place.terms.truth(place.env, expr.condition)
                self.look(place.knowing(holds), expr.value)
                self.look(place.knowing(z3.Not(holds)), expr.other)
            case t.Logic():
                at = place
                for item in expr.items:
                    self.look(at, item)
                    holds = at.terms.truth(at.env, item)
                    at = at.knowing(holds if expr.operator == "and" else z3.Not(holds))
            case t.Quantifier():
                at = place
                for binder in expr.binders:
                    at = self._bind(at, binder, "where")
                if expr.body is not None:
                    self.look(at, expr.body)
                self._look_all(place, [part for part in (expr.rank, expr.default) if part is not None])
            case t.Narrow():
                if not expr.said:
                    self.ask_range(place, expr)
                self.look(place, expr.operand)
            case _:
                self._look_all(place, [part for part in parts(expr) if isinstance(part, t.Expr)])

    def _look_all(self, place: Place, exprs: Iterable[t.Expr]) -> None:
        for expr in exprs:
            self.look(place, expr)
