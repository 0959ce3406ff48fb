"""Findings that a spec silences, by code or by code and what they are about, each with a reason.

    silenced:
      RWC059 phases.turn.wait: waiting is a move of this game
      RWC050: fifteen men a side, so no point can hold more

Only warnings and hints can be silenced, and what silences nothing is itself a finding. What a finding is about is its path in the spec, or
the number of a clause: the fact `subject` of its problem."""

from collections.abc import Iterable
from typing import Final

from compiler.diagnostics.problem import Problem, Problems
from compiler.diagnostics.registry import BY_CODE
from compiler.parse.spec import Note, ParsedSpec

STATIC: Final = frozenset({"RWC007", "RWC008", "RWC012", "RWC046", "RWC062", "RWC063", "RWC064", "RWC065", "RWC068", "RWC075"}) | {f"RWC08{last}" for last in range(9)}
"""Codes that are found without playing or proving."""

PROVED: Final = frozenset({"RWC048", "RWC049", "RWC050", "RWC051"})
PLAYED: Final = frozenset({"RWC053", "RWC054", "RWC057", "RWC059", "RWC061", "RWC069", "RWC070", "RWC071", "RWC072", "RWC074"})


def apply_silences(parsed: ParsedSpec, problems: Problems, ran: frozenset[str]) -> None:
    """Takes away what is silenced. `ran` are the codes that have been looked for: a silence of one of these that meets nothing is reported."""
    used: set[int] = set()
    for problem in list(problems):
        for number, note in enumerate(parsed.silenced):
            if meets(note, problem):
                used.add(number)
                problems.discard(problem)
    for number, note in enumerate(parsed.silenced):
        why = _in_vain(note, ran)
        if number not in used and why is not None:
            problems.add(Problem(code="RWC066", span=note.span, facts={"name": note.number.clause, "why": why or None}))


def meets(note: Note, problem: Problem) -> bool:
    code, _, subject = note.number.clause.partition(" ")
    if code != problem.code or BY_CODE[code].severity == "error":
        return False
    return not subject or subject == problem.facts.get("subject", problem.facts.get("name"))


def silences(parsed: ParsedSpec, problems: Iterable[Problem]) -> list[tuple[Problem, str]]:
    """The problems that are silenced, with the reasons."""
    return [(problem, note.reason) for problem in problems for note in parsed.silenced if meets(note, problem)]


def _in_vain(note: Note, ran: frozenset[str]) -> str | None:
    """Why a silence that met nothing is wrong; None where it may still meet something."""
    code = note.number.clause.partition(" ")[0]
    if code not in BY_CODE:
        return f"there is no code {code}"
    if BY_CODE[code].severity == "error":
        return "errors cannot be silenced"
    return "" if code in ran else None
