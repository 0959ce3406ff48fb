"""Walks on both topologies: an enumeration of all ways that meet no space twice, written here from the rules, agrees with `longest_walk` and with
the steps that are legal, in random positions with obstacles and tokens."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

import pytest

from runtime import Game, State
from runtime.chance import Stream
from tests.games import Options, engine, interpreted

Cell = tuple[int, int]

SIZE = 12
SQUARE = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
HEX = {"east": (1, 0), "northeast": (0, 1), "northwest": (-1, 1), "west": (-1, 0), "southwest": (0, -1), "southeast": (1, -1)}
BOARDS = {"squares": ((), SQUARE), "hexagons": (("hexagonal",), HEX)}

PREY = 5
SEATS = 3


Way: TypeAlias = tuple[Cell, ...]


def ways(start: Cell, most: int, steps: Collection[Cell], may_enter: Callable[[Cell, Way], bool]) -> Iterator[Way]:
    """Every way of one step or more from a cell, the cell itself left out; none is longer than `most`, none meets a cell twice. `may_enter`
    is asked with the way so far."""
    waiting: list[Way] = [()]
    while waiting:
        way = waiting.pop()
        here = way[-1] if way else start
        if way:
            yield way
        if len(way) < most:
            for dx, dy in steps:
                there = (here[0] + dx, here[1] + dy)
                if there != start and there not in way and may_enter(there, way):
                    waiting.append((*way, there))


@dataclass(frozen=True)
class Position:
    """A position in the middle of seat 0's turn, as the rules see it."""

    obstacles: frozenset[Cell]
    predators: tuple[Cell, ...]
    prey: tuple[tuple[Cell, ...], ...]
    moved: tuple[bool, ...]
    passed: frozenset[Cell]
    hunt: int
    graze: int

    def is_free(self, cell: Cell) -> bool:
        inside = 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE
        return inside and cell not in self.obstacles and cell not in self.predators and not any(cell in side for side in self.prey)

    def is_left(self, cell: Cell, way: Way) -> bool:
        """Whether a predator stands there whose player goes out by what is caught on the way."""
        return any(cell == lair and set(prey) <= set(way) for lair, prey in zip(self.predators[1:], self.prey[1:], strict=True))

    def is_game(self, cell: Cell) -> bool:
        return any(cell in side for side in self.prey[1:])


def make(stream: Stream, steps: Collection[Cell]) -> tuple[Position, str]:
    """A random position, and which token is on its way: none, the predator, or the first prey. In half of them all tokens stand close together,
    and the others have few prey left."""
    crowd = 18 + stream.below(80)
    close = stream.below(2) == 0
    cells = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    for at in range(len(cells) - 1, 0, -1):
        other = stream.below(at + 1)
        cells[at], cells[other] = cells[other], cells[at]
    if close:
        cells.sort(key=lambda cell: -max(abs(cell[0] - 5), abs(cell[1] - 5)))
        near = cells[-36:]
        cells[-36:] = [near.pop(stream.below(len(near))) for _ in range(36)]
    tokens = [cells.pop() for _ in range(SEATS * (1 + PREY))]
    few = [PREY, *(1 + stream.below(2 if close else PREY) for _ in range(1, SEATS))]
    barred = {cells.pop() for _ in range(stream.below(18) if close else 0)}
    for at in range(len(cells) - 1, 0, -1):
        other = stream.below(at + 1)
        cells[at], cells[other] = cells[other], cells[at]
    made = Position(
        obstacles=frozenset(barred | {cells.pop() for _ in range(crowd - len(barred))}),
        predators=tuple(tokens[:SEATS]),
        prey=tuple(tuple(tokens[SEATS + PREY * seat : SEATS + PREY * seat + few[seat]]) for seat in range(SEATS)),
        moved=tuple(stream.below(3) == 0 for _ in range(PREY)),
        passed=frozenset(),
        hunt=1 + stream.below(6),
        graze=1 + stream.below(6),
    )
    walker = ("", "predator", "prey")[stream.below(3)]
    if not walker:
        return made, walker
    # Cells around the token that it may have come by: which they are does not matter to what is left to it.
    x, y = made.predators[0] if walker == "predator" else made.prey[0][0]
    around = [cell for cell in ((x + dx, y + dy) for dx, dy in steps) if made.is_free(cell)]
    passed = frozenset(cell for cell in around if stream.below(3) == 0)
    moved = (True, *made.moved[1:]) if walker == "prey" else made.moved
    return Position(made.obstacles, made.predators, made.prey, moved, passed, made.hunt, made.graze), walker


def put(game: Game, state: State, made: Position, walker: str, left: int) -> None:
    """Writes a position into a vector that waits at the act of seat 0's turn."""
    vector, offsets = state.vector, game.offsets
    site = {(x, y): at for at, (x, y) in enumerate(zip(*game.facts["VIEW"][0][3:5], strict=True))}

    def write(name: str, values: Collection[int]) -> None:
        for at, value in enumerate(values):
            vector[offsets[name] + at] = value

    spots = [site[side[at]] if at < len(side) else -1 for side in made.prey for at in range(PREY)]
    write("lair", [site[cell] for cell in made.predators])
    write("spot", spots)
    write("predator_on", [-1] * len(site))
    write("prey_on", [-1] * len(site))
    for seat, cell in enumerate(made.predators):
        vector[offsets["predator_on"] + site[cell]] = seat
    for piece, spot in enumerate(spots):
        if spot >= 0:
            vector[offsets["prey_on"] + spot] = piece
    # Half of the obstacles are fixed, half are loose; they all bar the way.
    barred = sorted(made.obstacles)
    write("rocky", [0] * len(site))
    write("walled", [-1] * len(site))
    for cell in barred[::2]:
        vector[offsets["rocky"] + site[cell]] = 1
    for cell in barred[1::2]:
        vector[offsets["walled"] + site[cell]] = 0
    write("trodden", [0] * len(site))
    for cell in made.passed:
        vector[offsets["trodden"] + site[cell]] = 1
    write("moved", [int(moved) for moved in made.moved])
    write("hunt", [made.hunt])
    write("graze", [made.graze])
    write("boulder_due", [0])
    write("hunting", [int(walker == "predator")])
    write("walker", [0 if walker == "prey" else -1])
    write("left", [left])


