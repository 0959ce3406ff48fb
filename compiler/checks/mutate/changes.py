"""The small changes of a spec: each is a text of one file put in the place of another.

    changes_of(typed)[0].told()      # "game.yaml:41:12 `<` becomes `<=`"

They are found in the typed spec, so that each stands inside a rule that is in force, and is made in the text, so that an author reads what was
changed. Claims, invariants and what only shows (`view`, `say`) are never changed: they are what notices, or nothing that is played.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import PlayerType
from compiler.checks.rules import Rule, rules_of
from compiler.checks.walk import walk
from compiler.source import SourceFile, Span

EXCHANGED: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SUMS: Final = {"+": "-", "-": "+"}
CALLS: Final = {
    "any": "all", "all": "any", "min": "max", "max": "min",
    "left_of": "right_of", "right_of": "left_of", "seats_after": "seats_before", "seats_before": "seats_after",
}  # fmt: skip
NOTICES: Final = frozenset({"invariant", "claim", "option", "part"})
"""kinds of rules that are not changed: they notice changes, or are said by options"""


class Change(Struct, frozen=True, kw_only=True):
    """`kind` in words; `rule` is the path of the innermost rule that it stands in, `clauses` what that cites (or what surrounds it)."""

    kind: str
    span: Span
    put: str
    rule: str
    clauses: tuple[str, ...]

    def told(self) -> str:
        was = " ".join(self.span.text.split())
        if not self.span.text:
            return f"{self.span.place} {self.put.strip()} put in"
        return f"{self.span.place} {_short(was)} " + (f"becomes {_short(self.put)}" if self.put.strip() else "is left out")


Noticed: TypeAlias = Literal["not a spec", "no change", "check", "claim", "scenario", "play", ""]
"""`not a spec`: it says nothing that compiles; `no change`: its engine is the same; empty: nobody noticed. Neither of the first two counts."""


class Verdict(Struct, frozen=True, kw_only=True):
    """`by` says what noticed it: a scenario's file and name, a claim's place, a finding."""

    noticed: Noticed
    by: str = ""


def changes_of(typed: t.TypedSpec) -> tuple[Change, ...]:
    """Every small change, in the order of the text, none twice."""
    rules = [rule for rule in rules_of(typed) if rule.node is not None and rule.kind not in NOTICES]
    found: dict[tuple[str, int, int, str], Change] = {}
    starts = {f"state.{start.state}": start.value for start in typed.starts}
    for rule in rules:
        clauses = rule.clauses or _around(rule, rules)
        for kind, span, put in (*_of_rule(rule), *(change for node in walk(starts.get(rule.path, ())) for change in _of_node(node))):
            if span.file.path.endswith((".yaml", ".yml")):
                key = (span.file.path, span.start, span.end, put)
                found[key] = Change(kind=kind, span=span, put=put, rule=rule.path, clauses=clauses)
    return tuple(found[key] for key in sorted(found))


def _around(rule: Rule, rules: Iterable[Rule]) -> tuple[str, ...]:
    """The clauses of the nearest rule above, by path."""
    above = [each for each in rules if each.clauses and rule.path.startswith(each.path + ".")]
    return max(above, key=lambda each: len(each.path)).clauses if above else ()


def _of_rule(rule: Rule) -> Iterator[tuple[str, Span, str]]:
    if isinstance(rule.node, t.Row):
        yield "a row that never applies", rule.node.when.span, "false"
    for node in walk(rule.node):
        yield from _of_node(node)


def _of_node(node: object) -> Iterator[tuple[str, Span, str]]:
    match node:
        case t.Compare():
            yield from _between(node.left.span, node.right.span, EXCHANGED, "a comparison exchanged")
        case t.Binary(operator="+" | "-"):
            yield from _between(node.left.span, node.right.span, SUMS, "a sum exchanged")
        case t.Logic():
            neutral = "true" if node.operator == "and" else "false"
            yield from (("a condition dropped", item.span, neutral) for item in node.items)
            other = "or" if node.operator == "and" else "and"
            for left, right in zip(node.items, node.items[1:], strict=False):
                yield from _between(left.span, right.span, {node.operator: other}, "and and or exchanged")
        case t.Not():
            yield "a not dropped", node.span, f"({node.operand.span.text})"
        case t.Const() if node.span.text.isdigit():
            yield "a number one more", node.span, str(int(node.span.text) + 1)
            yield "a number one less", node.span, str(int(node.span.text) - 1)
        case t.LocalRef() | t.StateRef() if isinstance(node.type, PlayerType) and node.span.text:
            yield "another seat", node.span, f"left_of({node.span.text})"
        case t.Builtin() | t.Quantifier() | t.Walked():
            yield from _name(node.span)
            if isinstance(node, t.Quantifier):
                yield from _dropped(binder.where for binder in node.binders)
        case t.Action() | t.Decision():
            yield from _dropped((node.where, *((node.require,) if isinstance(node, t.Action) else ())))
        case t.Step():
            yield from _dropped((node.when,))
        case t.If():
            for condition, _ in node.branches:
                yield "a condition that never holds", condition.span, "false"
                yield from _dropped((condition,))
        case t.Assign() | t.Move() | t.Verdict() | t.Do():
            yield "a statement left out", node.span, "pass"
        case _:
            pass


def _dropped(conditions: Iterable[t.Expr | None]) -> Iterator[tuple[str, Span, str]]:
    for condition in conditions:
        if condition is not None and not isinstance(condition, t.Logic | t.Const):
            yield "a condition dropped", condition.span, "true"


def _between(left: Span, right: Span, others: dict[str, str], kind: str) -> Iterator[tuple[str, Span, str]]:
    """The sign or word between two parts, another in its place."""
    if left.file is not right.file or left.end > right.start:
        return
    between = left.file.text[left.end : right.start]
    word = between.strip(" \n()")
    if word in others:
        at = left.end + between.index(word)
        yield kind, Span(file=left.file, start=at, end=at + len(word)), others[word]


def _name(span: Span) -> Iterator[tuple[str, Span, str]]:
    """The name that a call begins with, another in its place."""
    name = span.text.partition("(")[0]
    if name in CALLS:
        yield "another function", Span(file=span.file, start=span.start, end=span.start + len(name)), CALLS[name]


def changed_text(file: SourceFile, change: Change) -> str:
    return file.text[: change.span.start] + change.put + file.text[change.span.end :]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return f"`{text if len(text) <= 60 else text[:57] + '…'}`"
