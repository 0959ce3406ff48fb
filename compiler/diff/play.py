"""Where two games play differently, each difference with the smallest position found that shows it.

Both engines are driven side by side with the same actions, matched by their texts: first every line of play, shortest first, as far as a number of
positions allows, then random games. Chance is explicit, so its outcomes are matched like actions. Equal pieces count as one another.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from compiler.diff.holders import Shared, plain_text, shared_holders
from compiler.diff.words import exchanged
from runtime import Fault, Game, State
from runtime.chance import Stream

Kind: TypeAlias = Literal["legal", "chance", "turn", "position", "over", "returns", "scores", "fault"]
Key: TypeAlias = tuple[str, int]
"""an action's text, and which of those that read alike"""

LONGEST: Final = 2_000
"""moves of a random game"""
MANY: Final = 8
"""more outcomes of one probability are told by their number"""


class PlayDifference(Struct, frozen=True, kw_only=True):
    """`what` names it (an action, a variable or zone), `before` and `after` say what is so in each game; `moves` lead there from the start."""

    kind: Kind
    what: str
    before: str
    after: str
    players: int
    moves: tuple[str, ...]
    position: str
    """of the first game, in words"""


class Found(Struct, frozen=True, kw_only=True):
    """The differences, and how much was looked at."""

    differences: tuple[PlayDifference, ...]
    positions: int
    games: int


class _Pair(Struct, frozen=True):
    """Two positions reached by the same moves."""

    one: State
    other: State
    moves: tuple[str, ...] = ()


def differences_in_play(
    one: Game, other: Game, *, players: int, names: Mapping[str, str], positions: int, games: int, seed: int = 0
) -> Found:  # fmt: skip
    """Looks at up to `positions` positions nearest to the start, and at those of `games` random games; `names` are of the first game."""
    search = _Search(players, names, shared_holders(one, other, names))
    first, second = (game.new_initial_state(players, seed=seed, explicit_chance=True) for game in (one, other))
    start = _Pair(first, second)
    search.nearest(start, positions)
    for number in range(games):
        search.random(start, Stream.seeded(seed * 1_000_003 + number))
    order = sorted(search.found.values(), key=lambda each: (len(each.moves), each.moves))
    return Found(differences=tuple(order), positions=search.seen, games=games)


