"""Games on boards that joined later, seen by both or in the dark."""

from runtime.state import State
from tests.conformance.matches.reading import cell, values, words
from tests.conformance.openspiel import Match

STRAIGHT = {"north": 0, "east": 1, "south": 2, "west": 3}


def clobber(state: State, code: int) -> int:
    """Row from the top, column, direction."""
    _, start, way = words(state, code)
    column, row = cell(start)
    return ((4 - row) * 6 + column) * 4 + STRAIGHT[way]


def y(state: State, code: int) -> int:
    """Rows of nineteen, each one shorter than the one before."""
    column, row = cell(words(state, code)[1])
    return row * 19 + column


def havannah(side: int):  # type: ignore[no-untyped-def]
    """Rows of the square around the hexagon, ours counted from the other end."""
    reach = 2 * side - 1

    def action(state: State, code: int) -> int:
        column, row = cell(words(state, code)[1])
        return (reach - 1 - row) * reach + column

    return action


def lines_of_action(state: State, code: int) -> int:
    """Start, target, and whether something is taken."""
    _, start, end = words(state, code)
    (x, y), (u, v) = cell(start), cell(end)
    takes = state.vector[state.game.offsets["man"] + v * 8 + u] == 1 - state.current_player()
    return ((y * 8 + x) * 64 + v * 8 + u) * 2 + takes


QUARTERS = {"b5": 0, "e5": 1, "e2": 2, "b2": 3}
"""clockwise from the upper left"""


def pentago(state: State, put: int, turn: int) -> int:
    """The hole, row by row from the top, and one of eight turns."""
    column, row = cell(words(state, put)[1])
    _, middle, way = words(state.child(put), turn)
    return ((5 - row) * 6 + column) * 8 + QUARTERS[middle] * 2 + (way == "clockwise")


def both_parts(at: State, after: State, steps: int) -> bool:
    return steps == 2


def oware(state: State, code: int) -> int:
    return values(state, code)["k"] - 1


def ultimate_tic_tac_toe(state: State, code: int) -> int:
    """A small board, or a cell within one, row by row from the top."""
    kind, place = words(state, code)
    column, row = cell(place)
    return (2 - row) * 3 + column if kind == "pick" else (2 - row % 3) * 3 + column % 3


def dots_and_boxes(rows: int, columns: int):  # type: ignore[no-untyped-def]
    """The horizontal lines row by row from the top, then the vertical ones."""

    def action(state: State, code: int) -> int:
        column, row = cell(words(state, code)[1])
        row = 2 * rows - row
        if row % 2 == 0:
            return row // 2 * columns + column // 2
        return (rows + 1) * columns + row // 2 * (columns + 1) + column // 2

    return action


def phantom(state: State, code: int) -> int:
    column, row = cell(words(state, code)[1])
    return (2 - row) * 3 + column


def dark_hex(state: State, code: int) -> int:
    column, row = cell(words(state, code)[1])
    return row * 3 + column


def xiangqi(state: State, code: int) -> int:
    """Start and target, points row by row from the top."""
    start, end = ((9 - row) * 9 + column for column, row in map(cell, words(state, code)[1:]))
    return start * 90 + end


DROPPED = ("pawn", "lance", "knight", "silver", "gold", "bishop", "rook")


def shogi(state: State, code: int) -> int:
    """Start, target, promotion; drops behind them by kind and target."""
    kind, first, end = words(state, code)
    column, row = cell(end)
    target = row * 9 + column
    if kind == "drop":
        return 81 * 162 + DROPPED.index(first) * 81 + target
    column, row = cell(first)
    return (row * 9 + column) * 162 + target * 2 + (kind in ("raise", "leap_and_raise"))


BOARDS = (
    Match(ours="clobber", theirs="clobber", action=clobber),
    Match(ours="y", theirs="y", action=y, slow=True),
    Match(ours="havannah", theirs="havannah", action=havannah(8), slow=True),
    Match(ours="havannah", theirs="havannah(board_size=4)", action=havannah(4), options=(("side", "4"),)),
    *(
        Match(ours="lines_of_action", theirs="lines_of_action", action=lines_of_action, slow=True,
            options=(("repeats", "2"), ("same_mover", "no"), ("both_joined", joined)),
            differs=("theirs end when a board comes for the second time, whoever is to move",))
        for joined in ("mover_wins", "draw")
    ),
    Match(ours="pentago", theirs="pentago", action=pentago, whole=both_parts, options=(("before_turning", "waits"),), slow=True,
        differs=("theirs ask for five only after a quarter has been turned",)),
    Match(ours="oware", theirs="oware", action=oware),
    Match(ours="ultimate_tic_tac_toe", theirs="ultimate_tic_tac_toe", action=ultimate_tic_tac_toe),
    Match(ours="dots_and_boxes", theirs="dots_and_boxes", action=dots_and_boxes(2, 2), options=(("rows", "2"), ("columns", "2"))),
    Match(ours="dots_and_boxes", theirs="dots_and_boxes(num_rows=3,num_cols=5)", action=dots_and_boxes(3, 5), options=(("rows", "3"), ("columns", "5"))),
    Match(ours="xiangqi", theirs="xiangqi", action=xiangqi, options=(("quiet_limit", "500"), ("repeats", "200"), ("longest", "500")), slow=True,
        differs=("theirs know no draw but after 500 moves",)),
    Match(ours="shogi", theirs="shogi", action=shogi, options=(("longest", "2000"), ("impasse", "judged")), slow=True,
        differs=("theirs judge kings that have come through",)),
    Match(ours="phantom_tic_tac_toe", theirs="phantom_ttt", action=phantom),
    Match(ours="phantom_tic_tac_toe", theirs="phantom_ttt(gameversion=abrupt)", action=phantom, options=(("taken_cell", "turn_is_over"),)),
    Match(ours="dark_hex", theirs="dark_hex", action=dark_hex),
    Match(ours="dark_hex", theirs="dark_hex(gameversion=adh)", action=dark_hex, options=(("taken_cell", "turn_is_over"),)),
)  # fmt: skip
