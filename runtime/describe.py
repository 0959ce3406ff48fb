"""A position in words: every variable and zone by its name, values as their texts.

In: a game and a vector of kept slots, or an observation (hidden values -2). Out: one line a variable, for people and for failures.

    points: p0 3, p1 0
    hand: p0 (sheep 1, dog 0), p1 (?)
"""

from collections.abc import Collection, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.texts import Carrier


def describe(game: "Game", vector: Sequence[int], without: Collection[str] = (), *, seen: bool = False) -> str:
    """Lines for the step that waits, for every state variable that is not at rest (0 or none everywhere), and for every zone.

    `without`: variables that are shown otherwise; `seen`: the vector is a whole observation."""
    lines = [f"step: {_step(game, vector)}"]
    players = vector[0]
    for name, offset, length, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section == "state" and name not in without and offset + length <= len(vector):
            lines.extend(_variable(game, name, vector[offset : offset + length], carrier, axes, players))
    for zone in game.facts["ZONES"]:
        lines.extend(_zone(game, zone, vector, players, _counts(game, zone[0], vector) if seen else ()))
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


def at_table(kinds: Sequence["Carrier"], index: Sequence[int], players: int) -> bool:
    """Whether none of the indices is a seat that is not at the table."""
    return all(kind.name != "player" or at < players for kind, at in zip(kinds, index, strict=True))


def _step(game: "Game", vector: Sequence[int]) -> str:
    node = vector[game.offsets["step"]]
    actor = vector[game.offsets["actor"]]
    path = game.facts["STEPS"][node] if 0 <= node < len(game.facts["STEPS"]) else "?"
    whose = "over" if actor == -4 else "chance" if actor == -1 else game.words.seat(actor) if actor >= 0 else "?"
    return f"{game.words.step(path)} ({whose})" if path else whose


def _variable(game: "Game", name: str, values: Sequence[int], carrier: int, axes: Sequence[int], players: int) -> list[str]:
    """One line; of what is kept for each player alone, the zeros too."""
    kind, kinds = game.texts.carriers[carrier], [game.texts.carriers[axis] for axis in axes]
    rest = kind.low if kind.optional else 0
    by_player = [each.name for each in kinds] == ["player"]
    if kinds and all(value == rest for value in values) and not by_player:
        return []
    shown = [
        " ".join([*(game.words.of(each.text(at)) for each, at in zip(kinds, index, strict=True)), game.words.of(kind.text(value))])
        for index, value in zip(product(*(range(each.low, each.high + 1) for each in kinds)), values, strict=False)
        if at_table(kinds, index, players) and (not kinds or by_player or value != rest)
    ]
    return [f"{game.words.block(name)}: {', '.join(shown)}"] if shown else []


def _zone(game: "Game", zone: Sequence[Any], vector: Sequence[int], players: int, counts: Sequence[int]) -> list[str]:
    """One line; of what is hidden in a zone, the number where that is seen."""
    name, component, _, instances, _, _, _, axes, *_ = zone
    texts = game.texts.carriers
    pieces = texts[next(row for row in game.facts["COMPONENTS"] if row[0] == component)[5]]
    kinds = [texts[axis] for axis in axes]
    shown: list[str] = []
    for instance, index in enumerate(product(*(range(kind.low, kind.high + 1) for kind in kinds))):
        if instance >= instances or not at_table(kinds, index, players):
            continue
        known = [piece for piece in zone_pieces(game, zone, instance, vector) if piece >= 0]
        inside = [game.words.of(pieces.text(piece)) for piece in known]
        unseen = counts[instance] - len(known) if counts else 0
        if unseen > 0:
            inside.append(f"{unseen} unseen")
        if inside:
            head = " ".join(game.words.of(kind.text(at)) for kind, at in zip(kinds, index, strict=True))
            shown.append(f"{head} ({', '.join(inside)})".strip())
    return [f"{game.words.block(name)}: {', '.join(shown)}"] if shown else []


def _counts(game: "Game", name: str, observation: Sequence[int]) -> Sequence[int]:
    """How many pieces are seen to be in each zone of a family."""
    row = next(row for row in game.facts["OBSERVATION"] if row[0] == f"size({name})")
    return observation[row[1] : row[1] + row[2]]
