"""The final count of Wolves and Sheep done a second time, straight from the rulebook: a flood fill over the borders of cells.

Shares no code with the compiler: tiles come from the CSV files and from the few rows written out here, the position from the vector.

    table = Table.of(state)
    table.score(0), table.values(0)          # points of seat 0; its meadows' values, largest first, colour by colour
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from runtime import Game
from runtime.state import State

FOLDER = Path(__file__).resolve().parents[2] / "specs" / "wolves_and_sheep" / "tables"
COLOURS = ("black", "yellow", "red", "blue")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
BONUS = {1: 6, 2: 3, 3: 1}

Region = tuple[int, int, int]
"""A piece of land: the cell and the region of the face that lies there."""


@dataclass(frozen=True)
class Face:
    kinds: tuple[str, ...]
    at: tuple[int, int, int, int]
    counts: tuple[int, ...]
    borders: frozenset[tuple[int, int]]


def face(kinds: str, at: str, counts: str = "", borders: str = "") -> Face:
    names = tuple(kinds.split())
    numbers = tuple(map(int, counts.split()))
    pairs = frozenset((int(pair[0]), int(pair[2])) for pair in borders.split())
    north, east, south, west = map(int, at.split())
    return Face(names, (north, east, south, west), numbers + (0,) * (len(names) - len(numbers)), pairs)


@cache
def faces() -> dict[str, tuple[Face, ...]]:
    """By name: the faces of every tile."""
    whole = "0 0 0 0"
    known = {"village": (face("village", whole),), "wolf": (face("forest", whole),), "hunter": (face("forest", whole),)}
    known |= {f"{colour} shepherd": (face(colour, whole, "4"),) for colour in COLOURS}
    for name in ("tiles.csv", "ponds.csv"):
        with (FOLDER / name).open() as lines:
            for row in csv.DictReader(lines):
                known[row["name"]] = tuple(
                    face(row[f"kind.{side}"], row[f"region.{side}"], row[f"count.{side}"], row[f"borders.{side}"]) for side in ("front", "back")
                )
    return known


@dataclass
class Cell:
    name: str
    face: Face
    edges: tuple[int, ...]
    """the region at each side of the cell, clockwise from the north"""
    covered: bool


@dataclass
class Table:
    cells: dict[tuple[int, int], Cell]
    colours: list[set[str]]
    """by seat"""
    finished: list[int]
    hands: int = 0
    covers: int = 0
    bag: int = 0
    aside: int = 0
    """tiles that nobody is given, and those with a question mark up"""
    markers: int = 0
    """before players and to one side"""
    taming: str = "one_each"
    last_gets: str = "bonus"
    lone_pond: str = "counts"
    floods: dict[Region, frozenset[Region]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> "Table":
        return read(state)

    # ---- land

    def flood(self, start: Region) -> frozenset[Region]:
        """All land that hangs together with this."""
        if start not in self.floods:
            found, waiting = {start}, [start]
            while waiting:
                x, y, region = waiting.pop()
                for side, other in self.sides(x, y, region):
                    if other is not None and (beyond := (*other, self.cells[other].edges[(side + 2) % 4])) not in found:
                        found.add(beyond)
                        waiting.append(beyond)
            for part in found:
                self.floods[part] = frozenset(found)
        return self.floods[start]

    def sides(self, x: int, y: int, region: int) -> Iterator[tuple[int, tuple[int, int] | None]]:
        """The sides of the cell at which this region lies, and the laid cell beyond."""
        for side, (dx, dy) in enumerate(STEPS):
            if self.cells[x, y].edges[side] == region:
                yield side, (x + dx, y + dy) if (x + dx, y + dy) in self.cells else None

    def kind(self, part: Region) -> str:
        return self.cells[part[:2]].face.kinds[part[2]]

    def lands(self, kind: str) -> set[frozenset[Region]]:
        return {self.flood((x, y, at)) for (x, y), cell in self.cells.items() for at, name in enumerate(cell.face.kinds) if name == kind}

    def count(self, land: frozenset[Region]) -> int:
        return sum(self.cells[x, y].face.counts[at] for x, y, at in land)

    def closed(self, land: frozenset[Region]) -> bool:
        return all(other is not None for x, y, at in land for _, other in self.sides(x, y, at))

    def complete(self, pond: frozenset[Region]) -> bool:
        return self.closed(pond) and (self.lone_pond == "counts" or len(pond) > 1)

    def touched(self, land: frozenset[Region], kind: str) -> set[frozenset[Region]]:
        """The forests or ponds that this meadow borders inside tiles."""
        return {
            self.flood((x, y, other))
            for x, y, at in land
            for meadow, other in self.cells[x, y].face.borders
            if meadow == at and self.kind((x, y, other)) == kind
        }

    def prowled(self, land: frozenset[Region], beast: str, keeper: str) -> bool:
        """More of the one uncovered than of the other standing free; or, as OP-30 may be read, than one of the other tames, or without any.
        There the guard on a fisherman will do as well (OP-55)."""
        names = [(self.cells[cell].name, self.cells[cell].covered) for cell in {part[:2] for part in land}]
        beasts, keepers = sum(name == beast and not covered for name, covered in names), sum(name == keeper for name, _ in names)
        if self.taming == "any_hunter":
            return beasts > 0 and not keepers and not (beast == "fisherman" and any(covered for _, covered in names))
        return beasts > (keepers if self.taming == "one_each" else min(keepers, 1))

    # ---- what happened

    def events(self) -> Iterator[str]:
        """What the final count had to tell apart."""
        for colour in COLOURS:
            kept = self.pastures(colour)
            for land in self.lands(colour):
                wooded = self.touched(land, "forest")
                if not self.closed(land):
                    yield "open meadow"
                elif land not in kept:
                    yield "meadow with a wolf about"
                elif any(self.names(forest) & {"wolf"} for forest in wooded):
                    yield "meadow whose wolves are in check"
                else:
                    yield "safe meadow"
            for first, land in enumerate(kept):
                lakes = {pond for pond in self.touched(land, "pond") if self.closed(pond)}
                yield from ("pasture at a complete pond" for _ in lakes)
                yield from ("pond emptied" for pond in lakes if self.prowled(pond, "fisherman", "guard"))
                yield from ("two pastures in one" for other in kept[:first] if lakes & self.touched(other, "pond"))

    def names(self, land: frozenset[Region]) -> set[str]:
        return {self.cells[part[:2]].name for part in land}

    # ---- points

    def pastures(self, colour: str) -> list[frozenset[Region]]:
        """Fenced in, and no wolf in a forest beside it."""
        return [
            land
            for land in self.lands(colour)
            if self.closed(land) and not any(self.prowled(forest, "wolf", "hunter") for forest in self.touched(land, "forest"))
        ]

    def meadows(self, colour: str) -> list[int]:
        """What the meadows of a colour are worth, largest first; ponds join pastures and give their fish."""
        left = self.pastures(colour)
        ponds = {land: {pond for pond in self.touched(land, "pond") if self.complete(pond)} for land in left}
        worth = []
        while left:
            joined = [left.pop()]
            lakes = set(ponds[joined[0]])
            while more := [land for land in left if ponds[land] & lakes]:
                joined += more
                left = [land for land in left if land not in more]
                lakes |= {pond for land in more for pond in ponds[land]}
            fish = sum(self.count(pond) for pond in lakes if not self.prowled(pond, "fisherman", "guard"))
            worth.append(sum(map(self.count, joined)) + fish)
        return sorted(worth, reverse=True)

    def values(self, seat: int) -> list[int]:
        """Largest, second largest, … summed over the seat's colours."""
        lists = [self.meadows(colour) for colour in sorted(self.colours[seat])]
        most = max(map(len, lists), default=0)
        return [sum(values[at] for values in lists if at < len(values)) for at in range(most)]

    def score(self, seat: int) -> int:
        is_last = self.last_gets == "nothing" and self.finished[seat] == len(self.finished)
        return sum(self.values(seat)[:1]) + (0 if is_last else BONUS.get(self.finished[seat], 0))


