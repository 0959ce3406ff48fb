"""Why a step is refused: in random positions on both topologies the clause of every refused step of predator and prey is the one that the rules,
as an enumeration of all ways has them, give for it. Obstacles and orders are shown in single positions."""

from collections.abc import Iterable

import pytest

from runtime.chance import Stream
from runtime.state import State
from tests.conformance.test_predators_walks import BOARDS, SIZE, Cell, Position, Way, make, put, waiting, ways
from tests.games import Options, engine

PREY = ("hare", "deer", "goat", "mole", "vole")


def refusal(state: State, text: str) -> tuple[str, frozenset[str]]:
    """The condition that refuses an action, and its clauses; two empty ones for what is legal."""
    found = state.why_illegal(state.string_to_action(text))
    return ("", frozenset()) if found is None else (found.condition, frozenset(number for number, _ in found.clauses))


def beside(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def begins(found: Iterable[Way], cell: Cell, length: int) -> bool:
    return any(way[0] == cell for way in found if len(way) == length)


def why_no_prowl(made: Position, walker: str, cell: Cell, hunts: list[Way]) -> tuple[str, set[str]]:
    if walker == "prey":
        return "none_on_its_way", {"4.6"}                       # who has begun a move goes on with it
    if cell in made.obstacles:
        return "open", {"4.11"}
    if cell in made.predators or cell in made.prey[0]:
        return "bears_predator", {"4.9", "4.10"}
    if cell in made.passed:
        return "untrodden", {"4.7"}
    if begins(hunts, cell, max(map(len, hunts))):
        return "", set()
    return "goes_far_enough", {"4.6", "4.8"}


def why_no_walk(made: Position, cell: Cell, grazes: list[Way], left: int) -> tuple[str, set[str]]:
    if cell in made.obstacles:
        return "open", {"4.11"}
    if cell in made.predators or any(cell in side for side in made.prey):
        return "empty", {"4.9", "4.10"}
    if cell in made.passed:
        return "untrodden", {"4.7"}
    return ("", set()) if begins(grazes, cell, left) else ("stays_on_course", {"4.6", "4.8"})


def why_not_sent(made: Position, walker: str, prey: int, n: int, reach: list[int]) -> tuple[str, set[str]]:
    if n > made.graze:
        return "n <= graze", {"4.4", "4.5"}
    if walker == "predator":
        return "not hunting", {"4.4", "4.5"}
    if walker == "prey":
        return "none_on_its_way", {"4.6"}
    if made.moved[prey]:
        return "unmoved", {"4.4"}
    if n > reach[prey]:
        return "reaches", {"4.8"}
    most = min(made.graze, sum(reach))
    rest = min(made.graze - n, sum(reach) - reach[prey])
    return ("", set()) if n + rest == most else ("wastes_none", {"4.4", "4.6"})


@pytest.mark.parametrize("board", BOARDS)
def test_a_refused_step_names_the_duty_that_it_would_break(board: str, long: bool) -> None:
    variants, compass = BOARDS[board]
    state = waiting(engine("predators", "native", variants))
    stream = Stream.seeded(29 + len(board))
    met: dict[str, int] = {}
    for number in range(2_000 if long else 150):
        made, walker = make(stream, compass.values())

        def may_hunt(cell: Cell, way: Way, made: Position = made) -> bool:
            return cell not in made.passed and (made.is_free(cell) or made.is_game(cell) or made.is_left(cell, way))

        def may_graze(cell: Cell, way: Way, made: Position = made) -> bool:
            del way
            return made.is_free(cell) and cell not in made.passed

        hunts = list(ways(made.predators[0], made.hunt, compass.values(), may_hunt))
        grazes = [list(ways(cell, made.graze, compass.values(), may_graze)) for cell in made.prey[0]]
        reach = [0 if moved else max(map(len, found), default=0) for found, moved in zip(grazes, made.moved, strict=True)]
        most = max(map(len, grazes[0]), default=0)
        if (walker == "predator" and not hunts) or (walker == "prey" and most == 0):
            continue                                            # such a token stops by itself
        left = 1 + stream.below(most) if walker == "prey" else 0
        put(state.game, state, made, walker, left)
        expected: dict[str, tuple[str, set[str]]] = {}
        for name, step in compass.items():
            there = beside(made.predators[0], step)
            if all(0 <= part < SIZE for part in there):
                expected[f"prowl {name}"] = why_no_prowl(made, walker, there, hunts)
            there = beside(made.prey[0][0], step)
            if walker == "prey" and all(0 <= part < SIZE for part in there):
                expected[f"walk {name}"] = why_no_walk(made, there, grazes[0], left)
        for prey in range(len(PREY)):
            for n in range(1, 7):
                expected[f"send {PREY[prey]} 0 {n}"] = why_not_sent(made, walker, prey, n, reach)
        for text, (condition, clauses) in expected.items():
            found, cited = refusal(state, text)
            assert cited == clauses and found.split("(")[0] == condition, (number, text, found, made, walker)
            met[condition] = met.get(condition, 0) + 1
    everything = {"open", "empty", "bears_predator", "untrodden", "none_on_its_way", "goes_far_enough", "stays_on_course"}
    everything |= {"n <= graze", "not hunting", "unmoved", "reaches", "wastes_none", ""}
    assert set(met) == everything, "some duty was in nobody's way"


PREDATOR_FIRST: Options = (("order", "predator_first"), ("on_corners", "barred"))
PREY_FIRST: Options = (("order", "prey_first"), ("prey_pips", "maximal"))


@pytest.mark.parametrize(
    ("options", "text", "condition", "clauses"),
    [
        (PREDATOR_FIRST, "send hare 0 3", "prey_are_next", {"4.5"}),
        (PREY_FIRST, "prowl north", "predator_is_next", {"4.5"}),
        (PREY_FIRST, "send hare 0 2", "takes_all", {"4.4"}),
        ((), "balk", "hemmed_in", {"4.6", "4.8"}),
        ((), "wall log 0 f1", "on_board", {"6.2"}),
        ((), "wall stone 0 a1", "off_tokens", {"4.9"}),
        (PREDATOR_FIRST, "wall stone 0 a6", "off_corners", {"6.1"}),
    ],
    ids=["prey wait", "the predator waits", "all is announced", "it can move", "over the rim", "a token", "a corner"],
)
def test_other_duties_are_named(options: Options, text: str, condition: str, clauses: set[str]) -> None:
    """The first turn of a game, after a double of threes."""
    state = engine("predators", "python", ("small",), options).new_initial_state(2, seed=4, explicit_chance=True)
    while not state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(actions[len(actions) // 2])
    state.apply_action(state.string_to_action("red 3 blue 3"))
    found, cited = refusal(state, text)
    assert (found.split("(")[0], cited) == (condition, clauses)
