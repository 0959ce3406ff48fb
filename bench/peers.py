"""Random playouts of each game: native engines beside CPython, beside OpenSpiel driven from Python, and PettingZoo where it has the game.

    python bench/peers.py [GAME ...]

Each row is measured in turn within one run, ROUNDS times, SECONDS each, by CPU time; medians, and ratios of games a second (decisions a second under
"(moves)"). PettingZoo's leduc poker is measured only where the package rlcard, which it plays with, is there.
"""

import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import pyspiel  # noqa: E402

from runtime import Game, load  # noqa: E402
from runtime.playouts import play_portion  # noqa: E402

ROUNDS = 15
SECONDS = 0.1

PEERS = {
    "tic_tac_toe": ("tic_tac_toe", 28.0),
    "connect_four": ("connect_four", 26.0),
    "breakthrough": ("breakthrough", 6.0),
    "reversi": ("othello", 6.0),
    "hex": ("hex", 6.2),
    "english_draughts": ("checkers", 15.5),
    "amazons": ("amazons", 4.0),
    "kalah": ("mancala", 10.0),
    "kuhn_poker": ("kuhn_poker", 15.0),
    "leduc_poker": ("leduc_poker", 15.0),
    "liars_dice": ("liars_dice", 15.0),
    "pig": ("pig", 15.0),
    "go": ("go(board_size=9)", 1.0),
    "backgammon": ("backgammon", 8.0),
    "nim": ("nim", 0.0),
    "nine_mens_morris": ("nine_mens_morris", 0.0),
    "goofspiel": ("goofspiel", 0.0),
    "hearts": ("hearts", 0.0),
    "gomoku": ("gomoku", 0.0),
}
"""Our game: theirs, and the ratio aimed at (0: none)."""

PETTINGZOO: dict[str, tuple[str, dict[str, float]]] = {
    "tic_tac_toe": ("tictactoe_v3", {}),
    "connect_four": ("connect_four_v3", {}),
    "leduc_poker": ("leduc_holdem_v4", {}),
    "go": ("go_v5", {"board_size": 9, "komi": 7.5}),
}

Rate = tuple[float, float]
"""Games and decisions a second."""


def timed(play: Callable[[int], int]) -> Rate:
    """Plays portions until SECONDS have passed; `play(n)` plays game number n and returns its decisions."""
    begun = time.process_time()
    games = decisions = 0
    while (spent := time.process_time() - begun) < SECONDS:
        decisions += play(games)
        games += 1
    return games / spent, decisions / spent


def ours(game: Game, players: int, portion: int) -> Rate:
    begun = time.process_time()
    games = decisions = 0
    while (spent := time.process_time() - begun) < SECONDS:
        sums, _ = play_portion(game, players, 1, games, portion)
        games += sums[0]
        decisions += sums[1]
    return games / spent, decisions / spent


def openspiel(name: str) -> Callable[[int], int]:
    table = pyspiel.load_game(name)
    stream = random.Random(1)

    def play(_: int) -> int:
        state = table.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_simultaneous_node():
                state.apply_actions([stream.choice(state.legal_actions(seat)) for seat in range(table.num_players())])
                decisions += table.num_players()
                continue
            decisions += not state.is_chance_node()
            state.apply_action(stream.choice(state.legal_actions()))
        state.returns()
        return decisions

    return play


def pettingzoo(name: str) -> Callable[[int], int] | None:
    module, options = PETTINGZOO[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            environment = import_module(f"pettingzoo.classic.{module}").env(**options)
        except ImportError:
            return None

    def play(number: int) -> int:
        environment.reset(seed=number)
        decisions = 0
        for agent in environment.agent_iter():
            observation, _, over, cut, _ = environment.last()
            action = None if over or cut else environment.action_space(agent).sample(observation["action_mask"])
            decisions += action is not None
            environment.step(action)
        return decisions

    return play


def row(name: str) -> str:
    theirs, goal = PEERS[name]
    fast, slow = (load(ROOT / "generated" / f"{name}.py", backend=backend) for backend in ("native", "python"))
    players = max(2, fast.min_players)
    peer = openspiel(theirs)
    zoo = pettingzoo(name) if name in PETTINGZOO else None
    portion = max(1, int(play_rate(fast, players) * 0.02))
    rates: list[tuple[Rate, Rate, Rate, Rate | None]] = []
    for _ in range(ROUNDS):
        rates.append((ours(fast, players, portion), ours(slow, players, 1), timed(peer), timed(zoo) if zoo else None))
    games = statistics.median(native[0] / other[0] for native, _, other, _ in rates)
    moves = statistics.median(native[1] / other[1] for native, _, other, _ in rates)
    cpython = statistics.median(native[1] / slow_rate[1] for native, slow_rate, _, _ in rates)
    zoos = statistics.median(native[0] / other[0] for native, _, _, other in rates if other) if zoo else None
    mark = "" if not goal else " reached" if games >= goal else " MISSED"
    aim = f"{goal:g}{mark}" if goal else "-"
    native_moves = statistics.median(native[1] for native, *_ in rates)
    return f"{name:18}{native_moves:14,.0f}{cpython:10.1f}{games:11.1f}{moves:11.1f}{f'{zoos:.0f}' if zoos else '-':>12}   {aim}"


def play_rate(game: Game, players: int) -> float:
    begun = time.process_time()
    sums, _ = play_portion(game, players, 1, 0, 3)
    return sums[0] / max(1e-6, time.process_time() - begun)


def main() -> None:
    names = sys.argv[1:] or [name for name in PEERS if (ROOT / "generated" / f"{name}.py").is_file()]
    packages = ", ".join(f"{package} {metadata.version(package)}" for package in ("open_spiel", "pettingzoo"))
    print(f"one core; {packages}, CPython {sys.version.split()[0]}; medians of {ROUNDS} rounds")
    print(f"{'game':18}{'moves/s':>14}{'x CPython':>10}{'x OpenSpiel':>11}{'(moves)':>11}{'x PettingZoo':>12}   aim")
    for name in names:
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
