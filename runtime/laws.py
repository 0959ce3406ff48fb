"""What every engine must obey, as functions that any game can be put through.

Each law takes a game (and seeds) and raises `LawBroken` with the position where it fails. `check_all` plays random games and puts every law to
every position it meets; the project's own suite does so with every spec.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from runtime.chance import Stream
from runtime.contract import CHANCE, OVER, SEALED
from runtime.errors import BadText, IllegalAction
from runtime.hidden import exchange_hidden, hidden_pairs, resample
from runtime.perception import SPECTATOR, Viewer, arrangements, seat_number

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

Law: TypeAlias = Callable[["State", Stream], None]

MOST_DECISIONS: Final = 5_000
"""A random game longer than this is cut off, unless the game's own horizon does so."""


RETOLD: Final = 40
"""One position in so many is compared with one of another history."""


class LawBroken(AssertionError):
    """A law of the contract does not hold; the message names it and shows the position."""


def check_all(game: "Game", *, players: int, seeds: Sequence[int], laws: Sequence[Law] | None = None, every: int = 1) -> int:
    """Plays a random game for each seed and puts the laws to every `every`-th position of it. Returns the number of positions judged."""
    judged = 0
    for seed in seeds:
        stream = Stream.seeded(seed)
        state = game.new_initial_state(players, seed=seed, explicit_chance=bool(seed % 2))
        for number in range(MOST_DECISIONS):
            if number % every == 0 or state.is_terminal():
                judged += 1
                for law in laws or LAWS:
                    law(state, stream)
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[stream.below(len(actions))])
        same_seed_same_game(game, players, seed)
        chance_modes_agree(game, players, seed)
    return judged


def somebody_acts_until_the_end(state: "State", stream: Stream) -> None:
    """There is an action unless the game is over; the players' numbers fit what waits."""
    player, actor, actions = state.current_player(), state.actor(), state.legal_actions()
    _hold(bool(actions) == (player != OVER), "a position without actions that is not the end, or actions after it", state)
    if player >= 0:
        _hold(player == actor < state.players, "the player is not the actor", state)
    elif player == SEALED:
        _hold(0 <= actor < state.players, "nobody acts at a sealed choice", state)
    else:
        _hold(player in (CHANCE, OVER) and actor == player, "the actor of chance or the end is a seat", state)


def legal_actions_are_sorted_and_unique(state: "State", stream: Stream) -> None:
    actions = state.legal_actions()
    _hold(actions == sorted(set(actions)), "legal actions are not sorted and unique", state)
    most = state.game.num_outcomes if state.is_chance_node() else state.game.num_actions
    _hold(all(0 <= action < most for action in actions), "a legal code out of range", state)
    _hold(len(actions) <= max(state.game.max_actions, state.game.max_outcomes), "more legal actions than MAX_ACTIONS", state)


def legal_is_what_is_not_refused(state: "State", stream: Stream) -> None:
    """Every listed code is accepted by `refusal`; of the others a sample is refused, with a rule that exists, and changes nothing."""
    actions = set(state.legal_actions())
    outside = set(state.legal_outside())
    before = state.vector[: state.game.kept]
    for action in actions:
        _hold(state.why_illegal(action) is None, f"{state.action_to_string(action)} is listed, yet refused", state)
    most = state.game.num_outcomes if state.is_chance_node() else state.game.num_actions
    sample = range(-2, most + 2) if most < 60 else [stream.below(most) for _ in range(40)] + [-1, most, most + 7]
    for code in sample:
        if code in actions or code in outside:
            continue
        try:
            state.apply_action(code)
        except IllegalAction as error:
            _hold(error.refusal is not None, f"code {code} is refused without a reason", state)
        else:
            raise LawBroken(f"code {code} is not listed, yet accepted\n{state}")
    _hold(state.vector[: state.game.kept] == before, "asking or refusing changed the position", state)


def clones_are_independent(state: "State", stream: Stream) -> None:
    before = state.vector[:]
    twin = state.clone()
    _hold(twin == state and hash(twin) == hash(state), "a clone differs from its original", state)
    if not twin.is_terminal():
        actions = twin.legal_actions()
        twin.apply_action(actions[stream.below(len(actions))])
        _hold(list(state.vector[: state.game.kept]) == list(before[: state.game.kept]), "acting on a clone changed its original", state)
        twin.undo_action()
        _hold(twin == state, "undoing an action does not lead back", state)


def serialising_leads_back(state: "State", stream: Stream) -> None:
    twin = state.game.deserialize_state(state.serialize())
    _hold(twin == state and twin.history() == state.history(), "serialising does not lead back", state)


def texts_lead_back(state: "State", stream: Stream) -> None:
    """Every legal action's text is different from the others' and is parsed back to it."""
    texts: dict[str, int] = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        _hold(text not in texts, f"actions {texts.get(text)} and {action} are both called {text!r}", state)
        texts[text] = action
        _hold(state.string_to_action(text) == action, f"{text!r} is parsed back to another action", state)


def chance_sums_to_one(state: "State", stream: Stream) -> None:
    if state.is_chance_node():
        weights = state.chance_weights()
        _hold(all(weight >= 1 for _, weight in weights), "an outcome without weight", state)
        _hold(abs(sum(chance for _, chance in state.chance_outcomes()) - 1) < 1e-9, "chances do not sum to one", state)


