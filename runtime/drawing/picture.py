"""The whole picture of a position: boards first, then what all share, then each seat with what is its own.

In: a game and a vector, or what a seat sees of it. Out: SVG. The browser's `table/picture.js` writes the same text from the same facts.

    Picture(game.facts, game.texts).draw(vector, width=720)      # ("<g …>…", 512)
    picture(game, vector)                                        # "<svg …>…</svg>", to be shown by itself
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from runtime.drawing import pen
from runtime.drawing.board import Vector, draw_board
from runtime.drawing.looks import Looks
from runtime.drawing.plane import Cell, draw_plane
from runtime.drawing.things import Item, cells, chip, flow, instances, laid_out, zone_items, zone_pieces
from runtime.texts import Texts

if TYPE_CHECKING:
    from runtime.game import Game

WIDTH: Final = 720
PAD: Final = 10
NARROW: Final = 560
"""Below this width seats stand one below the other."""
TOLD: Final = 8
"""Entries of a variable that is told in words."""


class Picture:
    """Draws the positions of one game."""

    def __init__(self, facts: Mapping[str, Any], texts: Texts) -> None:
        self.looks = Looks(facts, texts)
        self.shown: int = facts["SHOWN"]
        self.drawn = {name for name, row in self.looks.views.items() if row[1] == "plane"}
        self.pieces = _on_boards(self.looks)

    def draw(
        self, vector: Vector, *, seen: bool = False, width: int = WIDTH, open_cells: Mapping[str, Collection[Cell]] | None = None
    ) -> tuple[str, int]:
        """The picture's content and its height. `seen`: the vector is an observation; `open_cells`: of planes, those that may be chosen."""
        parts: list[str] = []
        y = PAD
        for name, row in self.looks.views.items():
            if row[1] == "plane":
                room = draw_plane(self.looks, name, vector, width - 2 * PAD, (open_cells or {}).get(name, ()))
            elif row[2] and name in self.looks.boards and self.looks.is_used(name):
                room = draw_board(self.looks, name, vector, width - 2 * PAD)
            else:
                continue
            parts.append(f'<g transform="translate({PAD} {y})">{"".join(room.parts)}</g>')
            y += room.bottom + PAD
        for name, offset, length, _, number, axes, _ in self.looks.blocks:
            if name in self.looks.rows:
                item = laid_out(self.looks, name, self.looks.carriers[number], axes, vector[offset : offset + length], width - 2 * PAD)
                parts.append(f'<g transform="translate({(width - item.width) // 2} {y})">{"".join(item.parts)}</g>')
                y += item.height + PAD
        hidden = _hidden(self.looks, vector, self.shown, seen)
        for title, items in self._shared(vector, hidden):
            if items:
                y = self._panel(parts, title, items, y, width)
        seats, bottom = self._seats(vector, hidden, y, width)
        return "".join(parts) + seats, bottom

    def _panel(self, parts: list[str], title: str, items: Sequence[Item], y: int, width: int) -> int:
        if title:
            parts.append(pen.text(PAD, y + 12, title, "head", 12))
            y += 18
        texts, bottom = flow(items, PAD, y, width - 2 * PAD)
        parts += texts
        return bottom + PAD

    # ---- what all share

    def _shared(self, vector: Vector, hidden: Mapping[tuple[str, int], int]) -> Iterator[tuple[str, list[Item]]]:
        looks = self.looks
        scalars = []
        for name, offset, _, _, number, axes, _ in looks.blocks:
            kind = looks.carriers[number]
            if not axes and not kind.name.startswith(("site(", "orientation(")) and not (kind.texts == ("false", "true") and vector[offset] == 0):
                scalars.append(chip(looks, name, looks.label(name), kind, vector[offset], f"var:{name}:0"))
        yield "", scalars
        for name, offset, length, _, number, axes, _ in looks.blocks:
            if axes and not self._is_elsewhere(name, number, axes):
                kind, axis = looks.carriers[number], looks.carriers[axes[0]]
                if len(axes) == 1 and axis.name not in looks.components:
                    yield looks.label(name), cells(looks, name, kind, axis, vector[offset : offset + length], 0)
                else:
                    yield "", _told(looks, name, kind, axes, vector[offset : offset + length])
        grouped = {name for _, zones in looks.together for name in zones}
        for title, names in (*looks.together, *((looks.label(zone[0]), (zone[0],)) for zone in looks.zones if zone[0] not in grouped)):
            items = []
            for zone in looks.zones:
                if zone[0] in names and zone[0] not in self.drawn and not _of_player(looks, zone[7]) and not self._on_tile(zone):
                    for instance, index in enumerate(instances(looks, zone[7])):
                        found = zone_items(looks, zone, instance, vector, hidden[zone[0], instance])
                        if found and (index or len(names) > 1):
                            words = [looks.label(zone[0])] if len(names) > 1 else []
                            words += [looks.carriers[axis].text(at) for axis, at in zip(zone[7], index, strict=True)]
                            items.append(_tag(" ".join(words)))
                        items += found
            yield title, items

    def _is_elsewhere(self, name: str, number: int, axes: Sequence[int]) -> bool:
        """Whether a variable is seen on a board, on a tile or at a seat."""
        looks, first = self.looks, self.looks.carriers[axes[0]].name
        if name in looks.planes or name in looks.rows or looks.carriers[number].name.startswith(("orientation(", "site(")):
            return True
        if _of_player(looks, axes):
            return True
        return len(axes) == 1 and (first.startswith("site(") or first in self.pieces)

    def _on_tile(self, zone: Sequence[Any]) -> bool:
        return len(zone[7]) == 1 and self.looks.carriers[zone[7][0]].name in self.pieces

    # ---- seats

    def _seats(self, vector: Vector, hidden: Mapping[tuple[str, int], int], y: int, width: int) -> tuple[str, int]:
        players, actor = vector[0], vector[self.looks.offsets["actor"]]
        columns = 1 if width < NARROW or players < 2 else 2
        wide = (width - PAD * (columns + 1)) // columns
        parts: list[str] = []
        row: list[int] = []
        for seat in range(players):
            if seat % columns == 0 and row:
                y, row = max(row) + PAD, []
            x = PAD + (seat % columns) * (wide + PAD)
            inside, bottom = self._seat(seat, vector, hidden, x, y, wide)
            parts.append(pen.rect(x, y, wide, bottom - y, "seat acting" if seat == actor else "seat", "", 8))
            parts += inside
            row.append(bottom)
        return "".join(parts), max(row, default=y) + PAD

    def _seat(self, seat: int, vector: Vector, hidden: Mapping[tuple[str, int], int], x: int, y: int, width: int) -> tuple[list[str], int]:
        looks = self.looks
        fill, _, path = looks.seat(seat)
        name = looks.labels.get(f"p{seat}", f"p{seat}")
        token = [pen.path(12, 12, 20, path, "token", fill), pen.text(28, 17, name, "bold", 15)]
        parts: list[str] = []
        items = [Item(width=38 + 9 * len(name), height=26, parts=(pen.group(f"seat:{seat}", name, token),))]
        rows: list[tuple[str, list[Item]]] = []
        for name, offset, length, _, number, axes, _ in looks.blocks:
            kind = looks.carriers[number]
            if not _of_player(looks, axes) or kind.name.startswith("site(") or name in looks.rows:
                continue
            if len(axes) == 1:
                value = vector[offset + seat - looks.carriers[axes[0]].low]
                if kind.texts == ("false", "true") and value == 1:
                    items.append(_tag(looks.label(name)))
                elif kind.texts != ("false", "true"):
                    items.append(chip(looks, name, looks.label(name), kind, value, f"var:{name}:{seat}"))
            elif len(axes) == 2 and looks.carriers[axes[0]].name == "player":
                each = length // (looks.carriers[axes[0]].high + 1)
                values = vector[offset + seat * each : offset + seat * each + each]
                rows.append((looks.label(name), cells(looks, name, kind, looks.carriers[axes[1]], values, seat * each)))
            elif seat == 0:
                rows.append(("", _told(looks, name, kind, axes, vector[offset : offset + length])))
        for zone in looks.zones:
            if not _of_player(looks, zone[7]) or zone[0] in self.drawn:
                continue
            for instance, index in enumerate(instances(looks, zone[7])):
                at = [looks.carriers[axis].name for axis in zone[7]].index("player")
                if index[at] == seat:
                    others = [looks.carriers[axis].text(k) for axis, k in zip(zone[7], index, strict=True) if looks.carriers[axis].name != "player"]
                    rows.append((" ".join([looks.label(zone[0]), *others]), zone_items(looks, zone, instance, vector, hidden[zone[0], instance])))
        texts, bottom = flow(items, x + 8, y + 8, width - 16)
        parts += texts
        for title, found in rows:
            if found:
                parts.append(pen.text(x + 8, bottom + 18, title, "quiet", 11))
                texts, bottom = flow(found, x + 8, bottom + (24 if title else 8), width - 16)
                parts += texts
        return parts, bottom + 8


