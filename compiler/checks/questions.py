"""What an editor asks of a rulebook, clause by clause in the book's order, and who answers: the book's text, a rule, an option or assumption, or nobody.

Asked is what a spec has to decide and a book often leaves out: what a tie means, who goes first when two things happen at once, what an empty pile
or an impossible "must" does, who may see what, and what happens to whoever is out. Words, types and the spec's own rules answer; nothing is guessed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import PlayerType
from compiler.checks.rules import Rule, rules_of
from compiler.checks.uses import used_by
from compiler.checks.walk import is_node, walk
from compiler.load.tree import Clause, Mapping, OpenPoint
from compiler.source import Span

Answered: TypeAlias = Literal["book", "rule", "option", "assumption", "open"]


SHOWN: Final = 4
"""clauses of a rule that are told of a longer row"""


class Question(Struct, frozen=True, kw_only=True):
    """`clauses` are those that the rule cites; `by` is who answers, `answer` in which words."""

    clauses: tuple[str, ...]
    text: str
    by: Answered
    answer: str
    path: str
    span: Span

    def told(self) -> str:
        """One line for people."""
        where = f"{self.path}, {self.span.place.rpartition('/')[2].rpartition(':')[0]}"
        clauses = ", ".join(self.clauses[:SHOWN]) + (" …" if len(self.clauses) > SHOWN else "")
        return f"{clauses or 'no clause'}: {self.text} [{where}] {self.by}{': ' if self.answer else ''}{self.answer}"


class _Asked(Struct, frozen=True, kw_only=True):
    """A question before it is answered: the words of a clause that would answer it, and what the spec does."""

    text: str
    words: re.Pattern[str]
    span: Span
    rule: str = ""
    """the rule of the spec that answers"""


ANSWERED: Final[dict[Answered, str]] = {"book": "the book's words", "rule": "a rule", "option": "an option", "assumption": "an assumption"}

TIES: Final = re.compile(r"\b(tie[sd]?|tying|equal(?:ly)?|same (?:number|score|value|points)|draw[ns]?|shared?|nearest|first in|either|choose)\b", re.IGNORECASE)
ORDER: Final = re.compile(r"\b(in (?:turn|order)|clockwise|left|right|beginning with|starting with|at once|simultaneous\w*|at the same time|order)\b", re.IGNORECASE)
EMPTY: Final = re.compile(r"\b(empty|no (?:more )?\w+ (?:is|are) left|run out|runs out|last (?:card|tile|piece)|exhausted|used up|reshuffle\w*)\b", re.IGNORECASE)
STUCK: Final = re.compile(r"\b(can(?:not|'t)|unable|pass(?:es)?|skip\w*|if possible|if (?:he|she|they) can|no (?:legal|possible))\b", re.IGNORECASE)
SEES: Final = re.compile(r"\b(see[ns]?|secret\w*|hidden|face[- ](?:up|down)|open(?:ly)?|visible|hand|look\w*|show\w*|public\w*)\b", re.IGNORECASE)
OUT: Final = re.compile(r"\b(returned?|removed?|discard\w*|box|leave[sd]?|remain\w*|stay\w*|lost)\b", re.IGNORECASE)


def questions_of(typed: t.TypedSpec) -> tuple[Question, ...]:
    """In the book's order; what stands on no clause comes last."""
    book = typed.parsed.tree.rulebook
    clauses = {clause.number: clause for clause in (book.clauses if book is not None else ())}
    places = {number: place for place, number in enumerate(clauses)}
    points = _settled(typed, book.open_points if book is not None else ())
    found: list[Question] = []
    rules = rules_of(typed)
    spoken_for = _spoken_for(rules)
    for rule in rules:
        for asked in _asked(typed, rule):
            standing = rule.clauses if asked.words is SEES else sorted(spoken_for[rule.path], key=lambda number: places.get(number, len(places)))
            question = _answered(asked, replace(rule, clauses=tuple(standing)), clauses, points)
            if all((other.text, other.path) != (question.text, question.path) for other in found):
                found.append(question)
    return tuple(sorted(found, key=lambda question: min((places.get(number, len(places)) for number in question.clauses), default=len(places))))


def summary(questions: Sequence[Question]) -> str:
    """`15 questions: 2 answered by the book's words, 4 by an assumption, 9 open`"""
    by = Counter(question.by for question in questions)
    told = [f"{by[who]} by {words}" for who, words in ANSWERED.items() if by[who]]
    if told:
        told[0] = told[0].replace(" by ", " answered by ", 1)
    return f"{len(questions)} questions: " + ", ".join([*told, f"{by['open']} open"])


def _spoken_for(rules: Sequence[Rule]) -> dict[str, tuple[str, ...]]:
    """The clauses of each rule: its own, or of what it stands in, or of what uses it, directly or not."""
    own: dict[str, tuple[str, ...]] = {}
    for rule in rules:
        own[rule.path] = tuple(dict.fromkeys((*own.get(rule.path, ()), *rule.clauses)))
    users = used_by(tuple(rules))

    def clauses(path: str, met: frozenset[str]) -> tuple[str, ...]:
        if own.get(path) or path in met:
            return own.get(path, ())
        around = path.rpartition(".")[0]
        if own.get(around):
            return own[around]
        return tuple(dict.fromkeys(number for user in users.get(path, ()) for number in clauses(user, met | {path})))

    return {rule.path: clauses(rule.path, frozenset()) for rule in rules}


