"""What a player program is, and the names by which the command line makes them."""

from typing import Final, Protocol

from runtime.agents.greedy import GreedyAgent
from runtime.agents.mcts import MctsAgent
from runtime.agents.randomly import RandomAgent
from runtime.agents.search import SearchAgent
from runtime.state import State


class Agent(Protocol):
    """Chooses for the seat that is to act. Its randomness is its own; it never looks at what its seat may not know."""

    def choose(self, state: State) -> int:
        """A legal action of the actor. The state is not changed."""


AGENTS: Final = ("random", "greedy", "mcts", "ismcts", "uct")


def make_agent(name: str, seed: int) -> Agent:
    """`random`, `greedy`, `mcts`, `ismcts`, `uct` (native), the latter three with a number of playouts if wanted (`uct:20000`). Raises ValueError."""
    kind, _, number = name.partition(":")
    if kind not in AGENTS or number and not number.isdigit() or number and kind in ("random", "greedy"):
        raise ValueError(f"unknown bot {name!r}: one of {', '.join(AGENTS)}, as in mcts:500")
    if kind == "random":
        return RandomAgent(seed)
    if kind == "greedy":
        return GreedyAgent(seed)
    if kind == "uct":
        return SearchAgent(seed, playouts=int(number or 1000))
    return MctsAgent(seed, playouts=int(number or 300))
