"""The rules of a spec, one by one: everything that has a path and may cite a clause, in written order.

    rules_of(typed)[0]      # Rule(path="options.rounds", kind="option", clauses=("4.1",), …)

Paths are those of the engines' RULES: `phases.round.trick.commit`, `resolution.trick.only_sheep`, `define.wolf`. An action of a decision
with several stands below its step; `always` and `claims` are numbered from 1.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import CiteRef
from compiler.parse.spec import Cite
from compiler.source import Span

Kind: TypeAlias = Literal[
    "option",
    "board",
    "component",
    "zone",
    "variable",
    "definition",
    "effect",
    "graph",
    "step",
    "action",
    "otherwise",
    "table",
    "row",
    "sequence",
    "interrupt",
    "memory",
    "result",
    "invariant",
    "claim",
    "part",
]

IN_FORCE = frozenset({"option", "board", "component", "zone", "variable", "graph", "memory", "result", "invariant", "claim", "part"})
"""Kinds that hold all the time: nothing of them happens at a moment that could be counted."""


class Rule(Struct, frozen=True, kw_only=True):
    """`node` is the typed part it stands for; None for boards and components, which are data by then."""

    path: str
    kind: Kind
    clauses: tuple[str, ...]
    span: Span
    node: object = None


def rules_of(typed: t.TypedSpec) -> tuple[Rule, ...]:
    """Every rule, those cited from the top-level `cite` with these clauses too; a path that names no rule becomes a part of its own."""
    found = list(_declared(typed))
    for path, cite in typed.parsed.extra_cites:
        meant = [number for number, rule in enumerate(found) if rule.path == path]
        for number in meant:
            found[number] = replace(found[number], clauses=(*found[number].clauses, cite.clause))
        if not meant:
            found.append(Rule(path=path, kind="part", clauses=(cite.clause,), span=cite.span))
    return tuple(found)


def steps_of(typed: t.TypedSpec) -> Iterator[t.Step]:
    """Every step of setup, phases, sequences and interrupts, parents first."""
    tops = (*typed.setup, *typed.phases, *(sequence.step for sequence in typed.sequences))
    for step in (*tops, *(offer for interrupt in typed.interrupts for offer in interrupt.offers)):
        yield from within(step)


def within(step: t.Step) -> Iterator[t.Step]:
    yield step
    for inner in steps_in(step):
        yield from within(inner)


def steps_in(step: t.Step) -> tuple[t.Step, ...]:
    return step.body.steps if isinstance(step.body, t.Composite | t.Either) else ()


def action_path(step: t.Step, decision: t.Decision, action: t.Action) -> str:
    path = ".".join(step.path)
    return path if decision.single and action in decision.actions else f"{path}.{action.name}"


def _declared(typed: t.TypedSpec) -> Iterator[Rule]:
    parsed = typed.parsed
    for option in typed.options:
        yield Rule(path=f"options.{option.name}", kind="option", clauses=_numbers(option.cite), span=option.span, node=option)
    for board in parsed.boards:
        yield Rule(path=f"boards.{board.name.text}", kind="board", clauses=_written(board.cite), span=board.name.span)
    for component in parsed.components:
        yield Rule(path=f"components.{component.name.text}", kind="component", clauses=_written(component.cite), span=component.name.span)
    for zone in typed.zones:
        yield Rule(path=f"zones.{zone.name}", kind="zone", clauses=_numbers(zone.cite), span=zone.span, node=zone)
    for state in typed.states:
        if not state.inverse_of:
            yield Rule(path=f"state.{state.name}", kind="variable", clauses=_numbers(state.cite), span=state.span, node=state)
    for define in typed.defines:
        yield Rule(path=f"define.{define.name}", kind="definition", clauses=_numbers(define.cite), span=define.span, node=define)
    for effect in typed.effects:
        yield Rule(path=f"effects.{effect.name}", kind="effect", clauses=_numbers(effect.cite), span=effect.span, node=effect)
    for graph in typed.graphs:
        yield Rule(path=f"graphs.{graph.name}", kind="graph", clauses=_numbers(graph.cite), span=graph.span, node=graph)
    for memory in typed.remembers:
        yield Rule(path=f"remember.{memory.name}", kind="memory", clauses=(), span=memory.span, node=memory)
    yield from _course(typed)
    for table in typed.tables:
        yield Rule(path=f"resolution.{table.name}", kind="table", clauses=_numbers(table.cite), span=table.span, node=table)
        for row in table.rows:
            yield Rule(path=f"resolution.{table.name}.{row.name}", kind="row", clauses=_numbers(row.cite), span=row.span, node=row)
    if typed.result is not None:
        yield Rule(path="result", kind="result", clauses=_numbers(typed.result.cite), span=typed.result.span, node=typed.result)
    for number, fact in enumerate(typed.always, 1):
        yield Rule(path=f"always.{number}", kind="invariant", clauses=_numbers(fact.cite), span=fact.that.span, node=fact)
    for number, fact in enumerate(typed.claims, 1):
        yield Rule(path=f"claims.{number}", kind="claim", clauses=_numbers(fact.cite), span=fact.that.span, node=fact)


def _course(typed: t.TypedSpec) -> Iterator[Rule]:
    for step in (*typed.setup, *typed.phases):
        yield from _step(step)
    for sequence in typed.sequences:
        yield from _step(sequence.step)
    for interrupt in typed.interrupts:
        path = f"interrupts.{interrupt.name}"
        yield Rule(path=path, kind="interrupt", clauses=_numbers(interrupt.cite), span=interrupt.span, node=interrupt)
        for offer in interrupt.offers:
            yield from _step(offer)


def _step(step: t.Step) -> Iterator[Rule]:
    path = ".".join(step.path)
    decision = step.body if isinstance(step.body, t.Decision) else None
    single = decision is not None and decision.single
    cite = (*step.cite, *(decision.actions[0].cite if decision is not None and single else ()))
    yield Rule(path=path, kind="action" if single else "step", clauses=_numbers(cite), span=step.span, node=step)
    if decision is not None:
        for action in (*(() if single else decision.actions), *(decision.otherwise.actions if decision.otherwise else ())):
            yield Rule(path=f"{path}.{action.name}", kind="action", clauses=_numbers(action.cite), span=action.span, node=action)
    for inner in steps_in(step):
        yield from _step(inner)


def _numbers(cites: Iterable[CiteRef]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite.clause for cite in cites))


def _written(cites: Iterable[Cite]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite.clause for cite in cites))
