"""Boards as text: a grid of cells with what stands on them.

In: a game and a vector (or an observation). Out: lines for each board that has coordinates, columns lettered and rows numbered as its sites are.
What stands on a site is read off the game's own blocks: variables `per: site(board)`, and variables whose value is a site of the board. For these
drawings may be given; one of several lines covers as many rows and columns, of which its site is the lower left.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from runtime.landscape import Paint, draw_plane, plainly

if TYPE_CHECKING:
    from runtime.game import Game


Drawings: TypeAlias = Mapping[str, Sequence[tuple[int, str]]]
"""By variable: sites, and how what stands there looks."""

NOTHING: Final[Mapping[str, Any]] = {}


def draw_boards(
    game: "Game", vector: Sequence[int], stars: Mapping[str, Collection[int]] = NOTHING, drawings: Drawings = NOTHING, paint: Paint = plainly
) -> list[str]:
    """The drawings of all boards, without trailing blanks; empty for a game without boards. `stars`: sites to be marked, by board; `paint`: how
    letters of land are shown."""
    lines: list[str] = []
    for view in game.facts["VIEW"]:
        if view[2] and view[1] in ("square", "hex", "line", "ring", "graph", "triangle"):
            lines.extend(_draw(game, view, vector, stars.get(view[0], ()), drawings))
        elif view[2] and view[1] == "plane":
            lines.extend(draw_plane(game, view, vector, paint))
    return lines


def drawn_variables(game: "Game") -> frozenset[str]:
    """The variables that drawings say better: where pieces lie on a plane."""
    return frozenset(f"{view[0]}.{axis}" for view in game.facts["VIEW"] if view[2] and view[1] == "plane" for axis in "xy")


def _draw(game: "Game", view: Sequence[Any], vector: Sequence[int], stars: Collection[int], drawings: Drawings) -> list[str]:
    name, shape, sites, xs, ys, regions = view
    marks = [mark + "*" if at in stars else mark for at, mark in enumerate(_marks(game, name, len(sites), vector, drawings))]
    drawn = _drawn(game, name, drawings)
    if shape == "graph" or not xs:
        return [f"{name}: " + ", ".join(f"{site} {mark}" for site, mark in zip(sites, marks, strict=True) if mark)]
    width = max([1, *(len(mark) for mark in marks), *(_cell_width(lines) for _, lines in drawn)])
    marked = {site for _, members in regions for site in members}
    cells = {(x, y): (marks[at] or ("+" if at in marked else ".")).center(width) for at, (x, y) in enumerate(zip(xs, ys, strict=True))}
    lines: list[str] = []
    low_x, high_x = min(xs), max(xs)
    for y in range(max(ys), min(ys) - 1, -1):
        shift = " " * ((y - min(ys)) * (width + 1) // 2) if shape == "hex" else ""
        row = " ".join(cells.get((x, y), " " * width) for x in range(low_x, high_x + 1))
        for site, drawing in drawn:
            if 0 <= (at := len(drawing) - 1 - y + ys[site]) < len(drawing) and y >= ys[site]:
                row = _over(row, (xs[site] - low_x) * (width + 1), drawing[at])
        lines.append(f"{_row_name(sites, ys, y):>3} {shift}{row}".rstrip())
    heads = {x: sites[at].rstrip("0123456789") for at, x in reversed(list(enumerate(xs)))}
    lines.append("    " + " ".join(heads.get(x, "").center(width) for x in range(low_x, high_x + 1)).rstrip())
    return lines


def _drawn(game: "Game", board: str, drawings: Drawings) -> list[tuple[int, list[str]]]:
    """Sites of this board, and the lines drawn there."""
    found: list[tuple[int, list[str]]] = []
    for name, _, _, _, carrier, *_ in game.facts["BLOCKS"]:
        if name in drawings and game.texts.carriers[carrier].name.startswith(f"site({board})"):
            found.extend((site, text.rstrip("\n").split("\n")) for site, text in drawings[name])
    return found


def _cell_width(lines: Sequence[str]) -> int:
    """How wide a cell must be for a square of as many cells as there are lines."""
    return (max(len(line) for line in lines) + len(lines)) // len(lines) - 1


def _over(row: str, at: int, text: str) -> str:
    return f"{row[:at]:<{at}}{text}{row[at + len(text) :]}"


def _row_name(sites: Sequence[str], ys: Sequence[int], y: int) -> str:
    site = next((site for site, row in zip(sites, ys, strict=True) if row == y), "")
    return site.lstrip("abcdefghijklmnopqrstuvwxyz") or str(y + 1)


def _marks(game: "Game", board: str, count: int, vector: Sequence[int], drawings: Drawings) -> list[str]:
    carriers = game.texts.carriers
    marks = [""] * count
    for name, offset, _, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section != "state" or offset >= len(vector) or name in drawings:
            continue
        kind = carriers[carrier]
        if len(axes) == 1 and carriers[axes[0]].name == f"site({board})":
            rest = kind.low if kind.optional else 0
            for site in range(count):
                value = vector[offset + site]
                if value != rest:
                    marks[site] += _short(name if kind.high == 1 and kind.texts in ((), ("false", "true")) else kind.text(value))
        elif len(axes) <= 1 and kind.name.startswith(f"site({board})"):
            pieces = carriers[axes[0]] if axes else None
            for at in range(pieces.high - pieces.low + 1 if pieces else 1):
                site = vector[offset + at]
                if 0 <= site < count:
                    marks[site] += _short(pieces.text(pieces.low + at) if pieces else name)
    return marks


def _short(text: str) -> str:
    """`p0` stays, `sheep 3` becomes `s3`."""
    words = text.split()
    return text if len(text) <= 2 else "".join(word[0] if not word.isdigit() else word for word in words)[:3]
