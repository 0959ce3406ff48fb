"""Many games at once, a row each: begin, choose at random, step, look. Companion of `runtime.batch`, which owns the arrays.

Rows are VECTOR_SIZE numbers each. Row n plays game number `games[n]`, which `init` begins with seed + number and whose random choices come from the
agents' stream of that seed, so that it is the game of this number that `playouts` plays. All functions work on rows `first` to `last - 1`.
"""

from runtime.engine_names import (
    AGENTS_LOW,
    MAX_ACTIONS,
    NUM_ACTIONS,
    OBSERVATION_SIZE,
    VECTOR_SIZE,
    Vec,
    actor,
    apply,
    below,
    init,
    legal_actions,
    observe,
    returns,
    seed_stream,
    truncated,
)

BATCH__PLAYERS = 0
BATCH__SEED = 1
BATCH__ROWS = 2
BATCH__AGAIN = 3  # what becomes of a game that is over: 0 it stays, 1 the next begins at once, 2 at the row's next step
BATCH__MASKS = 4
BATCH__SIGHTS = 5
BATCH__SEAT = 6  # the seat that is learnt, the others choosing at random; -1 for all


def batch__begin(rows: Vec, games: Vec, legal: Vec, counts: Vec, acting: Vec, masks: Vec, sights: Vec, settings: Vec, first: int, last: int) -> int:
    """Begins the game of each row; the rule of a fault, or 0."""
    fault: int = 0
    for n in range(first, last):
        rule: int = batch__new(rows, games, legal, settings, n)
        if rule != 0:
            fault = rule
        batch__look(rows, legal, counts, acting, masks, sights, settings, n)
    return fault


def batch__illegal(actions: Vec, legal: Vec, counts: Vec, acting: Vec, settings: Vec, first: int, last: int) -> int:
    """The first row whose action is neither legal nor -1 (nothing), or -1. Where the next game is to begin, any number is as good."""
    wide: int = batch__wide()
    for n in range(first, last):
        if actions[n] != -1 and (acting[n] != -4 or settings[BATCH__AGAIN] != 2):
            low: int = n * wide
            end: int = low + counts[n]
            high: int = end
            while low < high:
                middle: int = (low + high) >> 1
                if legal[middle] < actions[n]:
                    low = middle + 1
                else:
                    high = middle
            if low == end or legal[low] != actions[n]:
                return n
    return -1


def batch__sample(rows: Vec, legal: Vec, counts: Vec, actions: Vec, acting: Vec, settings: Vec, first: int, last: int) -> None:
    """A legal action for each row, each equally likely, from the row's agents' stream; where the game is over 0 if the next is to begin, else -1."""
    wide: int = batch__wide()
    for n in range(first, last):
        at: int = n * VECTOR_SIZE
        actions[n] = 0 if acting[n] == -4 and settings[BATCH__AGAIN] == 2 else -1
        if counts[n] > 0:
            actions[n] = legal[n * wide + below(rows[at : at + VECTOR_SIZE], AGENTS_LOW, counts[n])]


def batch__step(
    rows: Vec, games: Vec, actions: Vec, legal: Vec, counts: Vec, acting: Vec, rewards: Vec, ended: Vec, cut: Vec, masks: Vec, sights: Vec,
    settings: Vec, first: int, last: int,
) -> int:  # fmt: skip
    """Carries out an action in each row (-1: none); the rule of a fault, or 0."""
    fault: int = 0
    players: int = settings[BATCH__PLAYERS]
    for n in range(first, last):
        at: int = n * VECTOR_SIZE
        rule: int = 0
        over: int = 1 if acting[n] == -4 else 0
        ended[n] = 0
        cut[n] = 0
        for seat in range(players):
            rewards[n * players + seat] = 0
        if actions[n] < 0:
            continue
        if over == 1:
            games[n] += settings[BATCH__ROWS]
            rule = batch__new(rows, games, legal, settings, n)
        else:
            rule = apply(rows[at : at + VECTOR_SIZE], actions[n])
            if rule == 0:
                rule = batch__others(rows, legal, settings, n)
        if rule != 0:
            fault = rule
        if over == 0 and actor(rows[at : at + VECTOR_SIZE]) == -4:
            ended[n] = 1
            cut[n] = truncated(rows[at : at + VECTOR_SIZE])
            returns(rows[at : at + VECTOR_SIZE], rewards[n * players : n * players + players])
            if settings[BATCH__AGAIN] == 1:
                games[n] += settings[BATCH__ROWS]
                rule = batch__new(rows, games, legal, settings, n)
                if rule != 0:
                    fault = rule
        batch__look(rows, legal, counts, acting, masks, sights, settings, n)
    return fault


