"""Engines as OpenSpiel's games: its own tests of games, and its algorithms beside its own implementations of the same games."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import runtime.adapters.openspiel_game as adapter
from runtime import Game, load
from runtime.engine import engine_files
from tests.games import ROOT

NAMES = sorted(name for name in pyspiel.registered_names() if name.startswith("rulewright_"))
GAMES = sorted(path.parent.name for path in (ROOT / "specs").glob("*/game.yaml"))
LONG = {name for name in NAMES if name.startswith("rulewright_predators") and not name.endswith("__small")}
"""A random game of these takes thousands of choices, and OpenSpiel's test looks at each from all sides: a minute."""


def engine_of(name: str) -> Game:
    return load(ROOT / "generated" / f"{name.removeprefix('rulewright_')}.py")


def most_and_fewest(name: str) -> list[int]:
    game = engine_of(name)
    return sorted({game.min_players, game.max_players})


def test_every_engine_is_registered() -> None:
    assert [name.removeprefix("rulewright_") for name in NAMES] == [path.stem for path in engine_files()]


@pytest.mark.parametrize("name", NAMES)
def test_its_random_simulation(name: str, long: bool) -> None:
    if name in LONG and not long:
        pytest.skip("minutes; with --long")
    for players in most_and_fewest(name):
        game = pyspiel.load_game(f"{name}(players={players})")
        assert game.num_players() == players
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [name for name in NAMES if "__" not in name and name not in LONG])
def test_its_simulation_from_python(name: str) -> None:
    """Rewards, masks, serialization, legality: what OpenSpiel asks of each of its games."""
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", ["rulewright_tic_tac_toe", "rulewright_kuhn_poker", "rulewright_goofspiel", "rulewright_wild_farm", "rulewright_wolves_and_sheep"])
def test_copies_and_pickles(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game) == str(copy.deepcopy(game))
    state = game.new_initial_state()
    stream = np.random.RandomState(3)
    for _ in range(12):
        if state.is_terminal():
            break
        twins = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())]
        twins.append(pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])
        before, action = str(state), stream.choice(state.legal_actions())
        state.apply_action(action)
        for twin in twins:
            assert str(twin) == before
            twin.apply_action(action)
            assert str(twin) == str(state) and twin.history() == state.history()
            assert twin.information_state_string(0) == state.information_state_string(0)


def test_a_pickle_is_read_where_nothing_was_imported(tmp_path: Path) -> None:
    state = pyspiel.load_game("rulewright_kuhn_poker(players=3)").new_initial_state()
    state.apply_action(2)
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    code = f"import pickle; state = pickle.load(open({str(tmp_path / 'state')!r}, 'rb')); print(state.history(), state.num_players())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[2] 3\n"


KUHN = ("rulewright_kuhn_poker", "kuhn_poker", 0.458333)
LEDUC = ("rulewright_leduc_poker", "leduc_poker", 2.373611)


@pytest.mark.parametrize(("ours", "theirs", "known"), [KUHN, LEDUC])
def test_uniform_play_is_as_exploitable_as_theirs(ours: str, theirs: str, known: float) -> None:
    """Known: OpenSpiel's documentation of its exploitability."""
    games = [pyspiel.load_game(name) for name in (ours, theirs)]
    values = [pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) for game in games]
    if ours == KUHN[0]:
        values += [exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in games]
    assert values == pytest.approx([values[1]] * len(values), abs=1e-9) and values[0] == pytest.approx(known, abs=1e-6)


@pytest.mark.parametrize("solver", [cfr.CFRSolver, cfr.CFRPlusSolver])
def test_regrets_are_minimised_as_in_theirs(solver: Any) -> None:
    found = []
    for name in KUHN[:2]:
        game = pyspiel.load_game(name)
        solved = solver(game)
        for _ in range(20):
            solved.evaluate_and_update_policy()
        average = solved.average_policy()
        found.append((exploitability.exploitability(game, average), *expected_game_score.policy_value(game.new_initial_state(), [average] * 2)))
    assert found[0] == pytest.approx(found[1], abs=1e-9)


@pytest.mark.parametrize(
    ("ours", "theirs", "solver"), [(*KUHN[:2], "CFRSolver"), (*KUHN[:2], "CFRPlusSolver"), (*LEDUC[:2], "CFRPlusSolver")]
)
def test_regrets_are_minimised_in_its_native_solvers(ours: str, theirs: str, solver: str) -> None:
    found = []
    rounds = 400 if ours == KUHN[0] else 1
    for name in (ours, theirs):
        game = pyspiel.load_game(name)
        solved = getattr(pyspiel, solver)(game)
        for _ in range(rounds):
            solved.evaluate_and_update_policy()
        average = solved.average_policy()
        found.append((pyspiel.exploitability(game, average), pyspiel.expected_returns(game.new_initial_state(), average, -1, True)[0]))
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    if solver == "CFRPlusSolver" and ours == KUHN[0]:
        assert found[0][1] == pytest.approx(-1 / 18, abs=1e-3)  # the value of the game: H. W. Kuhn, 1950


