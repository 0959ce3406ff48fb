"""Runs emitted engines: load one, play it, keep its records, put it through the laws.

    import runtime
    game = runtime.load("generated/my_game.py")
    state = game.new_initial_state(seed=1)

Needs nothing of the compiler.
"""

from runtime.engine import from_functions, load, load_source
from runtime.errors import BadEngine, BadRecord, BadText, Fault, IllegalAction, Refusal, RulewrightError
from runtime.game import Game
from runtime.state import State

__all__ = [
    "BadEngine",
    "BadRecord",
    "BadText",
    "Fault",
    "Game",
    "IllegalAction",
    "Refusal",
    "RulewrightError",
    "State",
    "from_functions",
    "load",
    "load_source",
]
