"""States and games as other parts of a program hold them: copied, pickled, in threads and in other processes."""

import copy
import multiprocessing
import pickle
import random
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from runtime import Game, State
from tests.games import engine

GAMES = ("hearts", "wild_farm", "goofspiel", "tic_tac_toe")


def played(game: Game, moves: int, seed: int = 3) -> State:
    state = game.new_initial_state(seed=seed, explicit_chance=True)
    choose = random.Random(seed)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(state.draw_outcome() if state.is_chance_node() else choose.choice(state.legal_actions()))
    return state


def finished(state: State) -> tuple[list[int], list[int], bytes]:
    """Plays on to the end in one fixed way."""
    choose = random.Random(11)
    while not state.is_terminal():
        state.apply_action(state.draw_outcome() if state.is_chance_node() else choose.choice(state.legal_actions()))
    return state.returns(), state.history(), state.position()


def answers(state: State) -> list[object]:
    """What is asked of a state in one go, over and over: in one thread, equal each time."""
    told: list[object] = [state.legal_actions(), state.returns(), state.scores()]
    told.extend(state.observation(seat) for seat in range(state.players))
    told.extend(state.say(action) for action in state.legal_actions()[:3])
    return told


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("name", GAMES)
def test_copies_are_equal_and_go_their_own_way(name: str, backend: str) -> None:
    state = played(engine(name, backend), 60)
    here = state.position()
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and twin.history() == state.history()
        assert [twin.information_state_string(seat) for seat in range(state.players)] == [
            state.information_state_string(seat) for seat in range(state.players)
        ]
        assert finished(twin) == finished(state.clone())
        while twin.history():
            twin.undo_action()
        assert twin.position() == engine(name, backend).new_initial_state(seed=3, explicit_chance=True).position()
        assert state.position() == here


def test_a_game_is_unpickled_once_a_process() -> None:
    game = engine("hearts", "native")
    first, second = (pickle.loads(pickle.dumps(played(game, moves))) for moves in (5, 60))
    assert first.game is second.game
    assert first.game.spec_hash == game.spec_hash


@pytest.mark.parametrize("backend", ["native", "python"])
def test_threads_on_clones_of_their_own(backend: str) -> None:
    """Fails where clones share room to work in: threads change places between a call's writing and its reading."""
    state = played(engine("hearts", backend), 64)
    mine = [state.clone() for _ in range(6)]
    for number, twin in enumerate(mine):
        for _ in range(number * 3):
            twin.apply_action(twin.legal_actions()[0])
    right = [answers(twin.clone()) for twin in mine]

    def ask(number: int) -> int:
        return sum(answers(mine[number]) != right[number] for _ in range(60))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(6) as pool:
            assert list(pool.map(ask, range(6))) == [0] * 6
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_take_states(method: str) -> None:
    states = [played(engine(name, "native"), moves) for name, moves in (("hearts", 70), ("goofspiel", 9), ("tic_tac_toe", 3))]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(finished, states)) == [finished(state.clone()) for state in states]


def test_environments_of_several_processes() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from runtime.adapters.gymnasium_env import SeatEnv

    game = engine("tic_tac_toe", "native")
    envs = gymnasium.vector.AsyncVectorEnv([lambda: SeatEnv(game), lambda: SeatEnv(game, seat=1)], context="fork")
    try:
        first, _ = envs.reset(seed=4)
        alone, _ = SeatEnv(game).reset(seed=4)
        assert (first["observation"][0] == alone["observation"]).all()
    finally:
        envs.close()


def test_undoing_everything_gives_the_streams_back() -> None:
    game = engine("hearts", "python")
    state = game.new_initial_state(seed=5, explicit_chance=True)
    start = state.position()
    for _ in range(52):
        state.apply_action(state.draw_outcome())
    while state.history():
        state.undo_action()
    assert state.position() == start
