"""Playing a counted game again, move by move: what led to a fault, to a place in the spec, or round in a circle.

replayed(game, number=17, seed=0, stop=fired(game, "fired", 3)).told()
# "3 players, seed 17: p0 commit sheep 3, p1 commit dog 0, …"
"""

from array import array
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from compiler.checks.play.counting import players_of
from runtime import Fault, Game, State
from runtime.chance import AGENTS, Stream
from runtime.contract import Vec

SHOWN: Final = 12
"""moves told of a longer line: the last ones"""

Stop = Callable[[Vec], bool]


class Line(Struct, frozen=True, kw_only=True):
    """Moves from the start: who and what, and the position they lead to; `rule` is what failed at the last move, or 0. `codes` are those of the
    moves where they are known, and `explicit` says whether chance is among them."""

    players: int
    seed: int
    moves: tuple[str, ...]
    position: str
    rule: int = 0
    codes: tuple[int, ...] = ()
    explicit: bool = False

    def told(self) -> str:
        head = f"{self.players} players, seed {self.seed}"
        if not self.moves:
            return f"{head}, at the start"
        left = len(self.moves) - SHOWN
        first = f"{left} moves, then " if left > 0 else ""
        return f"{head}: {first}{', '.join(self.moves[-SHOWN:])}"


def replayed(game: Game, *, number: int, seed: int, stop: Stop) -> Line:
    """Game `number` up to the first position for which `stop` holds, to a fault, or to its end."""
    players = players_of(game, number)
    try:
        state = game.new_initial_state(players, seed=seed + number)
    except Fault as fault:
        return Line(players=players, seed=seed + number, moves=(), position="", rule=fault.rule)
    stream = Stream.seeded(seed + number, AGENTS)
    moves: list[str] = []
    codes: list[int] = []
    rule = 0
    while not state.is_terminal() and not stop(state.vector):
        try:
            actions = state.legal_actions()
            if not actions:
                break
            action = actions[stream.below(len(actions))]
            moves.append(move_text(state, action))
            codes.append(action)
            state.apply_action(action)
        except Fault as fault:
            rule = fault.rule
            break
    return Line(players=players, seed=seed + number, moves=tuple(moves), position=str(state), rule=rule, codes=tuple(codes))


def move_text(state: State, action: int) -> str:
    """`p0 take sheep 3`, or an outcome by its text."""
    text = state.action_to_string(action)
    return f"chance {text}" if state.is_chance_node() else f"p{state.actor()} {text}"


def fired(game: Game, name: str, place: int) -> Stop:
    """Whether a counter has been touched."""
    slot = game.offsets[name] + place
    return lambda vector: vector[slot] > 0


def never(vector: Vec) -> bool:
    """Stops nowhere."""
    return False


def shortest_cycle(game: Game, *, number: int, seed: int, ignored: Sequence[str], moves: int) -> tuple[str, ...] | None:
    """The shortest stretch of moves in the first `moves` of a game that leads back to the position it began at; None where no position came twice.
    Positions are compared without the variables `ignored` and the number of decisions."""
    state = game.new_initial_state(players_of(game, number), seed=seed + number)
    stream = Stream.seeded(seed + number, AGENTS)
    blank = blanks(game, ignored)
    latest: dict[bytes, int] = {}
    texts: list[str] = []
    best: tuple[int, int] | None = None
    for at in range(moves):
        key = position_key(game, state.vector, blank)
        if key in latest and (best is None or at - latest[key] < best[1] - best[0]):
            best = (latest[key], at)
        latest[key] = at
        actions = state.legal_actions()
        if state.is_terminal() or not actions:
            break
        action = actions[stream.below(len(actions))]
        texts.append(move_text(state, action))
        state.apply_action(action)
    return tuple(texts[best[0] : best[1]]) if best is not None else None


def blanks(game: Game, names: Sequence[str]) -> tuple[int, ...]:
    """The slots that do not count when positions are compared: those of the variables named, the number of decisions, the streams of chance."""
    header = ("decisions", "deal_low", "deal_high", "dice_low", "dice_high")
    return tuple(slot for name in (*names, *header) if name for slot in range(game.offsets[name], game.offsets[name] + game.lengths[name]))


def position_key(game: Game, vector: Vec, blank: Sequence[int]) -> bytes:
    """The position as bytes, without these slots."""
    numbers = array("q", vector[: game.kept])
    for slot in blank:
        numbers[slot] = 0
    return numbers.tobytes()
