"""Resolution tables by z3: every case decided, none twice, no row in vain; for tables of any size.

The same questions are answered by going through all cases where these are few (`compiler.checks.tables`); the answers must agree.
"""

import z3
from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.prove.atoms import Env, Term, TooLarge
from compiler.checks.prove.questions import Place
from compiler.checks.prove.solve import can_hold, witness
from compiler.checks.prove.terms import Terms
from compiler.checks.tables import cited
from compiler.diagnostics.problem import Fact, Problem, Problems


class TableProof(Struct, frozen=True, kw_only=True):
    """What was shown of a table: `complete`, `disjoint` (of a `unique` one) and `no_dead_row`; None where it stayed open or was not asked."""

    name: str
    complete: bool | None
    disjoint: bool | None
    dead: tuple[str, ...]

    @property
    def proved(self) -> bool:
        return self.complete is not False and self.disjoint is not False and not self.dead


def check_tables_by_proof(typed: t.TypedSpec, problems: Problems) -> tuple[TableProof, ...]:
    found = []
    for table in typed.tables:
        try:
            found.append(_prove(typed, table, problems))
        except TooLarge:
            found.append(TableProof(name=table.name, complete=None, disjoint=None, dead=()))
    return tuple(found)


def _prove(typed: t.TypedSpec, table: t.ResolutionTable, problems: Problems) -> TableProof:
    terms = Terms(typed, free_options=False)
    env = Env()
    for local, _ in table.reads:
        env = env.bound(local.number, terms.fresh(local.name, local.type, ("read", local.number)))
    known = (terms.truth(env, table.given),) if table.given is not None else ()
    whens = [terms.truth(env, row.when) for row in table.rows]
    place = Place(path=f"resolution.{table.name}", clauses=(), terms=terms, env=env, known=known)
    return TableProof(
        name=table.name,
        complete=_complete(place, table, whens, problems),
        disjoint=_disjoint(place, table, whens, problems) if table.hit == "unique" else None,
        dead=tuple(_dead(place, table, whens, problems)),
    )


def _complete(place: Place, table: t.ResolutionTable, whens: list[Term], problems: Problems) -> bool | None:
    if table.otherwise is not None or table.otherwise_gives is not None or table.impossible or table.hit == "each":
        return True
    nothing = [z3.Not(when) for when in whens]
    answer = can_hold(place.terms, place.known, *nothing)
    if answer == "yes":
        problems.add(
            Problem(code="RWC010", span=table.span, facts={"name": table.name, "example": witness(place, *nothing), "clauses": cited(table.cite)})
        )
    return {"yes": False, "no": True, "unknown": None}[answer]


def _disjoint(place: Place, table: t.ResolutionTable, whens: list[Term], problems: Problems) -> bool | None:
    disjoint: bool | None = True
    for second in range(len(whens)):
        for first in range(second):
            answer = can_hold(place.terms, place.known, whens[first], whens[second])
            if answer == "unknown" and disjoint:
                disjoint = None
            if answer == "yes":
                one, other = table.rows[first], table.rows[second]
                facts: dict[str, Fact] = {
                    "name": table.name,
                    "example": witness(place, whens[first], whens[second]),
                    "row": other.name,
                    "other": one.name,
                    "first": one.when.span,
                    "clauses": cited(other.cite),
                    "others": cited(one.cite),
                }
                problems.add(Problem(code="RWC011", span=other.when.span, facts=facts))
                return False
    return disjoint


def _dead(place: Place, table: t.ResolutionTable, whens: list[Term], problems: Problems) -> list[str]:
    found = []
    for number, (row, when) in enumerate(zip(table.rows, whens, strict=True)):
        before = [z3.Not(other) for other in whens[:number]] if table.hit == "first" else []
        if can_hold(place.terms, place.known, when, *before) == "no":
            found.append(row.name)
            problems.add(Problem(code="RWC012", span=row.when.span, facts={"row": row.name, "name": table.name}))
    return found
