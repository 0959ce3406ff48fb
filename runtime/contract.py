"""What an engine promises: the names of an emitted module, as a protocol.

An engine is a set of plain functions over one flat vector of int64 (`list`, `array('q')` or any int64 buffer). The interpreter offers the
same functions as methods. Codes of actions and of chance outcomes are two spaces, both from 0.

Streams. A stream is two words, low and high. A step: x = MULTIPLIER * low + high; low = x % 2**32; high = x // 2**32; the step's value is
low. `below(n)`, 1 <= n <= 2**32: steps until a value v < 2**32 - 2**32 % n, then v % n. Seeding stream number k (deal 0, dice 1,
agents 2) from a seed 0 <= seed < 2**62: low = (seed + 2654435769 * (k + 1)) % 2**32; high = ((seed // 2**32) * 69069 + 362437 * (k + 1)) %
2**29 + 1; then 16 steps are thrown away.
"""

from collections.abc import Mapping, MutableSequence
from typing import Any, Final, Protocol, TypeAlias

Vec: TypeAlias = MutableSequence[int]

CONTRACT: Final = 2
"""Version of this contract; an emitted module says which one it keeps (`CONTRACT`)."""

RECORD_VERSION: Final = CONTRACT
"""Records and saved states say the contract whose codes and numbers they hold."""

CHANCE: Final = -1
SEALED: Final = -2
OVER: Final = -4

SEEN_NOT: Final = -1
"""`seen_action`: the seat perceives nothing at all, not even that something was chosen (declining an interrupt)."""

SEEN_NOTHING: Final = -2
"""`seen_action`: the seat sees that something was chosen or drawn, not what. -3 - code: it sees the action but not its secret parts
(their digits read as 0)."""

SUMS: Final = ("games", "decisions", "decisions_squared", "choices", "longest", "shortest", "truncated", "faults")
"""First numbers of `playouts`'s sums: games played; decisions, and their squares, summed over games; legal actions summed over decisions;
the most and fewest decisions of a game; games cut by the horizon; games stopped by a fault (not counted anywhere else)."""

SEAT_SUMS: Final = ("sole", "shared", "returns", "returns_squared", "scores", "scores_squared")
"""Then for each seat, up to the greatest player count: games in which it was first alone, first with others; sums over games."""


PERFT_ROOM: Final = 128
"""Choices and draws that may follow each other in `perft`."""


def perft_room(facts: Mapping[str, Any]) -> int:
    """Items of the stack that `perft` works on: for each choice four numbers, the position, and the codes."""
    frame: int = 4 + facts["KEPT"] + max(1, facts["MAX_ACTIONS"], facts["MAX_OUTCOMES"])
    return PERFT_ROOM * frame


class Engine(Protocol):
    """Functions of every engine. `out` buffers must be long enough: MAX_ACTIONS, MAX_OUTCOMES, players, OBSERVATION_SIZE.

    `s` has VECTOR_SIZE slots; the first KEPT of them are the position, the rest scratch.
    """

    def init(self, s: Vec, players: int, seed: int, explicit_chance: int) -> int:
        """Sets the vector up and goes on to the first decision (or chance step, if those are explicit). Returns 0 or a fault's rule."""

    def current_player(self, s: Vec) -> int:
        """The seat to act, -1 at an explicit chance step, -2 at a sealed choice, -4 when the game is over (or stopped by a fault)."""

    def actor(self, s: Vec) -> int:
        """The seat whose choice `apply` takes next (at a sealed choice too); -1 and -4 as `current_player`."""

    def legal_actions(self, s: Vec, out: Vec) -> int:
        """Writes the actor's legal codes in ascending order, returns their number; 0 at a chance step and at the end."""

    def legal_outside(self, s: Vec, out: Vec) -> int:
        """Codes that may be applied now without being anybody's choice (`by: outside`)."""

    def apply(self, s: Vec, action: int) -> int:
        """Carries out a legal action, or at a chance step an outcome, and goes on to the next stop. Returns 0 or a fault's rule.

        Does not judge legality: `refusal` does. What an illegal code does is not defined, except that it ends."""

    def chance_outcomes(self, s: Vec, out: Vec, weights: Vec) -> int:
        """At a chance step: outcome codes in ascending order, with integer weights >= 1; returns their number, else 0."""

    def reseed(self, s: Vec, seed: int) -> None:
        """Gives the chance streams a new seed."""

    def returns(self, s: Vec, out: Vec) -> None:
        """What each seat gets (`win_loss`, `place` or `score`), judged as the position stands; 0 each while nothing can be judged."""

    def scores(self, s: Vec, out: Vec) -> None:
        """The `score` of each seat, 0 each if the game has none."""

    def truncated(self, s: Vec) -> int:
        """1 if the horizon cut play off."""

    def observe(self, s: Vec, seat: int, out: Vec) -> None:
        """The first SHOWN slots as this seat may know them, hidden ones HIDDEN; then the visible counts of zones whose contents it may not see
        (every zone instance in order; HIDDEN where not even that is seen)."""

    def seen_action(self, s: Vec, seat: int, action: int) -> int:
        """What this seat perceives of the action or outcome about to be applied: the code, -1, -2, or -3 - code."""

    def refusal(self, s: Vec, action: int) -> int:
        """0 if the action (at a chance step: the outcome) may be applied now, else the number of the rule that forbids it."""

    def attempt(self, s: Vec, action: int) -> int:
        """`apply` where `refusal` allows the code; else the vector is unchanged, and the result is minus the rule that forbids it."""

    def broken(self, s: Vec) -> int:
        """The rule of the first invariant (`always`) that does not hold now, or 0. Asked by checked states after every action."""

    def decode(self, action: int, out: Vec) -> int:
        """Writes the values of the code's digits, returns the number of its entry in CHOICES; -1 for no code. Outcomes: `decode_outcome`."""

    def decode_outcome(self, outcome: int, out: Vec) -> int: ...

    def say(self, s: Vec, action: int, out: Vec) -> int:
        """Values of the holes of the action's `say`, judged on the position before it; returns their number, -1 without `say`."""

    # An engine with OUTCOME_SAYS has `say_outcome(s, outcome, out)` too: the same for an outcome's `say`, at a chance step.

    def playouts(self, s: Vec, out: Vec, players: int, seed: int, first: int, count: int, sums: Vec) -> int:
        """Plays games number first .. first + count - 1 at random and adds to `sums` (see SUMS, SEAT_SUMS).

        Game k: `init` with seed + k and internal chance, random choices from the agents' stream of seed + k. Returns 0, or the rule of the last
        fault."""

    def perft(self, s: Vec, out: Vec, weights: Vec, frames: Vec, depth: int, by_decision: int) -> int:
        """How many sequences of exactly `depth` moves there are from here; consecutive decisions of one seat are one move, unless `by_decision`.

        Chance outcomes are followed, each as part of the move before it. Leaves `s` at some other position. `frames` has `perft_room` items.
        -rule on a fault; less than -2**62 where more than PERFT_ROOM choices and draws follow each other."""

    def playout_from(self, s: Vec, out: Vec, seed: int) -> int:
        """Plays the position to the end at random with the agents' stream of the seed; returns the number of decisions, or -rule on a fault."""


