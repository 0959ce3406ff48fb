"""What differs between two specs: in what they say, in what may be done, and in what it comes to."""

from compiler.diff.effect import Effect, effects
from compiler.diff.parts import Change, but_for_names, changed_clauses, changed_parts, names_changed
from compiler.diff.play import PlayDifference, differences_in_play
from compiler.diff.renaming import same_game

__all__ = [
    "Change",
    "Effect",
    "PlayDifference",
    "but_for_names",
    "changed_clauses",
    "changed_parts",
    "differences_in_play",
    "effects",
    "names_changed",
    "same_game",
]
