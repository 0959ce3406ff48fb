"""Wild Farm under every two readings at once, and in its variants, beside a second implementation; the mark is set low enough to be passed."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from runtime.chance import Stream
from runtime.state import State
from tests.conformance.farm import KINDS, REFUSE, Answer, Farm, Rules
from tests.conformance.readings import Reading, factors_of, named, pairs_of, rows_of
from tests.games import Options, engine

FACTORS = factors_of("wild_farm")
ALIKE = {frozenset((("strays", "leave"), ("last_strays", "owner"))): ("last_strays", "owner")}
"""Where sheep leave the table after each trick, none is left on it after the last."""
ROWS = rows_of(FACTORS, ALIKE, most=6)
PAIRS = pairs_of(FACTORS)
VARIANTS: tuple[tuple[str, ...], ...] = ((), ("short_night",), ("three_wolves",), ("short_night", "three_wolves"))
MARK: Options = (("race_to", "25"),)


def rules_of(options: Iterable[Reading], variants: tuple[str, ...]) -> Rules:
    rules = Rules(race_to=25, rounds=3 if "short_night" in variants else 5, lone_wolf="three_wolves" in variants)
    return replace(rules, **dict(options))  # type: ignore[arg-type]


def answer_of(state: State, code: int) -> Answer:
    choice = state.game.texts.action(code)
    assert choice is not None
    if choice.action == REFUSE:
        return REFUSE
    chosen = choice.values(code)
    if "w" in chosen:
        return ("left", "right")[chosen["w"]]
    kinds = (*KINDS, ("lone_wolf", 0)) if state.game.num_actions and len(_texts(state)) % 10 == 0 else KINDS
    owner, kind = divmod(chosen["c"], len(kinds))
    return (*kinds[kind], owner)


def _texts(state: State) -> tuple[str, ...]:
    return next(carrier.texts for carrier in state.game.texts.carriers if carrier.name == "card")


def compare(options: Options, variants: tuple[str, ...], players: int, seed: int, untold: set[Reading]) -> int:
    """One random game on both; readings that led to another question or another result than their defaults are told. How many decisions."""
    state = engine("wild_farm", "native", variants, (*options, *MARK)).new_initial_state(players, seed=seed)
    farm = Farm(players=players, rules=rules_of(options, variants))
    others = {reading: Farm(players=players, rules=rules_of({**dict(options), reading[0]: FACTORS[reading[0]][0]}.items(), variants)) for reading in untold}
    stream = Stream.seeded(seed)
    decisions = 0
    while not farm.over:
        assert state.actor() == farm.seat, f"{state}\n{farm.asked} {farm.seat}"
        codes = {answer_of(state, code): code for code in state.legal_actions()}
        assert set(codes) == farm.legal(), f"{state}\n{sorted(map(str, set(codes) ^ farm.legal()))}"
        answer = sorted(codes, key=str)[stream.below(len(codes))]
        asked = farm.asked, farm.seat, farm.legal()
        farm.answer(answer)
        state.apply_action(codes[answer])
        decisions += 1
        for reading, other in list(others.items()):
            if (other.asked, other.seat, other.legal()) != asked:
                untold.discard(reading)
                del others[reading]
            else:
                other.answer(answer)
    assert state.is_terminal()
    assert state.scores() == farm.points and state.returns() == farm.returns()
    for reading, other in others.items():
        if not other.over or (other.points, other.returns()) != (farm.points, farm.returns()):
            untold.discard(reading)
    return decisions


def play(options: Options, games: int, least: int) -> set[Reading]:
    untold = set(options)
    for seed in range(games):
        compare(options, VARIANTS[seed % 4], 2 + seed // 4 % 5, seed, untold)
        if not untold and seed + 1 >= least:
            break
    return untold


@pytest.mark.conformance
@pytest.mark.parametrize("options", [(), *ROWS], ids=named)
def test_every_pair_of_readings_beside_a_second_implementation(options: Options, long: bool) -> None:
    """Rows of six readings at once that have all pairs among them; each reading leads somewhere else than its default."""
    assert play(options, 400, 200 if long else 20) == set()


@pytest.mark.conformance
@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_each_pair_by_itself(pair: Options, long: bool) -> None:
    if not long:
        pytest.skip("the rows have every pair")
    assert play(pair, 400, 40) == ({ALIKE[frozenset(pair)]} if frozenset(pair) in ALIKE else set())
