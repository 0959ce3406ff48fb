"""Whether numbers are a position at all: what is looked at before any engine works on a position that came from outside.

In: a game and as many integers as it keeps. Out: what is wrong, in words; empty for a sound position. Looked at are: every slot against its
carrier; seats, step and actor against each other; pieces against the room and order of zones; members and inverse maps against what they
derive from. Remembered positions and links of planes cannot be derived from the rest, so a game that keeps them has no such check (`unchecked`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from runtime.contract import CHANCE, OVER, SEALED

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.texts import Carrier

STREAMS: Final = ("deal_low", "deal_high", "dice_low", "dice_high")


def unsound(game: "Game", values: Sequence[int]) -> str:
    """The first thing that is wrong, or nothing."""
    if len(values) != game.kept:
        return f"{len(values)} numbers where {game.kept} are kept"
    return next(islice(_wrong(game, values), 1), "")


def unchecked(game: "Game") -> list[str]:
    """Derived blocks that nothing here can check."""
    return [row[0] for row in game.facts["BLOCKS"] if row[3] == "derived" and not row[0].endswith(".members") and not _followed(game, row)]


def _wrong(game: "Game", values: Sequence[int]) -> Iterator[str]:
    yield from _out_of_range(game, values)
    yield from _header(game, values)
    for component in game.facts["COMPONENTS"]:
        yield from _places(game, values, component)
    for zone in game.facts["ZONES"]:
        yield from _zone(game, values, zone)
    for row in game.facts["BLOCKS"]:
        if row[3] == "derived" and (sources := _followed(game, row)):
            yield from _inverse(game, values, row, sources)


def _out_of_range(game: "Game", values: Sequence[int]) -> Iterator[str]:
    for name, offset, length, section, number, *_ in game.facts["BLOCKS"]:
        carrier = game.texts.carriers[number]
        low, high = carrier.low, carrier.high
        if section != "state":
            # A register rests at 0, whatever its carrier.
            low, high = min(low, 0), max(high, 0)
        for at, value in enumerate(values[offset : min(offset + length, game.kept)]):
            if not low <= value <= high:
                yield f"{name}{f'[{at}]' if length > 1 else ''} is {value}, outside {low} to {high}"


def _header(game: "Game", values: Sequence[int]) -> Iterator[str]:
    at = game.offsets
    players, step, actor = values[at["players"]], values[at["step"]], values[at["actor"]]
    if not game.min_players <= players <= game.max_players:
        yield f"{players} seats, where {game.min_players} to {game.max_players} can play"
    if values[at["fault"]]:
        yield "a fault stands in it"
    if not step < len(game.facts["STEPS"]):
        yield f"there is no step {step}"
        return
    path = game.facts["STEPS"][step]
    if actor >= players:
        yield f"seat {actor} is not at the table"
    leaves = {row[0] for row in game.facts["CHOICES"]}, {row[0] for row in game.facts["OUTCOMES"]}
    if not (actor >= 0 and path in leaves[0] or actor == CHANCE and path in leaves[1] or actor == OVER and path == ""):
        yield f"actor {actor} does not fit the step {path or 'after the end'}"


def _places(game: "Game", values: Sequence[int], component: Sequence[Any]) -> Iterator[str]:
    name, count, _, _, where, _ = component
    inside = Counter(values[game.offsets[where] : game.offsets[where] + count])
    for zone in game.facts["ZONES"]:
        if zone[1] == name:
            for instance in range(zone[3]):
                if inside[zone[4] + instance] > zone[5]:
                    yield f"{inside[zone[4] + instance]} pieces in {zone[0]}, which has room for {zone[5]}"


def _zone(game: "Game", values: Sequence[int], zone: Sequence[Any]) -> Iterator[str]:
    name, component, _, instances, first, capacity, _, _, items, count, members, words = zone
    row = next(row for row in game.facts["COMPONENTS"] if row[0] == component)
    where = game.offsets[row[4]]
    for instance in range(instances):
        inside = [piece for piece in range(row[1]) if values[where + piece] == first + instance]
        if items:
            start = game.offsets[items] + instance * capacity
            number = values[game.offsets[count] + instance]
            if sorted(values[start : start + max(number, 0)]) != inside:
                yield f"the order of {name} holds other pieces than lie there"
        if members:
            start = game.offsets[members] + instance * words
            bits = [sum(1 << piece % 62 for piece in inside if piece // 62 == word) for word in range(words)]
            if list(values[start : start + words]) != bits:
                yield f"the members of {name} are others than the pieces that lie there"


def _followed(game: "Game", row: Sequence[Any]) -> list[Sequence[Any]]:
    """The variables of which a derived block may be the inverse: by its axis their values, by its values their axis."""
    carriers = game.texts.carriers
    if len(row[5]) != 1:
        return []
    value, axis = _bare(carriers[row[4]]), _bare(carriers[row[5][0]])
    return [
        each for each in game.facts["BLOCKS"]
        if each[3] == "state" and len(each[5]) == 1 and _bare(carriers[each[4]]) == axis and _bare(carriers[each[5][0]]) == value
    ]  # fmt: skip


def _inverse(game: "Game", values: Sequence[int], row: Sequence[Any], sources: list[Sequence[Any]]) -> Iterator[str]:
    carrier = game.texts.carriers[row[4]]
    found = list(values[row[1] : row[1] + row[2]])
    for source in sources:
        low, base = game.texts.carriers[source[5][0]].low, game.texts.carriers[row[5][0]].low
        right = [carrier.low] * row[2]
        for at, value in enumerate(values[source[1] : source[1] + source[2]]):
            if 0 <= value - base < row[2]:
                right[value - base] = low + at
        if right == found:
            return
    yield f"{row[0]} does not follow {' or '.join(source[0] for source in sources)}"


def _bare(carrier: "Carrier") -> str:
    return carrier.name.removesuffix(" or none")


def stuck(game: "Game", values: Sequence[int]) -> str:
    """Asked of a sound position alone, for it runs the engine: whether anything can be chosen or drawn in it."""
    vector = game.new_vector()
    for at, value in enumerate(values):
        vector[at] = value
    actor, out = game.engine.current_player(vector), game.blank(game.widest)
    if actor == OVER:
        return ""
    if actor == CHANCE:
        found = game.engine.chance_outcomes(vector, out, game.blank(game.max_outcomes))
    else:
        if actor == SEALED and _pending(game, values):
            return "its sealed choice waits for nobody"
        found = len(game.list_actions(vector))
    if vector[game.offsets["fault"]]:
        return "a rule of the game fails as soon as it is asked what may be chosen"
    return "" if found else "nothing can be chosen in it"


def _pending(game: "Game", values: Sequence[int]) -> bool:
    at = game.offsets
    asked = values[at["seal_order"] : at["seal_order"] + values[at["seal_count"]]]
    return values[at["actor"]] not in asked
