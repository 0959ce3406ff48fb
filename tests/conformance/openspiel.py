"""Playing OpenSpiel's games beside ours: same player, same legal actions, same chances, same returns.

A `Match` declares how one of ours reads as one of theirs. Where one of their actions is several of ours, `whole` says when ours make up one of
theirs; where several of our outcomes are one of theirs, their chances are added up. Nothing is taken from their texts: a declared mapping
gives their code for ours, and whatever does not fit is a failure.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pyspiel

from runtime.chance import Stream
from runtime.state import State
from tests.games import engine

Theirs = Any
"""A `pyspiel.State`; the package is not typed."""

Watcher = Callable[[State, Theirs], None]


def one_step(at: State, after: State, steps: int) -> bool:
    return True


def as_numbers(ours: State) -> list[float]:
    return [float(value) for value in ours.returns()]


@dataclass(frozen=True, kw_only=True)
class Match:
    """`action(state, *codes)` is their code of our actions at our position, `outcome(state, code)` of one of our outcomes,
    `thrown(state, *codes)` of several in a row that are one of theirs.

    `whole(at, after, steps)` tells whether our actions since `at` are one of their actions. `opening` is what theirs draw before ours begin.
    `idle` is their code for having no move, where ours are not asked at all. `pays` gives their returns for our final position. `plays_on`:
    theirs stop where only one way is left, ours play it. `differs` lists what is a choice of rules, no mistake.
    """

    ours: str
    theirs: str
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()
    variants: tuple[str, ...] = ()
    action: Callable[..., int] = lambda state, code: code
    outcome: Callable[[State, int], int] = lambda state, code: code
    thrown: Callable[..., int] | None = None
    whole: Callable[[State, State, int], bool] = one_step
    opening: tuple[int, ...] = ()
    idle: int | None = None
    pays: Callable[[State], list[float]] = as_numbers
    plays_on: bool = False
    slow: bool = False
    differs: tuple[str, ...] = field(default=())

    @property
    def name(self) -> str:
        settings = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.ours}{''.join(f'+{variant}' for variant in self.variants)}{settings} = {self.theirs}"


def play_in_lockstep(match: Match, games: int, watch: Watcher | None = None, first: int = 0) -> int:
    """Plays random games on both, comparing at every step; returns how many decisions were compared.

    `watch` is shown both states wherever they stand side by side."""
    game = engine(match.ours, "native", match.variants, match.options)
    their_game = pyspiel.load_game(match.theirs)
    compared = 0
    for seed in range(first, first + games):
        stream = Stream.seeded(seed)
        ours = game.new_initial_state(match.players, seed=seed, explicit_chance=True)
        theirs = their_game.new_initial_state()
        for code in match.opening:
            theirs.apply_action(code)
        while True:
            _let_them_pass(match, ours, theirs)
            if watch is not None:
                watch(ours, theirs)
            if theirs.is_terminal() and match.plays_on:
                _play_what_is_forced(ours)
            assert ours.is_terminal() == theirs.is_terminal(), f"one of both is over:\n{ours}\n{theirs}"
            if ours.is_terminal():
                break
            if ours.is_chance_node():
                _draw(match, ours, theirs, stream)
            elif ours.is_simultaneous_node():
                compared += _choose_together(match, ours, theirs, stream)
            else:
                compared += _choose(match, ours, theirs, stream)
        assert match.pays(ours) == list(theirs.returns()), f"{ours}\n{theirs}"
    return compared


def runs(match: Match, at: State) -> Iterator[tuple[tuple[int, ...], State]]:
    """Our sequences of actions that make up one of theirs, with where they lead."""
    pending: list[tuple[tuple[int, ...], State]] = [((), at)]
    while pending:
        codes, state = pending.pop()
        for code in state.legal_actions():
            child = state.child(code)
            if match.whole(at, child, len(codes) + 1):
                yield (*codes, code), child
            else:
                pending.append(((*codes, code), child))


def _let_them_pass(match: Match, ours: State, theirs: Theirs) -> None:
    while match.idle is not None and not theirs.is_terminal() and not theirs.is_chance_node() and theirs.legal_actions() == [match.idle]:
        assert ours.is_terminal() or ours.current_player() != theirs.current_player(), f"ours could move:\n{ours}\n{theirs}"
        theirs.apply_action(match.idle)


def _draw(match: Match, ours: State, theirs: Theirs, stream: Stream) -> None:
    assert theirs.is_chance_node(), f"ours draws, theirs does not:\n{ours}\n{theirs}"
    if match.thrown is not None:
        _throw(match.thrown, ours, theirs, stream)
        return
    chances: dict[int, float] = {}
    for code, chance in ours.chance_outcomes():
        theirs_code = match.outcome(ours, code)
        chances[theirs_code] = chances.get(theirs_code, 0.0) + chance
    listed = sorted((code, round(chance, 9)) for code, chance in theirs.chance_outcomes())
    assert sorted((code, round(chance, 9)) for code, chance in chances.items()) == listed, f"{ours}\n{theirs}"
    outcomes = ours.legal_actions()
    code = outcomes[stream.below(len(outcomes))]
    theirs.apply_action(match.outcome(ours, code))
    ours.apply_action(code)


def _throw(thrown: Callable[..., int], ours: State, theirs: Theirs, stream: Stream) -> None:
    """Several outcomes of ours that are one of theirs, as likely as all of ours together."""
    at, codes, chance = ours.clone(), [], 1.0
    while ours.is_chance_node():
        outcomes = ours.chance_outcomes()
        code, likely = outcomes[stream.below(len(outcomes))]
        codes.append(code)
        chance *= likely
        ours.apply_action(code)
    code = thrown(at, *codes)
    assert round(dict(theirs.chance_outcomes())[code], 9) == round(chance, 9), f"{ours}\n{theirs}"
    theirs.apply_action(code)


def _choose(match: Match, ours: State, theirs: Theirs, stream: Stream) -> int:
    assert ours.current_player() == theirs.current_player(), f"{ours}\n{theirs}"
    ways = [((code,), ours) for code in ours.legal_actions()] if match.whole is one_step else list(runs(match, ours))
    mapped = {match.action(ours, *codes) for codes, _ in ways}
    assert sorted(mapped) == sorted(theirs.legal_actions()), f"{ours}\n{theirs}"
    if match.whole is one_step:
        assert len(mapped) == len(ways), f"two of ours are one of theirs:\n{ours}\n{theirs}"
    codes, _ = ways[stream.below(len(ways))]
    theirs.apply_action(match.action(ours, *codes))
    for code in codes:
        ours.apply_action(code)
    return 1


def _choose_together(match: Match, ours: State, theirs: Theirs, stream: Stream) -> int:
    assert theirs.is_simultaneous_node(), f"{ours}\n{theirs}"
    joint = []
    for seat in range(match.players):
        assert ours.actor() == seat, f"{ours}\n{theirs}"
        actions = ours.legal_actions()
        assert sorted(match.action(ours, code) for code in actions) == sorted(theirs.legal_actions(seat)), f"{ours}\n{theirs}"
        action = actions[stream.below(len(actions))]
        joint.append(match.action(ours, action))
        ours.apply_action(action)
    theirs.apply_actions(joint)
    return match.players


def count(theirs: Theirs, depth: int) -> int:
    """Sequences of so many decisions on their side; outcomes of chance are followed, a choice of all at once is a decision of each."""
    if depth <= 0 or theirs.is_terminal():
        return int(depth <= 0)
    if theirs.is_simultaneous_node():
        offers = [theirs.legal_actions(seat) for seat in range(theirs.num_players())]
        assert depth >= len(offers), "a sealed choice is counted whole"
        return sum(count(_after_all(theirs, joint), depth - len(offers)) for joint in product(*offers))
    if depth == 1 and not theirs.is_chance_node():
        return len(theirs.legal_actions())
    return sum(count(theirs.child(action), depth - (not theirs.is_chance_node())) for action in theirs.legal_actions())


def _after_all(theirs: Theirs, joint: Sequence[int]) -> Theirs:
    after = theirs.clone()
    after.apply_actions(list(joint))
    return after


def _play_what_is_forced(ours: State) -> None:
    while not ours.is_terminal():
        (only,) = ours.legal_actions()
        ours.apply_action(only)
