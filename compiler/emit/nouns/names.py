"""Names of the emitted module: the author's where possible, and never two things by one name.

In: what something is called in the spec. Out: a Python name that is no keyword, no builtin and not taken.

    names = Names.of(frozenset({"p"}))
    names.claim("class"), names.claim("take"), names.claim("take")      # "class_", "take", "take_2"
"""

import builtins
import keyword
import re
from dataclasses import dataclass, field
from typing import Final

UNWELCOME: Final = frozenset({"l", "s", "out", "Vec", "Final", *keyword.kwlist, *keyword.softkwlist, *dir(builtins)})
"""Names that mean something in an emitted module already, or are hard to read."""

CONTRACT: Final = frozenset({
    "init", "current_player", "actor", "legal_actions", "legal_outside", "apply", "chance_outcomes", "reseed", "returns", "scores",
    "truncated", "observe", "seen_action", "refusal", "attempt", "broken", "decode", "decode_outcome", "say", "say_outcome",
    "playouts", "playout_from", "perft", "open_frame",
    "advance", "fault", "checked", "insert_sorted", "sort_from", "next_word", "below", "seed_stream", "note", "undo", "swap_back", "swap_forth",
    "save", "restore", "noted", "exchange", "ahead_of", "compare_seats", "offer", "begin_game",
})  # fmt: skip
"""Functions that every module has, or may have."""

FACTS: Final = frozenset({
    "CONTRACT", "LANGUAGE", "GAME", "VARIANT", "TITLE", "SPEC_HASH", "COMPILER", "PLAYERS", "HORIZON", "RETURNS", "SCORES", "VECTOR_SIZE", "KEPT", "SHOWN",
    "OBSERVATION_SIZE", "HIDDEN", "NUM_ACTIONS", "MAX_ACTIONS", "NUM_OUTCOMES", "MAX_OUTCOMES", "OPTIONS", "CARRIERS", "BLOCKS", "ZONES", "COMPONENTS",
    "OBSERVATION", "CHOICES", "OUTCOMES", "SAYS", "OUTCOME_SAYS", "RULES", "STEPS", "SOURCE_MAP", "VIEW", "LABELS", "MULTIPLIER", "FINISHED", "LOWEST", "HIGHEST",
})  # fmt: skip
"""Constants that every module has, or may have."""


def snake(text: str) -> str:
    """Letters, digits and single underscores: `hand members` becomes `hand_members`."""
    name = re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")
    return f"_{name}" if name[:1].isdigit() else name or "unnamed"


@dataclass(slots=True, kw_only=True)
class Names:
    """What is taken at the top level of one module; `locals` are all names that locals of the spec go by."""

    locals: frozenset[str]
    taken: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    """names that some function has for a local already: no function that is written later may go by them"""
    author: dict[str, str] = field(default_factory=dict)
    """names of the spec's own definitions and effects"""

    @classmethod
    def of(cls, names: frozenset[str]) -> "Names":
        return cls(locals=frozenset(snake(name) for name in names), taken={*UNWELCOME, *CONTRACT, *FACTS})

    def claim(self, wanted: str) -> str:
        """A free name for a function; the author's own functions are claimed first."""
        return self._free(snake(wanted), self.taken | self.locals | self.given)

    def claim_author(self, wanted: str) -> str:
        """A free name for a function of the spec: locals of the same name give way."""
        return self._free(snake(wanted), self.taken)

    def claim_constant(self, wanted: str) -> str:
        return self._free(snake(wanted).upper(), self.taken)

    def local(self, wanted: str, busy: set[str]) -> str:
        """A name for a local that hides no function and no local in `busy`."""
        name = snake(wanted)
        if name in self.taken or name.isupper():
            name += "_"
        number, free = 1, name
        while free in busy or free in self.taken:
            number += 1
            free = f"{name}_{number}"
        self.given.add(free)
        return free

    def _free(self, name: str, taken: set[str] | frozenset[str]) -> str:
        if name in UNWELCOME:
            name += "_"
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name}_{number}"
        self.taken.add(free)
        return free
