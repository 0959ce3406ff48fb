"""A round robin: every pair of bots plays a game of two from both seats.

    python examples/tournament/main.py [ENGINE] [GAMES]
"""

import sys
from itertools import combinations

import runtime
from runtime.agents import make_agent
from runtime.playouts import share_of

BOTS = ("random", "greedy", "mcts:60")


def play(game: runtime.Game, bots: tuple[str, str], seed: int) -> list[int]:
    """Returns by seat."""
    state = game.new_initial_state(2, seed=seed)
    agents = [make_agent(bot, seed * 7 + seat) for seat, bot in enumerate(bots)]
    while not state.is_terminal():
        state.apply_action(agents[state.actor()].choose(state))
    return state.returns()


def main() -> None:
    engine = sys.argv[1] if len(sys.argv) > 1 else "connect_four"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    game = runtime.load(engine)
    print(f"{game.title}: {games} games a pair, half from each seat")
    for first, second in combinations(BOTS, 2):
        wins = 0
        for seed in range(games):
            seats = (first, second) if seed % 2 == 0 else (second, first)
            returns = play(game, seats, seed)
            wins += returns[seats.index(first)] > returns[seats.index(second)]
        share = share_of(wins, games)
        print(f"{first} beats {second} in {share.mean:.0%} ± {share.margin:.0%}")


if __name__ == "__main__":
    main()
