"""A plane as text: the laid pieces with the land at their edges, and what somebody holds who may see it.

In: a game, its view of the plane and a vector (or an observation). Out: lines, three for each row of cells; letters of land go through `paint`
with the word they stand for.

       f        v        the piece's initials in the middle, `+` where something lies on it
     y ys Y   v vi v     a capital is land that does not hang together with the small letter of that piece
       f        v        columns count from the origin to the east, rows to the north
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from runtime.game import Game

WIDTH: Final = 8
SIDES: Final = 4

Paint: TypeAlias = Callable[[str, str], str]
"""A letter and the word of the land it stands for: how it is shown."""


def plainly(letter: str, word: str) -> str:
    return letter


def draw_plane(game: "Game", view: Sequence[Any], vector: Sequence[int], paint: Paint = plainly) -> list[str]:
    """The drawing, a legend, and the faces of pieces in hands that show; nothing for a bare plane."""
    name, _, faces, _, _, regions = view
    zone = next(row for row in game.facts["ZONES"] if row[0] == name)
    component = next(row for row in game.facts["COMPONENTS"] if row[0] == zone[1])
    cells = {cell: piece for piece, cell in _laid(game, name, zone, component, vector)}
    if not cells:
        return []
    land = {chr(letter): word for word, (letter,) in regions}

    def shown(letter: str) -> str:
        return paint(letter, land[letter.lower()]) if letter.lower() in land else letter

    middle = component[1]
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    lines = ["     " + "".join(f"{x - middle:^{WIDTH}}" for x in columns)]
    for y in range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1):
        rows = [_cell(game, component, faces, vector, cells.get((x, y), -1), shown) for x in columns]
        lines += [f"{y - middle if line == 1 else '':>4} {''.join(row[line] for row in rows)}" for line in range(3)]
    lines.append("     " + ", ".join(f"{shown(letter)} {word}" for letter, word in land.items()))
    return [line.rstrip() for line in [*lines, *_held(game, component, faces, vector, name, shown)]]


def _laid(game: "Game", name: str, zone: Sequence[Any], component: Sequence[Any], vector: Sequence[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    where, x, y = (game.offsets[block] for block in (component[4], f"{name}.x", f"{name}.y"))
    for piece in range(component[1]):
        if vector[where + piece] == zone[4]:
            yield piece, (vector[x + piece], vector[y + piece])


def _cell(game: "Game", component: Sequence[Any], faces: Sequence[str], vector: Sequence[int], piece: int, shown: Callable[[str], str]) -> tuple[str, str, str]:
    if piece < 0:
        return (" " * WIDTH,) * 3
    north, east, south, west = tuple(_turned(component, faces, piece, _orientation(game, component, vector, piece)))
    words = game.texts.carriers[component[5]].text(piece).split(" #")[0].split()
    mark = ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2])[:2] + ("+" if _is_covered(game, component, vector, piece) else "")
    middle = f"{west} {mark:^2} {east}"
    return _centred(shown(north), 1), _centred(f"{shown(west)}{middle[1:-1]}{shown(east)}", len(middle)), _centred(shown(south), 1)


def _centred(text: str, width: int) -> str:
    """In the middle of a cell; of the text `width` characters are seen."""
    left = (WIDTH - width) // 2
    return " " * left + text + " " * (WIDTH - width - left)


def _turned(component: Sequence[Any], faces: Sequence[str], piece: int, orientation: int) -> str:
    edges: str = faces[piece * (len(faces) // component[1]) + orientation // SIDES]
    turn = orientation % SIDES
    return edges[SIDES - turn :] + edges[: SIDES - turn]


def _orientation(game: "Game", component: Sequence[Any], vector: Sequence[int], piece: int) -> int:
    """How a piece lies: the first variable by piece that says so."""
    carriers = game.texts.carriers
    for _, offset, _, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section == "state" and carriers[carrier].name.startswith(f"orientation({component[0]})") and len(axes) == 1:
            return max(0, int(vector[offset + piece]))
    return 0


def _is_covered(game: "Game", component: Sequence[Any], vector: Sequence[int], piece: int) -> bool:
    """Whether something lies in a zone of the piece's own."""
    where = game.offsets[component[4]]
    own = [row[4] + piece for row in game.facts["ZONES"] if row[1] == component[0] and tuple(row[7]) == (component[5],)]
    return any(vector[where + other] in own for other in range(component[1]))


def _held(game: "Game", component: Sequence[Any], faces: Sequence[str], vector: Sequence[int], plane: str, shown: Callable[[str], str]) -> Iterator[str]:
    """Pieces in players' zones of which the place is seen, with the edges of their faces, clockwise from the north."""
    carriers = game.texts.carriers
    where, each = game.offsets[component[4]], len(faces) // component[1]
    for row in game.facts["ZONES"]:
        if row[1] != component[0] or row[0] == plane or len(row[7]) != 1 or carriers[row[7][0]].name != "player":
            continue
        for seat in range(row[3]):
            pieces = [piece for piece in range(component[1]) if vector[where + piece] == row[4] + seat]
            sides = [" ".join(dict.fromkeys(faces[piece * each : piece * each + each])) for piece in pieces]
            texts = [f"{carriers[component[5]].text(piece)} [{''.join(map(shown, edges))}]" for piece, edges in zip(pieces, sides, strict=True)]
            if texts:
                yield f"     {row[0]} p{seat}: " + ", ".join(texts)
