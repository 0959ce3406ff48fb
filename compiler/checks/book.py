"""The rulebook against itself and against what the spec shows: a clause that speaks of one that is not there, a secret that everybody sees, and
clauses that have moved under the citations.

Words are compared as in `prose`. Citations count as moved when the last clause of a chapter is cited by nobody (or one after the last is cited),
and from some clause on the words of what cites fit the next clause (or the one before) better than the cited one.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import Final

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import EnumType
from compiler.checks.citations import superseded
from compiler.checks.glossary import stems
from compiler.checks.rules import Rule, rules_of
from compiler.checks.uses import uses_of
from compiler.checks.values import text_of
from compiler.checks.walk import is_node, walk
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.ir.game import GameIR
from compiler.load.tree import Clause

_SPOKEN_OF: Final = re.compile(r"(?:\b(?:see|cf\.|clauses?|rules?|sections?|paragraphs?|as in|according to|under)|§)\s+(\d+\.\d+(?:\.\d+)*)", re.IGNORECASE)
_SECRET: Final = re.compile(r"\b(in secret|secretly|secret|face[- ]down|unseen by|hidden from|conceal(?:s|ed)?|without showing)\b", re.IGNORECASE)

IDLE: Final = frozenset(
    stem
    for stem in stems("the a an of to in on at by and or is are be it one each that this which who with as for from not no may")
)
"""words that say nothing of what a clause is about"""

AGREEING: Final = 2
"""citations that must fit better when moved, over those that fit worse"""


def check_book(typed: t.TypedSpec, game: GameIR | None, problems: Problems) -> None:
    book = typed.parsed.tree.rulebook
    if book is None:
        return
    rules = rules_of(typed)
    replaced = superseded(typed.parsed)
    clauses = [clause for clause in book.clauses if clause.number not in replaced]
    numbers = {clause.number for clause in book.clauses}
    for clause in clauses:
        _spoken_of(clause, numbers, problems)
        _secrets(typed, clause, [rule for rule in rules if clause.number in rule.clauses], problems)
    _moved(typed, book.clauses, rules, problems)


def _spoken_of(clause: Clause, numbers: set[str], problems: Problems) -> None:
    """`see 7.6`, where there is no 7.6."""
    variant = clause.number.rpartition(":")[0]
    for found in _SPOKEN_OF.finditer(clause.text):
        number = found.group(1)
        if number not in numbers and f"{variant}:{number}" not in numbers:
            facts: dict[str, Fact] = {"number": clause.number, "other": number, "subject": clause.number}
            problems.add(Problem(code="RWC086", span=clause.span, facts=facts))


# ---- secrets


def _secrets(typed: t.TypedSpec, clause: Clause, citing: Sequence[Rule], problems: Problems) -> None:
    """A clause with a word of secrecy, cited by rules of which none keeps anything from anybody. What is shuffled nobody knows before it is drawn."""
    said = _SECRET.search(clause.text) if "shuffle" not in clause.text.lower() else None
    played = [rule for rule in citing if rule.kind not in ("option", "claim", "invariant")]
    if said is None or not played:
        return
    hidden = {f"zones.{zone.name}" for zone in typed.zones if zone.seen != "all"}
    hidden |= {f"state.{state.name}" for state in typed.states if state.seen != "all"}
    if any(_keeps_a_secret(rule, hidden) for rule in played):
        return
    first = next((rule for rule in played if isinstance(rule.node, ZoneSymbol | StateSymbol)), played[0])
    facts: dict[str, Fact] = {"number": clause.number, "said": said.group(1), "name": first.path, "clause": clause.span, "subject": first.path}
    problems.add(Problem(code="RWC087", span=first.span, facts=facts))


def _keeps_a_secret(rule: Rule, hidden: set[str]) -> bool:
    if rule.path in hidden:
        return True
    if not is_node(rule.node):
        return False
    for part in walk(rule.node):
        match part:
            case t.Decision(together=together) if together is not None:
                return True
            case t.Action(secret=secret) if secret:
                return True
            case t.Chance(seen_by_all=False):
                return True
            case _ if uses_of(part) & hidden:
                return True
    return False


# ---- clauses that have moved


def _moved(typed: t.TypedSpec, clauses: Sequence[Clause], rules: Sequence[Rule], problems: Problems) -> None:
    """Said instead of the clause that nobody cites, or that is not there: that is what moving leaves behind."""
    left = {str(problem.facts["number"]): problem for problem in problems if problem.code in ("RWC001", "RWC002")}
    if not left:
        return
    chapters: dict[str, list[Clause]] = {}
    for clause in clauses:
        chapters.setdefault(clause.number.rpartition(".")[0], []).append(clause)
    texts = {clause.number: frozenset(stems(clause.text)) - IDLE for clause in clauses}
    worth = _worth(list(texts.values()))
    for chapter, members in chapters.items():
        numbers = [clause.number for clause in members]
        last, after = numbers[-1], f"{chapter}.{len(numbers) + 1}"
        by = 1 if last in left else -1 if after in left else 0
        start = _from_where(numbers, by, [(_words(typed, rule), number) for rule in rules for number in rule.clauses], texts, worth) if by else None
        if start is not None:
            first = members[start]
            facts: dict[str, Fact] = {"number": first.number, "where": "one on" if by > 0 else "one back", "subject": first.number}
            problems.discard(left[last if by > 0 else after])
            problems.add(Problem(code="RWC088", span=first.span, facts=facts))


def _from_where(
    numbers: Sequence[str], by: int, citing: Sequence[tuple[frozenset[str], str]], texts: Mapping[str, frozenset[str]], worth: Mapping[str, float]
) -> int | None:
    """The place from which on the citations fit best when moved; None where fewer than two fit better, or as many fit worse."""
    gains = [0.0] * len(numbers)
    better = [0] * len(numbers)
    for words, number in citing:
        at = numbers.index(number) if number in numbers else -1
        if at >= 0 and 0 <= at + by < len(numbers):
            gain = sum(worth[word] for word in words & texts[numbers[at + by]]) - sum(worth[word] for word in words & texts[number])
            gains[at] += gain
            better[at] += (gain > 0) - (gain < 0)
    sums = [sum(gains[start:]) for start in range(len(numbers))]
    best = max(range(len(numbers)), key=sums.__getitem__)
    return best if sums[best] > 0 and sum(better[best:]) >= AGREEING else None


def _worth(texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """Rare words say more."""
    often = Counter(word for text in texts for word in text)
    return {word: log((len(texts) + 1) / times) for word, times in often.items()}


def _words(typed: t.TypedSpec, rule: Rule) -> frozenset[str]:
    """What a rule speaks of: the words of its path, of what it names, and of its texts."""
    found = set(stems(rule.path.partition(".")[2].replace(".", " ")))
    for path in uses_of(rule.node):
        found |= set(stems(path.partition(".")[2]))
    for part in walk(rule.node) if is_node(rule.node) else ():
        match part:
            case t.Const(type=EnumType() as type, value=value):
                found |= set(stems(text_of(typed, type, value)))
            case t.Pattern(parts=parts):
                found |= {word for text in parts if isinstance(text, str) for word in stems(text)}
            case t.Builtin(name=name) | t.FieldRef(field=name) | t.Verdict(kind=name):
                found |= set(stems(name))
            case _:
                pass
    return frozenset(found) - IDLE
