"""What `view` shows of a position: a line of text, marked sites, and drawings of what stands on them.

    look = Look(game)
    look.status(vector)        # "p0 owes 3"
    look.marks(vector)         # {"arena": frozenset({0, 1, 12})}
    look.drawings(vector)      # {"place": ((31, "+--+\n|6 |\n+--+"), (40, …))}
    look.account(vector)       # (("p0 has 3 ponds", ("4.2",)), …), of a vector alone, for when the game is over

In: a game and a vector, or the slots that a seat sees (hidden values -2; what is left out reads as 0). What cannot be said of what is seen
is left out.
"""

from collections.abc import Sequence

from compiler.interpret.expressions import domains, expressions
from compiler.interpret.nouns.frame import FaultRaised, Frame, InternalError
from compiler.interpret.play.meanings import program_of
from compiler.interpret.play.position import rebuild_inverses
from compiler.ir import exprs as x
from compiler.ir.actions import Hole, Say
from compiler.ir.game import DrawnIR, GameIR


class Look:
    def __init__(self, game: GameIR) -> None:
        self._view = game.view
        self._size = game.layout.size
        self._program = program_of(game, False)

    def status(self, seen: Sequence[int]) -> str:
        """Empty without a text."""
        return _text(self._frame(seen), self._view.status) if self._view.status is not None else ""

    def marks(self, seen: Sequence[int]) -> dict[str, frozenset[int]]:
        """The marked sites of each board that has any marks."""
        frame = self._frame(seen)
        sites = {board.name: len(board.sites) for board in self._view.boards}
        return {
            board: frozenset(site for site in range(sites[board]) if _holds(frame.inner({"q": site}), condition))
            for board, condition in self._view.marks
        }

    def drawings(self, seen: Sequence[int]) -> dict[str, tuple[tuple[int, str], ...]]:
        """By variable: the sites that it says, each with the drawing of what stands there; what is not seen to stand anywhere is left out."""
        frame = self._frame(seen)
        return {
            drawn.block: tuple(
                (site, text)
                for index in range(drawn.low, drawn.high + 1)
                if (site := frame.load(drawn.block, index - drawn.low)) >= 0
                if (text := _drawing(frame.inner({drawn.index: index}), drawn)) is not None
            )
            for drawn in self._view.drawn
        }

    def account(self, vector: Sequence[int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What is told of the end, in written order: each line and the clauses that decided it."""
        frame = self._frame(vector)
        found = []
        for item in self._view.account:
            for inner in domains.bindings(frame, item.binders):
                line = next(((told, clauses) for when, told, clauses in item.lines if _holds(inner, when)), None)
                if line is not None:
                    found.append((_text(inner, line[0]), line[1]))
        return tuple(found)

    def _frame(self, seen: Sequence[int]) -> Frame:
        vector = [*seen, *[0] * (self._size - len(seen))]
        rebuild_inverses(self._program.game, vector)
        return Frame(self._program, vector, {})


def _drawing(frame: Frame, drawn: DrawnIR) -> str | None:
    """None where no look fits."""
    look = next((draw for when, draw in drawn.looks if _holds(frame, when)), None)
    return None if look is None else _text(frame, look)


def _text(frame: Frame, say: Say) -> str:
    return "".join(part if isinstance(part, str) else _shown(frame, part) for part in say.parts)


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
