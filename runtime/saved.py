"""States as data, and back: how a game was begun, the codes since, and the position. docs/records.md has the format.

Nothing in it is believed: the opening is made again, the codes are judged one by one, and the position must come out.
"""

from typing import TYPE_CHECKING, Any

from runtime.contract import RECORD_VERSION
from runtime.errors import BadRecord, Fault, IllegalAction
from runtime.sound import STREAMS, stuck, unchecked, unsound

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

LARGEST = 2**62


def data_of(state: "State") -> dict[str, Any]:
    game = state.game
    line = list(state._line())
    first = line[0][0] if line else state.vector
    inside = not state.vector[game.offsets["explicit"]] and game.num_outcomes > 0
    return {
        "record": RECORD_VERSION,
        "game": game.name,
        "variant": game.variant,
        "spec_hash": game.spec_hash,
        "opening": list(state._opening) if state._opening is not None else None,
        "start": list(first[: game.kept]),
        "actions": [action for _, action, _ in line],
        # Where chance is drawn inside, the streams may have been given new seeds at any time.
        "streams": [[before[game.offsets[name]] for name in STREAMS] for before, _, _ in line] if inside else [],
        "position": list(state.vector[: game.kept]),
    }


def state_of(game: "Game", data: object, *, unreached: bool = False) -> "State":
    """Raises BadRecord. `unreached`: a start that no game begins with is taken too, if it is a sound position."""
    if not isinstance(data, dict):
        raise BadRecord("not a state of this format")
    if data.get("record") != RECORD_VERSION:
        raise BadRecord(f"a state of engine contract {str(data.get('record'))[:20]}; this runtime keeps contract {RECORD_VERSION}")
    if data.get("spec_hash") != game.spec_hash or data.get("game") != game.name or data.get("variant") != game.variant:
        other = f"{str(data.get('game'))[:60]!r} with spec {str(data.get('spec_hash'))[:12]}"
        raise BadRecord(f"a state of {other}, not of {game.full_name} with spec {game.spec_hash[:12]}")
    start, position, actions = (_numbers(data, key) for key in ("start", "position", "actions"))
    streams = data.get("streams")
    if not isinstance(streams, list) or len(streams) not in (0, len(actions)):
        raise BadRecord("`streams` has four numbers for each action, or is empty")
    words = [_words(game, row) for row in streams]
    state = _opened(game, data.get("opening"), start, unreached=unreached)
    try:
        for at, action in enumerate(actions):
            if words:
                _set_streams(game, state, words[at])
            state.apply_action(action)
    except (IllegalAction, Fault) as error:
        raise BadRecord(f"its actions cannot be replayed: {error}") from error
    if len(position) == game.kept:
        _set_streams(game, state, _words(game, [position[game.offsets[name]] for name in STREAMS]))
    if list(state.vector[: game.kept]) != position:
        raise BadRecord("its actions do not lead to its position")
    return state


def _opened(game: "Game", opening: object, start: list[int], *, unreached: bool) -> "State":
    """The state at the start, made anew from how the game was begun; or, if that is asked for, from the position itself."""
    from runtime.state import State

    if len(start) != game.kept:
        raise BadRecord("a state of another length")
    if opening is None:
        return _set_up(game, start, unreached=unreached)
    if not isinstance(opening, list) or len(opening) != 3 or not all(type(item) is int and 0 <= item < LARGEST for item in opening) or opening[2] > 1:
        raise BadRecord("`opening` is players, seed, and 1 for explicit chance")
    try:
        state = State.start(game, players=game.check_players(opening[0]), seed=opening[1], explicit_chance=bool(opening[2]))
    except (ValueError, Fault) as error:
        raise BadRecord(f"its opening: {error}") from error
    _set_streams(game, state, _words(game, [start[game.offsets[name]] for name in STREAMS]))
    if list(state.vector[: game.kept]) != start:
        if unreached:
            return _set_up(game, start, unreached=True)
        raise BadRecord("its start is not the one that a game begun like this has")
    return state


def _set_up(game: "Game", start: list[int], *, unreached: bool) -> "State":
    from runtime.state import State

    if not unreached:
        raise BadRecord("its start is a position that was set up; that is taken only where `unreached` is asked for")
    blind = unchecked(game)
    wrong = unsound(game, start) or (f"what {blind[0]} holds cannot be checked" if blind else "") or stuck(game, start)
    if wrong:
        raise BadRecord(f"its start is no sound position: {wrong}")
    vector = game.new_vector()
    for at, value in enumerate(start):
        vector[at] = value
    return State(game, vector)


def _set_streams(game: "Game", state: "State", words: list[int]) -> None:
    for name, word in zip(STREAMS, words, strict=True):
        state.vector[game.offsets[name]] = word


def _words(game: "Game", row: object) -> list[int]:
    if not isinstance(row, list) or len(row) != len(STREAMS) or not all(type(item) is int for item in row):
        raise BadRecord("a stream is no four numbers")
    for name, word in zip(STREAMS, row, strict=True):
        carrier = next(game.texts.carriers[block[4]] for block in game.facts["BLOCKS"] if block[0] == name)
        if not carrier.low <= word <= carrier.high:
            raise BadRecord(f"{name} is {str(word)[:24]}, outside {carrier.low} to {carrier.high}")
    return row


def _numbers(data: dict[str, Any], key: str) -> list[int]:
    value = data.get(key)
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise BadRecord(f"`{key}` is missing or no list of whole numbers")
    return value
