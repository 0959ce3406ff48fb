"""What a rulebook leaves undecided: the cases in which the readings of an open point differ, or that only one row of a table settles.

    undecided(typed, "OP-6")    # one finding a place, with the combinations of the table's reads, by player count

A point settled by an option is taken away by asking, wherever the option is read, whether its readings can give different answers: by z3,
for each case of a table, all else being free. So what is decided is proved to be, and what is not is possible by types; lockstep play then
tells which cases were met."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import z3

from compiler.bind.nouns import typed as t
from compiler.checks.evaluate import Unknown, holds
from compiler.checks.points.asks import Ask, asks, substituted
from compiler.checks.progress import Reads
from compiler.checks.prove.atoms import Env, Term, TooLarge
from compiler.checks.prove.questions import Place
from compiler.checks.prove.readings import option_values, reads_option, with_reading
from compiler.checks.prove.solve import can_hold, witness
from compiler.checks.prove.terms import Terms
from compiler.checks.tables import cases
from compiler.checks.values import text_of
from compiler.checks.walk import transform
from compiler.source import Span

Key: TypeAlias = tuple[int, ...]
"""the values of a table's reads"""

SHOWN: Final = 12


@dataclass(slots=True)
class Undecided:
    """A place that the point decides; `cases` are those of a table in which it does, each with the player counts. `example` is one case in words."""

    point: str
    path: str
    span: Span
    settled: Span
    table: str = ""
    cases: dict[Key, list[int]] = field(default_factory=dict)
    example: str = ""
    exact: bool = True
    """whether the table's own row asks: then each case is undecided for certain"""

    def dropped(self, keys: Sequence[Key]) -> None:
        for key in keys:
            self.cases.pop(key, None)


def undecided(typed: t.TypedSpec, what: str) -> list[Undecided] | None:
    """Findings for an open point, an option, or a row `table.row`; None where there is no such thing."""
    table, _, row = what.partition(".")
    if row:
        found = _without_row(typed, table, row)
        return None if found is None else [found]
    options = [option for option in typed.options if option.name == what or any(cite.clause == what for cite in option.settles)]
    if not options:
        return [] if any(note.number.clause == what for note in typed.parsed.assumptions) else None
    return [each for option in options for each in _without_option(typed, what, option.name)]


def told(typed: t.TypedSpec, found: Undecided) -> str:
    """The cases of a finding in the game's words: `young = 0, old = 0, dogs = 2 (2 to 6 players)`."""
    if not found.cases:
        return found.example or f"`{found.path}`"
    table = next(table for table in typed.tables if table.name == found.table)
    parts = []
    for key, players in list(found.cases.items())[:SHOWN]:
        words = ", ".join(f"{local.name} = {text_of(typed, local.type, value)}" for (local, _), value in zip(table.reads, key, strict=True))
        parts.append(f"{words} ({_players(players)})")
    more = len(found.cases) - SHOWN
    return "; ".join(parts) + (f"; and {more} more" if more > 0 else "")


