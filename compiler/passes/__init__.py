"""Games made smaller and quicker, one pass after the other; each gives a well-formed game that plays the same."""

from compiler.passes.passes import PASSES, Pass, run_passes

__all__ = ["PASSES", "Pass", "run_passes"]