def hidden_things_do_not_show(state: "State", stream: Stream) -> None:
    """A seat's observation stays as it is when what it may not know is changed: hidden pieces exchanged, hidden numbers altered."""
    game = state.game
    ranges = _ranges(game)
    for seat in range(state.players):
        view = state.observation(seat)
        for component, first, second in hidden_pairs(state, seat):
            changed = exchange_hidden(game, state.vector, component, first, second)
            _hold(state._observe(changed, seat) == view, f"seat {seat} sees which of two hidden pieces of {component} is where", state)
        for slot, (low, high) in ranges.items():
            if view[slot] == game.hidden and high > low:
                changed = state.vector[:]
                changed[slot] = low + (changed[slot] - low + 1 + stream.below(high - low)) % (high - low + 1)
                _hold(state._observe(changed, seat) == view, f"seat {seat} sees a change in slot {slot}, which is hidden from it", state)


def answers_tell_nothing_hidden(state: "State", stream: Stream) -> None:
    """What a call answers to a viewer is the same in every position that looks the same to it now, and in every history (of which one is tried,
    now and then) that it cannot tell from the true one. When the game is over, everybody is told how."""
    if state.is_terminal():
        return
    for viewer in (*range(state.players), SPECTATOR):
        seat = seat_number(state.players, viewer)
        worlds = arrangements(state.game, state.vector, seat)
        if len(worlds) == 1:
            continue
        answers = _answers(state, viewer)
        for vector in worlds:
            twin = type(state)(state.game, vector, state._past, state._opening)
            for name, answer in _answers(twin, viewer).items():
                _hold(answer == answers[name], f"{name} tells viewer {viewer} what is hidden: {answers[name]}, elsewhere {answer}", state)
        if stream.below(RETOLD) == 0 and (told := resample(state, seat, stream)) is not None:
            perceived = _answers(state, viewer, past=True)
            for name, answer in _answers(told, viewer, past=True).items():
                _hold(answer == perceived[name], f"{name} tells viewer {viewer} what it cannot know: {perceived[name]}, elsewhere {answer}", state)


def _answers(state: "State", viewer: Viewer, *, past: bool = False) -> dict[str, object]:
    """What every call answers to this viewer; `past`: also those that tell of the past."""
    asked = viewer in state.waiting_seats(viewer)
    codes = range(0, state.game.num_actions, max(1, state.game.num_actions // 12))
    found: dict[str, object] = {
        "current_player": state.current_player(viewer),
        "actor": state.actor(viewer),
        "waiting_step": state.waiting_step(viewer),
        "waiting_seats": state.waiting_seats(viewer),
        "observation": state.observation(viewer),
        "scores": state.scores(viewer),
        "returns": state.returns(viewer),
    }
    if not past:
        return found
    legal = state.legal_actions(viewer)
    view = state.view(viewer)
    return found | {
        "legal_actions": legal,
        "legal_actions_mask": state.legal_actions_mask(viewer),
        "moment": state.moment(viewer),
        "view": view,
        "say": [state.say(code, viewer) for code in legal],
        "why_illegal": [str(state.why_illegal(code, viewer)) for code in codes],
        "string_to_action": _refused(state, viewer) if not asked or state.game.num_actions < 10**4 else "",
    }


def _refused(state: "State", viewer: Viewer) -> str:
    try:
        return str(state.string_to_action("something that nobody ever chooses", viewer))
    except BadText as error:
        return str(error)


def returns_fit_the_game(state: "State", stream: Stream) -> None:
    """At the end, `win_loss` and `place` returns sum to zero."""
    if state.is_terminal() and state.game.facts["RETURNS"] in ("win_loss", "place"):
        _hold(sum(state.returns()) == 0, f"returns {state.returns()} do not sum to zero", state)


def same_seed_same_game(game: "Game", players: int, seed: int) -> None:
    """The same seed and the same choices give the same positions."""
    first, second = (_random_game(game, players, seed, explicit=False) for _ in range(2))
    if first.position() != second.position() or first.history() != second.history():
        raise LawBroken(f"two games of seed {seed} differ\n{first}\n{second}")


def chance_modes_agree(game: "Game", players: int, seed: int) -> None:
    """Chance drawn inside and the same stream drawn outside, applied explicitly, lead to the same position (but for the mode's own slot)."""
    inside = _random_game(game, players, seed, explicit=False)
    outside = _random_game(game, players, seed, explicit=True)
    slot = game.offsets["explicit"]
    mine, theirs = list(inside.vector[: game.kept]), list(outside.vector[: game.kept])
    mine[slot] = theirs[slot] = 0
    if mine != theirs:
        raise LawBroken(f"internal and explicit chance of seed {seed} differ\n{inside}\n{outside}")


LAWS: Final[tuple[Law, ...]] = (
    somebody_acts_until_the_end,
    legal_actions_are_sorted_and_unique,
    legal_is_what_is_not_refused,
    clones_are_independent,
    serialising_leads_back,
    texts_lead_back,
    chance_sums_to_one,
    hidden_things_do_not_show,
    answers_tell_nothing_hidden,
    returns_fit_the_game,
)
"""The laws put to single positions."""


def _random_game(game: "Game", players: int, seed: int, *, explicit: bool) -> "State":
    stream = Stream.seeded(seed)
    state = game.new_initial_state(players, seed=seed, explicit_chance=explicit)
    for _ in range(MOST_DECISIONS):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.draw_outcome())
            continue
        actions = state.legal_actions()
        state.apply_action(actions[stream.below(len(actions))])
    return state


def _ranges(game: "Game") -> dict[int, tuple[int, int]]:
    """Lowest and highest value of every slot that holds a plain variable (pieces' places are exchanged instead)."""
    carriers = game.texts.carriers
    return {
        slot: (carriers[carrier].low, carriers[carrier].high)
        for _, offset, length, section, carrier, _, _ in game.facts["BLOCKS"]
        if section == "state"
        for slot in range(offset, offset + length)
    }


def _hold(condition: bool, what: str, state: "State") -> None:
    if not condition:
        raise LawBroken(f"{what}\n{state}")
