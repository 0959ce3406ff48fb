"""Flock under every two readings at once, beside the brute-force table: whole random games, and positions that are set up so that readings are
told apart: crowds, sheep that nothing can part, sheep shut in between two places that a repetition bars."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from compiler.interpret.play.position import before_play, stand, stand_of
from runtime.chance import Stream
from runtime.state import State
from tests.conformance.flock_table import PASS, Corner, Rules, points, shared_edge, squares
from tests.conformance.readings import Reading, factors_of, named, pairs_of, rows_of
from tests.conformance.test_flock_moves import chosen, corner, facts, table_of
from tests.games import Options, engine, ir

FACTORS = factors_of("flock")
ALIKE: dict[frozenset[Reading], Reading] = {
    frozenset((("landing", "apart"), ("corner", "corner_of_a_tile"))): ("corner", "corner_of_a_tile"),
    frozenset((("landing", "apart"), ("reduction", "length_first"))): ("reduction", "length_first"),
}
"""Pairs of which one makes no difference beside the other: a sheep that lands apart from all others lowers whatever it had, by every reading."""
HARD: set[Reading] = {("deadlock", "pass"), ("deadlock", "any_move"), ("repeats", "with_mover")}
EASED: set[Reading] = {("jumping", "yes"), ("slanting", "yes")}
"""Who may jump or go slantwise is hardly ever stuck, and gets out of the cages: these may not be told beside those."""
ROWS = rows_of(FACTORS, ALIKE, most=6)
PAIRS = pairs_of(FACTORS)

STUCK = (
    "b7 d11 e14 h6 h12 h15 i10 j1 l6 l10 m14 q12",
    "f12 m1 j15 e3 f6 i10 p5 o8 m13 j6 j12 c8",
)
"""Sheep touch, and under the default readings no move parts them: of each kind of tile both, in the order of the spec."""

CAGES = (
    (((0, 0), (5, 0)), ((2, 2), (5, 3), (8, 0))),
    (((16, 16), (11, 16)), ((14, 14), (11, 13), (8, 16))),
)
"""A sheep that can go from the second place to the first only, and the sheep in flocks that shut it in; at either corner of the board."""


def named_place(name: str) -> Corner:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def rules_of(options: Options) -> Rules:
    return replace(Rules(), **dict(options))  # type: ignore[arg-type]


def without(rules: Rules, reading: Reading) -> Rules:
    """The same but for the default of one option."""
    default: dict[str, object] = {reading[0]: FACTORS[reading[0]][0]}
    return replace(rules, **default)  # type: ignore[arg-type]


@cache
def waiting(options: Options, gathering: bool) -> tuple[int, ...]:
    """A vector that waits for a move in a part of the game; the pen is what has been seen."""
    game = ir("flock", (), options)
    vector = before_play(game, 2, 1)
    stand(game, vector, stand_of(game, f"phases.{'gather' if gathering else 'disperse'}.turn"), {}, {})
    return tuple(vector)


class Lockstep:
    """An engine and the table, move by move; keeps which readings of the row have been told from their defaults."""

    def __init__(self, options: Options, seed: int) -> None:
        self.options = options
        self.rules = rules_of(options)
        self.state: State = engine("flock", "native", (), options).new_initial_state(2, seed=seed)
        self.table = table_of(self.state, self.rules)
        self.stream = Stream.seeded(seed)
        self.untold: set[Reading] = set(options)
        self.compared = 0

    def set_up(self, places: list[Corner], up: list[str], frozen: set[int], *, gathering: bool) -> None:
        """Both in a position of which nothing has gone before."""
        state, rules = self.state, self.rules
        vector, offsets = state.game.new_vector(), state.game.offsets
        kept = waiting(self.options, gathering)
        for slot, value in enumerate(kept):
            vector[slot] = value
        out = 0 if rules.edge == "whole_tile" else 1
        width = rules.size - 1 + 2 * out
        mover = self.stream.below(2)
        vector[offsets["active"]] = vector[offsets["actor"]] = mover
        for sheep, (x, y) in enumerate(places):
            vector[offsets["place"] + sheep] = (y + out) * width + x + out
            vector[offsets["up"] + sheep] = ("black", "white").index(up[sheep])
            vector[offsets["flocked"] + sheep] = sheep in frozen
        self.state = State(state.game, vector)
        self.table = replace(self.table, places=places, up=up, frozen=frozen, mover=mover, gathering=gathering, over=False, passes=0, seen=[],
            seen_with_mover=[])  # fmt: skip
        self.table.seen.clear()
        self.table.seen_with_mover.clear()

    def step(self) -> bool:
        """Compares, and plays one random move; false at the end."""
        state, table, rules = self.state, self.table, self.rules
        assert state.is_terminal() == table.over
        if table.over:
            return False
        assert (state.actor(), state.waiting_step() == "phases.gather.turn") == (table.mover, table.gathering)
        codes = {chosen(state, rules, code): code for code in state.legal_actions()}
        legal = table.legal()
        assert set(codes) == legal, f"{state}\nengine: {sorted(set(codes) - legal)}\ntable: {sorted(legal - set(codes))}"
        self.compared += 1
        choice = sorted(codes)[self.stream.below(len(codes))]
        others = {reading: table.under(without(rules, reading)) for reading in self.untold}
        if choice == PASS and rules.repeats == "position":
            table.seen.append(table.position())  # it has been set up, so it was not among those seen
        was_gathering = table.gathering
        table.play(choice)
        if choice == PASS and table.gathering != was_gathering:
            table.seen_with_mover.pop()  # nothing is kept where a part of the game is left; it was kept before both passed
        for reading, other in others.items():
            if other.legal() != legal:
                self.untold.discard(reading)
            else:
                other.play(choice)
                if other.stands() != table.stands():
                    self.untold.discard(reading)
        state.apply_action(codes[choice])
        assert [corner(rules, site) for site in facts(state, "place")] == table.places
        assert [("black", "white")[face] for face in facts(state, "up")] == table.up
        assert {sheep for sheep, flocked in enumerate(facts(state, "flocked")) if flocked} == table.frozen
        assert tuple(state.scores()) == table.scores()
        return True

    def faces(self) -> list[str]:
        return [("black", "white")[self.stream.below(2)] for _ in range(12)]

    def crowd(self, *, gathering: bool) -> None:
        """Twelve sheep at random places near each other; while gathering some of them in flocks."""
        reach = 6 + self.stream.below(6)
        while True:
            places: list[Corner] = []
            for _ in range(400):
                place = (self.stream.below(reach) + (17 - reach) // 2, self.stream.below(reach) + (17 - reach) // 2)
                if len(places) < 12 and not any(squares(place) & squares(other) for other in places):
                    places.append(place)
            if len(places) == 12:
                break
            reach += 1
        up = self.faces()
        frozen: set[int] = set()
        for pair in combinations(range(12), 2):
            if gathering and len({up[sheep] for sheep in pair}) == 1 and shared_edge(*(places[sheep] for sheep in pair)) and self.stream.below(2):
                frozen |= set(pair)
        self.set_up(places, up, frozen, gathering=gathering)

    def cage(self) -> None:
        """One sheep or two, shut in; all others far away and in flocks."""
        free = 1 + self.stream.below(2)
        shut = [(ends[self.stream.below(2)], walls) for ends, walls in CAGES[:free]]
        places = [place for end, walls in shut for place in (end, *walls)]
        far = [(x, y) for x in (0, 2, 4, 13, 15) for y in (7, 9, 11) if not any(points((x, y)) & points(place) for place in places)]
        places += far[: 12 - len(places)]
        self.set_up(places, self.faces(), set(range(12)) - {4 * number for number in range(free)}, gathering=True)

    def stuck(self) -> None:
        places = [named_place(name) for name in STUCK[self.stream.below(len(STUCK))].split()]
        up = self.faces() if self.stream.below(2) else [("black", "white")[self.stream.below(2)]] * 12
        self.set_up(places, up, set(), gathering=False)

    def begin(self, number: int) -> int:
        """A position to play from, and for how many moves."""
        match number % 6:
            case 1 | 4:
                self.crowd(gathering=False)
            case 2:
                self.crowd(gathering=True)
            case 3:
                self.cage()
            case 5:
                self.stuck()
            case _:
                return 30  # the pen
        return 9


def play(options: Options, most: int, least: int) -> tuple[set[Reading], int]:
    """Parts of games until every reading has been told from its default, `least` at least: which have not been, and how many positions were
    compared."""
    untold, compared = set(options), 0
    for number in range(most):
        lock = Lockstep(options, number)
        lock.untold = untold
        for _ in range(lock.begin(number)):
            if not lock.step():
                break
        compared += lock.compared
        if not untold and number + 1 >= least:
            break
    return untold, compared


@pytest.mark.conformance
@pytest.mark.parametrize("options", ROWS, ids=named)
def test_every_pair_of_readings_beside_brute_force(options: Options, long: bool) -> None:
    """Rows of six readings at once that have all pairs among them."""
    hard = HARD if set(options) & EASED else set()
    assert play(options, 200 if long or not hard else 60, 60 if long else 6)[0] <= hard


@pytest.mark.conformance
@pytest.mark.parametrize("pair", [tuple(sorted(pair)) for pair in ALIKE], ids=named)
def test_readings_that_make_no_difference_beside_each_other(pair: Options) -> None:
    assert play(pair, 18, 18)[0] == {ALIKE[frozenset(pair)]}


@pytest.mark.conformance
@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_each_pair_by_itself(pair: Options, long: bool) -> None:
    if not long:
        pytest.skip("the rows have every pair")
    alike = {ALIKE[frozenset(pair)]} if frozenset(pair) in ALIKE else set()
    untold = play(pair, 30 if alike else 200, 12)[0]
    assert untold == alike or (set(pair) & EASED and untold <= HARD)
