"""The variables and zones that two games have in common, and what they hold as texts that can be compared."""

import re
from collections.abc import Mapping
from itertools import product
from typing import Any, TypeAlias

from msgspec import Struct

from compiler.diff.words import exchanged
from runtime import Game, State
from runtime.describe import describe, zone_pieces
from runtime.texts import Carrier

Slots: TypeAlias = tuple[int, ...]


class Holder(Struct, frozen=True, kw_only=True):
    """A variable, or a zone family, of one game, with its texts in the names of the second game."""

    name: str
    places: tuple[str, ...]
    texts: tuple[str, ...]
    """of each value from `low` on, without the numbers that tell equal pieces apart"""
    low: int
    slices: tuple[tuple[int, int], ...]
    """offset and length of the slots that decide what it holds"""
    zone: tuple[Any, ...] = ()
    """the zone's row of facts; empty for a variable"""
    rest: int = 0

    def slots(self, state: State) -> Slots:
        return tuple(slot for offset, length in self.slices for slot in state.vector[offset : offset + length])

    def held(self, state: State) -> dict[str, list[str]]:
        """By place, what is there; nothing for a place at rest."""
        if not self.zone:
            return {place: [self.texts[value - self.low]] for place, value in zip(self.places, self.slots(state), strict=False) if value != self.rest}
        pieces = ((place, zone_pieces(state.game, self.zone, instance, state.vector)) for instance, place in enumerate(self.places))
        return {place: [self.texts[piece - self.low] for piece in found] for place, found in pieces if found}

    def in_words(self, state: State) -> str:
        """As people are told, in the game's own names; empty for what is at rest."""
        lines = (line.partition(": ") for line in describe(state.game, list(state.vector[: state.game.kept])).splitlines()[1:])
        return next((plain_text(rest) for name, _, rest in lines if name == self.name), "")


class Shared(Struct, frozen=True, kw_only=True):
    """A holder of both games. Where they lie alike in both, equal slots hold the same."""

    one: Holder
    other: Holder
    alike: bool

    def same(self, one: State, other: State) -> bool:
        if self.alike and self.one.slots(one) == self.other.slots(other):
            return True
        return self.one.held(one) == self.other.held(other)


def shared_holders(one: Game, other: Game, names: Mapping[str, str]) -> list[Shared]:
    """In the order of the second game; `names` are of the first."""
    mine = {exchanged(holder.name, names): holder for holder in _holders(one, names)}
    return [_shared(mine[holder.name], holder) for holder in _holders(other, {}) if holder.name in mine]


def plain_text(text: str) -> str:
    """Without the numbers that tell equal pieces apart."""
    return re.sub(r" #\d+\b", "", text)


def _shared(one: Holder, other: Holder) -> Shared:
    mine, theirs = ((holder.places, holder.texts, holder.low, [size for _, size in holder.slices], holder.zone[5:6]) for holder in (one, other))
    return Shared(one=one, other=other, alike=mine == theirs)


def _holders(game: Game, names: Mapping[str, str]) -> list[Holder]:
    carriers = game.texts.carriers
    components = {row[0]: row for row in game.facts["COMPONENTS"]}
    found = []
    for name, offset, length, section, carrier, axes, _ in game.facts["BLOCKS"]:
        if section == "state":
            texts, low = _texts(carriers[carrier], names)
            rest = carriers[carrier].low if carriers[carrier].optional else 0
            found.append(Holder(name=name, places=_places(game, axes, names)[:length], texts=texts, low=low, slices=((offset, length),), rest=rest))
    for row in game.facts["ZONES"]:
        name, component, _, instances, _, _, _, axes, items, count, *_ = row
        texts, low = _texts(carriers[components[component][5]], names)
        slices = [(game.offsets[block], game.lengths[block]) for block in ((items, count) if items else (components[component][4],))]
        found.append(Holder(name=name, places=_places(game, axes, names)[:instances], texts=texts, low=low, slices=tuple(slices), zone=tuple(row)))
    return found


def _texts(carrier: Carrier, names: Mapping[str, str]) -> tuple[tuple[str, ...], int]:
    low = carrier.low
    return tuple(plain_text(exchanged(carrier.text(value), names)) for value in range(low, carrier.high + 1)), low


def _places(game: Game, axes: tuple[int, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    """The texts of the indexes, row by row."""
    texts = game.texts.carriers
    ranges = ([exchanged(texts[axis].text(at), names) for at in range(texts[axis].low, texts[axis].high + 1)] for axis in axes)
    return tuple(" ".join(index) for index in product(*ranges))
