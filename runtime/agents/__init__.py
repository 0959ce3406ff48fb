"""Players that are no people: each an object with `choose(state) -> action` for the seat that is to act."""

from runtime.agents.agent import Agent, make_agent
from runtime.agents.greedy import GreedyAgent
from runtime.agents.mcts import MctsAgent
from runtime.agents.randomly import RandomAgent
from runtime.agents.search import SearchAgent, TreeSearch

__all__ = ["Agent", "GreedyAgent", "MctsAgent", "RandomAgent", "SearchAgent", "TreeSearch", "make_agent"]
