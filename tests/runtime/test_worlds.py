"""Worlds drawn for a seat: each as often as it is likely, and choices that depend on nothing else than what the seat has perceived.

What is likely is computed here in other ways: over the whole tree of a small game, or by dealing anew and throwing away what does not fit.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from runtime import State, load
from runtime.agents import make_agent
from runtime.agents.search import is_open
from runtime.chance import Stream
from runtime.hidden import resample
from runtime.worlds import Worlds
from tests.games import GAMES, ROOT, engine

SMALL = {
    "kuhn_poker": ((), (), 3), "leduc_poker": ((), (), 2), "liars_dice": ((), (), 2), "goofspiel": (("hidden_bids",), (("cards", "3"),), 2),
    "phantom_tic_tac_toe": ((), (), 2), "dark_hex": ((), (), 2),
}  # fmt: skip
"""Games gone through wholly, or as far as `MOVES`: variants, options, players."""

MOVES = {"liars_dice": 4, "phantom_tic_tac_toe": 4, "dark_hex": 4}

LARGE = {"hearts": 4, "wild_farm": 3, "wolves_and_sheep": 2, "blackjack": 1}


def test_every_game_that_hides_something_is_looked_at() -> None:
    assert {name for name in GAMES if not is_open(load(ROOT / "generated" / f"{name}.py", backend="python"))} == {*SMALL, *LARGE}


def small(name: str) -> State:
    variants, options, players = SMALL[name]
    return engine(name, "native", variants, options).new_initial_state(players, explicit_chance=True)


def bare(state: State) -> tuple[int, ...]:
    """A position without streams and mode of chance."""
    from_here = state.game.offsets["dice_high"] + 1
    return (*state.vector[:3], *state.vector[from_here : state.game.kept])


def every_history(state: State, chance: float = 1.0) -> Iterator[tuple[State, float]]:
    """Each position of the tree with its probability if all choose at random."""
    if len(state.history()) > MOVES.get(state.game.name, 100):
        return
    yield state, chance
    outcomes = state.chance_outcomes() or [(code, 1 / len(state.legal_actions())) for code in state.legal_actions()]
    for code, share in outcomes:
        yield from every_history(state.child(code), chance * share)


@pytest.mark.parametrize("whole", [True, False], ids=["all worlds", "chain"])
@pytest.mark.parametrize("name", SMALL)
def test_worlds_of_small_games_are_as_likely_as_the_tree_says(name: str, whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not whole:
        monkeypatch.setattr("runtime.worlds.MOST", 0)
    likely: dict[tuple[int, str], dict[tuple[int, ...], float]] = defaultdict(lambda: defaultdict(float))
    one: dict[tuple[int, str], State] = {}
    for state, chance in every_history(small(name)):
        if not state.is_terminal() and not state.is_chance_node():
            key = state.actor(), state.information_state_string(state.actor())
            likely[key][bare(state)] += chance
            one[key] = state
    choose = random.Random(4)
    several = [key for key in likely if len(likely[key]) > 1]
    assert len(several) > 5
    for key in choose.sample(several, min(12, len(several))):
        worlds = Worlds(one[key], key[0], Stream.seeded(len(key[1])))
        drawn: Counter[tuple[int, ...]] = Counter()
        number = 1500
        for _ in range(number):
            vector = worlds.draw()
            assert vector is not None
            drawn[bare(State(one[key].game, vector))] += 1
        total = sum(likely[key].values())
        assert set(drawn) <= set(likely[key]), "a world that does not fit"
        for position, chance in likely[key].items():
            share = chance / total
            # Worlds of a chain hang together, so it has more room.
            room = (5 if whole else 12) * (share * (1 - share) / number) ** 0.5 + 0.003
            assert abs(drawn[position] / number - share) < room, f"{drawn[position] / number:.3f}, and {share:.3f} is right"


def dealt_anew(state: State, seat: int, seed: int, trials: int) -> tuple[dict[tuple[int, int, int], float], int]:
    """How likely each piece is in each place: what the seat did not see is drawn or chosen anew, what it saw is done again, and what the seat would
    then perceive otherwise is thrown away; each that is left counts as much as its choices were likely."""
    game, choose = state.game, random.Random(seed)
    line = list(state._line())
    after = [*(vector for vector, _, _ in line[1:]), state.vector]
    views = [state._observe(vector, seat) for vector in after]
    # What the seat draws itself, nobody else has drawn before: to leave it out costs all deals alike.
    own = {action for before, action, _ in line if game.engine.actor(before) == -1 and game.engine.seen_action(before[:], seat, action) == action}
    places = {name: (game.offsets[where], count) for name, count, _, _, where, _ in game.facts["COMPONENTS"]}
    sums: dict[tuple[int, int, int], float] = defaultdict(float)
    total, kept = 0.0, 0
    for _ in range(trials):
        told, weight = State(game, line[0][0][:]), 1.0
        for (before, action, _), view in zip(line, views, strict=True):
            seen = game.engine.seen_action(before[:], seat, action)
            chances = told.chance_outcomes() or [(code, 1 / len(told.legal_actions())) for code in told.legal_actions()]
            mine = told.actor() == seat
            fitting = [
                (code, chance) for code, chance in chances
                if game.engine.seen_action(told.vector, seat, code) == seen and (seen == code or not told.is_chance_node() or code not in own)
            ]  # fmt: skip
            if not fitting:
                break
            if not mine:
                weight *= sum(chance for _, chance in fitting)
            code = choose.choices([code for code, _ in fitting], [chance for _, chance in fitting])[0]
            game.engine.apply(told.vector, code)
            if told.observation(seat) != view:
                break
        else:
            kept += 1
            total += weight
            for number, (at, count) in enumerate(places.values()):
                for piece in range(count):
                    sums[number, piece, told.vector[at + piece]] += weight
    return {key: value / total for key, value in sums.items()}, kept


def after(name: str, moves: int, seed: int) -> tuple[State, int]:
    options = (("first_pass", "keep"),) if name == "hearts" else ()
    state = engine(name, "native", (), options).new_initial_state(LARGE[name], seed=seed, explicit_chance=True)
    choose = random.Random(seed)
    decided = 0
    while True:
        chance = state.is_chance_node()
        if not chance and decided >= moves and len(state.legal_actions()) > 1:
            return state, state.actor()
        decided += not chance
        state.apply_action(state.draw_outcome() if chance else choose.choice(state.legal_actions()))


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("name", "moves", "seed", "trials"), [("hearts", 3, 1, 4000), ("wild_farm", 2, 2, 1500), ("wolves_and_sheep", 2, 3, 1500), ("blackjack", 1, 1, 1500)]
)
def test_worlds_of_large_games_are_as_likely_as_dealing_anew_says(name: str, moves: int, seed: int, trials: int, long: bool) -> None:
    state, seat = after(name, moves, seed)
    right, kept = dealt_anew(state, seat, 7, trials * (10 if long else 1))
    assert kept > 100, "hardly a deal fitted: nothing was shown"
    worlds = Worlds(state, seat, Stream.seeded(9))
    number = 4000 if long else 600
    drawn: Counter[tuple[int, int, int]] = Counter()
    places = [(state.game.offsets[row[4]], row[1]) for row in state.game.facts["COMPONENTS"]]
    for _ in range(number):
        vector = [worlds.draw() for _ in range(8)][-1]
        assert vector is not None
        drawn.update((component, piece, vector[at + piece]) for component, (at, count) in enumerate(places) for piece in range(count))
    room = 4.5 * (0.25 / min(kept, number // 2)) ** 0.5
    worst = max(abs(drawn[key] / number - right.get(key, 0.0)) for key in {*right, *drawn})
    assert worst < room, f"a piece is in a place {worst:.3f} more or less often than it should be"


@pytest.mark.parametrize("explicit", [True, False], ids=["explicit", "inside"])
@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_a_choice_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(name: str, explicit: bool, long: bool) -> None:
    """Greedy and search, with equal seeds: where the true position is another one, they choose no other action."""
    variants, options, players = SMALL.get(name, ((), (), LARGE.get(name, 2)))
    game = engine(name, "native", variants, options)
    choose, looked, other, missed = random.Random(3), 0, 0, 0
    seed = 0
    most = 1000 if long else 4 if name == "wolves_and_sheep" else 8 if name in LARGE else 40
    while looked < most:
        seed += 1
        state = game.new_initial_state(players, seed=seed, explicit_chance=explicit)
        for _ in range(220):
            if state.is_terminal():
                break
            if not state.is_chance_node() and len(state.legal_actions()) > 1 and choose.random() < (0.04 if name in LARGE else 0.5) and looked < most:
                seat = state.actor()
                twin = resample(state, seat, Stream.seeded(looked))
                missed += twin is None
                if twin is not None:
                    assert twin.information_state_string(seat) == state.information_state_string(seat) and twin.actor() == seat
                    looked += 1
                    other += bare(twin) != bare(state)
                    for agent in ("greedy", "ismcts:8"):
                        assert make_agent(agent, 5).choose(twin) == make_agent(agent, 5).choose(state), f"{agent} at\n{state}"
            state.apply_action(state.draw_outcome() if state.is_chance_node() else choose.choice(state.legal_actions()))
    assert missed <= looked // 100, "worlds are there, but none was found"
    assert other > looked // 10, "the true position was all that was looked at"
