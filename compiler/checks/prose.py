"""Hints about words: does the rulebook count what the spec counts, and do both speak of the same things?

These compare texts, not meanings, so they are hints: a number beside the name of a component or round in a clause that this very part
cites, another than any that the spec has for it; a component, a kind of piece or a phase that the book never names; something the book
counts among its components and the spec has no word for; a name and a label of one thing that the book both uses."""

import re
from collections.abc import Iterator
from typing import Final

from compiler.bind.nouns import typed as t
from compiler.checks.citations import foreign_chapters, superseded
from compiler.checks.glossary import NUMBERS, Term, book_stems, everything_named, says, stem, stems, terms_of
from compiler.checks.rules import Rule, rules_of
from compiler.diagnostics.problem import Fact, Problem, Problems
from compiler.ir.game import GameIR
from compiler.load.tree import Clause

_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)*", re.UNICODE)

NO_THINGS: Final = frozenset(
    word
    for line in (
        "player time unit piece turn space side end step way more less other one all both same such or of and to in on at by from the a an",
        "than point kind hand place row line column colour color seat game people person each half first second third last next cell square",
        "field play",
    )
    for word in line.split()
)
"""words after a number that count nothing the spec must name"""

ALIKE: Final = 4
"""Words that begin with so many equal letters are forms of one word."""

PARTS: Final = frozenset({"component", "equipment", "material", "contents", "piece", "box"})
"""a section whose title has one of these lists what the game is made of"""


def check_prose(typed: t.TypedSpec, game: GameIR | None, problems: Problems) -> None:
    book = typed.parsed.tree.rulebook
    if book is None:
        return
    terms, rules, texts = tuple(terms_of(typed)), rules_of(typed), book_stems(typed)
    replaced, absent = superseded(typed.parsed), foreign_chapters(typed.parsed)
    clauses = [clause for clause in book.clauses if clause.number not in replaced and clause.number.split(".")[0] not in absent]
    for clause in clauses:
        _counts(clause, terms, rules, problems)
    for term in terms:
        _mentioned(term, texts, problems)
        _two_words(term, texts, problems)
    skipped = {note.number.clause for note in typed.parsed.not_modelled}
    named = everything_named(typed) - NO_THINGS
    for clause in clauses:
        if clause.number not in skipped and PARTS & set(stems(clause.section)):
            _unknown_things(clause, named, problems)


def counted_things(text: str) -> Iterator[tuple[int, tuple[str, ...], str]]:
    """A number, the stems of up to three words after it, and the words as written: `nine pasture cards` -> 9, (pasture, card, …)."""
    tokens = list(_TOKEN.finditer(text))
    for at, token in enumerate(tokens):
        word = token.group().lower()
        number = int(word) if word.isdigit() and len(word) < 5 else NUMBERS.get(word)
        if number is None or number < 2:
            continue
        after: list[re.Match[str]] = []
        for following in tokens[at + 1 : at + 4]:
            between = text[tokens[at + len(after)].end() : following.start()]
            if re.search(r"[.;:,()–—\"]", between) or following.group().lower() in NUMBERS or following.group().isdigit():
                break
            after.append(following)
        if after:
            yield number, tuple(stem(each.group()) for each in after), text[token.start() : after[-1].end()]


def _counts(clause: Clause, terms: tuple[Term, ...], rules: tuple[Rule, ...], problems: Problems) -> None:
    citing = {rule.path for rule in rules if clause.number in rule.clauses}
    for number, following, words in counted_things(clause.text):
        for term in terms:
            if term.path not in citing or not term.counts or number in term.counts:
                continue
            place = next((at for name in term.names for at in range(len(following)) if following[at : at + len(name)] == name), None)
            if place is None or any(stem(word) in ("more", "or") for word in following[:place]):
                continue
            said = tuple(str(count) for count in sorted(term.counts) if count)
            facts: dict[str, Fact] = {
                "number": clause.number,
                "said": " ".join(words.split()),
                "name": term.name,
                "counts": ", ".join(said),
                "declared": term.span,
                "subject": clause.number,
            }
            problems.add(Problem(code="RWC062", span=clause.span, facts=facts))


def _mentioned(term: Term, texts: tuple[tuple[str, ...], ...], problems: Problems) -> None:
    if term.kind in ("board", "step") or any(says(texts, name) for name in term.names):
        return
    facts: dict[str, Fact] = {"kind": term.kind, "name": term.name, "subject": term.path}
    problems.add(Problem(code="RWC063", span=term.span, facts=facts))


def _two_words(term: Term, texts: tuple[tuple[str, ...], ...], problems: Problems) -> None:
    name, label = stems(term.name), stems(term.label)
    alike = any(one[:ALIKE] == other[:ALIKE] for one in name for other in label)
    if not label or alike or not says(texts, name) or not says(texts, label):
        return
    problems.add(Problem(code="RWC065", span=term.span, facts={"name": term.name, "label": term.label, "subject": term.path}))


def _unknown_things(clause: Clause, named: frozenset[str], problems: Problems) -> None:
    for _, following, words in counted_things(clause.text):
        if any(word in named for word in following) or all(word in NO_THINGS for word in following[:2]) or following[0] in NO_THINGS:
            continue
        facts: dict[str, Fact] = {"number": clause.number, "said": " ".join(words.split()), "subject": clause.number}
        problems.add(Problem(code="RWC064", span=clause.span, facts=facts))
