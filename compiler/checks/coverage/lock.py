"""The lock of a rulebook: what each cited clause said, and who cited it, when somebody last looked.

    {"version": 1, "clauses": {"4.2": {"digest": "9f0c…", "cited_by": ["phases.round.trick"]}}}

A clause whose text now has another digest is stale: what cites it was written for other words. Blanks and line breaks do not count.
"""

import hashlib
import json
from typing import Final

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.rules import rules_of
from compiler.diagnostics.problem import Problem, Problems

NAME: Final = "rulebook.lock"
VERSION: Final = 1
DIGITS: Final = 16


class Locked(Struct, frozen=True, kw_only=True):
    digest: str
    cited_by: tuple[str, ...]


class Lock(Struct, frozen=True, kw_only=True):
    clauses: dict[str, Locked]


def digest(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:DIGITS]


def lock_of(typed: t.TypedSpec, kept: Lock | None = None) -> Lock:
    """The lock of the rulebook and the citations as they are now; clauses that are not modelled are kept under that name.

    Of `kept` stay the clauses of overlays that are not laid here, and what cites a clause there whose text is still the same.
    """
    book = typed.parsed.tree.rulebook
    citing = citations(typed)
    here = set(typed.parsed.tree.variants)
    before = kept.clauses if kept is not None else {}
    found = {number: locked for number, locked in before.items() if ":" in number and number.partition(":")[0] not in here}
    for clause in book.clauses if book is not None else ():
        if clause.number in citing:
            was, now = before.get(clause.number), digest(clause.text)
            elsewhere = was.cited_by if was is not None and was.digest == now else ()
            found[clause.number] = Locked(digest=now, cited_by=tuple(dict.fromkeys((*citing[clause.number], *elsewhere))))
        elif clause.number in before:
            found[clause.number] = before[clause.number]
    return Lock(clauses=dict(sorted(found.items(), key=lambda entry: (":" in entry[0], entry[0].partition(":")[0] if ":" in entry[0] else ""))))


def citations(typed: t.TypedSpec) -> dict[str, tuple[str, ...]]:
    """For each clause the paths that cite it, `not_modelled` among them."""
    found: dict[str, list[str]] = {}
    for rule in rules_of(typed):
        for number in rule.clauses:
            found.setdefault(number, []).append(rule.path)
    for note in typed.parsed.not_modelled:
        found.setdefault(note.number.clause, []).append("not_modelled")
    return {number: tuple(dict.fromkeys(paths)) for number, paths in found.items()}


def lock_text(lock: Lock) -> str:
    clauses = {number: {"digest": locked.digest, "cited_by": list(locked.cited_by)} for number, locked in lock.clauses.items()}
    return json.dumps({"version": VERSION, "clauses": clauses}, indent=1, ensure_ascii=False) + "\n"


def read_lock(text: str) -> Lock | None:
    """The lock in a text; None where it is none."""
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            return None
        clauses = {
            str(number): Locked(digest=str(entry["digest"]), cited_by=tuple(str(path) for path in entry["cited_by"]))
            for number, entry in data["clauses"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return Lock(clauses=clauses)


def check_lock(typed: t.TypedSpec, lock: Lock, problems: Problems) -> None:
    """Clauses whose text changed since they were cited, each at the clause, with the rules to look at."""
    book = typed.parsed.tree.rulebook
    spans = {rule.path: rule.span for rule in rules_of(typed)}
    citing = citations(typed)
    for clause in book.clauses if book is not None else ():
        locked = lock.clauses.get(clause.number)
        if locked is None or locked.digest == digest(clause.text):
            continue
        paths = tuple(path for path in locked.cited_by if path in citing.get(clause.number, ()))
        if paths:
            places = tuple(spans[path] for path in paths if path in spans)
            problems.add(Problem(code="RWC045", span=clause.span, facts={"number": clause.number, "rules": paths, "cited": places}))
