"""A position in words: every variable and zone by its name, values as their texts.

In: a game and a vector of kept slots, or an observation (hidden values -2). Out: one line a variable, for people and for failures.

    points: p0 3, p1 0
    hand: p0 (sheep 1, dog 0), p1 (?)
"""

from collections.abc import Collection, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from runtime.contract import HIDDEN

if TYPE_CHECKING:
    from runtime.game import Game


def describe(game: "Game", vector: Sequence[int], without: Collection[str] = ()) -> str:
    """Lines for the step that waits, for every state variable that is not at rest (0 or none everywhere), and for every zone.

    `without`: variables that are shown otherwise."""
    lines = [f"step: {_step(game, vector)}"]
    for name, offset, length, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section == "state" and name not in without and offset + length <= len(vector):
            lines.extend(_variable(game, name, vector[offset : offset + length], carrier, axes))
    for zone in game.facts["ZONES"]:
        lines.extend(_zone(game, zone, vector))
    return "\n".join(lines)


def zone_pieces(game: "Game", zone: Sequence[Any], instance: int, vector: Sequence[int]) -> list[int]:
    """The pieces seen in one zone of a family: in order for a pile or row whose order shows, else in component order."""
    _, component, _, _, first, capacity, _, _, items, count, *_ = zone
    row = next(row for row in game.facts["COMPONENTS"] if row[0] == component)
    if items:
        number = vector[game.offsets[count] + instance]
        start = game.offsets[items] + instance * capacity
        return list(vector[start : start + max(number, 0)])
    where = game.offsets[row[4]]
    return [piece for piece in range(row[1]) if vector[where + piece] == first + instance]


def _step(game: "Game", vector: Sequence[int]) -> str:
    node = vector[game.offsets["step"]]
    actor = vector[game.offsets["actor"]]
    path = game.facts["STEPS"][node] if 0 <= node < len(game.facts["STEPS"]) else "?"
    whose = "over" if actor == -4 else "chance" if actor == -1 else f"p{actor}" if actor >= 0 else "?"
    return f"{path} ({whose})"


def _variable(game: "Game", name: str, values: Sequence[int], carrier: int, axes: Sequence[int]) -> list[str]:
    texts = game.texts.carriers
    if not axes:
        return [f"{name}: {texts[carrier].text(values[0])}"]
    rest = -1 if texts[carrier].optional else 0
    if all(value == rest for value in values):
        return []
    ranges = [range(texts[axis].low, texts[axis].high + 1) for axis in axes]
    shown = [
        f"{' '.join(texts[axis].text(at) for axis, at in zip(axes, index, strict=True))} {texts[carrier].text(value)}"
        for index, value in zip(product(*ranges), values, strict=False)
        if value != rest
    ]
    return [f"{name}: {', '.join(shown)}"]


def _zone(game: "Game", zone: Sequence[Any], vector: Sequence[int]) -> list[str]:
    name, component, _, instances, _, _, _, axes, *_ = zone
    texts = game.texts.carriers
    pieces = texts[next(row for row in game.facts["COMPONENTS"] if row[0] == component)[5]]
    ranges = [range(texts[axis].low, texts[axis].high + 1) for axis in axes]
    shown: list[str] = []
    for instance, index in enumerate(product(*ranges)):
        found = zone_pieces(game, zone, instance, vector)
        if found and instance < instances:
            head = " ".join(texts[axis].text(at) for axis, at in zip(axes, index, strict=True))
            inside = ", ".join("?" if piece == HIDDEN else pieces.text(piece) for piece in found)
            shown.append(f"{head} ({inside})".strip())
    return [f"{name}: {', '.join(shown)}"] if shown else []
