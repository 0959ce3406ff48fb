"""What a seat can tell apart: our information states beside OpenSpiel's strings.

Two histories that theirs tells apart for a seat are told apart by ours, and the other way round. Compared where a seat (or all at once) is to
choose, not within a deal: theirs do not say that a card was dealt to somebody else. At the end, where nobody chooses any more, compared as well but
for `SHOWN_RESULT`. Ours never forget, so where theirs do, only histories count in which there is nothing to forget.
"""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyspiel
import pytest

from runtime.state import State
from tests.conformance.matches import MATCHES
from tests.conformance.matches.boards import dark_hex, phantom
from tests.conformance.matches.classics import bids, hearts_card, hearts_deal, prizes
from tests.conformance.openspiel import Match, Theirs, play_in_lockstep
from tests.games import engine

GOOFSPIEL = Match(ours="goofspiel", variants=("hidden_bids",), options=(("cards", "4"),), theirs="goofspiel(imp_info=true,num_cards=4)", action=bids,
    outcome=prizes, plays_on=True)  # fmt: skip

WHOLE = (
    (next(match for match in MATCHES if match.theirs == "kuhn_poker"), 9),
    (next(match for match in MATCHES if match.theirs == "kuhn_poker(players=3)"), 12),
    (Match(ours="goofspiel", variants=("hidden_bids",), options=(("cards", "3"),), theirs="goofspiel(imp_info=true,num_cards=3)", action=bids,
        outcome=prizes, plays_on=True), 20),
    (next(match for match in MATCHES if match.theirs == "leduc_poker"), 12),
)  # fmt: skip
"""Games gone through wholly, to a number of steps."""


SHOWN_RESULT = ("leduc_poker", "liars_dice", "liars_dice(numdice=2)")
"""Where one of both shows who won when the game is over, and the other does not: theirs the money in leduc, ours the loser in liar's dice. (In kuhn
poker, say, neither does.)"""


@dataclass(slots=True)
class Views:
    """Strings of both seen so far, by seat: which of theirs goes with which of ours."""

    ours: dict[tuple[int, bytes], str] = field(default_factory=dict)
    theirs: dict[tuple[int, str], bytes] = field(default_factory=dict)
    shown: int = 0

    def show(self, ours: State, theirs: Theirs, seats: range | tuple[int, ...], both_ways: bool = True) -> None:
        if ours.is_chance_node() or theirs.is_chance_node():
            return
        for seat in seats:
            mine = hashlib.blake2b(ours.information_state_string(seat).encode(), digest_size=16).digest()
            text = theirs.information_state_string(seat)
            known = self.ours.setdefault((seat, mine), text)
            assert known == text, f"ours are alike for seat {seat}, theirs are not:\n{known}\n{text}"
            if both_ways:
                first = self.theirs.setdefault((seat, text), mine)
                assert first == mine, f"theirs are alike for seat {seat}, ours are not:\n{text}\n{ours}"
            self.shown += 1

    @property
    def merged(self) -> int:
        """How many views were met more than once."""
        return self.shown - len(self.ours)


def everything(match: Match, steps: int) -> Iterator[tuple[State, Theirs]]:
    """Every history of at most so many of their steps, on both sides; a sealed choice is one step."""
    start = engine(match.ours, "native", match.variants, match.options).new_initial_state(match.players, explicit_chance=True)
    pending: list[tuple[State, Theirs, int]] = [(start, pyspiel.load_game(match.theirs).new_initial_state(), 0)]
    while pending:
        ours, theirs, done = pending.pop()
        yield ours, theirs
        if theirs.is_terminal() or done == steps:
            continue
        for child, joint in _choices(match, ours):
            after = theirs.clone()
            if theirs.is_simultaneous_node():
                after.apply_actions(joint)
            else:
                after.apply_action(joint[0])
            pending.append((child, after, done + 1))


def _choices(match: Match, ours: State) -> Iterator[tuple[State, list[int]]]:
    if ours.is_chance_node():
        for code in ours.legal_actions():
            yield ours.child(code), [match.outcome(ours, code)]
    elif ours.is_simultaneous_node():
        partial: list[tuple[State, list[int]]] = [(ours, [])]
        for _ in range(match.players):
            partial = [(state.child(code), [*joint, match.action(state, code)]) for state, joint in partial for code in state.legal_actions()]
        yield from partial
    else:
        for code in ours.legal_actions():
            yield ours.child(code), [match.action(ours, code)]


@pytest.mark.conformance
@pytest.mark.parametrize(("match", "steps"), WHOLE, ids=[match.theirs for match, _ in WHOLE])
def test_every_history_of_small_games(match: Match, steps: int) -> None:
    views = Views()
    for ours, theirs in everything(match, steps):
        if theirs.is_terminal() and (not ours.is_terminal() or match.theirs in SHOWN_RESULT):
            continue
        views.show(ours, theirs, range(match.players))
    assert views.merged > 20, "hardly two histories looked alike: nothing was shown"


PHANTOM = tuple(
    Match(ours=ours, theirs=f"{theirs}(gameversion={version},obstype=reveal-numturns)", action=action, options=(("taken_cell", taken),))
    for ours, theirs, action, versions in (
        ("phantom_tic_tac_toe", "phantom_ttt", phantom, ("classical", "abrupt")),
        ("dark_hex", "dark_hex", dark_hex, ("cdh", "adh")),
    )
    for version, taken in zip(versions, ("try_again", "turn_is_over"), strict=True)
)
"""In the dark both hear that a cell was named: theirs reveal how many turns there were. Asked of the seat to play; theirs do not tell the other whose turn it is."""

