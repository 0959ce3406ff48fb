"""One engine as three environments: Gymnasium (one seat learns), PettingZoo (all seats), OpenSpiel (for its algorithms).

    python examples/learning/main.py        # needs gymnasium, pettingzoo and open_spiel
"""

import random

import runtime
from runtime.adapters.gymnasium_env import SeatEnv
from runtime.adapters.openspiel_game import openspiel_game
from runtime.adapters.pettingzoo_env import TableEnv


def main() -> None:
    game = runtime.load("kuhn_poker")

    env = SeatEnv(game, seat=0, players=2)
    won = 0.0
    for seed in range(100):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(int(action))
            over = terminated or truncated
        won += reward
    print(f"Gymnasium: 100 games at random, seat 0 gets {won:+.0f}")

    table = TableEnv(game, players=2)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, over, cut, _ = table.last()
        table.step(None if over or cut else table.action_space(agent).sample(observation["action_mask"]))
    print("PettingZoo: a game played")

    state = openspiel_game(game, players=2).new_initial_state()
    stream = random.Random(1)
    while not state.is_terminal():
        state.apply_action(stream.choice(state.legal_actions()))
    print("OpenSpiel: returns", state.returns())


if __name__ == "__main__":
    main()