def _of_player(looks: Looks, axes: Sequence[int]) -> bool:
    return any(looks.carriers[axis].name == "player" for axis in axes)


def _on_boards(looks: Looks) -> set[str]:
    """Components whose pieces stand on boards or lie on planes."""
    found = {zone[1] for zone in looks.zones if looks.views.get(zone[0], ("", ""))[1] == "plane"}
    for _, _, _, _, number, axes, _ in looks.blocks:
        if len(axes) == 1 and looks.carriers[number].name.startswith("site(") and looks.carriers[axes[0]].name in looks.components:
            found.add(looks.carriers[axes[0]].name)
    return found


def _hidden(looks: Looks, vector: Vector, shown: int, seen: bool) -> dict[tuple[str, int], int]:
    """How many pieces of each zone instance lie there unseen."""
    found: dict[tuple[str, int], int] = {}
    at = shown
    for zone in looks.zones:
        for instance in range(zone[3]):
            if not seen:
                found[zone[0], instance] = 0
                continue
            # A zone whose pieces show has its number too, or -2 where not even that is known.
            size = vector[at + instance]
            visible = sum(1 for piece in zone_pieces(looks, zone, instance, vector) if piece >= 0)
            found[zone[0], instance] = max(0, size - visible)
        at += zone[3]
    return found