class _Search:
    def __init__(self, players: int, names: Mapping[str, str], shared: list[Shared]) -> None:
        self.players = players
        self.names = names
        self.shared = shared
        self.found: dict[tuple[Kind, str], PlayDifference] = {}
        self.seen = 0

    def nearest(self, start: _Pair, positions: int) -> None:
        met = {(start.one.position(), start.other.position())}
        waiting = deque([start])
        while waiting and self.seen < positions:
            pair = waiting.popleft()
            for key, (mine, theirs) in self.look(pair).items():
                after = self.step(pair, key, mine, theirs)
                if after is not None and (here := (after.one.position(), after.other.position())) not in met and len(met) < positions:
                    met.add(here)
                    waiting.append(after)

    def random(self, start: _Pair, stream: Stream) -> None:
        pair: _Pair | None = start
        for _ in range(LONGEST):
            both = self.look(pair) if pair is not None else {}
            if pair is None or not both:
                return
            key = list(both)[stream.below(len(both))]
            pair = self.step(pair, key, *both[key])

    def step(self, pair: _Pair, key: Key, mine: int, theirs: int) -> _Pair | None:
        """Both after the same action; None where a rule fails."""
        actor = pair.other.actor()
        moves = (*pair.moves, ("chance: " if actor < 0 else f"p{actor}: ") + key[0])
        after: list[State] = []
        faults: list[str] = []
        for state, action in ((pair.one, mine), (pair.other, theirs)):
            try:
                after.append(state.child(action))
                faults.append("goes on")
            except Fault as fault:
                faults.append(str(fault))
        if len(after) == 2:
            return _Pair(after[0], after[1], moves)
        if faults[0] != faults[1]:
            self.note(_Pair(pair.one, pair.other, moves), "fault", key[0].split()[0], *faults)
        return None

    def look(self, pair: _Pair) -> dict[Key, tuple[int, int]]:
        """Notes how two positions differ; the actions that both allow."""
        self.seen += 1
        one, other = pair.one, pair.other
        if one.is_terminal() or other.is_terminal():
            if one.is_terminal() != other.is_terminal():
                self.note(pair, "over", "", *("the game is over" if state.is_terminal() else "play goes on" for state in (one, other)))
            else:
                self._results(pair)
                self._positions(pair)
            return {}
        self._positions(pair)
        if one.actor() != other.actor():
            self.note(pair, "turn", "", *("chance decides" if state.is_chance_node() else f"p{state.actor()} is to act" for state in (one, other)))
            return {}
        mine, theirs = _actions(one, self.names), _actions(other, {})
        if one.is_chance_node():
            self._chances(pair, mine, theirs)
        else:
            for key in mine:
                if key not in theirs:
                    self.note(pair, "legal", _action_name(one, mine[key]), key[0], "")
            for key in theirs:
                if key not in mine:
                    self.note(pair, "legal", _action_name(other, theirs[key]), "", key[0])
        return {key: (mine[key], theirs[key]) for key in mine if key in theirs}

    def _positions(self, pair: _Pair) -> None:
        for shared in self.shared:
            known = self.found.get(("position", shared.other.name))
            if (known is None or len(known.moves) > len(pair.moves)) and not shared.same(pair.one, pair.other):
                self.note(pair, "position", shared.other.name, shared.one.in_words(pair.one), shared.other.in_words(pair.other))

    def _results(self, pair: _Pair) -> None:
        for kind, mine, theirs in (
            ("returns", pair.one.returns(), pair.other.returns()),
            ("scores", pair.one.scores(), pair.other.scores()),
        ):
            if mine != theirs:
                self.note(pair, "returns" if kind == "returns" else "scores", "", str(mine), str(theirs))

    def _chances(self, pair: _Pair, mine: dict[Key, int], theirs: dict[Key, int]) -> None:
        odds = [_odds(state, actions) for state, actions in ((pair.one, mine), (pair.other, theirs))]
        if odds[0] != odds[1]:
            apart = [key for key in odds[0] | odds[1] if odds[0].get(key) != odds[1].get(key)]
            texts = [_odds_in_words({key: each[key] for key in apart if key in each}) for each in odds]
            self.note(pair, "chance", pair.other.waiting_step().rsplit(".", 1)[-1], *texts)

    def note(self, pair: _Pair, kind: Kind, what: str, before: str, after: str) -> None:
        """Keeps a difference of each kind and name: the one with the fewest moves, the first of these."""
        key = (kind, what if kind != "legal" else f"{what} {'before' if before else 'after'}")
        known = self.found.get(key)
        if known is None or len(pair.moves) < len(known.moves):
            self.found[key] = PlayDifference(
                kind=kind, what=what, before=before, after=after, players=self.players, moves=pair.moves, position=str(pair.one)
            )


def _actions(state: State, names: Mapping[str, str]) -> dict[Key, int]:
    """Legal codes (or outcomes) by text; of texts that differ only in which of equal pieces is meant, by their order."""
    found: dict[Key, int] = {}
    for action in state.legal_actions():
        text = plain_text(exchanged(state.action_to_string(action), names))
        number = 0
        while (text, number) in found:
            number += 1
        found[text, number] = action
    return found


def _odds(state: State, actions: dict[Key, int]) -> dict[Key, str]:
    weights = dict(state.chance_weights())
    total = sum(weights.values())
    return {key: f"{weights[action] / total:.4f}" for key, action in actions.items()}


def _odds_in_words(odds: dict[Key, str]) -> str:
    if len(odds) > MANY and len(set(odds.values())) == 1:
        return f"{len(odds)} outcomes of {next(iter(odds.values()))}"
    return ", ".join(f"{text} {chance}" for (text, _), chance in odds.items())


def _action_name(state: State, action: int) -> str:
    choice = state.game.texts.action(action)
    return choice.action if choice is not None else str(action)
