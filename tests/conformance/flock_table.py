"""Flock by brute force, written from the rulebook: tiles are sets of unit squares, moves are walks of single steps, positions are compared
as sets. It shares nothing with the spec's formulas and takes no notice of speed.

    table = Table(Rules(), corners, faces, tiles)
    table.legal()                           # {("move", 4, (0, 7)), …}: the action, the number of the sheep, its new lower left corner
    table.play(("move", 4, (0, 7)))
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache

Corner = tuple[int, int]
Choice = tuple[str, int, Corner]
PASS: Choice = ("pass", -1, (-1, -1))
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTS = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The readings of the open points, by the words of the spec's options."""

    size: int = 19
    counted: str = "faces"
    unit: str = "square"
    slanting: str = "no"
    turning: str = "right_angle"
    corner: str = "pair"
    mover: str = "anyone"
    jumping: str = "no"
    edge: str = "whole_tile"
    reduction: str = "neither_rises"
    priority: str = "fallback"
    landing: str = "anywhere"
    deadlock: str = "gather"
    flocking: str = "also_flipped"
    unflock: str = "no"
    repeats: str = "position"


@cache
def squares(corner: Corner) -> frozenset[Corner]:
    """The four unit squares a tile covers."""
    return frozenset((corner[0] + x, corner[1] + y) for x in (0, 1) for y in (0, 1))


@cache
def points(corner: Corner) -> frozenset[Corner]:
    """The nine points a tile reaches, its border included."""
    return frozenset((corner[0] + x, corner[1] + y) for x in (0, 1, 2) for y in (0, 1, 2))


@cache
def shared_edge(a: Corner, b: Corner) -> int:
    """How many unit squares of one lie side by side with one of the other."""
    others = squares(b)
    return sum((x + dx, y + dy) in others for x, y in squares(a) for dx, dy in WAYS)


@cache
def at_corner(a: Corner, b: Corner) -> bool:
    return shared_edge(a, b) == 0 and bool(points(a) & points(b))


@cache
def walks(length: int, unit: str, slanting: str, turning: str) -> tuple[tuple[Corner, ...], ...]:
    """All ways from (0, 0) of so many units with one change of direction at most, as the squares that the lower left corner comes to."""
    stride = 2 if unit == "tile" else 1
    found = set()
    for ways in (WAYS, SLANTS) if slanting == "yes" else (WAYS,):
        for first in ways:
            for second in ways:
                across = first[0] * second[0] + first[1] * second[1] == 0
                if across or (turning == "back" and second == (-first[0], -first[1])):
                    for turn in range(1, length + 1):
                        x, y = 0, 0
                        way = []
                        for number in range(length * stride):
                            dx, dy = first if number < turn * stride else second
                            x, y = x + dx, y + dy
                            way.append((x, y))
                        if (x, y) != (0, 0):
                            found.add(tuple(way))
    return tuple(sorted(found))


