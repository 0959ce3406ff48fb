"""Slips of meaning that the spec alone shows: well formed, accepted, and hardly what was meant.

Pieces that differ and read alike where they are chosen; a sealed choice in which two may take one thing; a zone that nothing is ever put into;
a variable that is asked and never changes, or that counts what is done in a row and is never set back; a loop that always ends in its first round;
statements behind one that leaves in any case.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import ComponentSymbol, FieldSymbol
from compiler.bind.nouns.types import ComponentType
from compiler.checks.rules import action_path, steps_in, steps_of
from compiler.checks.walk import walk
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.ir.game import GameIR
from compiler.source import Span

Slip = Callable[[t.TypedSpec], Iterator[Problem]]


def check_slips(typed: t.TypedSpec, game: GameIR | None, problems: Problems) -> None:
    """Only of a spec that could be made into a game. Where a loop is told to go round for ever, so that is what never changes."""
    endless = any(problem.code == "RWC046" for problem in problems)
    for slip in SLIPS if game is not None else ():
        for problem in slip(typed):
            if problem.code != "RWC083" or not endless:
                problems.add(problem)


def _problem(code: str, span: Span, subject: str, **facts: Fact) -> Problem:
    return Problem(code=code, span=span, facts={"subject": subject, **facts})


# ---- pieces that read alike


def _equal_texts(typed: t.TypedSpec) -> Iterator[Problem]:
    """Pieces with one text and other values, that play asks for, where a choice names them."""
    chosen = {binder.local.type.name for binder in _choices(typed) if isinstance(binder.local.type, ComponentType)}
    played = (typed.phases, typed.sequences, typed.interrupts, typed.effects, typed.tables, typed.defines, typed.result)
    asked = {(part.component, part.field) for part in walk(played) if isinstance(part, t.FieldRef)}
    for component in typed.components:
        fields = [field for field in component.fields if (component.name, field.name) in asked]
        for name, pieces in _by_name(component).items() if component.name in chosen else ():
            differing = [field.name for field in fields if len({_value(field, piece) for piece in pieces}) > 1]
            if differing:
                facts = {"name": component.name, "text": name, "count": str(len(pieces)), "fields": ", ".join(differing)}
                yield _problem("RWC080", component.span, f"components.{component.name}", **facts)
                break


def _choices(typed: t.TypedSpec) -> Iterator[t.Binder]:
    for _, decision in _decisions(typed):
        for action in decision.actions:
            for stage in action.stages:
                yield from stage


def _decisions(typed: t.TypedSpec) -> Iterator[tuple[t.Step, t.Decision]]:
    for step in steps_of(typed):
        if isinstance(step.body, t.Decision):
            yield step, step.body


def _by_name(component: ComponentSymbol) -> Mapping[str, list[int]]:
    """Pieces of the first seat, or of nobody, by their text."""
    found: dict[str, list[int]] = {}
    for piece in range(component.per_seat if component.each_player else component.count):
        found.setdefault(component.names[piece], []).append(piece)
    return found


def _value(field: FieldSymbol, piece: int) -> object:
    return next((values[piece] for values in (field.values, field.texts, field.cells) if values), None)


# ---- sealed choices of one thing


def _taken_twice(typed: t.TypedSpec) -> Iterator[Problem]:
    """A sealed choice of what does not depend on the seat, and effects that take it whoever has it already."""
    for step, decision in _decisions(typed):
        seat = decision.together.local.number if decision.together is not None else None
        for action in decision.actions if seat is not None else ():
            for binder in (binder for stage in action.stages for binder in stage):
                if not _mentions(binder, seat) and any(_takes(statement, binder.local.number, seat) for statement in action.do):
                    yield _problem("RWC081", binder.span, action_path(step, decision, action), name=binder.local.name)


def _takes(statement: t.Stmt, chosen: int, seat: int | None) -> bool:
    match statement:
        case t.Move(piece=t.LocalRef(local=local)):
            return local.number == chosen
        case t.Assign(indexes=indexes, value=value):
            return any(isinstance(index, t.LocalRef) and index.local.number == chosen for index in indexes) and _mentions(value, seat)
        case _:
            return False


def _mentions(node: object, local: int | None) -> bool:
    return any(isinstance(part, t.LocalRef) and part.local.number == local for part in walk(node))


# ---- zones, variables


def _play(typed: t.TypedSpec) -> Iterator[object]:
    for part in (typed.setup, typed.phases, typed.sequences, typed.interrupts, typed.effects, typed.tables):
        yield from walk(part)


def _never_filled(typed: t.TypedSpec) -> Iterator[Problem]:
    targets = [target for part in _play(typed) if isinstance(part, t.Destination) for _, target in part.choices]
    filled = {target.zone.zone for target in targets if target.zone is not None}
    asked = {part.zone for part in _play(typed) if isinstance(part, t.ZoneRef)}
    for zone in typed.zones:
        if zone.name in asked - filled:
            yield _problem("RWC082", zone.span, f"zones.{zone.name}", name=zone.name)


def _never_changes(typed: t.TypedSpec) -> Iterator[Problem]:
    """A variable with one start value everywhere that no effect writes."""
    written = {part.state for part in _play(typed) if isinstance(part, t.Assign)}
    plain = {start.state for start in typed.starts if isinstance(start.value, t.Const)}
    asked = {part.state for part in (*_play(typed), *walk((typed.defines, typed.result))) if isinstance(part, t.StateRef)}
    for state in typed.states:
        if not state.inverse_of and state.inverse not in written and state.name in (plain & asked) - written:
            yield _problem("RWC083", state.span, f"state.{state.name}", name=state.name)


def _conditions(typed: t.TypedSpec) -> list[t.Expr]:
    """What loops ask."""
    return [part for step in steps_of(typed) for part in (step.until, step.keep) if part is not None]


def _never_set_back(typed: t.TypedSpec) -> Iterator[Problem]:
    """A variable that only ever grows, by what is one choice of several, and that a loop asks for: what was to be counted in a row."""
    asked = {part.state for condition in _conditions(typed) for part in walk(condition) if isinstance(part, t.StateRef)}
    everywhere = [part for part in _play(typed) if isinstance(part, t.Assign)]
    for state in typed.states:
        writes = [part for part in everywhere if part.state == state.name]
        if state.axes or state.name not in asked or not writes or not all(_grows(part) for part in writes):
            continue
        for step, decision in _decisions(typed):
            counting = [action for action in decision.actions if any(part in writes for part in action.do)]
            if counting and len(counting) < len(decision.actions):
                yield _problem(
                    "RWC084", state.span, f"state.{state.name}", name=state.name, counts=counting[0].name, where=action_path(step, decision, counting[0]),
                    counted=counting[0].span,
                )  # fmt: skip
                break


def _grows(statement: t.Assign) -> bool:
    value = statement.value
    while isinstance(value, t.Narrow):
        value = value.operand
    same = isinstance(value, t.Binary) and value.operator == "+" and isinstance(value.left, t.StateRef) and value.left.state == statement.state
    return same and isinstance(value, t.Binary) and isinstance(value.right, t.Const)


# ---- loops


def _cut_loops(typed: t.TypedSpec) -> Iterator[Problem]:
    """Loops that something ends in their first round, whatever happens."""
    for step in steps_of(typed):
        if step.loop is None and step.repeat is None and step.keep is None and step.until is None:
            continue
        ending = _always_ends(step, " ".join(step.path))
        if ending is not None:
            yield _problem("RWC085", step.span, ".".join(step.path), name=step.name, ending=ending.span)


def _always_ends(step: t.Step, loop: str) -> t.End | None:
    """The `end` of this loop, or of what is around it, that a round comes to in any case."""
    match step.body:
        case t.Automatic(do=do):
            return _ends(do, loop)
        case t.Decision(actions=actions, otherwise=otherwise) if actions:
            ways = [action.do for action in actions] + ([otherwise.do] if otherwise is not None and not otherwise.actions else [])
            found = [_ends(way, loop) for way in ways]
            return found[0] if None not in found else None
        case t.Composite():
            inner = (each for each in steps_in(step) if each.when is None and each.loop is None and each.keep is None and each.until is None)
            return next((ending for ending in (_always_ends(each, loop) for each in inner) if ending is not None), None)
        case _:
            return None


def _ends(block: tuple[t.Stmt, ...], loop: str) -> t.End | None:
    leaving = (part for part in block if isinstance(part, t.End))
    return next((part for part in leaving if not part.target or loop == part.target or loop.startswith(part.target + " ")), None)


# ---- what is never carried out


def _after_the_end(typed: t.TypedSpec) -> Iterator[Problem]:
    """Statements behind one that leaves the effect in any case."""
    for block in _blocks(typed):
        for statement, following in pairwise(block):
            if _leaves(statement):
                yield _problem("RWC075", following.span, following.span.place, text=_word(statement), before=statement.span)
                break


def _blocks(typed: t.TypedSpec) -> Iterator[tuple[t.Stmt, ...]]:
    for part in _play(typed):
        match part:
            case t.Action(do=do) | t.Automatic(do=do) | t.Chance(do=do) | t.Otherwise(do=do) | t.Row(do=do):
                yield do
            case t.Effect(body=body) | t.For(body=body) | t.While(body=body):
                yield body
            case t.If(branches=branches, other=other):
                yield from (body for _, body in branches)
                yield other
            case t.ResolutionTable(otherwise=otherwise) if otherwise is not None:
                yield otherwise
            case _:
                pass


def _leaves(statement: t.Stmt) -> bool:
    match statement:
        case t.End() | t.Verdict(kind="win" | "lose"):
            return True
        case t.If(branches=branches, other=other):
            return bool(other) and all(body and _leaves(body[-1]) for body in (*(body for _, body in branches), other))
        case _:
            return False


def _word(statement: t.Stmt) -> str:
    match statement:
        case t.End():
            return "end"
        case t.Verdict(kind=kind):
            return kind
        case _:
            return "if"


SLIPS: Final[tuple[Slip, ...]] = (_after_the_end, _equal_texts, _taken_twice, _never_filled, _never_changes, _never_set_back, _cut_loops)
