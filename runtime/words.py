"""What things are called where people read: labels of the spec, else its names with blanks.

In: a game's facts. Out: words for seats, steps, values and names.

    words = Words(game.facts)
    words.step("phases.hand.trick.play")     # "hand, trick, play"
    words.seat(0)                            # "p0", or what `labels: {p0: White}` says
    words.of("young_wolf 3")                 # "young wolf 3"
"""

from collections.abc import Mapping
from typing import Any, Final

SECTIONS: Final = ("phases", "setup", "sequences", "interrupts", "series")
"""Parts of a path that say where in the spec something stands, not what it is."""


class Words:
    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._labels: dict[str, str] = dict(facts["LABELS"])

    def name(self, path: str) -> str:
        """A name or path in words: its own label, else that of its last name, else that name with blanks."""
        last = path.rsplit(".", 1)[-1]
        return self._labels.get(path) or self._labels.get(last) or last.replace("_", " ")

    def block(self, name: str) -> str:
        """A variable's or zone's name in words; of a board's own variables with the board before it, `table.x`."""
        name = name.removeprefix("state.")
        return self._labels.get(name) or name.replace("_", " ")

    def step(self, path: str) -> str:
        """A step in words, from the outermost to itself; its own label alone, if its whole path has one. Empty for no step."""
        if path in self._labels:
            return self._labels[path]
        parts = path.split(".")
        return ", ".join(self.name(".".join(parts[: at + 1])) for at, part in enumerate(parts) if part and part not in SECTIONS)

    def seat(self, seat: int) -> str:
        return self.of(f"p{seat}")

    def of(self, text: str) -> str:
        """The text of a value or an action, each of its words by its label."""
        if text in self._labels:
            return self._labels[text]
        return " ".join(self._labels.get(word, word) for word in text.split(" ")) if self._labels else text