def read(state: State) -> Table:
    """The table, the hands and who has which colour, out of the vector."""
    game, vector = state.game, state.vector
    names = tile_names(game)
    where = game.offsets[next(row[4] for row in game.facts["COMPONENTS"] if row[0] == "tile")]
    zones = {row[0]: (row[4], row[4] + row[3]) for row in game.facts["ZONES"] if row[1] == "tile"}
    number = [vector[where + tile] for tile in range(len(names))]

    def lies(tile: int, zone: str) -> bool:
        return zones[zone][0] <= number[tile] < zones[zone][1]

    x, y, lying = (game.offsets[name] for name in ("table.x", "table.y", "lying"))
    covers = {number[tile] - zones["cover"][0] for tile in range(len(names)) if lies(tile, "cover")}
    table = Table(cells={}, colours=[set() for _ in range(state.players)], finished=[])
    for tile, name in enumerate(names):
        if lies(tile, "table"):
            side, turn = divmod(vector[lying + tile], 4)
            shown = faces()[name][min(side, len(faces()[name]) - 1)]
            edges = tuple(shown.at[(direction - turn) % 4] for direction in range(4))
            cell = vector[x + tile], vector[y + tile]
            assert cell not in table.cells, "two tiles on one place"
            table.cells[cell] = Cell(name, shown, edges, tile in covers)
        table.hands += lies(tile, "hand")
        table.bag += lies(tile, "bag")
        table.aside += lies(tile, "lottery") or lies(tile, "secret")
        if name.endswith("shepherd"):
            keeper = vector[game.offsets["keeper"] + tile]
            owner = number[tile] - zones["secret"][0] if lies(tile, "secret") else keeper
            if 0 <= owner < state.players:
                table.colours[owner].add(name.split()[0])
    table.covers = len(covers)
    table.markers = _markers(state)
    table.finished = [vector[game.offsets["finished"] + seat] for seat in range(state.players)]
    return table


def _markers(state: State) -> int:
    """How many lie in one of their zones."""
    row = next(row for row in state.game.facts["COMPONENTS"] if row[0] == "marker")
    places = {zone[4] + instance for zone in state.game.facts["ZONES"] if zone[1] == "marker" for instance in range(zone[3])}
    return sum(state.vector[state.game.offsets[row[4]] + marker] in places for marker in range(row[1]))


def tile_names(game: Game) -> tuple[str, ...]:
    """By number, copies included."""
    row = next(row for row in game.facts["COMPONENTS"] if row[0] == "tile")
    texts = game.facts["CARRIERS"][row[5]][4]
    return tuple(text.split(" #")[0] for text in texts)
