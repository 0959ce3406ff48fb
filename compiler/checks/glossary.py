"""The words of a spec: what its names, labels and pieces are called, against the words of its rulebook.

Words are compared by their stems: lower case, without a plural's ending. `young_wolf` is two words; a label is what people say for a name.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import EnumType
from compiler.checks.rules import steps_of, within
from compiler.checks.walk import walk
from compiler.source import Span

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"twenty-four": 24, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "a hundred": 100, "dozen": 12}

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?", re.UNICODE)


class Term(Struct, frozen=True, kw_only=True):
    """A thing of the spec: its path, the names it goes by (each a row of stems), and the numbers that may be said of it."""

    path: str
    kind: str
    name: str
    label: str
    span: Span
    names: tuple[tuple[str, ...], ...]
    counts: frozenset[int] = field(default=frozenset())


def stem(word: str) -> str:
    """`cards`, `card` -> `card`; `wolves` -> `wolf`; `bodies` -> `body`."""
    word = re.sub(r"['’]s?$", "", word.lower())
    for plural, single in (("wolves", "wolf"), ("men", "man"), ("dice", "die"), ("feet", "foot")):
        if word == plural:
            return single
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("ves") and len(word) > 4 and word[-4] in "lr":
        return word[:-3] + "f"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in _WORD.findall(text.replace("_", " ")))


def book_stems(typed: t.TypedSpec) -> tuple[tuple[str, ...], ...]:
    """The stems of each clause and open point, its title words first."""
    book = typed.parsed.tree.rulebook
    if book is None:
        return ()
    return tuple(
        stems(text) for text in (*(f"{clause.section} {clause.text}" for clause in book.clauses), *(point.text for point in book.open_points))
    )


def says(texts: tuple[tuple[str, ...], ...], name: tuple[str, ...]) -> bool:
    """Whether some text has these stems one after the other."""
    length = len(name)
    return bool(name) and any(text[at : at + length] == name for text in texts for at in range(len(text) - length + 1))


def terms_of(typed: t.TypedSpec) -> Iterator[Term]:
    """Components, words for kinds of pieces that some rule names, boards, steps that go round, and phases in which somebody decides."""
    labels = {name.text: text for name, text in typed.parsed.labels}

    def term(path: str, kind: str, name: str, span: Span, counts: frozenset[int]) -> Term:
        names = tuple(found for found in (stems(name), stems(labels.get(name, ""))) if found)
        return Term(path=path, kind=kind, name=name, label=labels.get(name, ""), span=span, names=names, counts=counts)

    for component in typed.components:
        yield term(f"components.{component.name}", "component", component.name, component.span, _pieces(typed, component.name))
    used = {each.type.name for component in typed.components for each in component.fields if isinstance(each.type, EnumType)}
    spoken = {(part.type.name, part.value) for part in walk(typed) if isinstance(part, t.Const) and isinstance(part.type, EnumType)}
    for enum in typed.enums:
        if enum.name in used:
            for value, number in zip(enum.values, enum.numbers, strict=True):
                if (enum.name, number) in spoken:
                    yield term(f"enums.{enum.name}.{value}", "value", value, enum.span, frozenset())
    for board in typed.boards:
        counts = frozenset({len(board.sites), len(set(board.x)), len(set(board.y)), len(board.lines)})
        yield term(f"boards.{board.name}", "board", board.name, board.span, counts)
    for step in steps_of(typed):
        if step.repeat is not None and isinstance(step.repeat, t.Const):
            yield term(".".join(step.path), "step", step.name, step.span, frozenset({step.repeat.value}))
        elif len(step.path) == 2 and step.path[0] == "phases" and len(typed.phases) > 1 and _decides(step):
            yield term(".".join(step.path), "phase", step.name, step.span, frozenset())


def everything_named(typed: t.TypedSpec) -> frozenset[str]:
    """Every stem that a name, a label, a text or a piece of the spec has."""
    parsed = typed.parsed
    texts = [parsed.title, parsed.about, *(text for _, text in parsed.labels)]
    names = [option.name for option in typed.options] + [reading for option in typed.options for reading in option.readings]
    names += [enum.name for enum in typed.enums] + [value for enum in typed.enums for value in enum.values]
    names += [board.name for board in typed.boards] + [region for board in typed.boards for region, _ in board.regions]
    for component in typed.components:
        names += [component.name, *component.names, *component.faces]
        names += [each.name for each in component.fields] + [text for each in component.fields for text in each.texts]
    named: tuple[tuple[ZoneSymbol | StateSymbol | t.Define | t.Effect | t.Graph | t.ResolutionTable | t.Interrupt, ...], ...] = (
        typed.zones, typed.states, typed.defines, typed.effects, typed.graphs, typed.tables, typed.interrupts,
    )  # fmt: skip
    names += [each.name for kind in named for each in kind]
    names += [row.name for table in typed.tables for row in table.rows]
    for step in steps_of(typed):
        names.append(step.name)
        if isinstance(step.body, t.Decision):
            names += [action.name for action in step.body.actions]
            names += [local.name for action in step.body.actions for local in action.code]
    return frozenset(found for text in (*texts, *names) for found in stems(text))


def _decides(step: t.Step) -> bool:
    return any(isinstance(inner.body, t.Decision) for inner in within(step))


def _pieces(typed: t.TypedSpec, name: str) -> frozenset[int]:
    """Every number that may rightly be said of a component's pieces: all of them, a seat's, a table's, each row's copies, each value's."""
    component = next(component for component in typed.components if component.name == name)
    seats = component.per_seat if component.each_player else component.count
    found = {component.count, seats, len(set(component.written_row_of)), len(set(component.names))}
    if component.each_player:
        found |= {seats * players for players in range(typed.players_low, typed.players_high + 1)}
    single = range(seats)
    for each in component.fields:
        rows = each.values if each.kind == "value" else tuple((text,) for text in each.texts) if each.kind == "text" else ()
        seen = [rows[piece] for piece in single] if rows else []
        found |= {seen.count(value) for value in seen} | {len(set(seen))}
        found |= {value[0] for value in rows if value and isinstance(value[0], int)}
    numbers = [component.written_row_of[piece] for piece in single]
    found |= {numbers.count(row) for row in numbers}
    found |= {zone.holds for zone in typed.zones if zone.component == name and zone.holds is not None}
    return frozenset(found)
