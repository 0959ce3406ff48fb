"""What a seat sees ("What is seen"): of variables, zones and events."""

from typing import Any

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import StateSymbol, ZoneSymbol
from tests.reference.choices import Choice
from tests.reference.expressions import Scope, evaluate
from tests.reference.play import Ask, Play
from tests.reference.values import Piece, Seat

HIDDEN = "hidden"
NOTHING = "not even that something happened"
SOMETHING = "that something was chosen"
ALL = "all of it"
PARTS = "all but its secret parts"


def owner(play: Play, index: tuple[Any, ...]) -> Seat | None:
    """The seat that indexes it, else the owner of the piece that does."""
    seats = [value for value in index if isinstance(value, Seat)]
    pieces = [play.game.types.owner(value) for value in index if isinstance(value, Piece)]
    return next(iter([*seats, *(seat for seat in pieces if seat is not None)]), None)


def variable(play: Play, state: StateSymbol, index: tuple[Any, ...], seat: Seat) -> Any:
    """Of pieces that one does not see the start value, whatever its own `seen`; else its value, or HIDDEN."""
    if any(isinstance(value, Piece) and not sees(play, value, seat) for value in index):
        return play.game.start().value(state.name, index)
    if state.seen == "none" or state.seen == "owner" and owner(play, index) != seat:
        return HIDDEN
    return play.position.value(state.name, index)


def opened(play: Play, zone: ZoneSymbol, index: tuple[Any, ...], seat: Seat, piece: Piece | None = None) -> bool:
    """Does the seat see which pieces lie there?"""
    if zone.seen in ("owner", "owner_count"):
        whose = owner(play, index)
        return seat == (whose if whose is not None or piece is None else play.game.types.owner(piece))
    return zone.seen == "all"


def sees(play: Play, piece: Piece, seat: Seat) -> bool:
    """Does the seat see where the piece is?"""
    name, index = play.position.place_of(piece)
    return name not in play.game.zones or opened(play, play.game.zones[name], index, seat, piece)


def count(play: Play, zone: ZoneSymbol, index: tuple[Any, ...]) -> Any:
    return HIDDEN if zone.seen == "none" else len(play.position.zones[zone.name][index])


def event(play: Play, ask: Ask, choice: Any, seat: Seat) -> str:
    """What the seat perceives of a choice or outcome that is about to be."""
    if isinstance(choice, Choice):
        if ask.seat == seat:
            return ALL
        if ask.in_window and (choice.offer.action.name == "decline" or not choice.is_last):
            return NOTHING
        if ask.sealed or not choice.is_last:
            return SOMETHING
        return PARTS if choice.offer.action.secret else ALL
    return ALL if _sees_outcome(play, ask.step.body, choice, seat) else SOMETHING


def _sees_outcome(play: Play, chance: t.Chance, outcome: Any, seat: Seat) -> bool:
    """Of a roll everybody, of a shuffle nobody, of a draw whoever sees the zone into which it goes, unless `seen_by` says otherwise."""
    s = Scope(play.game, play.position, outcome.names)
    if chance.seen_by is not None:
        return bool(evaluate(chance.seen_by, s) == seat)
    if chance.seen_zone is None:
        return chance.seen_by_all
    if chance.seen_zone.zone is None:
        return True
    zone = play.game.zones[chance.seen_zone.zone.zone]
    index = tuple(evaluate(value, s) for value in chance.seen_zone.zone.indexes)
    return opened(play, zone, index, seat, next((value for value in outcome.names.values() if isinstance(value, Piece)), None))
