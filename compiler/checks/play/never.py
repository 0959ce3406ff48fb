"""Rules that nothing in play ever reaches, under the default readings of the open points or any other.

A branch that only another reading of an option takes is no finding: where a rule that never happened depends on options, directly or
through what names it, the other readings are played too, one at a time, as far as time allows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.checks.evaluate import constant
from compiler.checks.play.clock import Clock
from compiler.checks.play.counting import Build, count_games, cut_off
from compiler.checks.play.findings import Status
from compiler.checks.play.probes import Probed, Site, with_probes
from compiler.checks.rules import Rule, rules_of
from compiler.checks.uses import used_by, uses_of
from compiler.checks.values import other_readings
from compiler.diagnostics.problem import Fact, Problem, Problems

TRIES: Final = 60
"""games under another reading, and not more than were played under the default ones"""

TOO_FEW: Final = 100
"""Fewer random games say nothing about what never happens."""

WORDS: Final = {
    "action": "nobody can ever choose this",
    "step": "this step never runs",
    "chance": "nothing is ever drawn here",
    "row": "this row never applies",
    "otherwise": "this is never needed",
    "effect": "this is never carried out",
    "branch": "this branch is never taken",
    "else": "the `else` of this is never taken",
    "nothing": "there is always something legal",
    "pass": "this has never anything to go through",
}

Read = Callable[[Mapping[str, str]], "t.TypedSpec | None"]


class Reading(Struct, frozen=True):
    """How other readings are had: the spec under other option values, and engines that are made quickly."""

    read: Read
    build: Build


def report_never(typed: t.TypedSpec, probed: Probed, status: Status, others: Sequence[Reading], problems: Problems, *, clock: Clock) -> None:
    if status.explored is None and status.counted.games < TOO_FEW:
        return
    fired = status.explored.fired if status.explored is not None else status.counted.fired
    unreached = [site for site, count in zip(probed.sites, fired, strict=True) if not count and _judged(site, status)]
    tries = max(1, min(TRIES, status.counted.games))
    reached = _reached_elsewhere(typed, unreached, others, tries, clock) if unreached else set()
    rules = {rule.path: rule for rule in rules_of(typed)}
    silent = {site.path for site in unreached if site.what in ("action", "step", "chance", "row", "effect")}
    for site in unreached:
        inner = site.what in ("branch", "else", "pass") and (site.path in silent or _inside_another(site, unreached))
        if _key(site) in reached or inner:
            continue
        rule = rules.get(site.path)
        tail = "" if not others else ", nor under any other reading that was played"
        facts: dict[str, Fact] = {
            "name": site.path if site.what in ("action", "step", "chance", "row", "effect") else " ".join(site.span.text.split())[:60],
            "what": WORDS[site.what],
            "status": status.absent() + tail,
            "subject": site.path,
            "clauses": ", ".join(rule.clauses) if rule and rule.clauses else None,
        }
        problems.add(Problem(code="RWC054" if status.explored is not None else "RWC071", span=site.span, facts=facts))


def options_behind(typed: t.TypedSpec, paths: Sequence[str]) -> tuple[str, ...]:
    """The options that decide whether these rules are reached: those they name, or what they stand in or what names them does, and so on."""
    rules = {rule.path: rule for rule in rules_of(typed)}
    users = used_by(tuple(rules.values()))
    found: dict[str, None] = {}
    for path in paths:
        for around in _upward(path, rules, users):
            for used in sorted(_uses_deep(around, rules)):
                if used.startswith("options."):
                    found.setdefault(used.removeprefix("options."))
    return tuple(found)


def _upward(path: str, rules: Mapping[str, Rule], users: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    seen: set[str] = set()
    waiting = [path]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if here in rules:
            yield here
        if "." in here:
            waiting.append(here.rpartition(".")[0])
        waiting.extend(users.get(here, ()))


def _uses_deep(path: str, rules: Mapping[str, Rule]) -> set[str]:
    """What a rule names, through definitions."""
    found: set[str] = set()
    waiting = [path]
    while waiting:
        here = waiting.pop()
        for used in uses_of(rules[here].node) if here in rules else ():
            if used not in found:
                found.add(used)
                if used.startswith("define."):
                    waiting.append(used)
    return found


def _reached_elsewhere(
    typed: t.TypedSpec, unreached: Sequence[Site], others: Sequence[Reading], tries: int, clock: Clock
) -> set[tuple[str, str, int]]:
    reached: set[tuple[str, str, int]] = set()
    wanted = {_key(site) for site in unreached}
    names = options_behind(typed, [site.path for site in unreached])
    readings = {option.name: other_readings(typed, option) for option in typed.options}
    for other in others:
        for name in names:
            for reading in readings.get(name, ()):
                if wanted <= reached or clock.over():
                    continue
                changed = other.read({name: reading})
                if changed is None:
                    continue
                probed = with_probes(changed)
                made = other.build(probed.typed, cut_off)
                if made is not None:
                    counted = count_games(made.game, probed, games=tries, clock=clock)
                    reached |= {_key(site) for site, count in zip(probed.sites, counted.fired, strict=True) if count}
    return reached


def _key(site: Site) -> tuple[str, str, int]:
    return site.path, site.what, site.span.start


def _judged(site: Site, status: Status) -> bool:
    """Whether never having run means anything: what is rare by nature counts only where everything was looked at, and what this build's
    constants exclude or demand does not count."""
    if site.what in ("nothing", "else", "pass", "otherwise") and status.explored is None:
        return False
    if site.guard is None:
        return True
    known = constant(site.guard)
    return known is None or (not known if site.what == "else" else known)


def _inside_another(site: Site, unreached: Sequence[Site]) -> bool:
    """Whether an earlier place of the same block was not reached either, so that this one could not be."""
    return any(
        other is not site and other.path == site.path and other.what in ("branch", "else", "pass") and other.span.start < site.span.start
        for other in unreached
    )
