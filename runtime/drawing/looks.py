"""What the facts of a game say of looks, by name: where sites lie, pictures and colours, which land a tile has.

In: the facts of an engine. Out: a `Looks`, made once a game. `table/looks.js` is the same in the browser.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from runtime.texts import Texts

PLAYER: Final = "player"


@cache
def shapes() -> Any:
    """Shapes and colours that every game shares; the page has them from the same file."""
    return json.loads((files("runtime.drawing") / "shapes.json").read_text(encoding="utf-8"))


class Looks:
    def __init__(self, facts: Mapping[str, Any], texts: Texts) -> None:
        self.carriers = texts.carriers
        self.hidden: int = facts["HIDDEN"]
        self.boards: dict[str, Sequence[Any]] = {}
        self.pieces: dict[str, Sequence[Any]] = {}
        self.footprints: dict[str, Sequence[Any]] = {}
        self.land: dict[str, Sequence[Any]] = {}
        self.words: dict[str, tuple[str, str]] = {}
        self.covers: dict[str, int] = {}
        self.shown: dict[str, str] = {}
        self.rows: dict[str, Sequence[Any]] = {}
        self.together: list[tuple[str, Sequence[str]]] = []
        for row in facts["DRAWING"]:
            match row[0]:
                case "board":
                    self.boards[row[1]] = row
                case "pieces":
                    self.pieces[row[1]] = row[2]
                case "footprints":
                    self.footprints[row[1]] = row[2]
                case "land":
                    self.land[row[1]] = row
                case "word":
                    self.words[row[1]] = (row[2], row[3])
                case "covers":
                    self.covers[row[1]] = row[2]
                case "shown":
                    self.shown[row[1]] = row[2]
                case "rows":
                    self.rows[row[1]] = row[2]
                case "together":
                    self.together.append((row[1], row[2]))
        self.labels: dict[str, str] = dict(facts["LABELS"])
        self.components = {row[0]: row for row in facts["COMPONENTS"]}
        self.zones: Sequence[Any] = facts["ZONES"]
        self.blocks = [row for row in facts["BLOCKS"] if row[3] == "state"]
        self.offsets = {row[0]: row[1] for row in facts["BLOCKS"]}
        self.views = {row[0]: row for row in facts["VIEW"]}
        self.planes = {f"{row[0]}.{axis}" for row in facts["VIEW"] if row[1] == "plane" for axis in "xy"}
        self.grounds = {name: _grounds(row) for name, row in self.land.items()}

    def label(self, name: str) -> str:
        """What people call it."""
        short = name.rsplit(".", 1)[-1]
        return self.labels.get(name, self.labels.get(short, short.replace("_", " ")))

    def seat(self, seat: int) -> tuple[str, str, str]:
        """Fill, ink and path of a seat's token."""
        given = shapes()["seats"][seat % len(shapes()["seats"])]
        fill = self.words.get(f"p{seat}", ("", ""))[1]
        return fill or given["fill"], ink_on(fill) if fill else given["ink"], given["path"]

    def owner(self, component: str, piece: int) -> int:
        """The seat whose set a piece is of, or -1."""
        row = self.components[component]
        return int(piece // row[3]) if row[2] else -1

    def piece(self, component: str, piece: int) -> tuple[str, str]:
        """Picture and colour of a piece, empty where nothing is said."""
        found = self.pieces[component][piece]
        return found[0], found[1]

    def caption(self, component: str, piece: int) -> str:
        """Its text without a `#2`."""
        text: str = self.carriers[self.components[component][5]].text(piece)
        return self.said(text)

    def value(self, carrier: Any, value: int) -> str:
        """The text of a value in words."""
        text: str = carrier.text(value)
        return self.said(text)

    def is_used(self, board: str) -> bool:
        """Whether a variable says what stands on a board; others are geometry alone."""
        names = (self.carriers[number].name for row in self.blocks for number in (row[4], *row[5]))
        return any(name.startswith(f"site({board})") for name in names)

    def said(self, text: str) -> str:
        """A text with its words by their labels, without a `#2`."""
        head, mark, tail = text.rpartition(" #")
        plain = head if mark and tail.isdigit() else text
        return self.labels.get(plain) or " ".join(self.labels.get(word, word) for word in plain.split(" "))

    def word(self, text: str) -> tuple[str, str]:
        return self.words.get(text, ("", ""))


def _grounds(row: Sequence[Any]) -> list[str]:
    plain = [word for word, colour in zip(row[3], row[4], strict=True) if not colour]
    own = shapes()["grounds"]
    return [colour or own[plain.index(word) % len(own)] for word, colour in zip(row[3], row[4], strict=True)]


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    code = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(code[at : at + 2], 16) for at in (0, 2, 4))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"