@dataclass(kw_only=True)
class Table:
    rules: Rules
    tiles: list[tuple[int, int]]
    """black and white of each sheep"""
    places: list[Corner]
    up: list[str]
    mover: int = 0
    frozen: set[int] = field(default_factory=set)
    gathering: bool = False
    over: bool = False
    passes: int = 0
    seen: list[object] = field(default_factory=list)
    """positions, one for the start and one for every move"""
    seen_with_mover: list[object] = field(default_factory=list)
    """the same with the player to move, also after a pass"""

    def __post_init__(self) -> None:
        self._remember(moved=True)

    def under(self, rules: Rules) -> "Table":
        """A copy that goes by other readings."""
        again = replace(
            self, rules=rules, tiles=self.tiles, places=list(self.places), up=list(self.up), frozen=set(self.frozen), seen=[], seen_with_mover=[]
        )
        again.seen, again.seen_with_mover = list(self.seen), list(self.seen_with_mover)
        return again

    def stands(self) -> object:
        """What a choice has led to: everything that can be seen, and what would be counted."""
        return self.places, self.up, self.frozen, self.mover, self.gathering, self.over, self.scores()

    # ---- what can be seen

    def length(self) -> int:
        return sum(shared_edge(self.places[a], self.places[b]) for a in range(12) for b in range(a))

    def corners(self) -> int:
        return sum(at_corner(self.places[a], self.places[b]) for a in range(12) for b in range(a))

    def touching_corners(self) -> int:
        """As OP-12 may be read: pairs, or corners of tiles that lie on another tile."""
        if self.rules.corner == "pair":
            return self.corners()
        over = Counter(point for place in self.places for point in points(place))
        return sum(over[x + dx, y + dy] > 1 for x, y in self.places for dx in (0, 2) for dy in (0, 2))

    def contact(self, sheep: int) -> int:
        return sum(shared_edge(self.places[sheep], self.places[other]) for other in range(12) if other != sheep)

    def position(self) -> object:
        """Faces and places of all tiles; equal tiles are not told apart."""
        return frozenset(Counter(zip(self.tiles, self.places, self.up, strict=True)).items())

    def sums(self) -> tuple[int, int]:
        """The sheep printed on the faces that look up, black and white."""
        black = sum(tile[0] for tile, face in zip(self.tiles, self.up, strict=True) if face == "black")
        return black, sum(tile[1] for tile, face in zip(self.tiles, self.up, strict=True) if face == "white")

    def scores(self) -> tuple[int, int]:
        """As OP-2 may be read."""
        if self.rules.counted == "tiles":
            return self.up.count("black"), self.up.count("white")
        if self.rules.counted == "largest_flock":
            return self._best_flock("black"), self._best_flock("white")
        return self.sums()

    def _best_flock(self, face: str) -> int:
        """Of sheep in flocks that hang together by edges; those in none belong to none (6.2)."""
        left = {sheep for sheep in self.frozen if self.up[sheep] == face}
        best = 0
        while left:
            waiting = [left.pop()]
            printed = 0
            while waiting:
                one = waiting.pop()
                printed += self.tiles[one][0 if face == "black" else 1]
                near = {other for other in left if shared_edge(self.places[one], self.places[other]) > 0}
                left -= near
                waiting += near
            best = max(best, printed)
        return best

    # ---- what may be done

    def legal(self) -> set[Choice]:
        found = self._gathering() if self.gathering else self._dispersing()
        return found or {PASS}

    def _dispersing(self) -> set[Choice]:
        by_contact: dict[int, set[Choice]] = {}
        before = self.length(), self.touching_corners()
        for sheep in self._own():
            for place in self._reached(sheep):
                if self._reduces(sheep, place, before):
                    by_contact.setdefault(self.contact(sheep), set()).add(("move", sheep, place))
        if self.rules.priority == "advice":
            found = {choice for choices in by_contact.values() for choice in choices}
        elif self.rules.priority == "strict":
            found = by_contact.get(max((self.contact(sheep) for sheep in self._own()), default=0), set())
        else:
            found = by_contact[max(by_contact)] if by_contact else set()
        return found or self._straying()

    def _straying(self) -> set[Choice]:
        if self.rules.deadlock != "any_move" or self.passes < 2:
            return set()
        by_claim: dict[int, set[Choice]] = {}
        for sheep in self._own():
            for place in self._reached(sheep):
                if self._is_new(sheep, place, turned=True):
                    by_claim.setdefault(self.contact(sheep), set()).add(("stray", sheep, place))
        match self.rules.priority:
            case "advice":
                return {choice for choices in by_claim.values() for choice in choices}
            case "strict":
                return by_claim.get(max((self.contact(sheep) for sheep in self._own()), default=0), set())
            case _:
                return by_claim[max(by_claim)] if by_claim else set()

    def _gathering(self) -> set[Choice]:
        found: set[Choice] = set()
        for sheep in self._own():
            for place in self._reached(sheep):
                flocks = self._has_friends(sheep, place, self.up[sheep])
                if self._is_new(sheep, place, turned=not flocks):
                    found.add(("move", sheep, place))
                if self.rules.unflock == "yes" and flocks and self._is_new(sheep, place, turned=True):
                    found.add(("flip", sheep, place))
        return found

    def _own(self) -> list[int]:
        mine = ("black", "white")[self.mover]
        offered = {"anyone": ("black", "white"), "own": (mine,), "others": (_other(mine),)}[self.rules.mover]
        return [sheep for sheep in range(12) if sheep not in self.frozen and self.up[sheep] in offered]

    def _reached(self, sheep: int) -> set[Corner]:
        taken = frozenset[Corner]().union(*(squares(self.places[other]) for other in range(12) if other != sheep))
        x, y = self.places[sheep]
        whole = _board(self.rules.size, 0 if self.rules.edge == "whole_tile" else 1)
        free: dict[Corner, bool] = {}

        def fits(place: Corner) -> bool:
            if place not in free:
                free[place] = place in whole and not squares(place) & taken
            return free[place]

        found = set()
        for way in walks(5, self.rules.unit, self.rules.slanting, self.rules.turning):
            end = (x + way[-1][0], y + way[-1][1])
            if end in found or not fits(end):
                continue
            places = [(x + dx, y + dy) for dx, dy in way]
            if all(place in whole for place in places) if self.rules.jumping == "yes" else all(map(fits, places)):
                found.add(end)
        return found

    def _reduces(self, sheep: int, place: Corner, before: tuple[int, int]) -> bool:
        was = self.places[sheep]
        self.places[sheep] = place
        length, corners = self.length(), self.touching_corners()
        alone = all(not points(place) & points(self.places[other]) for other in range(12) if other != sheep)
        self.places[sheep] = was
        if self.rules.landing == "apart" and not alone:
            return False
        if self.rules.deadlock == "any_move" and not self._is_new(sheep, place, turned=True):
            return False
        match self.rules.reduction:
            case "both_fall":
                return length < before[0] and corners < before[1]
            case "length_first":
                return (length, corners) < before
            case _:
                return length <= before[0] and corners <= before[1] and (length, corners) != before

    def _has_friends(self, sheep: int, place: Corner, face: str) -> bool:
        return any(self.up[other] == face and shared_edge(place, self.places[other]) > 0 for other in range(12) if other != sheep)

    def _is_new(self, sheep: int, place: Corner, *, turned: bool) -> bool:
        was, face = self.places[sheep], self.up[sheep]
        self.places[sheep] = place
        self.up[sheep] = _other(face) if turned else face
        now = self.position()
        self.places[sheep], self.up[sheep] = was, face
        match self.rules.repeats:
            case "previous":
                return now not in self.seen[-2:]
            case "with_mover":
                return (now, 1 - self.mover) not in self.seen_with_mover
            case _:
                return now not in self.seen

    # ---- what is done

    def play(self, choice: Choice) -> None:
        kind, sheep, place = choice
        self.mover = 1 - self.mover
        if kind == "pass":
            self._pass()
            return
        self.passes = 0
        self.places[sheep] = place
        if not self.gathering:
            self.up[sheep] = _other(self.up[sheep])
            self._remember(moved=True)
            self.gathering = self.length() + self.corners() == 0
            return
        if kind == "move" and self._has_friends(sheep, place, self.up[sheep]):
            self._freeze(sheep)
        else:
            self.up[sheep] = _other(self.up[sheep])
            if self.rules.flocking == "also_flipped" and self._has_friends(sheep, place, self.up[sheep]):
                self._freeze(sheep)
        self._remember(moved=True)
        self.over = len(self.frozen) == 12

    def _pass(self) -> None:
        self.passes += 1
        self._remember(moved=False)
        if self.gathering:
            self.over = self.passes == 2
        elif self.passes == 2 and self.rules.deadlock == "gather":
            self.passes, self.gathering = 0, True
        elif self.passes == (4 if self.rules.deadlock == "any_move" else 2):
            self.over = True

    def _freeze(self, sheep: int) -> None:
        group, waiting = {sheep}, [sheep]
        while waiting:
            one = waiting.pop()
            for other in range(12):
                if other not in group and self.up[other] == self.up[one] and shared_edge(self.places[one], self.places[other]) > 0:
                    group.add(other)
                    waiting.append(other)
        self.frozen |= group

    def _remember(self, *, moved: bool) -> None:
        if moved:
            self.seen.append(self.position())
        self.seen_with_mover.append((self.position(), self.mover))


def _other(face: str) -> str:
    return "white" if face == "black" else "black"



@cache
def _board(size: int, out: int) -> frozenset[Corner]:
    """Where a tile may lie: wholly on the board, or so far out."""
    places = range(-out, size - 2 + out)
    return frozenset((x, y) for x in places for y in places)
