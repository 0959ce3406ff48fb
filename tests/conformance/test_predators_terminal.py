"""What the terminal shows of Predators: the board with everything on it, the dice, what is still owed, and the reach of the token in hand, which a
search from space to space finds here."""

from collections.abc import Callable, Collection

import pytest

from compiler.interpret.play.views import Look
from runtime.board import draw_boards
from runtime.chance import Stream
from tests.conformance.test_predators_walks import BOARDS, SIZE, Cell, Position, make, put, waiting
from tests.games import engine, ir

NAMES = "hdgmv"
"""The first letters of hare, deer, goat, mole, vole."""


def within(start: Cell, most: int, steps: Collection[Cell], may_enter: Callable[[Cell], bool]) -> set[Cell]:
    """The cells that are at least one step and at most so many away."""
    found, rim = {start}, {start}
    for _ in range(most):
        rim = {(x + dx, y + dy) for x, y in rim for dx, dy in steps if may_enter((x + dx, y + dy))} - found
        found |= rim
    return found - {start}


def shown(made: Position, cell: Cell) -> str:
    """How the rules' things on a cell are drawn; half of the obstacles are fixed, the others belong to the first loose one."""
    barred = sorted(made.obstacles)
    if cell in made.predators:
        return f"p{made.predators.index(cell)}"
    for seat, side in enumerate(made.prey):
        if cell in side:
            return f"{NAMES[side.index(cell)]}{seat}"
    if cell in barred:
        return "r" if cell in barred[::2] else "s"
    return "t" if cell in made.passed else ""


@pytest.mark.parametrize("board", BOARDS)
def test_the_board_the_dice_what_is_owed_and_the_reach_are_shown(board: str) -> None:
    variants, compass = BOARDS[board]
    game, look = engine("predators", "python", variants), Look(ir("predators", variants))
    state, stream = waiting(game), Stream.seeded(5)
    cells = list(zip(*game.facts["VIEW"][0][3:5], strict=True))
    dice = [state.vector[game.offsets["dice"] + at] for at in (0, 1)]
    met = {"": 0, "predator": 0, "prey": 0}
    for _ in range(45):
        made, walker = make(stream, compass.values())
        left = made.graze if walker == "prey" else 0
        put(game, state, made, walker, left)
        in_hand = made.prey[0][0] if walker == "prey" else made.predators[0]
        owed = stream.below(2)
        state.vector[game.offsets["boulder_due"]] = owed

        def may_enter(cell: Cell, made: Position = made, walker: str = walker) -> bool:
            return cell not in made.passed and (made.is_free(cell) or (walker != "prey" and made.is_game(cell)))

        reach = within(in_hand, left if walker == "prey" else made.hunt, compass.values(), may_enter)
        marks = look.marks(state.vector)
        assert {cells[site] for site in marks["arena"]} == reach, (made, walker)

        lines = draw_boards(game, state.vector, marks)
        assert len(lines) == SIZE + 1
        for y in range(SIZE):
            expected = [shown(made, (x, y)) + "*" * ((x, y) in reach) or "." for x in range(SIZE)]
            assert lines[SIZE - 1 - y].split() == [str(y + 1), *expected]
        due = f"p0 owes {made.hunt} with the predator, {made.graze} with the prey; an obstacle owed: {('false', 'true')[owed]}"
        assert look.status(state.vector) == f"dice {dice[0]} and {dice[1]}; {due}"
        met[walker] += 1
    assert min(met.values()) >= 5