LIARS_DICE = next(match for match in MATCHES if match.theirs == "liars_dice")


@pytest.mark.conformance
@pytest.mark.parametrize("match", [GOOFSPIEL, LIARS_DICE, *PHANTOM, next(match for match in MATCHES if match.theirs == "leduc_poker")], ids=lambda match: match.theirs)
def test_random_histories_of_hidden_games(match: Match, long: bool) -> None:
    views = Views()

    def watch(ours: State, theirs: Theirs) -> None:
        if not theirs.is_terminal():
            views.show(ours, theirs, (theirs.current_player(),) if match in PHANTOM else range(match.players))

    play_in_lockstep(match, 4_000 if long else 250, watch)
    assert views.merged > 50


OPEN = [match for match in MATCHES if match.ours in ("tic_tac_toe", "connect_four", "hex", "english_draughts", "nine_mens_morris", "reversi",
    "amazons", "nim", "go", "gomoku", "leduc_poker", "kuhn_poker")]  # fmt: skip
"""Games in which theirs show the history itself (and two of hidden cards)."""


@pytest.mark.conformance
@pytest.mark.parametrize("match", OPEN, ids=lambda match: match.name)
def test_random_histories(match: Match, long: bool) -> None:
    views = Views()
    dice = random.Random(match.name)

    def watch(ours: State, theirs: Theirs) -> None:
        if theirs.is_terminal() and match.theirs in SHOWN_RESULT:
            return
        if len(theirs.history()) < 2 or dice.random() < (0.3 if match.ours.endswith("poker") else 0.02):
            views.show(ours, theirs, range(match.players))

    play_in_lockstep(match, 200 if long else 15, watch)
    assert len(views.ours) > 10


# ---- theirs forget in which order a seat's own cards came


@pytest.mark.conformance
def test_open_goofspiel_forgets_who_bid_what_when(long: bool) -> None:
    """Theirs show hands, not bids; whatever they tell apart, ours do."""
    match = next(match for match in MATCHES if match.theirs == "goofspiel(players=3,num_cards=5)")
    views = Views()
    play_in_lockstep(match, 2_000 if long else 60, lambda ours, theirs: None if theirs.is_terminal() else views.show(ours, theirs, range(3), both_ways=False))
    assert views.merged > 100


@pytest.mark.conformance
def test_two_dice_each(long: bool) -> None:
    """Theirs sort a hand of dice: told apart both ways where a seat's dice fell in ascending order, else one way."""
    match = next(match for match in MATCHES if match.theirs == "liars_dice(numdice=2)")
    both, one = Views(), Views()

    def watch(ours: State, theirs: Theirs) -> None:
        if ours.is_chance_node() or theirs.is_terminal():
            return
        for seat in range(2):
            at = ours.game.offsets["die"] + seat * ours.game.lengths["die"] // ours.game.max_players
            one.show(ours, theirs, (seat,), both_ways=False)
            if ours.vector[at] <= ours.vector[at + 1]:
                both.show(ours, theirs, (seat,))

    play_in_lockstep(match, 4_000 if long else 300, watch)
    assert both.merged > 100 and one.merged > both.merged


@pytest.mark.conformance
def test_hearts(long: bool) -> None:
    """Deals in which seat 0 has the same hand, dealt and passed in ascending order: theirs show sets of cards, ours the order too.

    Asked of the seat to play; theirs do not tell the others that somebody has picked a card to pass."""
    match = next(match for match in MATCHES if ("first_pass", "left") in match.options)
    views = Views()
    for seed in range(400 if long else 20):
        _play_hearts(match, seed, views)
    assert views.merged > 30


def _play_hearts(match: Match, seed: int, views: Views) -> None:
    """One hand: the cards of seat 0 are those of the seed's third, the rest is dealt at random, each hand in ascending order."""
    dice, own = random.Random(seed), random.Random(seed // 20)
    cards = list(range(52))
    hand = sorted(own.sample(cards, 13))
    rest = [number for number in cards if number not in hand]
    dice.shuffle(rest)
    hands = [hand, *(sorted(rest[13 * seat : 13 * seat + 13]) for seat in range(3))]
    ours = engine(match.ours, "native", (), match.options).new_initial_state(4, explicit_chance=True)
    theirs = pyspiel.load_game(match.theirs).new_initial_state()
    theirs.apply_action(match.opening[0])
    dealt = 0
    while not ours.is_terminal():
        codes = {(hearts_deal if ours.is_chance_node() else hearts_card)(ours, code): code for code in ours.legal_actions()}
        if ours.is_chance_node():
            number = hands[dealt % 4][dealt // 4]
            dealt += 1
        else:
            if theirs.move_number() < 80:
                views.show(ours, theirs, (ours.current_player(),))
            number = _passed(ours, sorted(codes), dice, own if ours.current_player() == 0 else dice)
        theirs.apply_action(number)
        ours.apply_action(codes[number])


def _passed(ours: State, numbers: list[int], dice: random.Random, picker: random.Random) -> int:
    """A card to play; while passing, the lowest ones so that the order says nothing."""
    return numbers[0] if ours.waiting_step().endswith("pick") else picker.choice(numbers)
