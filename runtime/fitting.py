"""One history made to fit what a seat has perceived.

It is told forward, event by event, what is hidden drawn at random. Where an event does not fit (somebody plays a card that he does not hold in
it), hidden pieces are exchanged or hidden choices replaced in what has been told, until the event fits and all before it still does.
"""

from collections.abc import Iterator
from operator import ne
from typing import Final

from runtime.chance import Stream
from runtime.contract import CHANCE, SEEN_NOT, Vec
from runtime.knowledge import Knowledge
from runtime.perception import observed
from runtime.tale import Tale

MOST_UNSEEN: Final = 40
"""Choices in a row that a seat does not perceive."""

MOST_REPAIRS: Final = 2000
"""Histories that are tried to make one event fit."""

RESTARTS: Final = 3
LOOKED_AT: Final = 60
HOPELESS: Final = 10**6


def fit(knowledge: Knowledge, stream: Stream) -> Tale | None:
    """A history that fits, or None where none was found."""
    for _ in range(RESTARTS):
        tale = Tale(knowledge, stream)
        if all(_take(tale, number) for number in range(len(knowledge.seen))) and _reaches_the_seat(tale):
            tale.settle()
            return tale
    return None


def _take(tale: Tale, number: int) -> bool:
    """Goes on by event `number`; whether it could be made to fit."""
    tries = 0
    while not _goes_on(tale, number):
        made = _repair(tale, number, MOST_REPAIRS - tries)
        tries += made
        if not made or tries >= MOST_REPAIRS:
            return False
    return True


def _reaches_the_seat(tale: Tale) -> bool:
    """Goes on by what the seat does not perceive until it is asked, if it is."""
    number = len(tale.knowledge.seen)
    for codes, vector in _unperceived(tale, number):
        if tale.knowledge.waits(vector):
            for each in codes:
                tale.append(each, SEEN_NOT, number, chance=False)
            tale.vector = vector
            return True
    return False


def _goes_on(tale: Tale, number: int) -> bool:
    """Applies something that the seat perceives as it perceived this event, after what it does not perceive where need be."""
    seen, row, engine = tale.knowledge.seen[number], tale.knowledge.rows[number + 1], tale.game.engine
    for before, vector in _unperceived(tale, number):
        for code in tale.mixed(tale.options(vector, seen)):
            after = vector[:]
            chance = engine.actor(vector) == CHANCE
            if engine.apply(after, code) == 0 and (behind := _coming_to(tale, after, row)) is not None:
                for each in before:
                    tale.append(each, SEEN_NOT, number, chance=False)
                tale.append(code, seen, -1 if behind else number + 1, chance=chance)
                for at, each in enumerate(behind, start=1):
                    tale.append(each, SEEN_NOT, number + 1 if at == len(behind) else -1, chance=False)
                tale.last.append(len(tale.codes))
                tale.vector = after
                return True
    return False


def _unperceived(tale: Tale, number: int) -> Iterator[tuple[list[int], Vec]]:
    """What may have happened before event `number` without the seat perceiving it, shortest first: codes, and where they lead."""
    row = tale.knowledge.rows[number]
    level: list[tuple[list[int], Vec]] = [([], tale.vector)]
    left = LOOKED_AT
    for _ in range(MOST_UNSEEN):
        yield from level
        deeper: list[tuple[list[int], Vec]] = []
        for codes, vector in level:
            for code in tale.mixed(tale.options(vector, SEEN_NOT))[:left]:
                after = vector[:]
                if tale.game.engine.apply(after, code) == 0 and _observes(tale, after, row):
                    deeper.append(([*codes, code], after))
        left = max(1, LOOKED_AT - len(deeper))
        level = deeper[:LOOKED_AT]
        if not level:
            return


def _coming_to(tale: Tale, vector: Vec, row: Vec) -> list[int] | None:
    """What the seat does not perceive until it observes this row; the vector is moved on. None if it never does."""
    codes: list[int] = []
    while not _observes(tale, vector, row):
        hidden = tale.mixed(tale.options(vector, SEEN_NOT))
        if not hidden or len(codes) == MOST_UNSEEN or tale.game.engine.apply(vector, hidden[0]):
            return None
        codes.append(hidden[0])
    return codes


