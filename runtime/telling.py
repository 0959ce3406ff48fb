"""What has happened, in words, as somebody perceived it.

In: a State and who looks on. Out: one `Event` for each action or outcome that the viewer perceived, oldest first. What a text says of things
the viewer does not see reads `?`.

    events(state, 1)[-1].text       # "p0 passes ?"
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runtime.contract import CHANCE, SEEN_NOT, SEEN_NOTHING, Vec
from runtime.knowledge import laid_open
from runtime.perception import Viewer, agreement, arrangements, seat_number
from runtime.texts import Carrier, Choice

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`number` counts from 0 what this viewer perceived; `seat` is -1 for chance; `code` is None where it is not wholly seen.

    Who perceives that something was chosen perceives who chose, and at which step."""

    number: int
    seat: int
    step: str
    code: int | None
    text: str


def events(state: "State", viewer: Viewer, since: int = 0) -> list[Event]:
    """The viewer's events from number `since` on."""
    seat = seat_number(state.players, viewer)
    found: list[Event] = []
    number = 0
    for before, action in laid_open(state)[0]:
        seen = state.game.engine.seen_action(before[:], seat, action)
        if seen == SEEN_NOT:
            continue
        if number >= since:
            found.append(event(state.game, before, seat, action, seen, number))
        number += 1
    return found


def event(game: "Game", before: Vec, seat: int, action: int, seen: int, number: int) -> Event:
    return Event(
        number=number,
        seat=game.engine.actor(before),
        step=step_path(game, before[game.offsets["step"]]),
        code=action if seen == action else None,
        text=told(game, before, seat, action, seen),
    )


def told(game: "Game", before: Vec, seat: int, action: int, seen: int, worlds: Sequence[Vec] = ()) -> str:
    """An action or outcome about to be applied, as this seat perceives it; empty where it perceives nothing.

    `worlds`: what it is said of, where that is not left to what the seat sees."""
    if seen == SEEN_NOT:
        return ""
    actor = game.engine.actor(before)
    chance = actor == CHANCE
    choice = game.texts.outcome(action) if chance else game.texts.action(action)
    head = game.words.step(step_path(game, before[game.offsets["step"]])) if chance else game.words.seat(actor)
    if choice is None:
        return head
    codes = list(_alike(game, before, seat, choice, action, seen))
    parts = _say(game, worlds or arrangements(game, before, seat), choice, codes, chance)
    if parts is not None:
        return parts
    if seen == SEEN_NOTHING:
        return f"{head}: unseen" if chance else f"{head} chooses unseen"
    values = agreement([choice.positions(code) for code in codes])
    texts = [game.words.of(digit.text(value)) if value is not None else "?" for digit, value in zip(choice.digits, values, strict=True)]
    return f"{head}: {', '.join(texts)}" if chance else " ".join([head, game.words.name(choice.action), *texts])


def _alike(game: "Game", before: Vec, seat: int, choice: Choice, action: int, seen: int) -> Iterator[int]:
    """Codes that the seat would perceive in the same way: what stands in digits that it does not see is taken low and high.

    Does not depend on what stands there now."""
    if seen == action:
        yield action
        return
    base = list(choice.positions(action))
    hidden = []
    for at, digit in enumerate(choice.digits):
        other = [*base[:at], (base[at] + 1) % digit.size, *base[at + 1 :]]
        if seen == SEEN_NOTHING or digit.size > 1 and game.engine.seen_action(before[:], seat, choice.code(other)) == seen:
            hidden.append(at)
    for share in (0, 1, 2):
        for at in hidden:
            base[at] = (choice.digits[at].size - 1) * share // 2
        yield choice.code(base)


def _say(game: "Game", worlds: Sequence[Vec], choice: Choice, codes: Sequence[int], chance: bool) -> str | None:
    """The spec's text with what the seat may know in its holes; None without a text."""
    parts: Sequence[Any] | None = game.facts.get("OUTCOME_SAYS" if chance else "SAYS", {choice.number: None})[choice.number]
    if parts is None:
        return None
    asked = getattr(game.engine, "say_outcome") if chance else game.engine.say  # noqa: B009
    out = game.blank(game.widest)
    answers: list[Sequence[int]] = []
    for vector in worlds:
        for code in codes:
            asked(vector[:], code, out)
            answers.append(list(out[: sum(not isinstance(part, str) for part in parts)]))
    values = iter(agreement(answers) or [])
    carriers = game.texts.carriers
    return "".join(part if isinstance(part, str) else _hole(game, carriers[part], next(values)) for part in parts)


def _hole(game: "Game", carrier: Carrier, value: int | None) -> str:
    return "?" if value is None else game.words.of(carrier.text(value))


def step_path(game: "Game", node: int) -> str:
    """The path of a step by its number; empty for none, or for one that is not seen."""
    steps: Sequence[str] = game.facts["STEPS"]
    return steps[node] if 0 <= node < len(steps) else ""
