"""Tree search that runs natively: forced wins and known first moves, equal trees on both backends, kept trees, and nothing learnt of what is hidden."""

import pytest

from runtime import Game, State, load
from runtime.agents import RandomAgent, SearchAgent, TreeSearch, make_agent
from tests.games import ROOT


def engine(name: str, backend: str = "native") -> Game:
    return load(ROOT / "generated" / f"{name}.py", backend=backend)  # type: ignore[arg-type]


def after(name: str, *actions: int, players: int = 2) -> State:
    state = engine(name).new_initial_state(players, explicit_chance=True)
    for action in actions:
        state.apply_action(action)
    return state


def searched(state: State, playouts: int, seed: int = 1) -> list[tuple[int, int, float]]:
    search = TreeSearch(state.game, players=state.players, seed=seed)
    assert search.run(state, playouts=playouts) == playouts
    return [(choice.action, choice.visits, choice.value) for choice in search.choices()]


def test_known_positions() -> None:
    """Tic-tac-toe: two in a row win, else the other's two are to be stopped. Connect four: the middle column is the winning opening (J. Allen, 1988)."""
    assert SearchAgent(1, playouts=500).choose(after("tic_tac_toe", 0, 3, 1, 4)) == 2
    assert SearchAgent(1, playouts=2000).choose(after("tic_tac_toe", 4, 0, 3)) == 5
    assert SearchAgent(1, playouts=20_000).choose(after("connect_four")) == 3


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "goofspiel", "wild_farm", "pig"])
def test_both_backends_find_the_same_tree(name: str) -> None:
    found = []
    for backend in ("native", "python"):
        state = engine(name, backend).new_initial_state(2, seed=3, explicit_chance=True)
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        found.append(searched(state, 120))
    assert found[0] == found[1] and sum(visits for _, visits, _ in found[0]) == 120


def test_seeds() -> None:
    state = after("connect_four")
    assert searched(state, 400, seed=7) == searched(state, 400, seed=7) != searched(state, 400, seed=8)


def test_the_tree_is_kept() -> None:
    """After a move and an answer the part of the tree below them is the new tree, with its visits."""
    state = after("connect_four")
    search = TreeSearch(state.game, players=2, seed=1)
    search.run(state, playouts=5000)
    line = (3, 3)
    below = TreeSearch(state.game, players=2, seed=1)
    below.run(state, playouts=5000)
    for action in line:
        state.apply_action(action)
    assert search.run(state, playouts=0) == 0
    kept = {choice.action: choice.visits for choice in search.choices()}
    assert sum(kept.values()) > 100
    search.run(state, playouts=100)
    assert sum(choice.visits for choice in search.choices()) == sum(kept.values()) + 100


@pytest.mark.parametrize("name", ["connect_four", "pig"])
def test_a_full_tree_is_searched_on(name: str) -> None:
    state = after(name)
    search = TreeSearch(state.game, players=2, seed=1, room=20)
    assert search.run(state, playouts=1000) == 1000
    assert sum(choice.visits for choice in search.choices()) == 1000


def test_a_search_learns_nothing_of_what_is_hidden() -> None:
    """Kuhn poker: the first player holds 1; whether the other holds 0 or 2, it searches the same tree. With the highest card betting cannot lose to a call."""
    assert searched(after("kuhn_poker", 1, 0), 300) == searched(after("kuhn_poker", 1, 2), 300)
    called = after("kuhn_poker", 2, 1, 0, 1)  # it passed, the other bet: calling wins 2, passing loses 1
    values = {action: value for action, _, value in searched(called, 200)}
    assert values == {0: -1, 1: 2}


def test_several_trees_side_by_side() -> None:
    agent = SearchAgent(1, playouts=4000, threads=2)
    state = after("connect_four")
    assert agent.choose(state) == 3
    assert sum(choice.visits for choice in agent.search(state)) >= 4000


def test_it_beats_random_play() -> None:
    won = 0
    for seed in range(20):
        state = engine("connect_four").new_initial_state(2, seed=seed)
        agents = [make_agent("uct:300", seed), RandomAgent(seed)]
        while not state.is_terminal():
            state.apply_action(agents[state.actor() ^ seed & 1].choose(state))
        won += state.returns()[seed & 1] > 0
    assert won >= 18  # of equals, fewer than one in a thousand would


def test_time_ends_it_and_nothing_to_do_is_refused() -> None:
    state = after("connect_four")
    search = TreeSearch(state.game, players=2)
    assert search.run(state, seconds=0.02) > 0
    with pytest.raises(ValueError, match="playouts or of seconds"):
        search.run(state)
