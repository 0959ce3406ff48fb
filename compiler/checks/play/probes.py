"""Counting what happens: a typed spec in which every block of effects counts how often it runs.

In: a typed spec. Out: one with two more variables, and what each of their places counts. The variables are seen by nobody and read by no rule,
so play is the same; engines are made from it as from any other, and `Counts` reads a vector of theirs.

    probed = with_probes(typed)
    probed.sites[3]         # Site(path="resolution.trick.only_sheep", what="row", …)

For each resolution table whose reads have few values, the cases met are counted too.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol
from compiler.bind.nouns.types import RangeType
from compiler.checks.rules import action_path
from compiler.checks.values import interval_of
from compiler.source import Span

What: TypeAlias = Literal["action", "step", "chance", "nothing", "row", "otherwise", "effect", "branch", "else", "pass"]

FIRED: Final = "fired"
MET: Final = "met"
MOST: Final = 2**31
MOST_CASES: Final = 3_000


class Site(Struct, frozen=True, kw_only=True):
    """A place in the spec where effects run. `path` is the rule's; `guard` what has to hold for a branch, `otherwise` its negation."""

    path: str
    what: What
    span: Span
    guard: t.Expr | None = None


class Cases(Struct, frozen=True, kw_only=True):
    """The cases of a table: mixed radix of its reads from place `first` on, the last read fastest."""

    table: str
    first: int
    reads: tuple[tuple[str, int, int], ...]
    """name, lowest value, number of values"""

    @property
    def size(self) -> int:
        size = 1
        for _, _, count in self.reads:
            size *= count
        return size

    def values(self, case: int) -> tuple[int, ...]:
        found: list[int] = []
        for _, low, count in reversed(self.reads):
            found.append(low + case % count)
            case //= count
        return tuple(reversed(found))


class Probed(Struct, frozen=True, kw_only=True):
    """`fired` and `met` are the names of the two variables; `met` is empty where no table is counted."""

    typed: t.TypedSpec
    sites: tuple[Site, ...]
    cases: tuple[Cases, ...]
    fired: str
    met: str


def with_probes(typed: t.TypedSpec) -> Probed:
    taken = {state.name for state in typed.states} | {define.name for define in typed.defines}
    fired, met = _free(FIRED, taken), _free(MET, taken)
    tables = tuple(_tables(typed))
    made = _Maker(fired, met, {cases.table: cases for cases in tables})
    changed = replace(
        typed,
        effects=tuple(replace(effect, body=made.block(f"effects.{effect.name}", "effect", effect.span, effect.body)) for effect in typed.effects),
        tables=tuple(made.table(table) for table in typed.tables),
        setup=tuple(made.step(step) for step in typed.setup),
        phases=tuple(made.step(step) for step in typed.phases),
        sequences=tuple(replace(sequence, step=made.step(sequence.step)) for sequence in typed.sequences),
        interrupts=tuple(replace(interrupt, offers=tuple(made.step(offer) for offer in interrupt.offers)) for interrupt in typed.interrupts),
    )
    sites = tuple(made.sites)
    total = sum(cases.size for cases in tables)
    variables = [(fired, len(sites)), *([(met, total)] if total else [])]
    for name, count in variables:
        changed = _with_counter(changed, name, count)
    return Probed(typed=changed, sites=sites, cases=tables, fired=fired, met=met if total else "")


