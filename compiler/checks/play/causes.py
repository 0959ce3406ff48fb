"""Why a rule failed in play: read in the position in which it did.

    of 64 choices of `place`, 60 are refused by `owner[q] == none` (3.1), 4 by `any(…)` (3.2)
"""

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Final

from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.checks.play.replay import Line
from compiler.checks.rules import action_path, steps_of
from compiler.checks.why import why_false
from compiler.interpret import bindings, evaluate, refusals, where_it_fails
from compiler.ir.actions import ActionIR
from compiler.ir.exprs import And
from compiler.ir.game import GameIR, Rule
from runtime.contract import Vec

MOST_MOVES: Final = 600
"""of a line that is gone through again"""

MOST_CODES: Final = 3_000
"""of a decision that are asked why they are not legal"""

TOLD: Final = 4
"""reasons that are told, those that refuse most first"""


def cause(typed: t.TypedSpec, ir: GameIR, line: Line, rule: Rule) -> str | None:
    """What people want to know besides the line: values of an invariant that does not hold, what forbids each choice where nobody can act."""
    number = ir.rules.index(rule) + 1
    if rule.kind not in ("stuck", "always") or len(line.codes) > MOST_MOVES:
        return None
    vector = where_it_fails(ir, line.players, line.seed, line.explicit, line.codes)
    if rule.kind == "always":
        asked = zip(typed.always, ir.always, strict=True)
        return next((why_false(typed, ir, vector, fact.that, condition) for fact, (condition, asks) in asked if asks == number), None)
    decision = next((each for each in ir.decisions if each.rule == number), None)
    if decision is None:
        return None
    counts = refusals(ir, vector, decision, MOST_CODES)
    parts = {ir.actions[action].stages[0].rule: _parts(typed, ir, vector, ir.actions[action]) for action in decision.actions}
    return _told(ir, counts, parts)


def _told(ir: GameIR, counts: Mapping[int, int], parts: Mapping[int, Counter[str]]) -> str | None:
    if 0 in counts or not counts:
        return None
    why: Counter[str] = Counter()
    for number, many in counts.items():
        of_parts = parts.get(number, Counter())
        for text, share in of_parts.items():
            why[f"`{text}`{_clauses(ir, number)}"] += share
        why[f"`{ir.rules[number - 1].text or ir.rules[number - 1].path}`{_clauses(ir, number)}"] += max(0, many - of_parts.total())
    reasons = [(text, many) for text, many in why.most_common() if many]
    total = sum(many for _, many in reasons)
    if len(reasons) == 1:
        return f"all {total:,} choices are refused by {reasons[0][0]}" if total > 1 else f"the only choice is refused by {reasons[0][0]}"
    told = ", ".join(f"{many:,} {('' if place else 'is refused ' if many == 1 else 'are refused ')}by {text}" for place, (text, many) in enumerate(reasons[:TOLD]))
    more = sum(many for _, many in reasons[TOLD:])
    return f"of {total:,} choices, {told}" + (f", {more:,} by others" if more else "")


def _parts(typed: t.TypedSpec, ir: GameIR, vector: Vec, action: ActionIR) -> Counter[str]:
    """How many values each conjunct of the `where` of a choice of one name refuses, those it meets first counted alone."""
    rule = ir.rules[action.stages[0].rule - 1]
    written = _actions(typed).get(rule.path.removesuffix(".choose"))
    binders = action.stages[0].binders
    if written is None or len(binders) != 1 or not written.stages or len(written.stages[0]) != 1:
        return Counter()
    (mine,), (theirs,) = written.stages[0], binders
    if not isinstance(mine.where, t.Logic) or mine.where.operator != "and":
        return Counter()
    if not isinstance(theirs.where, And) or len(theirs.where.items) != len(mine.where.items):
        return Counter()
    found: Counter[str] = Counter()
    for locals in islice(bindings(ir, vector, (replace(theirs, where=None),), {}), MOST_CODES):
        asked = zip(mine.where.items, theirs.where.items, strict=True)
        first = next((item.span.text for item, condition in asked if not evaluate(ir, vector, condition, locals)), None)
        if first is not None:
            found[first] += 1
    return found


def _actions(typed: t.TypedSpec) -> Mapping[str, t.Action]:
    """By path."""
    decisions = [(step, step.body) for step in steps_of(typed) if isinstance(step.body, t.Decision)]
    return {action_path(step, body, action): action for step, body in decisions for action in body.actions}


def _clauses(ir: GameIR, number: int) -> str:
    clauses = ", ".join(clause for clause, _ in ir.rules[number - 1].clauses)
    return f" ({clauses})" if clauses else ""