def batch__new(rows: Vec, games: Vec, legal: Vec, settings: Vec, n: int) -> int:
    """Begins the game of a row, and of those after it where the learnt seat is not asked once before the end."""
    at: int = n * VECTOR_SIZE
    rule: int = 0
    for _ in range(100):
        number: int = settings[BATCH__SEED] + games[n]
        rule = init(rows[at : at + VECTOR_SIZE], settings[BATCH__PLAYERS], number, 0)
        seed_stream(rows[at : at + VECTOR_SIZE], AGENTS_LOW, number, 2)
        if rule == 0:
            rule = batch__others(rows, legal, settings, n)
        if rule != 0 or actor(rows[at : at + VECTOR_SIZE]) != -4:
            return rule
        games[n] += settings[BATCH__ROWS]
    return rule


def batch__others(rows: Vec, legal: Vec, settings: Vec, n: int) -> int:
    """Lets the other seats choose at random until the learnt one is to act, or the game is over; the rule of a fault, or 0."""
    at: int = n * VECTOR_SIZE
    wide: int = batch__wide()
    seat: int = settings[BATCH__SEAT]
    if seat < 0:
        return 0
    while actor(rows[at : at + VECTOR_SIZE]) != -4 and actor(rows[at : at + VECTOR_SIZE]) != seat:
        found: int = legal_actions(rows[at : at + VECTOR_SIZE], legal[n * wide : n * wide + wide])
        if found == 0:
            return 0
        rule: int = apply(rows[at : at + VECTOR_SIZE], legal[n * wide + below(rows[at : at + VECTOR_SIZE], AGENTS_LOW, found)])
        if rule != 0:
            return rule
    return 0


def batch__look(rows: Vec, legal: Vec, counts: Vec, acting: Vec, masks: Vec, sights: Vec, settings: Vec, n: int) -> None:
    """Writes who acts, what is legal, and what the actor (in a game that is over, or for one learnt seat: that seat) sees."""
    at: int = n * VECTOR_SIZE
    wide: int = batch__wide()
    start: int = n * wide
    seat: int = actor(rows[at : at + VECTOR_SIZE])
    acting[n] = seat
    counts[n] = legal_actions(rows[at : at + VECTOR_SIZE], legal[start : start + wide]) if seat >= 0 else 0
    if settings[BATCH__MASKS] != 0:
        words: int = (NUM_ACTIONS + 7) // 8
        word: int = n * words
        for k in range(word, word + words):
            masks[k] = 0
        for k in range(start, start + counts[n]):
            masks[word + (legal[k] >> 3)] |= 1 << 8 * (legal[k] & 7)
    if settings[BATCH__SIGHTS] != 0:
        looker: int = settings[BATCH__SEAT]
        if looker < 0:
            looker = seat if seat >= 0 else 0
        observe(rows[at : at + VECTOR_SIZE], looker, sights[n * OBSERVATION_SIZE : n * OBSERVATION_SIZE + OBSERVATION_SIZE])


def batch__wide() -> int:
    """Numbers that a row of `legal` has."""
    return max(MAX_ACTIONS, 1)
