"""Games made smaller and quicker, one pass after the other; each gives a well-formed game that plays the same."""

from compiler.passes.passes import PASSES, Pass, run_passes
from compiler.passes.unused import without_view

__all__ = ["PASSES", "Pass", "run_passes", "without_view"]
