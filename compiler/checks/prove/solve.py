"""Asking z3: can this hold, and if so, what is a smallest case in the game's words?"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

import z3

from compiler.bind.nouns.types import BoolType
from compiler.checks.prove.atoms import Atom, Term
from compiler.checks.prove.questions import Place
from compiler.checks.prove.terms import Terms
from compiler.checks.values import text_of

Answer: TypeAlias = Literal["yes", "no", "unknown"]

SECONDS: Final = 2.0
"""One question's time; longer ones stay unanswered."""

MOST_WORDS: Final = 8
"""Values shown of a witness."""


def can_hold(terms: Terms, known: Sequence[Term], *more: Term) -> Answer:
    """Whether there is a case in which all of these hold."""
    solver = z3.Solver()
    solver.set("timeout", int(SECONDS * 1000))
    solver.add(*terms.facts, *known, *more)
    found = solver.check()
    return "yes" if found == z3.sat else "no" if found == z3.unsat else "unknown"


def witness(place: Place, *more: Term) -> str:
    """A case in which all of these hold, its numbers as small as they can be together; empty where none is found in time."""
    terms = place.terms
    asked = list(_atoms(terms, [*place.known, *more]))
    optimizer = z3.Optimize()
    optimizer.set("timeout", int(SECONDS * 1000))
    optimizer.add(*terms.facts, *place.known, *more)
    numbers = [atom.term for atom in asked if not isinstance(atom.type, BoolType)]
    if numbers:
        optimizer.minimize(z3.Sum(*(z3.If(term >= 0, term, -term) for term in (*numbers, terms.players))))
    model = optimizer.model() if optimizer.check() == z3.sat else _any_model(terms, [*place.known, *more])
    return told(terms, model, asked) if model is not None else ""


def told(terms: Terms, model: Any, atoms: Sequence[Atom]) -> str:
    """`heap = 3, brought[p] = card sheep 1, with 2 players`"""
    parts: list[str] = []
    for atom in atoms:
        value = model.eval(atom.term, model_completion=True)
        number = int(z3.is_true(value)) if z3.is_bool(value) else value.as_long()
        text = f"{atom.words} = {text_of(terms.typed, atom.type, number)}"
        if text not in parts and atom.words:
            parts.append(text)
    shown = parts[:MOST_WORDS] + (["…"] if len(parts) > MOST_WORDS else [])
    players = model.eval(terms.players, model_completion=True)
    if terms.typed.players_low != terms.typed.players_high:
        shown.append(f"with {players} players")
    return ", ".join(shown)


def _any_model(terms: Terms, known: Sequence[Term]) -> Any:
    solver = z3.Solver()
    solver.set("timeout", int(SECONDS * 1000))
    solver.add(*terms.facts, *known)
    return solver.model() if solver.check() == z3.sat else None


def _atoms(terms: Terms, asked: Sequence[Term]) -> Iterator[Atom]:
    """The atoms in these terms, in the order they were made; options only where they are all there is."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(asked)
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if term.get_id() in terms.atoms:
            found.add(term.get_id())
        waiting.extend(term.children())
    yield from (atom for number, atom in terms.atoms.items() if number in found)
