"""What is legal ("Decisions"): the domains with their `where`, the step's `where` and the action's, `require`, `prefer`, in this order."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from compiler.bind.nouns import typed as t
from tests.reference.expressions import Scope, bindings, evaluate
from tests.reference.game import Game
from tests.reference.statements import Ended, Finished, run
from tests.reference.things import Position


@dataclass(frozen=True, slots=True)
class Offer:
    """An action where it is offered: by which step, with which names of loops or seats, under which further conditions."""

    path: tuple[str, ...]
    action: t.Action
    where: t.Expr | None = None
    whens: tuple[t.Expr, ...] = ()
    called: str = ""
    """its name where it is offered, if another than its own"""

    @property
    def name(self) -> str:
        return self.called or self.action.name


@dataclass(frozen=True, slots=True)
class Choice:
    """One code: an action, which of its stages is chosen, and the values that make the code. `names` are those of the binding that is meant."""

    offer: Offer
    stage: int
    code: tuple[tuple[str, Any], ...]
    names: dict[int, Any] = field(compare=False, hash=False)

    @property
    def is_last(self) -> bool:
        return self.stage >= len(self.offer.action.stages) - 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first that fails. `span` is the condition's."""

    kind: str
    span: Any = None


def stage_code(action: t.Action, stage: int, names: dict[int, Any]) -> tuple[tuple[str, Any], ...]:
    """The values that make the code of one stage: those that `code` names, else all but what a value that may be none determines."""
    binders = action.stages[stage] if action.stages else ()
    counted = [b for b in binders if (b.local in action.code if action.code else not isinstance(b.domain, t.OptionalValue))]
    return tuple((binder.local.name, names[binder.local.number]) for binder in counted)


def whole_code(action: t.Action, names: dict[int, Any]) -> tuple[Any, ...]:
    return tuple(stage_code(action, stage, names) for stage in range(len(action.stages)))


def conditions(offer: Offer) -> list[t.Expr]:
    """What the step asks and then the action, in items of `and`."""
    found: list[t.Expr] = []
    for expr in (*offer.whens, offer.where, offer.action.where):
        if expr is not None:
            found += items(expr)
    return found


def items(expr: t.Expr) -> list[t.Expr]:
    if isinstance(expr, t.Logic) and expr.operator == "and":
        return [item for part in expr.items for item in items(part)]
    return [expr]


def passing(offer: Offer, s: Scope) -> Iterator[dict[int, Any]]:
    """Bindings that pass domains and conditions; of several with one code the first."""
    met = set()
    for inner in bindings(tuple(binder for stage in offer.action.stages for binder in stage), s):
        if all(evaluate(condition, inner) for condition in conditions(offer)):
            code = whole_code(offer.action, inner.names)
            if code not in met:
                met.add(code)
                yield inner.names


def trial(game: Game, offer: Offer, position: Position, names: dict[int, Any]) -> Scope:
    """The position as the action's `do` would leave it; `end`, `win` and `lose` only stop the trial."""
    after = position.copy()
    s = Scope(game, after, names, earlier=position)
    with suppress(Ended, Finished):
        run(offer.action.do, s)
    return s


def complete(game: Game, offer: Offer, s: Scope) -> list[dict[int, Any]]:
    """The bindings that pass all but `prefer`."""
    require = offer.action.require
    found = list(passing(offer, s))
    if require is not None:
        found = [names for names in found if evaluate(require, trial(game, offer, s.position, names))]
    return found


def keys(game: Game, offer: Offer, position: Position, names: dict[int, Any]) -> list[int]:
    s = trial(game, offer, position, names)
    return [int(evaluate(key, s)) for key in offer.action.prefer]


def legal(game: Game, offers: list[Offer], s: Scope) -> list[tuple[Offer, dict[int, Any]]]:
    """All whole choices that are legal: of those with `prefer`, which form one pool, only the highest; a value that one lacks counts as 0."""
    found = [(offer, names) for offer in offers for names in complete(game, offer, s)]
    wide = max((len(offer.action.prefer) for offer, _ in found), default=0)
    if not wide:
        return found
    ranked = {}
    for at, (offer, names) in enumerate(found):
        if offer.action.prefer:
            own = keys(game, offer, s.position, names)
            ranked[at] = own + [0] * (wide - len(own))
    best = max(ranked.values())
    return [item for at, item in enumerate(found) if at not in ranked or ranked[at] == best]


def choices(game: Game, offers: list[Offer], s: Scope, staged: Choice | None) -> list[Choice]:
    """The codes of the stage that is to be chosen; a value is offered if the rest can be completed."""
    found: dict[Choice, None] = {}
    for offer, names in legal(game, offers, s):
        stage = 0
        if staged is not None:
            if offer != staged.offer or any(names[number] != value for number, value in staged.names.items() if number in names):
                continue
            stage = staged.stage + 1
        found.setdefault(Choice(offer, stage, stage_code(offer.action, stage, names), names))
    return list(found)


def refusal(game: Game, offers: list[Offer], s: Scope, offer: Offer, given: dict[str, Any]) -> Refusal | None:
    """Why a whole choice, with a value for each of its names, is not legal."""
    if offer not in offers:
        return Refusal("not_now")
    inner = s
    for binder in (binder for stage in offer.action.stages for binder in stage):
        found = [member for member in bindings((binder,), inner) if member.names[binder.local.number] == given[binder.local.name]]
        if not found:
            return Refusal("domain")
        inner = found[0]
    for condition in conditions(offer):
        if not evaluate(condition, inner):
            return Refusal("where", condition.span)
    if offer.action.require is not None:
        tried = trial(game, offer, s.position, inner.names)
        for condition in items(offer.action.require):
            if not evaluate(condition, tried):
                return Refusal("require", condition.span)
    if not any(other == offer and names == inner.names for other, names in legal(game, offers, s)):
        return Refusal("prefer")
    return None


def seated(s: Scope, local: Any, seat: Any) -> Scope:
    """The names of a sealed choice include its seat."""
    return replace(s, names={**s.names, local.number: seat})
