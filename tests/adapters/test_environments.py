"""Engines as environments of PettingZoo and Gymnasium: their own tests, and what these do not ask."""

import contextlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

from runtime import Game, IllegalAction, State, load
from runtime.adapters.gymnasium_env import SeatEnv, register
from runtime.adapters.gymnasium_vector import BatchEnv
from runtime.adapters.pettingzoo_env import TableEnv, TogetherEnv
from runtime.agents import MctsAgent, RandomAgent
from runtime.engine import engine_files
from runtime.playouts import play_portion
from tests.games import ROOT

ENGINES = [path.stem for path in engine_files()]
SEALED = [name for name in ENGINES if "pending" in load(name, backend="python").offsets]


@pytest.fixture(autouse=True)
def quietly() -> Iterator[None]:
    """Their tests print and warn about what is a choice: observations in a dictionary, spaces of many integers."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def engine(name: str) -> Game:
    return load(ROOT / "generated" / f"{name}.py")


@pytest.mark.parametrize("name", ENGINES)
def test_a_table_passes_their_tests(name: str) -> None:
    game = engine(name)
    for players in sorted({game.min_players, game.max_players}):
        api_test(TableEnv(game, players=players), num_cycles=60)
    seed_test(lambda: TableEnv(game), num_cycles=30)


@pytest.mark.parametrize("name", SEALED)
def test_sealed_choices_pass_their_parallel_test(name: str) -> None:
    game = engine(name)
    for players in sorted({game.min_players, game.max_players}):
        parallel_api_test(TogetherEnv(game, players=players), num_cycles=60)


def test_there_are_games_of_sealed_choices() -> None:
    assert "goofspiel" in SEALED and "wild_farm" in SEALED and "go" not in SEALED


class Module:
    """What their test of cycles takes for a module. It draws actions without a mask: these seeds draw no bid twice."""

    @staticmethod
    def env(max_cycles: int) -> Any:
        return Module.seeded(TableEnv(engine("goofspiel"), max_cycles=max_cycles))

    @staticmethod
    def parallel_env(max_cycles: int) -> Any:
        return Module.seeded(TogetherEnv(engine("goofspiel"), max_cycles=max_cycles))

    @staticmethod
    def seeded(env: Any) -> Any:
        for agent in env.possible_agents:
            space = env.action_space(agent)
            seed = next(seed for seed in range(99) if len(drawn(space, seed)) == 4)
            space.seed(seed)
        return env


def drawn(space: Any, seed: int) -> set[int]:
    space.seed(seed)
    return {int(space.sample()) for _ in range(4)}


def test_cycles_are_counted() -> None:
    """Their test bounds them; without a bound goofspiel ends by its rules, after thirteen bids."""
    max_cycles_test(Module)
    env = TogetherEnv(engine("goofspiel"))
    env.reset(seed=1)
    cycles = 0
    while env.agents:
        env.step({agent: int(env._table.observe(agent)["action_mask"].argmax()) for agent in env.agents})
        cycles += 1
    assert cycles == 13


@pytest.mark.parametrize("name", ["goofspiel", "backgammon"])
def test_games_without_a_seed_differ(name: str) -> None:
    for env in (TableEnv(engine(name)), TogetherEnv(engine(name)), SeatEnv(engine(name), seat=1)):
        seen = set()
        for _ in range(6):
            env.reset()
            seen.add(str(env._table._state if isinstance(env, TogetherEnv) else env._state))
        assert len(seen) > 1
        twice = []
        for _ in range(2):
            env.reset(seed=5)
            env.reset()
            twice.append(str(env._table._state if isinstance(env, TogetherEnv) else env._state))
        assert twice[0] == twice[1]


@pytest.mark.parametrize("name", ENGINES)
def test_a_seat_passes_their_check(name: str) -> None:
    game = engine(name)
    for players in sorted({game.min_players, game.max_players}):
        check_env(SeatEnv(game, players=players, seat=players - 1, illegal="penalty"), skip_render_check=True)


def test_it_is_made_by_its_id() -> None:
    register()
    env = gymnasium.make("rulewright/Game-v0", game=str(ROOT / "generated" / "wild_farm.py"), players=4, seat=None)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(30)}
    assert seats == {0, 1, 2, 3}
    assert env.unwrapped.action_masks().dtype == bool  # type: ignore[attr-defined]


def test_an_illegal_action() -> None:
    game = engine("tic_tac_toe")
    env = SeatEnv(game)
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(IllegalAction):
        env.step(4)
    env = SeatEnv(game, illegal="penalty")
    env.reset(seed=1)
    env.step(4)
    _, reward, over, cut, _ = env.step(4)
    assert (reward, over, cut) == (-1.0, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_no_game_is_handed_out_that_is_over() -> None:
    """Kuhn poker for the last of ten: most often all is decided by others, but he is asked in every game. Liar's dice for two: always asked. Wolves and
    Sheep: a seat may never be asked. Whoever resets is asked something."""
    for name, players in (("wolves_and_sheep", 4), ("kuhn_poker", 10), ("nim", 2)):
        env = SeatEnv(engine(name), players=players, seat=players - 1)
        for seed in range(15):
            assert env.reset(seed=seed)[0]["action_mask"].any()


class Peeping:
    """An agent that notes what it is shown."""

    def __init__(self, seed: int) -> None:
        self._random = RandomAgent(seed)

    def choose(self, state: State) -> int:
        cards = state.game.offsets["card"]
        SHOWN.append((state.vector[cards], state.vector[cards + 1]))
        return self._random.choose(state)


SHOWN: list[tuple[int, int]] = []


def test_opponents_do_not_see_the_learners_cards() -> None:
    """Kuhn poker, the first seat holds a card by the deal of this seed; the second is shown the other cards just as often."""
    env = SeatEnv(engine("kuhn_poker"), seat=0, players=2, others=Peeping)
    SHOWN.clear()
    for _ in range(60):
        env.reset(seed=3)
        env.step(1)
    assert len({own for _, own in SHOWN}) == 1  # its own card is the true one
    env.reset(seed=3)
    first = SHOWN[0][0]
    env = SeatEnv(engine("kuhn_poker"), seat=0, players=2, others=Peeping)
    SHOWN.clear()
    held = set()
    for seed in range(60):
        observation, _ = env.reset(seed=seed)
        card = observation["observation"][env._game.offsets["card"]]
        env.step(1)
        held.add(SHOWN[-1][0] == card)
    assert held == {True, False} and first is not None


def test_a_searching_opponent_plays() -> None:
    env = SeatEnv(engine("kuhn_poker"), others=lambda seed: MctsAgent(seed, playouts=20, open=True))
    for seed in range(5):
        env.reset(seed=seed)
        env.step(1)


@pytest.mark.parametrize("name", ["tic_tac_toe", "wild_farm", "wolves_and_sheep", "pig", "goofspiel"])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_plays_the_games_that_playouts_play(name: str, threads: int) -> None:
    """Game k of a batch whose choices are drawn is game k of `playouts`, on any number of threads."""
    game = engine(name)
    batch = game.batch(200, players=game.max_players, seed=11, threads=threads, again="never")
    totals, decisions = np.zeros(batch.players, dtype=np.int64), 0
    while (batch.acting != -4).any():
        chosen = batch.sample()
        decisions += int((chosen >= 0).sum())
        batch.step(chosen)
        totals += batch.rewards.sum(axis=0)
        assert not batch.rewards[batch.ended == 0].any()
    sums, _ = play_portion(game, batch.players, 11, 0, 200)
    assert sums[:2] == [200, decisions]
    assert totals.tolist() == [sums[8 + 6 * seat + 2] for seat in range(batch.players)]


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "wild_farm", "predators__hexagonal__small"])
@pytest.mark.parametrize("backend", ["native", "python"])
def test_a_batch_shows_what_states_show(name: str, backend: Any) -> None:
    game = load(ROOT / "generated" / f"{name}.py", backend=backend)
    batch = game.batch(8, seed=2)
    for _ in range(25):
        batch.step(batch.sample())
        for row in range(8):
            state = batch.state(row)
            assert batch.acting[row] == state.actor()
            assert batch.legal[row][: batch.counts[row]].tolist() == state.legal_actions()
            assert batch.masks is not None and batch.masks[row].tolist() == state.legal_actions_mask()
            assert batch.observations is not None and batch.observations[row].tolist() == state.observation(state.actor())


def test_batches_on_two_backends_are_equal() -> None:
    for name in ("backgammon", "wild_farm"):
        rows = []
        for backend in ("native", "python"):
            batch = load(ROOT / "generated" / f"{name}.py", backend=backend).batch(5, seed=9)  # type: ignore[arg-type]
            for _ in range(40):
                batch.step(batch.sample())
            rows.append(batch.rows[:, : batch.game.kept].tolist())
        assert rows[0] == rows[1]


def test_an_illegal_action_changes_no_row() -> None:
    batch = engine("tic_tac_toe").batch(4, seed=1)
    batch.step([4, 4, 4, 4])
    before = batch.rows.copy()
    with pytest.raises(IllegalAction, match="row 2"):
        batch.step([0, 1, 4, 2])
    assert (batch.rows[:, :23] == before[:, :23]).all()
    batch.step([0, -1, -1, 8])
    assert batch.acting.tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize("again", ["never", "at once", "next step"])
def test_what_becomes_of_a_game_that_is_over(again: Any) -> None:
    """X takes the top row in three marks, O the middle row in two."""
    batch = engine("tic_tac_toe").batch(2, seed=1, again=again)
    for marks in (0, 3, 1, 4):
        batch.step([marks, -1])
    batch.step([2, -1])
    assert batch.ended.tolist() == [1, 0] and batch.rewards.tolist() == [[1, -1], [0, 0]]
    assert batch.acting.tolist() == [0 if again == "at once" else -4, 0]
    assert batch.games.tolist() == [2 if again == "at once" else 0, 1]
    if again == "never":
        with pytest.raises(IllegalAction):
            batch.step([5, -1])
    else:
        batch.step([0, -1])
        assert batch.ended.tolist() == [0, 0] and not batch.rewards.any()
        assert batch.games.tolist() == [2, 1] and batch.acting.tolist() == [1 if again == "at once" else 0, 0]


@pytest.mark.parametrize("name", ["tic_tac_toe", "wild_farm", "goofspiel"])
@pytest.mark.parametrize("own", [True, False])
def test_a_vector_environment(name: str, own: bool) -> None:
    """Only the learnt seat is asked; after an end comes a step without a reward; returns are those of random play."""
    game = engine(name)
    env = BatchEnv(game, 64, seat=1, seed=3, others=(lambda batch: batch.sample()) if own else None)
    observations, infos = env.reset(seed=4)
    assert env.observation_space.contains({key: value.astype(env.observation_space[key].dtype) for key, value in observations.items()})  # type: ignore[index]
    after, games, total = np.zeros(64, dtype=bool), 0, 0.0
    for _ in range(120):
        assert ((env.batch.acting == 1) | after).all()
        observations, rewards, ended, cut, infos = env.step(env.sample().copy())
        assert not rewards[after].any() and not ended[after].any()
        games += int((ended | cut).sum())
        total += float(rewards.sum())
        after = ended | cut
    assert games > 64 and -1 <= total / games <= 1
    assert infos["action_mask"].shape == (64, game.num_actions)