class _Maker:
    def __init__(self, fired: str, met: str, cases: dict[str, Cases]) -> None:
        self.fired = fired
        self.met = met
        self.cases = cases
        self.sites: list[Site] = []

    def block(
        self, path: str, what: What, span: Span, body: tuple[t.Stmt, ...], guard: t.Expr | None = None, *, before: tuple[t.Stmt, ...] = ()
    ) -> tuple[t.Stmt, ...]:
        """The block, counted as it begins, with those inside it counted too."""
        number = len(self.sites)
        self.sites.append(Site(path=path, what=what, span=span, guard=guard))
        return (_count(self.fired, t.Const(value=number, type=RangeType(number, number), span=span), span), *before, *self._inner(path, body))

    def _inner(self, path: str, body: tuple[t.Stmt, ...]) -> tuple[t.Stmt, ...]:
        return tuple(self._statement(path, statement) for statement in body)

    def _statement(self, path: str, statement: t.Stmt) -> t.Stmt:
        match statement:
            case t.If():
                branches = tuple((condition, self.block(path, "branch", condition.span, body, condition)) for condition, body in statement.branches)
                if not statement.other:
                    return replace(statement, branches=branches)
                last = statement.branches[-1][0]
                return replace(statement, branches=branches, other=self.block(path, "else", last.span, statement.other, last))
            case t.For():
                return replace(statement, body=self.block(path, "pass", statement.binder.span, statement.body))
            case t.While():
                return replace(statement, body=self.block(path, "pass", statement.condition.span, statement.body, statement.condition))
            case _:
                return statement

    def step(self, step: t.Step) -> t.Step:
        return replace(step, body=self._body(step))

    def _body(self, step: t.Step) -> t.Body:
        path, body = ".".join(step.path), step.body
        match body:
            case t.Automatic():
                return replace(body, do=self.block(path, "step", step.span, body.do, step.when))
            case t.Decision():
                actions = tuple(self._action(step, body, action) for action in body.actions)
                return replace(body, actions=actions, otherwise=self._otherwise(step, body, body.otherwise))
            case t.Chance():
                do = self.block(path, "chance", step.span, body.do)
                return replace(body, do=do, otherwise=self._otherwise(step, None, body.otherwise))
            case t.Composite() | t.Either():
                return replace(body, steps=tuple(self.step(inner) for inner in body.steps))
            case _:
                return body

    def _action(self, step: t.Step, decision: t.Decision, action: t.Action) -> t.Action:
        return replace(action, do=self.block(action_path(step, decision, action), "action", action.span, action.do, action.where))

    def _otherwise(self, step: t.Step, decision: t.Decision | None, otherwise: t.Otherwise | None) -> t.Otherwise | None:
        if otherwise is None:
            return None
        if decision is not None and otherwise.actions:
            return replace(otherwise, actions=tuple(self._action(step, decision, action) for action in otherwise.actions))
        return replace(otherwise, do=self.block(".".join(step.path), "nothing", otherwise.span, otherwise.do))

    def table(self, table: t.ResolutionTable) -> t.ResolutionTable:
        if table.gives is not None:
            return table
        path = f"resolution.{table.name}"
        met = self._met(table)
        rows = tuple(
            replace(row, do=self.block(f"{path}.{row.name}", "row", row.span, row.do, row.when, before=met if table.hit != "each" else ()))
            for row in table.rows
        )
        otherwise = table.otherwise
        if otherwise is not None and not table.impossible:
            otherwise = self.block(path, "otherwise", table.span, otherwise, before=met)
        return replace(table, rows=rows, otherwise=otherwise)

    def _met(self, table: t.ResolutionTable) -> tuple[t.Stmt, ...]:
        cases = self.cases.get(table.name)
        if cases is None:
            return ()
        most = cases.first + cases.size - 1
        number: t.Expr = t.Const(value=0, type=RangeType(0, 0), span=table.span)
        for (local, _), (_, low, count) in zip(table.reads, cases.reads, strict=True):
            read = t.LocalRef(local=local, type=local.type, span=table.span)
            number = _sum(_product(number, count, most), _sum(read, -low, most), most)
        return (_count(self.met, _sum(number, cases.first, most), table.span),)


def _tables(typed: t.TypedSpec) -> Iterator[Cases]:
    first = 0
    for table in typed.tables:
        ranges = [interval_of(typed, local.type) for local, _ in table.reads]
        if table.gives is not None or not table.reads or any(found is None for found in ranges):
            continue
        reads = tuple(
            (local.name, found[0], found[1] - found[0] + 1) for (local, _), found in zip(table.reads, ranges, strict=True) if found is not None
        )
        cases = Cases(table=table.name, first=first, reads=reads)
        if cases.size <= MOST_CASES:
            yield cases
            first += cases.size


def _with_counter(typed: t.TypedSpec, name: str, count: int) -> t.TypedSpec:
    span, kind = typed.parsed.game.span, RangeType(0, MOST)
    symbol = StateSymbol(
        name=name, axes=(RangeType(0, max(count, 1) - 1),), parts=(None,), type=kind, seen="none", inverse="", inverse_of="", cite=(), span=span
    )
    start = t.Start(state=name, locals=(), value=t.Const(value=0, type=kind, span=span))
    return replace(typed, states=(*typed.states, symbol), starts=(*typed.starts, start))


def _count(state: str, place: t.Expr, span: Span) -> t.Assign:
    one = t.Const(value=1, type=RangeType(1, 1), span=span)
    old = t.StateRef(state=state, indexes=(place,), type=RangeType(0, MOST), span=span)
    more = t.Binary(operator="+", left=old, right=one, type=RangeType(0, MOST), span=span)
    return t.Assign(state=state, indexes=(place,), value=more, span=span)


def _sum(left: t.Expr, right: t.Expr | int, most: int) -> t.Expr:
    if isinstance(right, int):
        right = t.Const(value=right, type=RangeType(right, right), span=left.span)
    return t.Binary(operator="+", left=left, right=right, type=RangeType(0, most), span=left.span)


def _product(left: t.Expr, factor: int, most: int) -> t.Expr:
    right = t.Const(value=factor, type=RangeType(factor, factor), span=left.span)
    return t.Binary(operator="*", left=left, right=right, type=RangeType(0, most), span=left.span)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name