def offered(state: State) -> set[str]:
    return {state.action_to_string(action) for action in state.legal_actions()}


READINGS: dict[str, Options] = {"base": (), "at the end": (("catching", "at_the_end"),), "cross": (("own_prey", "cross"),)}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("reading", READINGS)
def test_legal_steps_are_the_first_of_the_longest_ways(board: str, reading: str, long: bool) -> None:
    variants, compass = BOARDS[board]
    names = {step: name for name, step in compass.items()}
    options = READINGS[reading]
    quick, slow = engine("predators", "native", variants, options), engine("predators", "python", variants, options)
    plain = interpreted("predators", variants, options)
    states = [waiting(quick), waiting(slow), waiting(plain)]
    stream = Stream.seeded(11 + len(board) + len(reading))
    met = {"": 0, "predator": 0, "prey": 0}
    shut_in, freed = 0, 0
    for number in count():
        if sum(met.values()) == (2_000 if long else 200):
            break
        made, walker = make(stream, compass.values())

        def may_hunt(cell: Cell, way: Way, made: Position = made) -> bool:
            if cell in made.passed or (reading == "at the end" and any(made.is_game(met) for met in way)):
                return False
            own = reading == "cross" and cell in made.prey[0]
            return made.is_free(cell) or made.is_game(cell) or own or made.is_left(cell, way)

        def may_graze(cell: Cell, way: Way, made: Position = made) -> bool:
            del way
            return made.is_free(cell) and cell not in made.passed

        lair = made.predators[0]
        hunts = [way for way in ways(lair, made.hunt, compass.values(), may_hunt) if way[-1] not in made.prey[0]]
        farthest = max(map(len, hunts), default=0)
        grazes = [list(ways(cell, made.graze, compass.values(), may_graze)) for cell in made.prey[0]]
        reach = [0 if moved else max(map(len, found), default=0) for found, moved in zip(grazes, made.moved, strict=True)]
        expected: set[str] = set()
        left = 0
        if walker == "prey":
            most = max(map(len, grazes[0]), default=0)
            if most == 0:
                continue
            left = 1 + stream.below(most)
            expected = {f"walk {first_step(way, made.prey[0][0], names)}" for way in grazes[0] if len(way) == left}
        else:
            expected = {f"prowl {first_step(way, lair, names)}" for way in hunts if len(way) == farthest}
            if walker == "predator" and farthest == 0:
                continue
            if walker == "":
                if farthest == 0:
                    expected.add("balk")
                expected |= sendings(reach, made.graze)
        met[walker] += 1
        asked = 3 if number % 20 == 0 else 2                    # the interpreter is slow
        for game, state in zip((quick, slow, plain)[:asked], states[:asked], strict=True):
            put(game, state, made, walker, left)
            assert offered(state) == expected, (number, made, walker, left)
        module, vector = slow.engine, states[1].vector
        sites = {(x, y): at for at, (x, y) in enumerate(zip(*slow.facts["VIEW"][0][3:5], strict=True))}
        if walker != "prey":
            assert module.longest_walk_prowling(vector, sites[lair], made.hunt) == farthest  # type: ignore[attr-defined]
        if walker != "predator":
            for cell, found in zip(made.prey[0], grazes, strict=True):
                assert module.longest_walk_grazing(vector, sites[cell], made.graze) == max(map(len, found), default=0)  # type: ignore[attr-defined]
        shut_in += farthest < made.hunt
        freed += any(cell in made.predators for way in hunts for cell in way)
    assert min(met.values()) > (300 if long else 30), met
    assert freed > (20 if long else 0) or reading == "at the end", "no way over the space of a predator that has left"
    assert shut_in > (100 if long else 8), "too few predators that cannot go the whole way"


def waiting(game: Game) -> State:
    """A state at the act of seat 0's turn."""
    state = game.new_initial_state(SEATS, seed=2, explicit_chance=True)
    while state.waiting_step() != "phases.turn.act":
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    assert state.actor() == 0
    return state


def first_step(way: Way, start: Cell, names: dict[Cell, str]) -> str:
    return names[way[0][0] - start[0], way[0][1] - start[1]]


def sendings(reach: list[int], graze: int) -> set[str]:
    """A prey may be given n spaces if it can go that far, and n with what the others can take comes to all that can be taken."""
    total = min(graze, sum(reach))
    found = set()
    for prey, most in enumerate(reach):
        for n in range(1, min(most, graze) + 1):
            if n + min(graze - n, sum(reach) - most) == total:
                found.add(f"send {('hare', 'deer', 'goat', 'mole', 'vole')[prey]} 0 {n}")
    return found