def _players(counts: list[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low} to {high} players" if high > low else f"{low} players"


def _without_row(typed: t.TypedSpec, name: str, row: str) -> Undecided | None:
    table = next((table for table in typed.tables if table.name == name), None)
    dropped = next((each for each in table.rows if each.name == row), None) if table is not None else None
    if table is None or dropped is None:
        return None
    found = Undecided(point=f"{name}.{row}", path=f"resolution.{name}.{row}", span=dropped.span, settled=dropped.span, table=name)
    if table.hit == "each" or table.otherwise_gives is not None or (table.otherwise is not None and not table.impossible):
        return found
    try:
        for players, case in cases(typed, table):
            others = any(holds(each.when, case, players) for each in table.rows if each is not dropped)
            if not others and holds(dropped.when, case, players):
                found.cases.setdefault(tuple(case[local.number] for local, _ in table.reads), []).append(players)
    except Unknown:
        found.example = f"`{dropped.when.span.text}`"
    return found


def _without_option(typed: t.TypedSpec, point: str, name: str) -> Iterator[Undecided]:
    option = next(option for option in typed.options if option.name == name)
    values = option_values(typed, name)
    others = [value for value in values.values() if value != option.value]
    tables = {table.name: table for table in typed.tables}
    reads = Reads(typed)
    by_place: dict[tuple[str, str], Undecided] = {}
    for ask in asks(typed, name):
        near: list[t.ResolutionTable | None] = [tables[ask.table]] if ask.table else [*_tables_about(typed, ask, reads)]
        for table in near or [None]:
            found = by_place.get((ask.path, table.name if table is not None else "")) or Undecided(
                point=point, path=ask.path, span=ask.span, settled=option.span, table=table.name if table is not None else "", exact=ask.plain
            )
            question = _Question(typed, name, option.value, others, ask, table)
            if table is None:
                example = question.example()
                if example is not None:
                    found.example = example
                    by_place[ask.path, ""] = found
                continue
            for key, players in question.cases().items():
                known = found.cases.setdefault(key, [])
                known += [count for count in players if count not in known]
            if found.cases:
                by_place[ask.path, table.name] = found
    yield from by_place.values()


def _tables_about(typed: t.TypedSpec, ask: Ask, reads: Reads) -> list[t.ResolutionTable]:
    """The tables that read what the place reads."""
    mine = reads.of(ask.expr)
    return [table for table in typed.tables if mine & reads.of(tuple(expr for _, expr in table.reads))]


class _Question:
    """Do the readings differ here? For each case of a table, or at all."""

    def __init__(self, typed: t.TypedSpec, option: str, chosen: int, others: Sequence[int], ask: Ask, table: t.ResolutionTable | None) -> None:
        self._typed = typed
        self._table = table
        self._terms = terms = Terms(typed, free_options=False)
        env = Env()
        reads: list[Term] = []
        for local, expr in table.reads if table is not None else ():
            term = terms.number(Env(), expr) if not ask.table else terms.fresh(local.name, local.type, ("read", local.number))
            reads.append(term)
            env = env.bound(local.number, term)
        self._reads = reads
        known: list[Term] = []
        if table is not None and table.given is not None:
            known.append(terms.truth(env, table.given))
        for guard in ask.guards:
            holds_ = terms.truth(env, guard.condition)
            known.append(holds_ if guard.holds else z3.Not(holds_))
        values = [terms.number(env, with_reading(self._deep(ask.expr, option), option, value)) for value in (chosen, *others)]
        self._known = known
        self._differ = z3.Or(*(values[0] != other for other in values[1:])) if len(values) > 1 else z3.BoolVal(False)
        self._place = Place(path=ask.path, clauses=(), terms=terms, env=env, known=tuple(known))

    def _deep(self, expr: t.Expr, option: str) -> t.Expr:
        """The expression with definitions that name the option put in place, so that the reading reaches into them."""
        defines = {define.name: define for define in self._typed.defines}

        def change(part: object) -> object:
            if isinstance(part, t.Call) and part.kind == "define" and part.name in defines:
                define = defines[part.name]
                given: Mapping[int, t.Expr] = dict(zip((local.number for local in define.parameters), part.arguments, strict=True))
                inner = transform(substituted(define.body, given), change)
                return inner if reads_option(inner, option) else part
            return part

        found: t.Expr = transform(expr, change)
        return found

    def example(self) -> str | None:
        """One situation in which the readings differ; None where there is none."""
        try:
            if can_hold(self._terms, self._known, self._differ) == "no":
                return None
            return witness(self._place, self._differ)
        except TooLarge:
            return ""

    def cases(self) -> dict[Key, list[int]]:
        assert self._table is not None
        found: dict[Key, list[int]] = {}
        solver = z3.Solver()
        solver.set("timeout", 2000)
        solver.add(*self._terms.facts, *self._known, self._differ)
        if solver.check() == z3.unsat:
            return found
        try:
            for players, case in cases(self._typed, self._table):
                key = tuple(case[local.number] for local, _ in self._table.reads)
                equal = [read == (bool(value) if z3.is_bool(read) else value) for read, value in zip(self._reads, key, strict=True)]
                if solver.check(*equal, self._terms.players == players) != z3.unsat:
                    found.setdefault(key, []).append(players)
        except Unknown:
            pass
        return found