def _observes(tale: Tale, vector: Vec, row: Vec) -> bool:
    tale.game.engine.observe(vector, tale.seat, tale.out)
    return tale.out[: len(row)] == row


def _repair(tale: Tale, number: int, most: int) -> int:
    """Changes what is hidden so that all before event `number` still fits, and the event fits better or as well; how many changes were tried, 0
    where there is nothing to change."""
    before, tries = _misfit(tale, number), 0
    while tries < most:
        none = True
        for codes in _changes(tale, number):
            none = False
            tries += 1
            vector = tale.retold(codes)
            made = (tale.told()._replace(codes=codes), vector) if vector is not None else tale.mended(codes)
            if made is not None:
                old = tale.told(), tale.vector
                tale.take(*made)
                after = _misfit(tale, number)
                if after < before or after == before and tale.stream.below(2):
                    return tries
                tale.take(*old)
            if tries >= most:
                break
        if none:
            return 0
    return tries


def _misfit(tale: Tale, number: int) -> int:
    """0 where event `number` fits now, else in how many slots the seat would observe something else, at best."""
    seen, row = tale.knowledge.seen[number], tale.knowledge.rows[number + 1]
    best = HOPELESS
    for _, vector in _unperceived(tale, number):
        for code, _ in tale.options(vector, seen)[:LOOKED_AT]:
            after = vector[:]
            if tale.game.engine.apply(after, code):
                continue
            view = observed(tale.game, after, tale.seat)
            best = min(best, sum(map(ne, view, row)))
            if best and _coming_to(tale, after, row) is not None:
                best = 0
            if not best:
                return 0
    return best


def _changes(tale: Tale, number: int) -> Iterator[Vec]:
    """Other codes: first such as may bring about what was perceived, then any."""
    for component, piece, others in _wanted(tale, number):
        for other in tale.mixed([(each, 1) for each in others]):
            yield tale.exchanged(component, piece, other)
    swaps, places = tale.hidden_pieces(tale.knowledge.rows[number]), tale.hidden_codes()
    below = tale.stream.below
    for _ in range(20):
        if swaps and (not places or below(4)):
            codes = tale.elsewhere(*swaps[below(len(swaps))])
            if codes is not None:
                yield codes
        elif places:
            # What happened lately is most often what was revealed.
            codes = tale.replaced(places[max(below(len(places)), below(len(places)))])
            if codes is not None:
                yield codes


def _after(tale: Tale, seen: int) -> list[int]:
    """What the seat would observe after the event as it is told now; what it observes now, if it cannot be told."""
    vector = tale.vector[:]
    for code, _ in tale.options(vector, seen)[:1]:
        tale.game.engine.apply(vector, code)
    return observed(tale.game, vector, tale.seat)


def _wanted(tale: Tale, number: int) -> Iterator[tuple[str, int, list[int]]]:
    """Pieces that had better be somewhere else, with those that they may change places with."""
    game, vector = tale.game, tale.vector
    seen, row = tale.knowledge.seen[number], tale.knowledge.rows[number + 1]
    view = observed(game, vector, tale.seat)
    after = _after(tale, seen)
    is_chance = game.engine.actor(vector) == CHANCE
    named = list(tale.pieces_of(is_chance, seen)) if seen >= 0 else []
    legal = [piece for code in ([] if is_chance else game.list_actions(vector)) for piece in tale.pieces_of(False, code)]
    for name, count, _, _, where, _ in game.facts["COMPONENTS"]:
        at = game.offsets[where]
        hidden = [piece for piece in range(count) if view[at + piece] == game.hidden]

        def elsewhere(piece: int, at: int = at, hidden: list[int] = hidden) -> list[int]:
            return [other for other in hidden if vector[at + other] != vector[at + piece]]

        choices = [piece for component, piece in legal if component == name and piece in hidden]
        for component, piece in named:
            if component == name and piece in hidden:
                if choices and all(vector[at + other] == vector[at + piece] for other in choices):
                    # The piece is there, and others that are there forbid it.
                    other = choices[tale.stream.below(len(choices))]
                    yield name, other, elsewhere(other)
                yield name, piece, [other for other in choices if vector[at + other] != vector[at + piece]] or elsewhere(piece)
        for piece in hidden:
            if row[at + piece] not in (game.hidden, after[at + piece]):
                yield name, piece, [other for other in elsewhere(piece) if row[at + other] == game.hidden]