FACTS: Final = {
    "CONTRACT": "int: version of the contract",
    "LANGUAGE": "int: version of the spec language",
    "GAME": "str",
    "VARIANT": "str: overlays joined by +, empty for the base game",
    "TITLE": "str",
    "SPEC_HASH": "str: hex digest of all that changes play, codes or texts",
    "COMPILER": "str: name and version",
    "PLAYERS": "(low, high)",
    "HORIZON": "int: 0 for none",
    "RETURNS": "str: win_loss, place or score",
    "SCORES": "(lowest, highest) that a seat's score can be by its type; (0, 0) without scores",
    "VECTOR_SIZE": "int: slots of a vector, scratch included",
    "KEPT": "int: slots that make a position",
    "SHOWN": "int: slots that an observation covers",
    "OBSERVATION_SIZE": "int",
    "HIDDEN": "int: what an observation has where a seat may not know; less than any value that any carrier has",
    "NUM_ACTIONS": "int: number of action codes",
    "MAX_ACTIONS": "int: most legal actions at once",
    "NUM_OUTCOMES": "int",
    "MAX_OUTCOMES": "int",
    "OPTIONS": "tuple of (name, value, readings, settles): texts",
    "CARRIERS": "tuple of (name, low, high, optional 0/1, texts, component): finite types, by number; see Carrier in the emitted file",
    "BLOCKS": "tuple of (name, offset, length, section, carrier number, axes carrier numbers, seen): the layout",
    "ZONES": "tuple of (name, component, order, instances, first, capacity, seen, axes carrier numbers, items block, count block, members block, words)",
    "COMPONENTS": "tuple of (name, count, each_player 0/1, per_seat, where block, carrier number)",
    "OBSERVATION": "tuple of (name, offset, length, lowest, highest) covering OBSERVATION_SIZE slots",
    "CHOICES": "tuple of (leaf path, action name, single 0/1, stage, stages, base, digits), digits (name, carrier number, size, values)",
    "OUTCOMES": "the same for chance: (leaf path, kind, stage, stages, base, digits)",
    "SAYS": "tuple by entry of CHOICES of None or parts: a text, or the number of a carrier for a hole",
    "RULES": "tuple of (kind, path, clauses, place, text): clauses are (number, text) pairs; rule n is RULES[n - 1]",
    "STEPS": "tuple by flow node of the path in the spec",
    "SOURCE_MAP": "tuple of (first line, last line of the module, spec place, path)",
    "VIEW": "tuple of (board name, shape, sites, x, y, regions): how boards are drawn. Of a plane `sites` are the edges of its pieces, a text for each "
    "face of each piece with a letter for each side, clockwise from the north; `regions` the words of the letters: (word, (letter's number,))",
    "LABELS": "tuple of (name, text)",
    "DRAWING": "tuple of rows for pictures, in hundredths of a cell: (board, name, shape, sites as (x, y, shade), width, height, links as pairs of "
    "sites), (pieces, component, looks of its pieces), (footprints, component, cells of its pieces), (land, component, faces, words, colours, regions "
    "of each face as (sides, word, number)), (word, text, picture, colour), (covers, variable, cells), (shown, variable or board, how), (rows, variable, "
    "slots of each place of each row), (together, name, zones); a look is (picture, colour), both empty where nothing is said",
}
"""Module constants of an emitted engine; the interpreter has them as attributes."""

OPTIONAL_FACTS: Final = {"OUTCOME_SAYS": "tuple by entry of OUTCOMES of None or parts, as SAYS; there where an outcome has a text"}
"""Those that an engine may lack."""
