"""Every shipped variant compiles, plays and obeys the laws, its three witnesses in lockstep; pairs play, or are refused by name."""

import pytest

from runtime import Game
from runtime.chance import Stream
from runtime.laws import LAWS, check_all
from tests.games import compilation, engine, interpreted
from tests.variants.overlays import ALONE, BUILT, PAIRS, called

MOST = 60
"""decisions of one game that are compared: the interpreter is slow"""

Case = tuple[str, tuple[str, ...]]


def test_the_promised_variants_are_there() -> None:
    promised = {
        "flock": {"largest_flock", "small"},
        "predators": {"hexagonal", "small"},
        "wild_farm": {"short_night", "three_wolves"},
        "wolves_and_sheep": {"grube_ryby", "time_limit", "two_players"},
    }
    assert {(game, name) for game, names in promised.items() for name in names} <= {(game, names[-1]) for game, names in ALONE}


@pytest.mark.parametrize("case", ALONE, ids=called)
def test_it_compiles_and_nothing_is_found(case: Case) -> None:
    made = compilation(*case)
    assert [f"{item.span.place} {item.code} {item.headline}" for item in made.diagnostics] == []
    assert made.game is not None and made.game.variant == "+".join(case[1])


@pytest.mark.parametrize("case", ALONE, ids=called)
def test_it_obeys_the_laws(case: Case, long: bool) -> None:
    game = engine(case[0], "native", case[1])
    for players in {game.min_players, game.max_players}:
        if long:
            assert check_all(game, players=players, seeds=range(10), every=3) > 2
        else:
            obeys(game, players, seed=players)


def obeys(game: Game, players: int, seed: int) -> None:
    """The laws put to a few positions of one game."""
    state = game.new_initial_state(players, seed=seed, explicit_chance=bool(seed % 2))
    stream = Stream.seeded(seed)
    for number in range(MOST):
        if number % 24 == 0 or state.is_terminal():
            for law in LAWS:
                law(state, stream)
        if state.is_terminal():
            return
        actions = state.legal_actions()
        state.apply_action(actions[stream.below(len(actions))])


@pytest.mark.parametrize("case", BUILT, ids=called)
def test_its_witnesses_go_in_lockstep(case: Case, long: bool) -> None:
    games = (interpreted(*case), engine(case[0], "python", case[1]), engine(case[0], "native", case[1]))
    for seed in range(10 if long else 1):
        for players in range(games[0].min_players, games[0].max_players + 1) if long else (games[0].min_players,):
            lockstep(games, players, seed, 2_000 if long else MOST)


def lockstep(games: tuple[Game, ...], players: int, seed: int, most: int) -> None:
    states = [game.new_initial_state(players, seed=seed, explicit_chance=bool(seed % 2)) for game in games]
    stream = Stream.seeded(seed)
    for _ in range(most):
        positions = {tuple(state.vector[: state.game.kept]) for state in states}
        offers = {(state.current_player(), tuple(state.legal_actions()), tuple(state.returns()), tuple(state.scores())) for state in states}
        assert len(positions) == len(offers) == 1, "\n".join(map(str, states))
        actions = states[0].legal_actions()
        if not actions:
            assert states[0].is_terminal()
            return
        action = actions[stream.below(len(actions))]
        for state in states:
            state.apply_action(action)


@pytest.mark.parametrize("case", PAIRS, ids=called)
def test_pairs_play_or_are_refused_by_name(case: Case) -> None:
    game, names = case
    made = compilation(game, names)
    errors = [item for item in made.diagnostics if item.severity == "error"]
    if errors:
        assert {item.code for item in errors} <= {"RWL034", "RWL036"}, [item.headline for item in errors]
        assert all(sum(name in f"{item.headline} {item.labels} {item.notes}" for name in names) >= 2 for item in errors)
        return
    played = engine(game, "native", names)
    for players in {played.min_players, played.max_players}:
        state = played.new_initial_state(players, seed=1)
        stream = Stream.seeded(1)
        for _ in range(200):
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[stream.below(len(actions))])
