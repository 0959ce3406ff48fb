"""The passes in order, as data. Codes, rule numbers and the layout of positions stay as `lower` made them."""

from collections.abc import Callable
from typing import Final, TypeAlias

from compiler.ir.game import GameIR
from compiler.passes.fold import fold_constants
from compiler.passes.fuse import fuse_runs
from compiler.passes.shorten import shorten_flow
from compiler.passes.tabulate import tabulate_filters
from compiler.passes.unused import drop_unused

Pass: TypeAlias = Callable[[GameIR], GameIR]

PASSES: Final[tuple[tuple[str, Pass], ...]] = (
    ("fold constants", fold_constants),
    ("drop what folding has cut off", drop_unused),
    ("tabulate filters", tabulate_filters),
    ("shorten the flow", shorten_flow),
    ("fuse bookkeeping", fuse_runs),
    ("drop what nothing uses", drop_unused),
)


def run_passes(game: GameIR) -> GameIR:
    for _, change in PASSES:
        game = change(game)
    return game
