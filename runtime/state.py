"""A position with its history: the object people use, with OpenSpiel's names and player numbers.

Players are 0, 1, …; -1 is chance, -2 a sealed (simultaneous) choice, -4 the end. At a sealed choice the seats commit one after the other
unseen: `actor()` is the seat whose commit `apply_action` takes next.

    state = game.new_initial_state(players=2, seed=1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    state.returns()
"""

import hashlib
import json
import reprlib
import zlib
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any, Final, TypeAlias, overload

from runtime.chance import Stream
from runtime.checked import OutOfRange, blame
from runtime.contract import CHANCE, OVER, SEALED, Vec
from runtime.describe import describe
from runtime.errors import REFUSALS, BadRecord, BadText, IllegalAction, Refusal
from runtime.history import STRIDE, Past, links, told_again, vector_before
from runtime.knowledge import Told
from runtime.knowledge import told as known
from runtime.native import NativeCheckError
from runtime.perception import NO_SEAT, Viewer, agreed, agreement, arrangements, observed, seat_number
from runtime.saved import data_of, state_of
from runtime.telling import told
from runtime.texts import plain
from runtime.view import view_of

if TYPE_CHECKING:
    from runtime.game import Game

CODES: Final = 2**31
"""No game has a code as great as this."""

MISTAKES: Final = (OutOfRange, IndexError, NativeCheckError)
"""What a mistake of the compiler or the engine raises."""

NOTHING: Final[dict[int, Told]] = {}

HELD: Final = -(2**62)
"""What a state has left whose vector somebody else may hold: every action keeps a copy."""

Opening: TypeAlias = tuple[int, int, int]
"""How a game was begun: players, seed, 1 for explicit chance."""

Drawn: TypeAlias = tuple[int, int, int]
"""Where the stream stands that an outcome was drawn from, and what it was before."""


new: Final = object.__new__