def _settled(typed: t.TypedSpec, points: Sequence[OpenPoint]) -> list[tuple[OpenPoint, Answered, str]]:
    options = {cite.clause: option.name for option in typed.options for cite in option.settles}
    assumed = {note.number.clause: note.reason for note in typed.parsed.assumptions}
    found: list[tuple[OpenPoint, Answered, str]] = []
    for point in points:
        if point.number in options:
            found.append((point, "option", f"`{options[point.number]}` settles {point.number}"))
        elif point.number in assumed:
            found.append((point, "assumption", f"{point.number}: {assumed[point.number]}"))
    return found


def _answered(asked: _Asked, rule: Rule, clauses: dict[str, Clause], points: Sequence[tuple[OpenPoint, Answered, str]]) -> Question:
    by: Answered
    saying = next((number for number in rule.clauses if number in clauses and asked.words.search(clauses[number].text)), None)
    point = next((each for each in points if set(each[0].clauses) & set(rule.clauses) and asked.words.search(each[0].text)), None)
    if point is not None:
        _, by, answer = point
    elif saying is not None:
        by, answer = "book", f"see the words of {saying}"
    elif asked.rule:
        by, answer = "rule", asked.rule
    else:
        by, answer = "open", ""
    return Question(clauses=rule.clauses, text=asked.text, by=by, answer=answer, path=rule.path, span=asked.span)


def _asked(typed: t.TypedSpec, rule: Rule) -> Iterator[_Asked]:
    node = rule.node
    if isinstance(node, ZoneSymbol | StateSymbol):
        yield from _who_sees(typed, node)
    if isinstance(node, t.Result):
        yield from _tied_results(node)
    if not is_node(node):
        return
    if isinstance(node, t.Step):
        yield from _of_step(typed, node)
        if isinstance(node.body, t.Composite | t.Either):
            return
        if isinstance(node.body, t.Decision) and not node.body.single:
            return
    for part in walk(node):
        match part:
            case t.Quantifier(kind="first"):
                yield from _ties(part)
            case t.For(binder=binder) if isinstance(binder.domain.element, PlayerType) and binder.by is None and _matters(part):
                text = f"who comes first when `{_short(binder.span)}` is done for several at once? In order of seats"
                yield _Asked(text=text, words=ORDER, span=part.span)
            case t.Verdict(kind="eliminate", span=span):
                yield _Asked(text="what happens to what belongs to whoever is out? It stays where it is", words=OUT, span=span)
            case _:
                pass


def _ties(search: t.Quantifier) -> Iterator[_Asked]:
    ranked = search.rank is not None or any(binder.by is not None for binder in search.binders)
    domain = search.binders[0].domain
    if ranked:
        yield _Asked(text=f"which one, if several are equal in `{_short(search.span)}`? The lowest in the order walked", words=TIES, span=search.span)
    elif isinstance(domain, t.Whole) and isinstance(domain.element, PlayerType):
        yield _Asked(text=f"who, if several qualify in `{_short(search.span)}`? The lowest seat", words=TIES, span=search.span)


def _tied_results(result: t.Result) -> Iterator[_Asked]:
    yield _Asked(text="who wins if the best are equal? They share the place", words=TIES, span=result.span)


def _of_step(typed: t.TypedSpec, step: t.Step) -> Iterator[_Asked]:
    match step.body:
        case t.Chance(kind="draw", otherwise=otherwise):
            rule = f"`otherwise` in {'.'.join(step.path)}" if otherwise is not None else ""
            yield _Asked(text="what if there is nothing to draw?", words=EMPTY, span=step.span, rule=rule)
        case t.Decision(otherwise=otherwise, actions=actions):
            always = next((action.name for action in actions if not action.stages and action.where is None and action.require is None), None)
            rule = f"`otherwise` in {'.'.join(step.path)}" if otherwise is not None else f"`{always}` can always be chosen" if always else ""
            yield _Asked(text="what if there is nothing legal to choose?", words=STUCK, span=step.span, rule=rule)
        case t.Automatic() if step.loop is not None and isinstance(step.loop.domain.element, PlayerType) and step.loop.by is None and _matters(step):
            yield _Asked(text="who comes first when this happens to several at once? In order of seats", words=ORDER, span=step.span)
        case _:
            pass


def _who_sees(typed: t.TypedSpec, symbol: ZoneSymbol | StateSymbol) -> Iterator[_Asked]:
    """Zones, and variables of seats that a clause speaks of: those on the table's squares lie open as the pieces do."""
    section = "zones" if isinstance(symbol, ZoneSymbol) else "state"
    if section == "state" and not (symbol.cite and any(isinstance(axis, PlayerType) for axis in symbol.axes)):
        return
    written = typed.parsed.tree.root.get(section)
    entry = written.get(symbol.name) if isinstance(written, Mapping) else None
    said = isinstance(entry, Mapping) and "seen" in entry
    yield _Asked(
        text=f"who may see `{symbol.name}`?" + ("" if said else " Everybody, since nothing is said"), words=SEES, span=symbol.span,
        rule=f"`seen: {symbol.seen}`" if said else "",
    )  # fmt: skip


def _matters(node: object) -> bool:
    """Whether the order of rounds may matter: something below ends, moves pieces, is called, or writes what belongs to no seat alone."""
    for part in walk(node):
        match part:
            case t.End() | t.Verdict() | t.Move() | t.MoveAll() | t.Do():
                return True
            case t.Assign(indexes=indexes):
                if not any(isinstance(index, t.LocalRef) and isinstance(index.type, PlayerType) for index in indexes):
                    return True
            case _:
                pass
    return False


def _short(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= 60 else text[:57] + "…"