def test_best_responses_are_worth_the_same() -> None:
    values = []
    for name in KUHN[:2]:
        game = pyspiel.load_game(name)
        uniform = policy.UniformRandomPolicy(game)
        values.append([best_response.BestResponsePolicy(game, seat, uniform).value(game.new_initial_state()) for seat in (0, 1)])
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_its_tree_searches_win_where_one_can() -> None:
    """Two in a row of both players: whoever is to move wins with the third."""
    game = pyspiel.load_game("rulewright_tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    stream = np.random.RandomState(1)
    python = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, stream), random_state=stream)
    native = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 200, 10, False, 1, False)
    assert python.step(state) == 2 and native.step(state) == 2
    assert native.mcts_search(state).best_child().action == 2


def test_its_search_plays_chance_and_hidden_things() -> None:
    for name in ("rulewright_pig", "rulewright_wild_farm", "rulewright_goofspiel"):
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 10, False, 1, False)
        for _ in range(4):
            state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else bot.step(state))


@pytest.mark.parametrize("name", ["rulewright_kuhn_poker", "rulewright_wild_farm", "rulewright_goofspiel", "rulewright_backgammon"])
def test_its_environment_for_learners(name: str) -> None:
    environment = rl_environment.Environment(name, observation_type=rl_environment.ObservationType.OBSERVATION)
    environment.seed(4)
    step = environment.reset()
    while not step.last():
        step = environment.step([step.observations["legal_actions"][step.current_player()][0]])
    assert len(step.rewards) == environment.num_players and sum(step.rewards) == 0


def test_pieces_have_the_names_and_shapes_of_the_spec() -> None:
    game = pyspiel.load_game("rulewright_kuhn_poker(players=3)")
    state = game.new_initial_state()
    for action in (3, 1, 0):
        state.apply_action(action)
    hidden = engine_of("rulewright_kuhn_poker").facts["HIDDEN"]
    seen = make_observation(game)
    seen.set_from(state, 1)
    assert seen.dict["player"].tolist() == [0, 1, 0]
    assert seen.dict["card"].tolist()[:3] == [hidden, 1, hidden]  # clause: everybody sees his own card only
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE))
    assert "card" not in public.dict and "stake" in public.dict
    private = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    assert "card" in private.dict and "stake" not in private.dict


def test_recall_tells_apart_what_strings_tell_apart() -> None:
    """All information states of Kuhn poker: equal texts, equal tensors, and the other way round."""
    game = pyspiel.load_game("rulewright_kuhn_poker")
    pairs, stack = set(), [game.new_initial_state()]
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    while stack:
        state = stack.pop()
        for seat in range(2):
            recall.set_from(state, seat)
            pairs.add((state.information_state_string(seat), recall.tensor.tobytes()))
        stack += [state.child(action) for action in state.legal_actions()]
    assert len(pairs) == len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs})


def test_bounds_and_sums() -> None:
    """Kuhn poker: a player can lose 2, and win 2 from each other. Tic-tac-toe, a game of places, backgammon up to a backgammon."""
    for name, low, high, total in (
        ("rulewright_kuhn_poker", -2, 2, 0), ("rulewright_kuhn_poker(players=3)", -2, 4, 0), ("rulewright_tic_tac_toe", -1, 1, 0),
        ("rulewright_hearts", -3, 3, 0), ("rulewright_backgammon", -3, 3, None),
    ):  # fmt: skip
        game = pyspiel.load_game(name)
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (low, high, total)


@pytest.mark.parametrize("name", GAMES)
def test_its_playthrough(name: str, accept: bool) -> None:
    """Only the beginning of long ones is kept. After a change of a game's rules or layout: look at what differs, then --accept."""
    file = Path(__file__).parent / "playthroughs" / f"{name}.txt"
    variant = "__hexagonal__small" if name == "predators" else ""
    text = playthrough(f"{adapter.short_name(engine_of(name))}{variant}", None, seed=7)
    if len(text) > KEPT:
        text = text[: text.rindex("\n", 0, KEPT) + 1] + "# cut here\n"
    if accept:
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


KEPT = 40_000
"""Characters of a playthrough that are compared."""
