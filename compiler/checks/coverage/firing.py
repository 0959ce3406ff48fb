"""How often each rule fired, from what the probes of an engine counted.

A block of effects has a count of its own. A step made of others fired as often as its first step without loop or condition, else as the most
frequent of them; a definition, or a table that gives a value, as often as the most frequent rule that names it.
"""

from collections.abc import Mapping, Sequence

from compiler.bind.nouns import typed as t
from compiler.checks.play.counting import Counted
from compiler.checks.play.probes import Probed
from compiler.checks.rules import IN_FORCE, Rule
from compiler.checks.uses import used_by, uses_of

OWN = frozenset({"action", "step", "chance", "row", "effect"})


def firings(typed: t.TypedSpec, rules: Sequence[Rule], probed: Probed, counted: Counted) -> dict[str, int]:
    """By path, for every rule that can fire."""
    own: dict[str, int] = {}
    for site, count in zip(probed.sites, counted.fired, strict=True):
        if site.what in OWN or site.what == "otherwise":
            own[site.path] = own.get(site.path, 0) + count
    return _Spread(rules, own).all()


class _Spread:
    def __init__(self, rules: Sequence[Rule], own: Mapping[str, int]) -> None:
        self._rules = {rule.path: rule for rule in rules}
        self._found = dict(own)
        self._users = used_by(tuple(rules))
        self._busy: set[str] = set()

    def all(self) -> dict[str, int]:
        return {path: self._of(path) for path, rule in self._rules.items() if rule.kind not in IN_FORCE}

    def _of(self, path: str) -> int:
        if path in self._found:
            return self._found[path]
        if path in self._busy or path not in self._rules:
            return 0
        self._busy.add(path)
        rule = self._rules[path]
        related = [self._of(other) for other in self._inside(path)]
        steady = _steady(rule)
        if steady:
            related = [self._of(steady)]
        elif rule.kind in ("step", "sequence", "interrupt"):
            related += [self._of(other) for other in sorted(uses_of(rule.node)) if other.startswith(("resolution.", "sequences."))]
        elif rule.kind == "table":
            related = [sum(related)] if any(related) else [self._of(user) for user in self._users.get(path, ())]
        else:
            related = [self._of(user) for user in self._users.get(path, ()) if self._rules[user].kind not in IN_FORCE]
        self._busy.discard(path)
        self._found[path] = max(related, default=0)
        return self._found[path]

    def _inside(self, path: str) -> list[str]:
        """The paths right below."""
        return [other for other in self._rules if other.startswith(path + ".") and "." not in other[len(path) + 1 :]]


def _steady(rule: Rule) -> str:
    """The path of the first inner step that runs once in every pass."""
    if not isinstance(rule.node, t.Step) or not isinstance(rule.node.body, t.Composite):
        return ""
    for step in rule.node.body.steps:
        if step.when is None and step.loop is None and step.repeat is None and step.keep is None and step.until is None:
            return ".".join(step.path)
    return ""
