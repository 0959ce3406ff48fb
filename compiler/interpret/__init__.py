"""The reference meaning of a game's IR: slow, obvious, checked."""

from compiler.interpret.engine import Interpreter, bare_position, bindings, broken_claims, evaluate, evaluate_claim, merged, refusals, where_it_fails
from compiler.interpret.nouns.frame import FaultRaised, InternalError

__all__ = [
    "FaultRaised",
    "InternalError",
    "Interpreter",
    "bare_position",
    "bindings",
    "evaluate",
    "broken_claims",
    "evaluate_claim",
    "merged",
    "refusals",
    "where_it_fails",
]
