"""Rules that no clause speaks for: actions, rows and steps that cite nothing, stand in nothing that does, and serve nothing that does."""

from collections.abc import Sequence
from typing import Final

from compiler.bind.nouns.typed import TypedSpec
from compiler.checks.rules import Rule, rules_of
from compiler.checks.uses import used_by, uses_of
from compiler.diagnostics.problem import Problem, Problems
from compiler.ir.game import GameIR

KINDS: Final = frozenset({"action", "row", "step", "interrupt", "result"})
"""Definitions, variables and the like are ways of saying a rule, not rules."""


def check_unclaimed(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    if typed.parsed.tree.rulebook is None:
        return
    rules = rules_of(typed)
    lone = set(unclaimed(typed, rules))
    for rule in rules:
        if rule.path in lone and rule.kind in KINDS:
            problems.add(Problem(code="RWC068", span=rule.span, facts={"name": rule.path, "kind": rule.kind, "subject": rule.path}))


def unclaimed(typed: TypedSpec, rules: Sequence[Rule]) -> list[str]:
    """The paths of rules without a clause that no other rule's clause answers for, in written order: neither what they stand in or hold, nor
    what names them, directly or not. What only `view` names is no rule."""
    cited = {rule.path for rule in rules if rule.clauses} | {f"options.{option.name}" for option in typed.options if option.settles}
    answered = {rule.path for rule in rules if rule.path in cited or any(_around(rule.path, other) or _around(other, rule.path) for other in cited)}
    answered |= uses_of(typed.view) | {f"define.{name}" for _, name in typed.view.marks}
    users = used_by(tuple(rules))
    grown = True
    while grown:
        more = {path for path, naming in users.items() if path not in answered and any(user in answered for user in naming)}
        grown = bool(more)
        answered |= more
    return [rule.path for rule in rules if rule.path not in answered and rule.kind not in ("claim", "invariant")]


def _around(outer: str, inner: str) -> bool:
    return inner.startswith(outer + ".")
