"""Which parts of a game's positions seats see, from its facts alone."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from runtime.game import Game

Row: TypeAlias = tuple[str, int, int, int, int]
"""A row of the fact OBSERVATION: name, offset, length, lowest, highest."""


def shown_rows(game: "Game") -> list[Row]:
    """The parts of an observation that some seat can see at some time."""
    never = {block[0] for block in game.facts["BLOCKS"] if block[6] == "none"}
    return [row for row in game.facts["OBSERVATION"] if row[0] not in never]


def is_public(game: "Game", row: Row) -> bool:
    """Whether every seat sees the same in this part of an observation."""
    name = row[0]
    for zone in game.facts["ZONES"]:
        if name == f"size({zone[0]})":
            return bool(zone[6] in ("all", "count", "owner_count", "none"))
    block = next(block for block in game.facts["BLOCKS"] if block[0] == name)
    if block[3] == "zone":
        where = {component[4]: component[0] for component in game.facts["COMPONENTS"]}
        component = where.get(name)
        return all(zone[6] == "all" for zone in game.facts["ZONES"] if zone[1] == component)
    return bool(block[6] == "all")


def is_open(game: "Game") -> bool:
    """Whether every seat knows everything: nothing of the game's state is hidden from any, and no choice is sealed."""
    state = [block for block in game.facts["BLOCKS"] if block[3] in ("state", "zone") or block[0] == "pending"]
    return all(block[6] == "all" for block in state) and all(zone[6] == "all" for zone in game.facts["ZONES"])
