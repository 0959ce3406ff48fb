"""What `view` shows of a position: a line of text, and marked sites.

    look = Look(game)
    look.status(vector)        # "p0 owes 3"
    look.marks(vector)         # {"arena": frozenset({0, 1, 12})}

In: a game and a vector, or the slots that a seat sees (hidden values -2; what is left out reads as 0). What cannot be said of what is seen
is left out.
"""

from collections.abc import Sequence

from compiler.interpret import expressions
from compiler.interpret.frame import FaultRaised, Frame, InternalError, Program
from compiler.interpret.position import rebuild_inverses
from compiler.ir import exprs as x
from compiler.ir.actions import Hole
from compiler.ir.game import GameIR


class Look:
    def __init__(self, game: GameIR) -> None:
        self._view = game.view
        self._size = game.layout.size
        self._program = Program(game, False)

    def status(self, seen: Sequence[int]) -> str:
        """Empty without a text."""
        frame = self._frame(seen)
        parts = self._view.status.parts if self._view.status is not None else ()
        return "".join(part if isinstance(part, str) else _shown(frame, part) for part in parts)

    def marks(self, seen: Sequence[int]) -> dict[str, frozenset[int]]:
        """The marked sites of each board that has any marks."""
        frame = self._frame(seen)
        sites = {board.name: len(board.sites) for board in self._view.boards}
        return {
            board: frozenset(site for site in range(sites[board]) if _holds(frame.inner({"q": site}), condition))
            for board, condition in self._view.marks
        }

    def _frame(self, seen: Sequence[int]) -> Frame:
        vector = [*seen, *[0] * (self._size - len(seen))]
        rebuild_inverses(self._program.game, vector)
        return Frame(self._program, vector, {})


def _shown(frame: Frame, part: Hole) -> str:
    try:
        return part.carrier.text(expressions.value(frame, part.value))
    except (FaultRaised, InternalError, IndexError):
        return "?"


def _holds(frame: Frame, condition: x.Cond) -> bool:
    try:
        return expressions.holds(frame, condition)
    except (FaultRaised, InternalError, IndexError):
        return False