class State:
    """A position of a game. Made by `Game.new_initial_state`; mutable; independent of its clones."""

    __slots__ = ("_drawn", "_left", "_opening", "_past", "_told", "_vector", "game")

    def __init__(self, game: "Game", vector: Vec, past: "Past | None" = None, opening: "Opening | None" = None) -> None:
        self.game = game
        self._vector = vector
        self._past = past
        self._opening = opening
        self._drawn: Drawn | None = None
        self._told: dict[int, Told] = NOTHING
        """what each seat has perceived, as far as somebody has asked; replaced, never changed"""
        self._left = HELD
        """actions that may follow before one has to keep a copy of the vector"""

    @classmethod
    def start(cls, game: "Game", *, players: int, seed: int, explicit_chance: bool) -> "State":
        """A new game. Raises Fault where setup itself fails."""
        opening = players, seed % 2**62, 1 if explicit_chance else 0
        state = new(cls)
        state.game = game
        state._vector = vector = game.new_vector()
        rule = game.engine.init(vector, *opening)
        if rule:
            raise game.fault(rule)
        state._past = state._drawn = None
        state._opening = opening
        state._told = NOTHING
        state._left = 0
        return state

    @property
    def vector(self) -> Vec:
        """The position itself. Who has it may change it, so from now on the history keeps a copy at every action."""
        self._left = HELD
        return self._vector

    # ---- whose turn

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self._vector[0]

    def current_player(self, viewer: Viewer | None = None) -> int:
        """The seat to act; -1 at an explicit chance step, -2 at a sealed choice, -4 at the end. Of a viewer: as far as it may know."""
        return self.game.engine.current_player(self._as_seen(viewer))

    def actor(self, viewer: Viewer | None = None) -> int:
        """The seat whose choice `apply_action` takes next, at a sealed choice too; -1 and -4 as `current_player`. Of a viewer: -2 at a
        sealed choice, where all are asked at once."""
        return self.game.engine.actor(self._vector) if viewer is None else self.current_player(viewer)

    def waiting_seats(self, viewer: Viewer | None = None) -> list[int]:
        """Who is to choose: the actor, or at a sealed choice all who have not committed; nobody at a chance step and at the end."""
        player = self.current_player(viewer)
        return [player] if player >= 0 else self._uncommitted() if player == SEALED else []

    def is_terminal(self) -> bool:
        return self.game.current_player(self._vector) == OVER

    def is_chance_node(self) -> bool:
        return self.game.engine.current_player(self._vector) == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self.game.engine.current_player(self._vector) == SEALED

    def is_truncated(self) -> bool:
        """Whether the horizon, no rule of the game, cut play off."""
        return bool(self.game.engine.truncated(self._vector))

    def waiting_step(self, viewer: Viewer | None = None) -> str:
        """The path of the step that waits, `phases.round.trick.commit`; empty at the end. Of a viewer: the one it takes to wait."""
        steps: Sequence[str] = self.game.facts["STEPS"]
        return steps[self._as_seen(viewer)[self.game.offsets["step"]]]

    # ---- choosing

    def legal_actions(self, viewer: Viewer | None = None) -> list[int]:
        """Codes that may be applied now, ascending: the actor's at a decision and at a sealed choice, outcome codes at a chance step,
        nothing at the end. Raises Fault where a rule fails that says what is legal; the position stays as it is, as with every question.

        Of a viewer: its own choices, at a sealed choice until it has committed; none where it is not asked, nor at a chance step."""
        if viewer is None:
            return self.game.list_actions(self._vector) or self._listed(self._vector) or [outcome for outcome, _ in self.chance_weights()]
        seat = seat_number(self.players, viewer)
        if seat == self.actor():
            return self._listed(self._vector)
        if seat not in self.waiting_seats():
            return []
        return self._listed(self._with_actor(seat))

    def _listed(self, vector: Vec) -> list[int]:
        found = self.game.list_actions(vector)
        if not found:
            self._raise_fault(vector)
        return found

    def _raise_fault(self, vector: Vec) -> None:
        """A question changes nothing: a fault that it met is taken out of the position again, and raised."""
        at = self.game.offsets["fault"]
        rule = vector[at]
        if rule:
            vector[at] = 0
            raise self.game.fault(rule)

    def legal_outside(self) -> list[int]:
        """Codes of events that are nobody's choice (`by: outside`) and may be applied now."""
        out = self.game.blank(self.game.widest)
        found = list(out[: self.game.engine.legal_outside(self._vector, out)])
        self._raise_fault(self._vector)
        return found

    def legal_actions_mask(self, viewer: Viewer | None = None) -> list[int]:
        """NUM_ACTIONS numbers, 1 where the code is legal; all 0 where no seat is to act, or not this one."""
        mask = [0] * self.game.num_actions
        if not self.is_chance_node():
            for action in self.legal_actions(viewer):
                mask[action] = 1
        return mask

    def chance_weights(self) -> list[tuple[int, int]]:
        """Outcome codes with their integer weights, at an explicit chance step; else nothing."""
        out, weights = self.game.blank(self.game.max_outcomes), self.game.blank(self.game.max_outcomes)
        count = self.game.engine.chance_outcomes(self._vector, out, weights)
        self._raise_fault(self._vector)
        return list(zip(out[:count], weights[:count], strict=True))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcome codes with their probabilities, which sum to one."""
        weighted = self.chance_weights()
        total = sum(weight for _, weight in weighted)
        return [(outcome, weight / total) for outcome, weight in weighted]

    def draw_outcome(self) -> int:
        """Draws an outcome from the vector's own stream, just as internal chance would; the caller applies it."""
        weighted = self.chance_weights()
        choice = self.game.texts.outcome(weighted[0][0])
        low = self.game.offsets["dice_low" if choice is not None and choice.action == "roll" else "deal_low"]
        stream = Stream(low=self._vector[low], high=self._vector[low + 1])
        outcome = weighted[stream.weighted([weight for _, weight in weighted])][0]
        if self._drawn is None:
            self._drawn = (low, self._vector[low], self._vector[low + 1])
        self._vector[low], self._vector[low + 1] = stream.low, stream.high
        self._left = min(self._left, 0)
        return outcome

    # ---- acting

    def apply_action(self, action: int) -> None:
        """Carries out a legal action, or at a chance step an outcome. Raises IllegalAction or Fault; the state is then unchanged."""
        left = self._left
        if left <= 0 or type(action) is not int or not 0 <= action < CODES:
            self._apply_keeping(as_code(action))
            return
        try:
            rule = self.game.attempt(self._vector, action)
        except MISTAKES as error:
            self._vector[:] = self._standing()
            raise blame(error, self.game.facts, self.game.filename) from error
        if rule:
            self._judge(rule, action, None)
        self._left = left - 1
        self._past = (None, action, self._past)

    def _apply_keeping(self, action: int) -> None:
        """As `apply_action`, and the history keeps the vector as it was."""
        copy = self._vector[:]
        try:
            rule = self.game.attempt(self._vector, action)
        except MISTAKES as error:
            self._vector[:] = copy
            raise blame(error, self.game.facts, self.game.filename) from error
        if rule or self.game.checked:
            self._judge(rule, action, copy)
        if self._drawn is not None:
            low, copy[low], copy[low + 1] = self._drawn
        if self._left > HELD:
            self._left = 0 if self._drawn is not None or self.game.checked else STRIDE
        self._drawn = None
        self._past = (copy, action, self._past)

    def _judge(self, rule: int, action: int, copy: Vec | None) -> None:
        """Raises where the action was refused or failed, or in checked games an invariant is broken now."""
        if rule < 0:
            self._raise_fault(self._vector)
            raise IllegalAction(self.action_to_string(action), self.why_illegal(action))
        rule = rule or self.game.engine.broken(self._vector)
        if rule:
            self._vector[:] = copy or self._standing()
            raise self.game.fault(rule)

    def _standing(self) -> Vec:
        """The position as the actions so far have made it."""
        return vector_before(self.game, (None, 0, self._past))

    def apply_actions(self, actions: Sequence[int]) -> None:
        """At a sealed choice: one action for each seat that is asked, in seat order. All are carried out or, raising, none."""
        saved, past, drawn = self._vector[:], self._past, self._drawn
        try:
            for action in actions:
                if not self.is_simultaneous_node():
                    raise IllegalAction(action, reason="more actions than seats that are asked")
                self.apply_action(action)
        except Exception:
            self._vector[:] = saved
            self._past, self._drawn, self._left = past, drawn, min(self._left, 0)
            raise

    def child(self, action: int) -> "State":
        """The state after an action; this one is unchanged."""
        if type(action) is not int or self._left <= 0:
            twin = self.clone()
            twin.apply_action(action)
            return twin
        game = self.game
        twin = new(State)
        twin.game = game
        twin._vector = vector = self._vector[:]
        try:
            rule = game.attempt(vector, action) if 0 <= action < CODES else -1
        except MISTAKES:
            rule = -1
        if rule:
            self.clone().apply_action(action)  # which says what is wrong
        twin._past = (None, action, self._past)
        twin._opening = self._opening
        twin._told = self._told
        twin._drawn = None
        twin._left = self._left - 1
        return twin

    def clone(self) -> "State":
        """An independent copy: same position, same history, same chance to come (see `reseed`)."""
        twin = new(State)
        twin.game = self.game
        twin._vector = self._vector[:]
        twin._past = self._past
        twin._opening = self._opening
        twin._told = self._told
        twin._drawn = self._drawn
        twin._left = self._left if self._left > 0 else 0
        return twin

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        """A clone: what lies behind a state (its game, its past) never changes and is shared."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """By its game, its position and all positions before: it comes back whole, in another process too."""
        chain = links(self._past) or []
        vectors = array("q")
        for vector in (*(copy for copy, _, _ in chain if copy is not None), self._vector):
            vectors.extend(vector[: self.game.kept])
        actions = [(action, copy is not None) for copy, action, _ in chain]
        return unpickled, (self.game, zlib.compress(vectors.tobytes(), 1), actions, self._opening, self._drawn)

    def undo_action(self, player: int | None = None, action: int | None = None) -> int:
        """Takes the latest action back and returns it. The arguments, if given, must name it. Raises ValueError where there is none."""
        past = self._past
        if past is None:
            raise ValueError("nothing to undo")
        _, latest, further = past
        vector = vector_before(self.game, past)
        actor = self.game.engine.actor(vector)
        if action is not None and action != latest or player is not None and player not in (actor, SEALED):
            raise ValueError(f"the latest action was {latest} of player {actor}")
        self._vector[:] = vector
        # Who takes back will do so again: from now on each action keeps what it is taken back to.
        self._past, self._drawn, self._left = further, None, HELD
        return latest

    def reseed(self, seed: int) -> None:
        """Gives the chance streams a new seed: a searcher's clone must not know what will be drawn."""
        self.game.engine.reseed(self._vector, seed % 2**62)
        self._drawn, self._left = None, min(self._left, 0)

    def history(self) -> list[int]:
        """All codes applied so far, outcomes of explicit chance included, oldest first."""
        return [action for _, action, _ in links(self._past) or ()]

    def full_history(self) -> list[tuple[int, int]]:
        """(player, code) pairs, oldest first; the player is -1 for chance, -2 at a sealed choice."""
        return [(self.game.engine.current_player(vector), action) for vector, action, _ in self._line()]

    # ---- what it is worth

    @overload
    def returns(self) -> list[int]: ...
    @overload
    def returns(self, viewer: Viewer) -> list[int | None]: ...
    def returns(self, viewer: Viewer | None = None) -> list[int] | list[int | None]:
        """What each seat gets, judged as the position stands. Of a viewer: None, before the end, where it depends on what is hidden."""
        if viewer is not None:
            return self._judged(self.game.engine.returns, viewer)
        out = self.game.nothing[:]
        self.game.engine.returns(self._vector, out)
        return list(out[: self._vector[0]])

    def player_return(self, seat: int) -> int:
        return self.returns()[seat]

    @overload
    def scores(self) -> list[int]: ...
    @overload
    def scores(self, viewer: Viewer) -> list[int | None]: ...
    def scores(self, viewer: Viewer | None = None) -> list[int] | list[int | None]:
        """Each seat's score; zeros in a game without scores. Of a viewer: None, before the end, where it depends on what is hidden."""
        return self._judged(self.game.engine.scores, viewer)

    # ---- what is seen

    def observation(self, viewer: Viewer) -> list[int]:
        """OBSERVATION_SIZE numbers: the position as this viewer may know it, what is hidden -2 (see the fact OBSERVATION)."""
        return self._observe(self._vector, seat_number(self.players, viewer))

    observation_tensor = observation

    def observation_string(self, viewer: Viewer) -> str:
        return describe(self.game, self.observation(viewer), seen=True)

    def view(self, viewer: Viewer, since: int = 0, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The position as one object for whoever looks on, plain data that JSON can hold (docs/views.md): what is where, whose turn, the
        viewer's choices, what happened from event `since` on, and what differs from an earlier view, `before`."""
        return view_of(self, viewer, since, before)

    def moment(self, viewer: Viewer) -> int:
        """How many events the viewer has perceived so far: what `view` takes as `since` later on."""
        return len(known(self, seat_number(self.players, viewer)).steps) - 1

    def information_state(self, viewer: Viewer) -> list[tuple[int, tuple[int, ...]]]:
        """What the seat has perceived, oldest first: each action or outcome as it saw it (`seen_action`), and what it observed after it.

        What was drawn inside is told like explicit chance. What it perceives nothing of (`SEEN_NOT`: another seat declines an interrupt) is no
        entry: what it observes then replaces the latest."""
        return known(self, seat_number(self.players, viewer)).steps[:]

    def information_state_string(self, viewer: Viewer) -> str:
        """The information state as text: equal for two states exactly when the seat cannot tell them apart."""
        return f"seat {viewer};" + known(self, seat_number(self.players, viewer)).text()

    def information_state_tensor(self, viewer: Viewer) -> list[int]:
        """The information state as numbers, one perceived action and one observation after the other."""
        return [number for action, observation in self.information_state(viewer) for number in (action, *observation)]

    # ---- texts

    def action_to_string(self, action: int) -> str:
        """The canonical text of an action, or at a chance step of an outcome."""
        return self.game.texts.outcome_text(action) if self.is_chance_node() else self.game.texts.action_text(action)

    def say(self, action: int, viewer: Viewer | None = None) -> str:
        """The text that people see: the spec's `say`, or the canonical text with the seat before it.

        Of a viewer: as it would perceive the action, `?` for what it does not see; empty where it perceives nothing."""
        before = self._vector
        if viewer is None:
            return told(self.game, before, NO_SEAT, action, action, (before,))
        seat = seat_number(self.players, viewer)
        if self.is_simultaneous_node() and seat in self.waiting_seats() and seat != self.actor():
            before = self._with_actor(seat)
        return told(self.game, before, seat, action, self.game.engine.seen_action(before[:], seat, action))

    def string_to_action(self, text: str, viewer: Viewer | None = None) -> int:
        """The code a canonical text means at the step that waits: the lowest legal one, else the lowest. Raises BadText, which names
        what is legal; of a viewer, only what it may choose itself."""
        chance = self.is_chance_node() and viewer is None
        step, legal, texts = self.waiting_step(viewer), self.legal_actions(viewer), self.game.texts
        words = " ".join(text.split())
        named = texts.outcome_text if chance else texts.action_text
        exact = [code for code in legal if named(code) == words] or [code for code in legal if plain(named(code)) == words]
        if exact:
            return exact[0]
        codes = texts.parse_outcome(words, step) if chance else texts.parse_action(words, step)
        allowed = set(legal) | (set() if chance or viewer is not None else set(self.legal_outside()))
        possible = [code for code in codes if code in allowed] or codes
        if not possible:
            offered = ", ".join(named(code) for code in legal[:6]) + (" …" if len(legal) > 6 else "")
            raise BadText(f"no action {text!r} at {self.game.words.step(step) or 'the end'}" + (f": there are {offered}" if offered else ""))
        return possible[0]

    def why_illegal(self, action: int, viewer: Viewer | None = None) -> Refusal | None:
        """None for a legal action (or outcome); else the first condition that fails, its rule and its clauses.

        Of a viewer: whether it may choose this now; another's turn is the reason where it is not asked."""
        try:
            action = as_code(action)
        except IllegalAction as error:
            return error.refusal
        vector = self._vector
        if viewer is not None and not self.is_terminal():
            seat = seat_number(self.players, viewer)
            if seat not in self.waiting_seats():
                return REFUSALS["not_asked"]
            vector = self._with_actor(seat)
        copy = vector[:]
        number = self.game.engine.refusal(copy, action)
        self._raise_fault(copy)
        if not number:
            return None
        if self.is_terminal():
            return REFUSALS["over"]
        if viewer is not None:
            worlds = arrangements(self.game, vector, seat)
            (known,) = agreement([[self.game.engine.refusal(world, action)] for world in worlds])
            return self.game.refusal(known) if known else REFUSALS["hidden"]
        return self.game.refusal(number)

    def to_string(self) -> str:
        """The whole position in words, nothing hidden."""
        return describe(self.game, list(self._vector[: self.game.kept]))

    __str__ = to_string

    def svg(self, seat: int | None = None, *, width: int = 720) -> str:
        """The position as a picture, as a seat sees it or, without one, with nothing hidden."""
        from runtime.drawing import picture

        if seat is None:
            return picture(self.game, list(self._vector[: self.game.kept]), width=width)
        return picture(self.game, self.observation(seat), seen=True, width=width)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ---- comparing and keeping

    def position(self) -> bytes:
        """The kept slots as bytes, little-endian: equal exactly for equal positions."""
        return array("q", self._vector[: self.game.kept]).tobytes()

    def hash(self) -> int:
        """A 64-bit digest of game and position, equal on every machine and backend."""
        digest = hashlib.blake2b(self.game.spec_hash.encode() + self.position(), digest_size=8)
        return int.from_bytes(digest.digest(), "little")

    def __hash__(self) -> int:
        return self.hash()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.spec_hash == other.game.spec_hash and self.position() == other.position()

    def to_json(self) -> dict[str, Any]:
        """Opening, history and position as plain data; `from_json` reads it back, on any backend of the same spec."""
        return data_of(self)

    @classmethod
    def from_json(cls, game: "Game", data: object, *, unreached: bool = False) -> "State":
        """The state that `to_json` wrote: the game is begun and played again. Raises BadRecord for another game's or spec's, and for anything
        that does not come out. `unreached`: a start that was set up is taken too, if it is a sound position."""
        return state_of(game, data, unreached=unreached)

    def serialize(self) -> str:
        """`to_json` as one line of text."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @classmethod
    def deserialize(cls, game: "Game", text: str, *, unreached: bool = False) -> "State":
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"not JSON: {error}") from error
        return cls.from_json(game, data, unreached=unreached)

    # ---- inside

    def _line(self) -> "Iterator[tuple[Vec, int, Past | None]]":
        """Each position so far, the code applied to it, and what was before."""
        return told_again(self.game, links(self._past) or [])

    def _observe(self, vector: Vec, seat: int) -> list[int]:
        return observed(self.game, vector, seat)

    def _as_seen(self, viewer: Viewer | None) -> Vec:
        """The vector, with the step and the actor that the viewer takes to wait."""
        if viewer is None:
            return self._vector
        vector, seen = self._vector[:], self.observation(viewer)
        for name in ("step", "actor"):
            vector[self.game.offsets[name]] = seen[self.game.offsets[name]]
        return vector

    def _with_actor(self, seat: int) -> Vec:
        vector = self._vector[:]
        vector[self.game.offsets["actor"]] = seat
        return vector

    def _uncommitted(self) -> list[int]:
        """At a sealed choice: who has not committed yet, in the order in which they are asked. The actor is one of them."""
        vector, offsets = self._vector, self.game.offsets
        asked = vector[offsets["seal_order"] : offsets["seal_order"] + vector[offsets["seal_count"]]]
        waits = vector[offsets["pending"] + self.actor()]
        return [seat for seat in asked if vector[offsets["pending"] + seat] == waits]

    def _judged(self, judge: Callable[[Vec, Vec], None], viewer: Viewer | None) -> list[Any]:
        def ask(vector: Vec) -> list[int]:
            out = self.game.blank(self.game.max_players)
            judge(vector, out)
            return list(out[: self.players])

        if viewer is None or self.is_terminal():
            return ask(self._vector)
        return agreed(self, viewer, ask)


def unpickled(game: "Game", packed: bytes, actions: list[tuple[int, bool]], opening: Opening | None, drawn: Drawn | None) -> State:
    """The state of `State.__reduce__`."""
    values = array("q", zlib.decompress(packed))
    past: Past | None = None
    vectors: list[Vec] = []
    for at in range(0, len(values), game.kept):
        vector = game.new_vector()
        vector[: game.kept] = _like(vector, list(values[at : at + game.kept]))
        vectors.append(vector)
    copies = iter(vectors)
    for action, kept in actions:
        past = (next(copies) if kept else None, action, past)
    state = State(game, vectors[-1], past, opening)
    state._drawn, state._left = drawn, 0
    return state


def as_code(action: object) -> int:
    """An action as the integer it is. Raises IllegalAction for what is none (a truth, a fraction, an array) and for what no code can be."""
    code = -1
    if not isinstance(action, bool):
        with suppress(TypeError):
            code = index(action)  # type: ignore[arg-type]
    if not 0 <= code < CODES:
        raise IllegalAction(reprlib.repr(action), REFUSALS["no_code"])
    return code


def _like(vector: Vec, values: list[int]) -> Vec:
    return array("q", values) if isinstance(vector, array) else values
