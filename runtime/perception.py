"""What a seat may know of an answer that is computed on the whole position.

`agreed` asks the question on several arrangements of what the seat does not see: hidden pieces in each other's places, hidden numbers at other
values. Where all answers are the same, the seat may know it; where they differ, it may not. The arrangements depend on what the seat sees and on
where hidden pieces may lie, never on which of them lies where, so the answer is the same for all positions the seat cannot tell apart.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from runtime.contract import Vec

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

Viewer: TypeAlias = int | Literal["spectator"]
"""Who looks on: a seat at the table, or somebody who has none."""

SPECTATOR: Final = "spectator"

NO_SEAT: Final = -9
"""The spectator as the engine's functions take it: no seat, and none of the numbers that stand for one."""

ARRANGEMENTS: Final = 4


def seat_number(players: int, viewer: Viewer) -> int:
    """What the engine's functions take. Raises ValueError for a seat that is not at the table."""
    if viewer == SPECTATOR:
        return NO_SEAT
    if isinstance(viewer, bool) or not isinstance(viewer, int) or not 0 <= viewer < players:
        raise ValueError(f"no seat {viewer!r} at this table: seats are 0 to {players - 1}, or 'spectator'")
    return viewer


def agreed(state: "State", viewer: Viewer, question: Callable[[Vec], Sequence[int]]) -> list[int | None]:
    """The answer's numbers, None for each that depends on what the viewer does not see."""
    return agreement([question(vector) for vector in arrangements(state.game, state.vector, seat_number(state.players, viewer))])


def agreement(answers: list[Sequence[int]]) -> list[int | None]:
    return [first if all(value == first for value in others) else None for first, *others in zip(*answers, strict=True)]


def arrangements(game: "Game", vector: Vec, seat: int) -> list[Vec]:
    """Copies of the vector, the hidden things of each arranged in another way; one copy where nothing is hidden from the seat."""
    view = observed(game, vector, seat)
    slots = [
        (slot, game.texts.carriers[carrier])
        for _, offset, length, section, carrier, _, _ in game.facts["BLOCKS"]
        if section == "state" and offset < len(view)
        for slot in range(offset, offset + length)
        if view[slot] == game.hidden
    ]
    pieces = [row for row in game.facts["COMPONENTS"] if any(view[game.offsets[row[4]] + piece] == game.hidden for piece in range(row[1]))]
    if not slots and not pieces:
        return [vector[:]]
    found: list[Vec] = []
    for number in range(ARRANGEMENTS):
        world = vector[:]
        for row in pieces:
            where = game.offsets[row[4]]
            _rearrange(game, world, row[0], [piece for piece in range(row[1]) if view[where + piece] == game.hidden], number)
        for slot, carrier in slots:
            span = carrier.high - carrier.low
            world[slot] = (carrier.low, carrier.high, carrier.low + span // 2, carrier.low + min(span, 1))[number]
        found.append(world)
    return found


def observed(game: "Game", vector: Vec, seat: int) -> list[int]:
    out = game.blank(game.observation_size)
    game.engine.observe(vector, seat, out)
    return list(out)


def _rearrange(game: "Game", vector: Vec, component: str, hidden: list[int], number: int) -> None:
    """Puts hidden pieces of a component into the places that hidden ones have, in an order that depends on the number alone."""
    where = game.offsets[next(row[4] for row in game.facts["COMPONENTS"] if row[0] == component)]
    zones = [row for row in game.facts["ZONES"] if row[1] == component]
    at = {vector[slot]: slot for row in zones for slot in _items(game, row) if vector[slot] in hidden}
    places = sorted((vector[where + piece], at.get(piece, -1)) for piece in hidden)
    for piece, (place, slot) in zip(_ordered(hidden, number), places, strict=True):
        vector[where + piece] = place
        if slot >= 0:
            vector[slot] = piece
    for row in zones:
        if row[10]:
            rebuild_members(game, vector, row, where)


def _items(game: "Game", row: Sequence[Any]) -> Iterator[int]:
    if row[8]:
        yield from range(game.offsets[row[8]], game.offsets[row[8]] + game.lengths[row[8]])


def _ordered(hidden: list[int], number: int) -> list[int]:
    """Up, down, from the middle on, every other one first."""
    half = len(hidden) // 2
    return (hidden, hidden[::-1], hidden[half:] + hidden[:half], hidden[1::2] + hidden[::2])[number]


def rebuild_members(game: "Game", vector: Vec, row: Sequence[Any], where: int) -> None:
    """Writes the member words of a zone family (a row of the fact ZONES) from where its pieces are."""
    _, component, _, instances, first, *_ = row
    at, words = game.offsets[row[10]], row[11]
    count = next(each[1] for each in game.facts["COMPONENTS"] if each[0] == component)
    values = [0] * (instances * words)
    for piece in range(count):
        instance = vector[where + piece] - first
        if 0 <= instance < instances:
            values[instance * words + piece // 62] |= 1 << piece % 62
    for slot, value in enumerate(values, start=at):
        vector[slot] = value