def _told(looks: Looks, name: str, kind: Any, axes: Sequence[int], values: Sequence[int]) -> list[Item]:
    """A variable in words: what is not at rest."""
    rest = kind.low if kind.optional else 0
    entries = [
        f"{' '.join(looks.carriers[axis].text(at) for axis, at in zip(axes, index, strict=True))} {kind.text(value)}"
        for index, value in zip(instances(looks, axes), values, strict=False)
        if value != rest
    ]
    if not entries:
        return []
    more = f" and {len(entries) - TOLD} more" if len(entries) > TOLD else ""
    return [_tag(f"{looks.label(name)}:"), *(_tag(entry + (more if at == TOLD - 1 else "")) for at, entry in enumerate(entries[:TOLD]))]


def _tag(words: str) -> Item:
    wide = pen.width_of(words, 12) + 12
    return Item(width=wide, height=22, parts=(pen.rect(0, 0, wide, 22, "tag", "", 6), pen.text(wide // 2, 15, words, "middle", 12)))


def picture(game: "Game", vector: Sequence[int], *, seen: bool = False, width: int = WIDTH) -> str:
    """A whole SVG with its colours in it."""
    return stand_alone(*Picture(game.facts, game.texts).draw(vector, seen=seen, width=width), width, game.title)


def stand_alone(content: str, height: int, width: int, title: str) -> str:
    style = (files("runtime.drawing") / "picture.css").read_text(encoding="utf-8")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    return f"{head}<title>{pen.escape(title)}</title><style>{style}</style>{content}</svg>\n"
