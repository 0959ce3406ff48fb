"""Which remembered positions a trial can follow by what it writes, instead of going through the whole position for each key."""

from compiler.ir import exprs as x
from compiler.ir.game import GameIR, MemoryIR
from compiler.ir.keys import exact_places
from compiler.ir.walk import walk

WIDEST = 1 << 20
"""Slots of more values would make sums too large."""


def is_followed(game: GameIR, memory: MemoryIR) -> bool:
    """Whether in a trial the key is made from that of the position before it and from what the trial wrote: a fingerprint of slots, asked for in
    a trial, in a game whose conditions never look back from one."""
    asked = any(isinstance(part, x.Times) and part.memory == memory.name for action in game.actions for part in walk((action.require, action.prefer)))
    if not asked or exact_places(memory) is not None or any(isinstance(part, x.Old) for part in walk(game)):
        return False
    return all(isinstance(word, x.Load) and isinstance(word.index, x.Const) and high - low < WIDEST for word, low, high in memory.words)
